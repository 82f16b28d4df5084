import { DriverError } from '../contract.ts'
import { toDriverError as ofMysql } from '../mysql/errors.ts'

/** Translates errors from the client or the connector, which uses MySQL's error numbers with its own messages. */
export function toDriverError(error: unknown, sql: string | null = null): DriverError {
  if (error instanceof Error && error.cause instanceof DriverError) return error.cause
  const translated = ofMysql(error, sql)
  if (translated.kind !== 'unknown' && translated.kind !== 'auth') return translated
  if (/\bauth(entication|orization)?\b.*\bfail|SASL|Access denied/i.test(translated.message)) {
    return new DriverError('auth', translated.text, { cause: error })
  }
  return translated
}
