import { message } from '@parlance/contract'
import { z } from 'zod'
import type { ManifestField } from '../contract.ts'

/** How a connection uses TLS; 'prefer' uses what the server offers, without checking its certificate. */
const tlsModes = ['prefer', 'require', 'verify', 'disable'] as const

/**
 * A host name or an address: no socket path, no URL, nothing that a client library would interpret as something else.
 */
const hostSchema = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^(?!-)[\p{L}\p{N}._:%-]+$/u, message('Enter a host name or an IP address, without a scheme or path.').text)

const optionalText = z
  .string()
  .trim()
  .max(10_000)
  .nullish()
  .transform((text) => (text === '' ? null : (text ?? null)))

/** The settings of a database server that speaks its own protocol over TCP. */
export const serverConfigSchema = z.strictObject({
  host: hostSchema,
  port: z.coerce.number().int().min(1).max(65_535),
  database: z.string().trim().min(1).max(255),
  schema_name: optionalText,
  username: z.string().trim().min(1).max(255),
  password: z
    .string()
    .max(10_000)
    .nullish()
    .transform((password) => password ?? ''),
  tls: z
    .enum(tlsModes)
    .nullish()
    .transform((mode) => mode ?? 'prefer'),
  tls_ca: optionalText,
})
export type ServerConfig = z.infer<typeof serverConfigSchema>

export function serverFields(defaultPort: number, schemaHint: string | null): ManifestField[] {
  const fields: ManifestField[] = [
    { name: 'host', label: 'Host', input: 'text', required: true, secret: false },
    { name: 'port', label: 'Port', input: 'number', required: true, secret: false, defaultValue: defaultPort },
    { name: 'database', label: 'Database', input: 'text', required: true, secret: false },
    { name: 'username', label: 'Username', input: 'text', required: true, secret: false },
    { name: 'password', label: 'Password', input: 'password', required: false, secret: true },
    {
      name: 'tls',
      label: 'TLS',
      input: 'select',
      required: false,
      secret: false,
      defaultValue: 'prefer',
      options: [
        { value: 'prefer', label: 'If the server offers it' },
        { value: 'require', label: 'Always' },
        { value: 'verify', label: 'Always, and check the certificate' },
        { value: 'disable', label: 'Never' },
      ],
    },
    {
      name: 'tls_ca',
      label: 'CA certificate',
      input: 'textarea',
      required: false,
      secret: false,
      hint: 'PEM text of the authority that signed the server certificate. Leave empty for public authorities.',
    },
  ]
  if (schemaHint === null) return fields
  const schema: ManifestField = {
    name: 'schema_name',
    label: 'Schema',
    input: 'text',
    required: false,
    secret: false,
    hint: schemaHint,
  }
  return fields.toSpliced(3, 0, schema)
}
