import { joinMessages, message, verbatim, type Message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { describeNetworkError, unexplainedError } from '../server/network.ts'

/** The service's error numbers, which win over its SQL states. */
const kindByCode: Record<string, DriverErrorKind> = {
  '390100': 'auth',
  '390101': 'auth',
  '390144': 'auth',
  '390189': 'missing-object',
  '390190': 'auth',
  '390201': 'missing-object',
  '390420': 'permission',
  '390422': 'permission',
  '000604': 'cancelled',
  '000606': 'unsupported',
  '000630': 'timeout',
  '000904': 'missing-object',
  '001003': 'syntax',
  '002003': 'missing-object',
  '002043': 'missing-object',
  '002140': 'missing-object',
  '003001': 'permission',
  '100078': 'limit',
  '100145': 'limit',
}

const kindByState: Record<string, DriverErrorKind> = {
  '02000': 'missing-object',
  '08': 'unreachable',
  '0A': 'unsupported',
  '28': 'auth',
  '42501': 'permission',
  '42S02': 'missing-object',
  '42': 'syntax',
  '53': 'limit',
  '54': 'limit',
  '57014': 'cancelled',
}

interface LibraryError extends Error {
  code?: unknown
  sqlState?: unknown
  response?: { statusCode?: number }
}

/**
 * Translates errors that the service returned through the library.
 * @param sql the text that an error position refers to
 */
export function toDriverError(error: unknown, sql: string | null = null): DriverError {
  if (error instanceof DriverError) return error
  if (!(error instanceof Error)) return new DriverError('unknown', verbatim(String(error)), { cause: error })
  const { code, sqlState, response } = error as LibraryError
  const number = typeof code === 'string' || typeof code === 'number' ? String(code).padStart(6, '0') : ''
  const state = typeof sqlState === 'string' ? sqlState : ''
  const kind = kindByCode[number] ?? kindOfSignIn(number) ?? kindByState[state] ?? kindByState[state.slice(0, 2)]
  const help = helpOf(error.message)
  const words = plainWords(error.message)
  if (help) return new DriverError(help.kind, joinMessages([words, help.text]), { cause: error })
  if (kind) return new DriverError(kind, words, { position: positionIn(sql, error.message), cause: error })
  if (response?.statusCode === 403 || response?.statusCode === 404) {
    const text = message('Snowflake account not found. Check the account and its region.')
    return new DriverError('missing-object', text, { stage: 'sign-in', cause: error })
  }
  return withoutNumber(error)
}

/** Help that the service's message about a warehouse, or about multi-factor sign-in, leaves out. */
const helps: { said: RegExp; kind: DriverErrorKind; text: Message }[] = [
  {
    said: /warehouse\b[\s\S]*(exceeded its quota|resource monitor)|resource monitor[\s\S]*exceeded/i,
    kind: 'limit',
    text: message("Raise the quota of the warehouse's resource monitor, or enter another warehouse in the connection."),
  },
  {
    said: /No active warehouse|warehouse\b[\s\S]*\bsuspended/i,
    kind: 'unsupported',
    text: message('In the connection, enter a warehouse that the role can use, and turn on AUTO_RESUME for it.'),
  },
  {
    said: /JWT token is invalid/i,
    kind: 'auth',
    text: message(
      "Check that the user's public key matches this private key and has not expired. Also check this server's clock.",
    ),
  },
  {
    said: /multi-?factor|\bMFA\b/i,
    kind: 'auth',
    text: message('Sign in with a key pair or an access token instead of a password.'),
  },
]

function helpOf(words: string): (typeof helps)[number] | undefined {
  return helps.find(({ said }) => said.test(words))
}

/** All numbers that begin with 390 concern the sign-in. Any that isn't listed is treated as a refusal. */
function kindOfSignIn(number: string): DriverErrorKind | null {
  return /^390[13]\d\d$/.test(number) ? 'auth' : null
}

function withoutNumber(error: Error): DriverError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const known = describeNetworkError(cause)
    if (known) return known
  }
  const code = 'code' in error ? String(error.code) : ''
  if (/^40[12]\d{3}$/.test(code)) {
    return new DriverError('unreachable', message('Snowflake sent an unexpected response. Try again.'), {
      cause: error,
    })
  }
  if (/^40[45]\d{3}$/.test(code)) return new DriverError('unsupported', verbatim(error.message), { cause: error })
  return unexplainedError(error)
}

/** The service puts what it was doing on the first line. */
function plainWords(said: string): Message {
  const plain = said.replace(/^SQL (compilation|execution|access control) error:\s*/, '')
  return verbatim(plain.replaceAll(/(?<!\s)\s*\n\s*/g, ' '))
}

/** Lines count from 1, positions within a line from 0. */
function positionIn(sql: string | null, said: string): number | null {
  const place = /line (\d+) at position (\d+)/.exec(said)
  if (sql === null || !place) return null
  const lines = sql.split('\n')
  const line = Number(place[1]) - 1
  const before = lines.slice(0, line).reduce((length, text) => length + text.length + 1, 0)
  return (
    before +
    Array.from(lines[line] ?? '')
      .slice(0, Number(place[2]))
      .join('').length
  )
}
