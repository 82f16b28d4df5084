import type { DatabaseTypeField, Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { hintClass } from '../../ui/label.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { lowestOf } from './check-form.ts'
import { asTyped, type FieldValue } from './form-state.ts'
import { RadioChoice } from './radio-choice.tsx'
import { Input } from '../../ui/input.tsx'

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
        <Checkbox
          className="max-md:min-h-11"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        >
          {field.label}
        </Checkbox>
        {hint !== undefined && <p className={hintClass}>{hint}</p>}
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
  const isMono = field.input !== 'password' && field.input !== 'select'
  const common = {
    ...control,
    name: field.name,
    value: text,
    spellCheck: false,
    dir: 'ltr',
    className: isMono ? 'font-mono' : undefined,
  }
  if (field.input === 'select') {
    return (
      <Select {...control} name={field.name} value={text} onChange={(event) => onChange(event.target.value)}>
        {text === '' && <option value="">{t('Choose an option')}</option>}
        {field.options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </Select>
    )
  }
  if (field.input === 'textarea') {
    return <Textarea {...common} className="font-mono" rows={3} onChange={(event) => onChange(event.target.value)} />
  }
  return (
    <Input
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
