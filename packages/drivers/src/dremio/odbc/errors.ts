import { message, verbatim } from '@parlance/contract'
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
  const { state, said } = firstOf(error)
  if (/Can't open lib|Data source name not found/i.test(said)) {
    const text = message('unixODBC could not find the driver: {reason}. Check that its name is in odbcinst.ini.', {
      reason: said,
    })
    return new DriverError('unsupported', text, { cause: error })
  }
  const kind = kindByState[state] ?? kindByState[state.slice(0, 3)] ?? kindByState[state.slice(0, 2)]
  const position = sql === null ? null : positionIn(sql, said)
  const text = verbatim(said)
  if (missingObject.test(said)) return new DriverError('missing-object', text, { position, cause: error })
  if (/certificate|SSL|TLS/.test(said)) return new DriverError('tls', text, { cause: error })
  if (/authenticat|invalid (?:username|password|credential)/i.test(said)) {
    return new DriverError('auth', text, { cause: error })
  }
  if (kind === undefined) return describeNetworkError(error) ?? new DriverError('unknown', text, { cause: error })
  return new DriverError(kind, text, { position, cause: error })
}

function firstOf(error: unknown): { state: string; said: string } {
  const said = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Error) || !('odbcErrors' in error) || !Array.isArray(error.odbcErrors)) {
    return { state: '', said }
  }
  const [first]: unknown[] = error.odbcErrors
  if (typeof first !== 'object' || first === null || !('message' in first)) return { state: '', said }
  return { state: 'state' in first ? String(first.state) : '', said: String(first.message) }
}
