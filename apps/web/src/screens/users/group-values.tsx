import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { Note } from '../../ui/note.tsx'
import { ConflictLines } from './conflict-lines.tsx'
import { ValueSource } from './value-source.tsx'

/** The attributes that a user has from groups and providers, and those that the user lacks because the groups disagree. */
export function GroupValues({ user }: { user: Account }) {
  const { t } = useTranslation()
  const { attributes, providers } = user.value_sources
  const given = [...new Set([...Object.keys(attributes), ...Object.keys(providers)])]
  if (given.length === 0 && user.attribute_conflicts.length === 0) return null
  return (
    <div className="mt-3 grid gap-3">
      {given.length > 0 && (
        <ul aria-label={t('Attributes from groups and sign-in providers')} className="grid gap-1">
          {given.map((key) => (
            <li key={key}>
              <span className="font-mono text-(length:--text-dense) wrap-anywhere">
                :user.{key} = {user.effective_attributes[key]}
              </span>
              <ValueSource groups={attributes[key]} provider={providers[key]} />
            </li>
          ))}
        </ul>
      )}
      {user.attribute_conflicts.length > 0 && (
        <Note tone="warning">
          <p>
            {t(
              'The groups of this user disagree. Without an own value, rules that need these attributes show no rows.',
            )}
          </p>
          <ConflictLines conflicts={user.attribute_conflicts} />
        </Note>
      )}
    </div>
  )
}
