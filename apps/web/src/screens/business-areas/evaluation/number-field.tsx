import { Field } from '../../../ui/field.tsx'

interface NumberFieldProps {
  label: string
  hint?: string
  /** As typed; empty for none. */
  value: string
  step?: number | 'any'
  min?: number
  max: number
  onChange: (value: string) => void
}

/** An optional number of a dialog. */
export function NumberField({ label, hint, value, step = 1, min = 1, max, onChange }: NumberFieldProps) {
  return (
    <Field
      className="md:col-span-3"
      label={label}
      {...(hint !== undefined && { hint })}
      type="number"
      inputMode={step === 1 ? 'numeric' : 'decimal'}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The number in a field; null if it is empty. */
export function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** A stored number as text for its field. */
export function textOfNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
