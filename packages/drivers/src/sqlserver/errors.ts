import { message, verbatim, type Message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { describeNetworkError, unexplainedError, unreadableAnswer } from '../server/network.ts'

/** https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors */
const numbersByKind: Partial<Record<DriverErrorKind, number[]>> = {
  auth: [18401, 18451, 18452, 18456, 18461, 18470, 18486, 18487, 18488],
  permission: [229, 230, 262, 297, 300, 371, 916, 3906, 15151, 15247, 40615],
  'missing-object': [195, 207, 208, 911, 2812, 4060, 4104, 4121],
  syntax: [
    102, 103, 104, 105, 109, 110, 113, 116, 120, 130, 131, 137, 139, 141, 145, 147, 153, 155, 156, 157, 164, 174, 189,
    205, 209, 235, 243, 319, 1011, 1033, 4104, 4145, 8117, 8120, 8127, 8133, 8155, 8156, 8158, 8623, 8632, 10744,
  ],
  timeout: [1222],
  cancelled: [596, 3617],
  limit: [701, 802, 1101, 1105, 1204, 1701, 8617, 8631, 8645, 8651, 8657, 9002, 10922, 10928, 10929, 40544],
  unreachable: [233, 6005, 17142, 17148, 17187, 17188, 17189, 40197, 40501, 40613, 49918, 49919, 49920],
  unsupported: [40508, 40510, 40512],
}

const kinds = new Map(
  Object.entries(numbersByKind).flatMap(([kind, numbers]) =>
    numbers.map((number) => [number, kind as DriverErrorKind]),
  ),
)

/**
 * Translates errors from the client or the server.
 * @param sql the text that an error position refers to
 */
export function toDriverError(error: unknown, sql: string | null = null): DriverError {
  if (error instanceof DriverError) return error
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return new DriverError('unknown', verbatim(String(first)), { cause: error })
  const within = first.cause instanceof DriverError ? first.cause : null
  if (within) return within
  const number = 'number' in first && typeof first.number === 'number' ? first.number : null
  if (number === null) return withoutNumber(first)
  const line = 'lineNumber' in first && typeof first.lineNumber === 'number' ? first.lineNumber : null
  const position = sql === null || line === null ? null : positionIn(sql, line, first.message)
  return new DriverError(kinds.get(number) ?? 'unknown', verbatim(first.message), { position, cause: error })
}

/** The library's errors for a packet that it cannot read. */
const unreadable = /^(unexpected end of data|Unable to process incoming packet|Unknown type: |Unrecognised data type)/

function withoutNumber(error: Error): DriverError {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECANCEL') return new DriverError('cancelled', message('The query was canceled.'), { cause: error })
  if (code === 'EENCRYPT') return new DriverError('tls', aboutTls(error.message), { cause: error })
  if (code === 'ETIMEOUT') return new DriverError('timeout', noAnswer, { cause: error })
  if (code === 'ELOGIN') return new DriverError('auth', verbatim(error.message), { cause: error })
  const network = describeNetworkError(error.cause) ?? describeNetworkError(error)
  if (network) return network
  if (
    ['ECLOSE', 'ESOCKET', 'EINVALIDSTATE'].includes(code) ||
    /socket hang up|end of message stream/.test(error.message)
  ) {
    return new DriverError('unreachable', message('The server closed the connection.'), { cause: error })
  }
  return unreadable.test(error.message) ? unreadableAnswer(error) : unexplainedError(error)
}

function aboutTls(said: string): Message {
  return said.startsWith('Server requires')
    ? message('The server requires TLS.')
    : message('The server does not support TLS.')
}

/**
 * The server reports the line and quotes a word of it. The position is used only if that word occurs once on the line.
 */
function positionIn(sql: string, line: number, said: string): number | null {
  const word = /'([\s\S]+?)'/.exec(said)?.[1]
  const lines = sql.split('\n')
  const text = lines[line - 1]
  if (word === undefined || text === undefined) return null
  const first = text.indexOf(word)
  if (first < 0 || text.indexOf(word, first + 1) >= 0) return null
  return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, first)
}
