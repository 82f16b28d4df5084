import type { OAuth2Client } from 'google-auth-library'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { loadLibrary } from '../library.ts'
import { DriverError } from '../contract.ts'

const largestFile = 64 * 1024
/** Larger than any answer from Google; one page of a spreadsheet is up to a tenth of it. */
const largestAnswer = 256 * 1024 * 1024
const requestTimeoutMs = 30_000

/**
 * The only fields read from a credentials file. Nothing else reaches the library, because other kinds of credentials
 * name addresses to call and programs to run (R14).
 */
const serviceAccountSchema = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
})
const userSchema = z.object({
  type: z.literal('authorized_user').optional(),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  refresh_token: z.string().min(1),
  /** The project whose quota is used, which Google requires for the accounts of its own tools. */
  quota_project_id: z.string().optional(),
})

export type GoogleAccount = z.infer<typeof serviceAccountSchema> | z.infer<typeof userSchema>
export type GoogleAccountType = 'service_account' | 'oauth2'

/**
 * Reads a credentials file in the format of Google's console and tools.
 * @throws DriverError unreachable when it cannot be read, auth when it isn't a credentials file; never quotes its text
 */
export async function readAccountFile(path: string, type: GoogleAccountType): Promise<GoogleAccount> {
  const file = resolve(path)
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile() || stats.size > largestFile) {
    throw new DriverError('unreachable', `No credentials file was found at ${path}.`, { stage: 'resolve' })
  }
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new DriverError('permission', `Parlance does not have permission to read the credentials file ${path}.`, {
      stage: 'resolve',
      cause,
    })
  })
  return parseAccount(text, type, `The file ${path}`)
}

/** @throws DriverError auth when the text isn't an account of this type; never quotes it */
export function parseAccount(text: string, type: GoogleAccountType, source: string): GoogleAccount {
  const schema = type === 'service_account' ? serviceAccountSchema : userSchema
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const message =
    type === 'service_account'
      ? `${source} isn't the JSON key of a service account. It must contain client_email and private_key.`
      : `${source} isn't the JSON of an OAuth 2 sign-in. It must contain client_id, client_secret, and refresh_token.`
  throw new DriverError('auth', message, { stage: 'sign-in' })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Creates a client that signs requests with this account; it contacts no one before its first request.
 * @param endpoint an address that replaces all of Google's hosts, with the same paths; null for Google
 */
export async function createAuthClient(
  account: GoogleAccount,
  scopes: string[],
  endpoint: string | null = null,
): Promise<OAuth2Client> {
  const { JWT, UserRefreshClient } = await loadLibrary(
    'google-auth-library',
    async () => await import('google-auth-library'),
  )
  const client: OAuth2Client =
    'private_key' in account
      ? new JWT({ email: account.client_email, key: account.private_key, keyId: account.private_key_id, scopes })
      : new UserRefreshClient({
          clientId: account.client_id,
          clientSecret: account.client_secret,
          refreshToken: account.refresh_token,
          ...(account.quota_project_id !== undefined && { quotaProjectId: account.quota_project_id }),
        })
  client.transporter.interceptors.request.add({
    resolved: async (request) => {
      request.timeout ??= requestTimeoutMs
      request.maxContentLength ??= largestAnswer
      const url = new URL(request.url)
      const isReplaced = endpoint !== null && url.hostname.endsWith('.googleapis.com')
      if (isReplaced) request.url = new URL(url.pathname + url.search, endpoint)
      return request
    },
  })
  return client
}

/** The account to share a document with, for a message. */
export function accountName(account: GoogleAccount): string {
  return 'client_email' in account ? account.client_email : 'the account that signed in'
}
