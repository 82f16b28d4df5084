import type { AreaAccessList } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { AddGroup } from '../../../components/group-picker.tsx'
import { Button } from '../../../ui/button.tsx'
import type { AreaForm } from '../form/area-form.ts'

interface GroupEntriesProps {
  /** Undefined while it loads, and for a new area. */
  stored: AreaAccessList | undefined
  isAdmin: boolean
  access: AreaForm['access']
  onChange: (access: AreaForm['access']) => void
}

/** The groups with access to an area. Only administrators see and change them; owners see their number. */
export function GroupEntries({ stored, isAdmin, access, onChange }: GroupEntriesProps) {
  const { t } = useTranslation()
  const { addGroups, removeGroups } = access
  const kept = stored?.groups ?? []
  if (!isAdmin) {
    const count = stored?.group_count ?? 0
    return count === 0 ? null : (
      <p className="mt-2 text-meta text-muted">
        {t('{n, plural, one {# group also has access.} other {# groups also have access.}} Administrators manage it.', {
          n: count,
        })}
      </p>
    )
  }
  const known = new Set([...kept, ...addGroups].map(({ group_id: id }) => id))
  return (
    <div className="mt-3 grid gap-2">
      <AddGroup
        isLeftOut={({ group_id: id }) => known.has(id)}
        onPick={({ group_id, name, member_count }) =>
          onChange({ ...access, addGroups: [...addGroups, { group_id, name, member_count }] })
        }
      />
      {known.size > 0 && (
        <ul aria-label={t('Groups with access')}>
          {kept.map((group) => {
            const isLost = removeGroups.includes(group.group_id)
            return (
              <GroupEntry
                key={group.group_id}
                name={group.name}
                count={group.member_count}
                note={isLost ? t('Loses access when you save') : null}
                action={isLost ? t('Keep access') : t('Revoke')}
                onClick={() =>
                  onChange({
                    ...access,
                    removeGroups: isLost
                      ? removeGroups.filter((id) => id !== group.group_id)
                      : [...removeGroups, group.group_id],
                  })
                }
              />
            )
          })}
          {addGroups.map((group) => (
            <GroupEntry
              key={group.group_id}
              name={group.name}
              count={group.member_count}
              note={t('Gets access when you save')}
              action={t('Remove')}
              onClick={() => onChange({ ...access, addGroups: addGroups.filter((one) => one !== group) })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface GroupEntryProps {
  name: string
  count: number
  note: string | null
  action: string
  onClick: () => void
}

function GroupEntry({ name, count, note, action, onClick }: GroupEntryProps) {
  const { t } = useTranslation()
  return (
    <li className="flex min-h-11 items-center gap-3 border-t border-line py-1.5">
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{name}</bdi>
        <span className="block text-meta text-muted">
          {t('Group of {n, plural, one {# user} other {# users}}', { n: count })}
          {note !== null && ` · ${note}`}
        </span>
      </span>
      <Button size="small" kind="quiet" aria-label={`${action}: ${name}`} onClick={onClick}>
        {action}
      </Button>
    </li>
  )
}
