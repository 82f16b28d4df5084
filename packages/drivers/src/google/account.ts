import { message, type Message } from '@parlance/contract/messages'
import type { OAuth2Client } from 'google-auth-library'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { loadLibrary } from '../library.ts'
import { DriverError } from '../contract.ts'

const largestKilobytes = 64
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
 * @throws DriverError unreachable when it cannot be read, auth when it isn't a credentials file
 *   or is too large for one; never quotes its text
 */
export async function readAccountFile(path: string, type: GoogleAccountType): Promise<GoogleAccount> {
  const file = resolve(path)
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile()) {
    throw new DriverError('unreachable', message('No credentials file was found at {path}.', { path }), {
      stage: 'resolve',
    })
  }
  if (stats.size > largestKilobytes * 1024) {
    const tooLarge = message(
      "The file {path} is larger than {limit, number} KB, so it isn't a credentials file. Enter the path of the JSON file from Google.",
      { path, limit: largestKilobytes },
    )
    throw new DriverError('auth', tooLarge, { stage: 'sign-in' })
  }
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const denied = message('Parlance does not have permission to read the credentials file {path}.', { path })
    throw new DriverError('permission', denied, { stage: 'resolve', cause })
  })
  return parseAccount(text, type, path)
}

/**
 * @param path the file that contained the text; null if it was entered in the form
 * @throws DriverError auth when the text isn't an account of this type; never quotes it
 */
export function parseAccount(text: string, type: GoogleAccountType, path: string | null): GoogleAccount {
  const schema = type === 'service_account' ? serviceAccountSchema : userSchema
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new DriverError('auth', otherContent(type, path), { stage: 'sign-in' })
}

function otherContent(type: GoogleAccountType, path: string | null): Message {
  if (type === 'oauth2') {
    return path === null
      ? message(
          "The key isn't the JSON of an OAuth 2 sign-in. It must contain client_id, client_secret, and refresh_token.",
        )
      : message(
          "The file {path} isn't the JSON of an OAuth 2 sign-in. It must contain client_id, client_secret, and refresh_token.",
          { path },
        )
  }
  return path === null
    ? message("The key isn't the JSON key of a service account. It must contain client_email and private_key.")
    : message(
        "The file {path} isn't the JSON key of a service account. It must contain client_email and private_key.",
        { path },
      )
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
export function accountName(account: GoogleAccount): string | Message {
  return 'client_email' in account ? account.client_email : message('the account that signed in')
}
