import { z } from 'zod'
import type { ConnectionConfig, ManifestField } from './contract.ts'

type FieldOptions = Partial<Omit<ManifestField, 'name' | 'label' | 'input'>>

/** Creates a field of a connection form; optional and not secret by default. */
export function field(
  name: string,
  label: string,
  input: ManifestField['input'],
  options: FieldOptions = {},
): ManifestField {
  return { name, label, input, required: false, secret: false, ...options }
}

/** Creates choices from values and their labels. */
export function choices(labels: Record<string, string>): ManifestField['options'] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** Creates a strict schema that accepts only the fields of a form and refuses anything else (R14). */
export function schemaOf(fields: ManifestField[]): z.ZodType<ConnectionConfig> {
  return z.strictObject(Object.fromEntries(fields.map((one) => [one.name, schemaOfField(one)])))
}

function schemaOfField(one: ManifestField): z.ZodType<ConnectionConfig[string]> {
  const value = schemaOfInput(one)
  if (one.required) return value
  return z
    .preprocess((given) => (given === '' ? null : given), value.nullish())
    .transform((given) => given ?? one.defaultValue ?? null)
}

function schemaOfInput(one: ManifestField): z.ZodType<ConnectionConfig[string]> {
  if (one.input === 'checkbox') return z.boolean()
  if (one.input === 'number') return z.coerce.number().int().min(0).max(65_535)
  if (one.input === 'select' || one.input === 'radio') {
    return z.literal((one.options ?? []).map((option) => option.value))
  }
  if (one.input === 'password') return z.string().min(1).max(10_000)
  return z.string().trim().min(1).max(4096)
}
