import { message, verbatim } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { describeNetworkError, unexplainedError } from '../server/network.ts'

/** SAP HANA SQL Reference, 'SQL Error Codes'. */
const codesByKind: Partial<Record<DriverErrorKind, number[]>> = {
  auth: [10, 11, 332, 414, 416, 663, 672],
  permission: [258, 455, 459, 512],
  'missing-object': [259, 260, 261, 328, 362, 397],
  syntax: [
    257, 264, 266, 268, 269, 270, 275, 276, 277, 278, 287, 305, 306, 307, 308, 309, 319, 321, 333, 337, 343, 368,
  ],
  timeout: [131, 146, 613],
  cancelled: [139],
  limit: [4, 296, 340, 462, 514, 2048, 6930],
  unreachable: [128],
  unsupported: [7, 8, 19, 338],
}

const kinds = new Map(
  Object.entries(codesByKind).flatMap(([kind, codes]) => codes.map((code) => [code, kind as DriverErrorKind])),
)

/**
 * Translates errors from the client or the server.
 * @param sql the text that an error position refers to
 */
export function toDriverError(error: unknown, sql: string | null = null): DriverError {
  if (error instanceof DriverError) return error
  const said = error instanceof Error || hasMessage(error) ? error.message : String(error)
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (typeof code !== 'number') return withoutCode(error, String(code), said)
  const position = sql === null ? null : positionIn(sql, said)
  return new DriverError(kinds.get(code) ?? 'unknown', verbatim(said), { position, cause: error })
}

function hasMessage(error: unknown): error is { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}

/** The library describes a socket failure in one sentence. */
function withoutCode(error: unknown, code: string, said: string): DriverError {
  const inner = /\[ \S+ - ([\s\S]*) \]$/.exec(said)?.[1] ?? said
  if (code === 'EHDBTIMEOUT' || /No initialization reply/.test(inner)) {
    return new DriverError('timeout', noAnswer, { cause: error })
  }
  const system = /\b(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ETIMEDOUT|EPROTO)\b/.exec(
    inner,
  )?.[1]
  const networkError = describeNetworkError(Object.assign(new Error(inner), { code: system ?? code }))
  if (networkError) return new DriverError(networkError.kind, networkError.text, { cause: error })
  if (/^EHDB(CLOSE|OPENCONN|INIT|MSGPARSE)$/.test(code) || /premature close|closed/i.test(inner)) {
    return new DriverError('unreachable', message('The server closed the connection.'), { cause: error })
  }
  if (code === 'EHDBSERVERAUTH' || code === 'EHDBNOAUTHMETH') {
    return new DriverError('auth', verbatim(said), { cause: error })
  }
  return error instanceof Error ? unexplainedError(error) : new DriverError('unknown', verbatim(said), { cause: error })
}

/** The server counts from 1 and quotes a word. The position is used only if that word is there. */
function positionIn(sql: string, said: string): number | null {
  const place = Number(/\(at pos (\d+)\)/.exec(said)?.[1])
  if (!Number.isInteger(place) || place < 1) return null
  const word = /near "([^"]*)"/.exec(said)?.[1]
  const position = Array.from(sql)
    .slice(0, place - 1)
    .join('').length
  return word === undefined || sql.startsWith(word, position) ? position : null
}
