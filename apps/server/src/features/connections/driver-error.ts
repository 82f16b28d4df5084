import { DriverError } from '@parlance/drivers'
import type { DriverErrorKind } from '@parlance/drivers'
import { AppError } from '../../lib/errors.ts'

/** Says for everyone that the database cannot be used, never in the engine's own words (R21). */
export function connectionError(error: unknown, name: string): unknown {
  if (!(error instanceof DriverError)) return error
  if (error.kind === 'limit' || error.kind === 'busy')
    return new AppError('unavailable', { detail: `${name} is busy. Try again in a moment.`, cause: error })
  if (error.kind === 'cancelled') return new AppError('query_cancelled', { cause: error })
  return new AppError('database_unreachable', { detail: `${name} cannot be reached: ${reasonOf(error)}`, cause: error })
}

const reasons: Partial<Record<DriverErrorKind, string>> = {
  auth: 'it refused the stored sign-in. An administrator can correct it.',
  'missing-object': 'it is not there any more. An administrator can correct its settings.',
  tls: 'a secure connection could not be made. An administrator can correct its settings.',
  interrupted: 'the process that reads it ended unexpectedly. Try again.',
  timeout: 'it did not answer in time. Try again in a moment.',
  unsupported: 'this kind of database is not supported here.',
}

function reasonOf(error: DriverError): string {
  return reasons[error.kind] ?? 'try again in a moment, or ask an administrator to test the connection.'
}

/** Shows the driver's message and the failed stage to the administrator who tests. The driver knows the stage best. */
export function describeTestFailure(error: unknown, reached: string): string {
  const stage = (error instanceof DriverError ? error.stage : null) ?? reached
  const words = error instanceof DriverError ? error.message : 'The driver failed unexpectedly.'
  if (error instanceof DriverError && error.kind === 'unsupported') return `This cannot be used here: ${words}`
  return `${stageWords[stage] ?? 'The test failed'}: ${words}`
}

const stageWords: Record<string, string> = {
  resolve: 'The database could not be found',
  reach: 'The database could not be reached',
  tls: 'The secure connection failed',
  'sign-in': 'Signing in failed',
  'read-only': 'A read-only session failed',
  'list-tables': 'The tables could not be listed',
}
