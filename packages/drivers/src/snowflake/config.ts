import { message } from '@parlance/contract'
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { DriverError, type ConnectionConfig } from '../contract.ts'
import { snowflakeHost } from './host.ts'
import { snowflakeManifest } from './manifest.ts'

const configSchema = z.object({
  account: z.string(),
  warehouse: z.string().nullable(),
  database: z.string(),
  schema_name: z.string().nullable(),
  role: z.string().nullable(),
  username: z.string(),
  sign_in: z.enum(['password', 'key']),
  password: z.string().nullable(),
  private_key: z.string().nullable(),
  private_key_passphrase: z.string().nullable(),
})

export interface SnowflakeConfig {
  account: string
  host: string
  warehouse: string | null
  database: string
  schema: string | null
  role: string | null
  username: string
  /** A password, or a private key as unencrypted PEM. */
  credential: { password: string } | { privateKey: string }
}

/**
 * Derives the host only from the account, so that no other host can be called (R14).
 * @throws DriverError missing-object for an invalid account name; auth for a key that cannot be read
 */
export function readConfig(given: ConnectionConfig): SnowflakeConfig {
  const config = configSchema.parse(snowflakeManifest.configSchema.parse(given))
  if (!/^[a-z0-9][\w-]*(\.[\w-]+)*$/i.test(config.account)) {
    const text = message(
      'The account name is not valid. Enter the part of the address before .snowflakecomputing.com, such as myorg-account1.',
    )
    throw new DriverError('missing-object', text, { stage: 'resolve' })
  }
  return {
    account: config.account,
    host: snowflakeHost(config.account),
    warehouse: config.warehouse,
    database: config.database,
    schema: config.schema_name,
    role: config.role,
    username: config.username,
    credential: readCredential(config),
  }
}

function readCredential(config: z.infer<typeof configSchema>): SnowflakeConfig['credential'] {
  if (config.sign_in === 'key') return { privateKey: readKey(config.private_key, config.private_key_passphrase) }
  if (config.password !== null) return { password: config.password }
  throw new DriverError('auth', message('Enter a password or an access token.'), { stage: 'sign-in' })
}

function readKey(text: string | null, passphrase: string | null): string {
  try {
    const key = createPrivateKey({ key: withLines(text ?? ''), passphrase: passphrase ?? '' })
    return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch (cause) {
    throw new DriverError('auth', message('Could not read the private key. Check the key and its passphrase.'), {
      stage: 'sign-in',
      cause,
    })
  }
}

/** A single-line input removes the line breaks from a pasted PEM text; this restores them. */
function withLines(pem: string): string {
  return pem.replace(/-----BEGIN ([A-Z ]+)-----([\s\S]+?)-----END \1-----/, (_, label: string, body: string) => {
    const lines = body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
    return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
  })
}
