import type { DatabaseType } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { hintClass } from '../../ui/label.tsx'
import { Note } from '../../ui/note.tsx'
import { isRequired, type FormProblems, type FormRules } from './check-form.ts'
import { visibleFields, type FieldValue, type FormState } from './form-state.ts'
import { ManifestField } from './manifest-field.tsx'

interface ConnectionFieldsProps {
  state: FormState
  rules: FormRules
  problems: FormProblems['fields']
  /** The names of the secrets stored on the server. */
  storedSecrets?: string[]
  onChange: (name: string, value: FieldValue) => void
}

/** The fields of the chosen type, with anything to know before connecting. */
export function ConnectionFields({ state, rules, problems, storedSecrets = [], onChange }: ConnectionFieldsProps) {
  const { t } = useTranslation()
  if (state.type === null) return null
  return (
    <>
      <div className="md:col-span-6">
        <TypeNote type={state.type} />
      </div>
      {visibleFields(state).map((field) => (
        <ManifestField
          key={field.name}
          field={field}
          value={state.values[field.name] ?? ''}
          required={isRequired(field, state.values, rules)}
          isStored={storedSecrets.includes(field.name)}
          error={problems[field.name]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
      {state.type.fields.some((field) => field.secret) && (
        <p className={cn(hintClass, 'md:col-span-6')}>
          {t('Use an account with read-only access. The connection test warns you if the account can do more.')}
        </p>
      )}
    </>
  )
}

function TypeNote({ type }: { type: DatabaseType }) {
  const { t } = useTranslation()
  if (type.is_available) return <Note tone="info">{type.note}</Note>
  return (
    <Note tone="warning">
      {type.install_command === null ? (
        <p>{t('This version of Parlance cannot connect to {type} yet.', { type: type.name })}</p>
      ) : (
        <>
          <p>
            {t('The driver for {type} is not installed. Run this command on the server, then restart Parlance:', {
              type: type.name,
            })}
          </p>
          <p>
            <code>{type.install_command}</code>
          </p>
        </>
      )}
      <p className="text-muted">{type.note}</p>
    </Note>
  )
}
