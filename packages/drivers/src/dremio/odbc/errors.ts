import { DriverError, type DriverErrorKind } from '../../contract.ts'
import { describeNetworkError } from '../../server/network.ts'
import { missingObject, positionIn } from '../errors.ts'

/** https://learn.microsoft.com/sql/odbc/reference/appendixes/appendix-a-odbc-error-codes */
const kindByState: Record<string, DriverErrorKind> = {
  '08': 'unreachable',
  '28': 'auth',
  '42': 'syntax',
  '42S02': 'missing-object',
  '42S22': 'missing-object',
  HY008: 'cancelled',
  HYC00: 'unsupported',
  HYT: 'timeout',
  IM: 'unsupported',
}

/** Translates the library's errors, which list the driver's messages. */
export function toDriverError(error: unknown, sql: string | null): DriverError {
  if (error instanceof DriverError) return error
  const { state, message } = firstOf(error)
  if (/Can't open lib|Data source name not found/i.test(message)) {
    const text = `unixODBC could not find the driver: ${message}. Check that its name is in odbcinst.ini.`
    return new DriverError('unsupported', text, { cause: error })
  }
  const kind = kindByState[state] ?? kindByState[state.slice(0, 3)] ?? kindByState[state.slice(0, 2)]
  const position = sql === null ? null : positionIn(sql, message)
  if (missingObject.test(message)) return new DriverError('missing-object', message, { position, cause: error })
  if (/certificate|SSL|TLS/.test(message)) return new DriverError('tls', message, { cause: error })
  if (/authenticat|invalid (?:username|password|credential)/i.test(message)) {
    return new DriverError('auth', message, { cause: error })
  }
  if (kind === undefined) return describeNetworkError(error) ?? new DriverError('unknown', message, { cause: error })
  return new DriverError(kind, message, { position, cause: error })
}

function firstOf(error: unknown): { state: string; message: string } {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Error) || !('odbcErrors' in error) || !Array.isArray(error.odbcErrors)) {
    return { state: '', message }
  }
  const [first]: unknown[] = error.odbcErrors
  if (typeof first !== 'object' || first === null || !('message' in first)) return { state: '', message }
  return { state: 'state' in first ? String(first.state) : '', message: String(first.message) }
}
