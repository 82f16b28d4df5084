import { z } from 'zod'
import type { ConnectionConfig, ManifestField } from './contract.ts'

type FieldOptions = Partial<Omit<ManifestField, 'name' | 'label' | 'input'>>

/** A field of a connection form; optional and not secret unless said otherwise. */
export function field(
  name: string,
  label: string,
  input: ManifestField['input'],
  options: FieldOptions = {},
): ManifestField {
  return { name, label, input, required: false, secret: false, ...options }
}

/** Choices whose labels say what they are. */
export function choices(labels: Record<string, string>): ManifestField['options'] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** A strict schema that takes just the fields of a form: anything else is refused (R14). */
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
