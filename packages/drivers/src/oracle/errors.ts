import { message, verbatim, type Message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { asksForWallet, describeNetworkError, tlsError, unexplainedError, unreadableAnswer } from '../server/network.ts'

/** The server's error numbers: https://docs.oracle.com/en/error-help/db/ */
const numbersByKind: Partial<Record<DriverErrorKind, number[]>> = {
  auth: [1005, 1017, 1040, 28_000, 28_001, 28_002, 28_003, 28_011, 28_040],
  permission: [1031, 1045, 1046, 1456, 1466, 1720, 16_000, 41_900],
  'missing-object': [903, 904, 942, 980, 1435, 2019, 2289, 4043, 12_154, 12_505, 12_514, 12_521, 18_008],
  syntax: [
    900, 905, 906, 907, 908, 909, 911, 917, 918, 920, 921, 923, 924, 926, 927, 928, 933, 934, 935, 936, 937, 938, 939,
    960, 962, 968, 969, 970, 972, 976, 978, 979, 1008, 1427, 1476, 1722, 1741, 1742, 1756, 1785, 1789, 1790, 1791, 1799,
    1830, 1840, 1841, 1843, 1847, 1858, 1861, 3048, 3049, 6550, 6553, 30_483,
  ],
  timeout: [40, 51, 54, 3136, 12_170, 12_609, 30_006],
  cancelled: [1013],
  limit: [
    1, 18, 20, 1000, 1467, 1489, 1555, 1652, 2391, 2392, 2393, 2394, 4030, 4031, 4036, 10_260, 12_516, 12_519, 12_520,
    12_801,
  ],
  unreachable: [
    28, 603, 1012, 1033, 1034, 1089, 1090, 1092, 2396, 3113, 3114, 3135, 12_528, 12_537, 12_541, 12_543, 12_545, 12_547,
    12_560, 12_570, 12_571,
  ],
  tls: [28_759, 28_860, 28_862, 29_003, 29_024, 29_106],
  unsupported: [902, 932, 2248, 3115, 22_835, 12_660],
}

/** The client library's error numbers, from the chapter on errors in its documentation. */
const libraryNumbers: Record<number, DriverErrorKind> = {
  10: 'unsupported',
  89: 'unsupported',
  98: 'syntax',
  100: 'unsupported',
  101: 'auth',
  116: 'unsupported',
  118: 'unsupported',
  123: 'timeout',
  138: 'unsupported',
  503: 'unreachable',
  505: 'tls',
  506: 'tls',
  507: 'tls',
  508: 'tls',
  510: 'timeout',
  518: 'missing-object',
  519: 'missing-object',
  530: 'unreachable',
  533: 'unsupported',
}

/** The library's errors for a packet that it cannot read. */
const unreadable = new Set([68, 109, 111, 112, 173])

const broken = new Set([500, 501, 509, 513, 521, 102, 103, 106, 127, 3, 18])

const kinds = new Map(
  Object.entries(numbersByKind).flatMap(([kind, numbers]) =>
    numbers.map((number) => [number, kind as DriverErrorKind]),
  ),
)

/** Kinds whose errors report a position in the statement. For other kinds the position is meaningless. */
const placed = new Set<DriverErrorKind>(['syntax', 'missing-object', 'permission'])

/**
 * Translates errors from the client or the server.
 * @param sql the text that an error position refers to
 */
export function toDriverError(error: unknown, sql: string | null = null): DriverError {
  if (error instanceof DriverError) return error
  if (!(error instanceof Error)) return new DriverError('unknown', verbatim(String(error)), { cause: error })
  const words = plainWords(error.message)
  const number = Number(/\bORA-(\d{5})/.exec(error.message)?.[1] ?? NaN)
  const libraryNumber = Number(/^NJS-(\d{3}):/.exec(error.message)?.[1] ?? NaN)
  const kind = Number.isNaN(number) ? undefined : (kinds.get(number) ?? 'unknown')
  if (kind && kind !== 'unknown' && kind !== 'unreachable') {
    const position = sql !== null && placed.has(kind) ? positionIn(sql, error) : null
    return new DriverError(kind, words, { position, cause: error })
  }
  if (!Number.isNaN(libraryNumber)) return ofLibrary(error, libraryNumber, words)
  if (kind) return new DriverError(kind, words, { cause: error })
  return describeNetworkError(error) ?? unexplainedError(error)
}

function ofLibrary(error: Error, number: number, words: Message): DriverError {
  if (asksForWallet(error.message)) return tlsError(error.message, error)
  const reason = reasonOf(error.message)
  if (number === 503) {
    const code =
      /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)\b/.exec(error.message)?.[1] ?? 'ECONNRESET'
    const networkError = describeNetworkError(Object.assign(new Error(reason), { code }))
    if (networkError) return new DriverError(networkError.kind, networkError.text, { cause: error })
  }
  if (number >= 505 && number <= 508) return tlsError(reason, error)
  if (number === 510) return new DriverError('timeout', noAnswer, { cause: error })
  if (number === 123) {
    return new DriverError('timeout', message('The query took too long and was stopped.'), { cause: error })
  }
  if (number === 511) return refusedByListener(error, words)
  if (unreadable.has(number)) return unreadableAnswer(error)
  if (broken.has(number)) {
    return new DriverError('unreachable', message('The server closed the connection.'), { cause: error })
  }
  return new DriverError(libraryNumbers[number] ?? 'unknown', words, { cause: error })
}

/** A listener that refuses a connection gives its own error number. */
function refusedByListener(error: Error, words: Message): DriverError {
  const number = Number(/ORA-(\d+)/.exec(error.message)?.[1] ?? NaN)
  return new DriverError(kinds.get(number) ?? 'unreachable', words, { cause: error })
}

/** The last line is the reason. The library's sentence before it names hosts and an id that mean nothing here. */
function reasonOf(said: string): string {
  return said.trim().split('\n').at(-1) ?? said
}

/** Removes the address of Oracle's help pages and the connection id. */
function plainWords(said: string): Message {
  const plain = said.replace(/\nHelp: https?:\S+/, '').replace(/ ?\(CONNECTION_ID=[^)]*\)/, '')
  return verbatim(plain.trim())
}

/**
 * The server counts bytes or characters, depending on its character set. The position is used only if both are the
 * same.
 */
function positionIn(sql: string, error: Error): number | null {
  const offset = 'offset' in error && typeof error.offset === 'number' ? error.offset : null
  if (offset === null || offset < 0 || offset > sql.length) return null
  const before = sql.slice(0, offset)
  return Buffer.byteLength(before) === before.length ? offset : null
}
