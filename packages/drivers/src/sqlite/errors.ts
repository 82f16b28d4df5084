import { message, verbatim, type Message } from '@parlance/contract/messages'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import type { FailureReport } from './protocol.ts'

/** For an engine that cannot write a database or a temporary file. */
export const fullDiskText = message('The server is out of disk space. Free some space and try again.')

interface SqliteFailure {
  message: string
  code?: unknown
  errcode?: unknown
}

const primaryCodes: Record<number, { kind: DriverErrorKind; text: (path: string, reason: string) => Message }> = {
  3: {
    kind: 'permission',
    text: (path) => message('Parlance does not have permission to read the database file {path}.', { path }),
  },
  5: {
    kind: 'timeout',
    text: (path) => message('The database file {path} is locked by another program. Try again shortly.', { path }),
  },
  6: {
    kind: 'timeout',
    text: (path) => message('A table in {path} is locked by another program. Try again shortly.', { path }),
  },
  7: {
    kind: 'memory',
    text: () => message('The query needed more than 1 GB of memory, which is the limit for a SQLite query.'),
  },
  8: {
    kind: 'permission',
    text: (path) => message('The database file {path} is open read-only, so nothing can be written.', { path }),
  },
  10: {
    kind: 'unreachable',
    text: (path, reason) => message('The database file {path} cannot be read: {reason}.', { path, reason }),
  },
  11: {
    kind: 'unknown',
    text: (path) =>
      message('The database file {path} is damaged or changed while it was being read. Check the file and try again.', {
        path,
      }),
  },
  13: { kind: 'storage', text: () => fullDiskText },
  14: { kind: 'unreachable', text: (path) => message('The database file {path} cannot be opened.', { path }) },
  17: {
    kind: 'unknown',
    text: (path) => message('The tables in {path} changed while the query was running. Run it again.', { path }),
  },
  18: { kind: 'limit', text: () => message('A value is too large for a single cell.') },
  23: { kind: 'permission', text: (_path, reason) => message('Not allowed: {reason}.', { reason }) },
  25: { kind: 'syntax', text: () => message('The number of values differs from the number of placeholders.') },
  26: { kind: 'unsupported', text: (path) => message('The file {path} is not a SQLite database.', { path }) },
}

/** Translates any error from inside the child to one that may leave it. */
export function describeFailure(error: unknown, path: string, sql: string | null): FailureReport {
  if (error instanceof DriverError) {
    const { kind, text, position, stage } = error
    return { kind, text, position, stage }
  }
  const failure = asFailure(error)
  const known = typeof failure.errcode === 'number' ? primaryCodes[failure.errcode & 0xff] : undefined
  if (known) return { kind: known.kind, text: known.text(path, failure.message), position: null, stage: null }
  if (failure.code === 'ERR_INVALID_ARG_VALUE')
    return { kind: 'syntax', text: verbatim(failure.message), position: null, stage: null }
  return {
    kind: kindOfMessage(failure.message),
    text: verbatim(failure.message),
    position: sql === null ? null : positionOf(failure.message, sql),
    stage: null,
  }
}

function asFailure(error: unknown): SqliteFailure {
  if (error instanceof Error) return error
  return { message: String(error) }
}

function kindOfMessage(message: string): DriverErrorKind {
  if (/syntax error|incomplete input|unrecognized token/.test(message)) return 'syntax'
  if (/^no such (table|column|function|collation|module)|^unknown database/.test(message)) return 'missing-object'
  if (/not authorized|prohibited|authorization denied/.test(message)) return 'permission'
  if (/^too many|too large|too complex|maximum depth|overflow/.test(message)) return 'limit'
  if (/out of memory/.test(message)) return 'memory'
  return 'unknown'
}

/** SQLite names the token at the error. The position is reported only if that token occurs once. */
function positionOf(message: string, sql: string): number | null {
  const token = /near "(.+)": syntax error|^no such (?:column|table|function): (.+)$/.exec(message)
  const text = token?.[1] ?? token?.[2]
  if (!text) return null
  const first = sql.indexOf(text)
  return first >= 0 && sql.indexOf(text, first + 1) < 0 ? first : null
}
