import type { DatabaseTypeField, Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { lowestOf } from './check-form.ts'
import { asTyped, type FieldValue } from './form-state.ts'
import { RadioChoice } from './radio-choice.tsx'

interface ManifestFieldProps {
  field: DatabaseTypeField
  value: FieldValue
  required: boolean
  /** A secret stored on the server: an empty field keeps it. */
  isStored: boolean
  error: Message | undefined
  onChange: (value: FieldValue) => void
}

/** One input of a connection form, built from the kind's manifest. */
export function ManifestField({ field, value, required, isStored, error, onChange }: ManifestFieldProps) {
  const { t } = useTranslation()
  const hint = field.hint ?? undefined
  if (field.input === 'checkbox') {
    return (
      <div className="md:col-span-6">
        <label className="check max-md:min-h-11">
          <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
          {field.label}
        </label>
        {hint !== undefined && <p className="hint">{hint}</p>}
      </div>
    )
  }
  if (field.input === 'radio') {
    return (
      <RadioChoice
        className="md:col-span-6"
        label={field.label}
        hint={hint}
        options={field.options.map((option) => ({ value: asTyped(option.value), label: option.label }))}
        value={value}
        onChange={onChange}
      />
    )
  }
  return (
    <FieldFrame
      className={widthOf(field)}
      label={field.label}
      optional={!required && !isStored && field.default_value === null}
      hint={isStored ? t('Stored encrypted and never shown again.') : hint}
      error={error === undefined ? undefined : translate(t, error)}
    >
      {(control) => <Control {...control} field={field} text={String(value)} isStored={isStored} onChange={onChange} />}
    </FieldFrame>
  )
}

interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  field: DatabaseTypeField
  text: string
  isStored: boolean
  onChange: (value: FieldValue) => void
}

function Control({ field, text, isStored, onChange, ...control }: ControlProps) {
  const { t } = useTranslation()
  const bad = control['aria-invalid'] && 'is-invalid'
  const isMono = field.input !== 'password' && field.input !== 'select'
  const common = {
    ...control,
    name: field.name,
    value: text,
    spellCheck: false,
    dir: 'ltr',
    className: cn('input', isMono && 'font-mono', bad),
  }
  if (field.input === 'select') {
    return (
      <select
        {...control}
        name={field.name}
        className={cn('select', bad)}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      >
        {text === '' && <option value="">{t('Choose an option')}</option>}
        {field.options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  if (field.input === 'textarea') {
    return (
      <textarea
        {...common}
        className={cn('textarea font-mono', bad)}
        rows={3}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <input
      {...common}
      type={field.input === 'password' || field.input === 'number' ? field.input : 'text'}
      min={field.input === 'number' ? lowestOf(field) : undefined}
      autoComplete={field.input === 'password' ? 'new-password' : 'off'}
      placeholder={isStored ? t('Leave blank to keep the stored value') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Out of six columns: an address is longer than a port, and a path or a certificate needs the whole line. */
function widthOf(field: DatabaseTypeField): string {
  if (field.name === 'host') return 'md:col-span-4'
  if (field.name === 'port') return 'md:col-span-2'
  return field.input === 'file' || field.input === 'textarea' ? 'md:col-span-6' : 'md:col-span-3'
}
