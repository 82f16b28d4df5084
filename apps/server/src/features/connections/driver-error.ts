import { message, type ConnectionStage, type Message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '@parlance/drivers'
import { AppError } from '../../lib/errors.ts'

/** Says for everyone that the database cannot be used, never in the engine's own words (R21). */
export function connectionError(error: unknown, name: string): unknown {
  if (!(error instanceof DriverError)) return error
  if (error.kind === 'limit' || error.kind === 'busy')
    return new AppError('unavailable', {
      detail: message('{name} is busy. Try again in a moment.', { name }),
      cause: error,
    })
  if (error.kind === 'storage') return new AppError('storage_full', { cause: error })
  if (error.kind === 'cancelled') return new AppError('query_cancelled', { cause: error })
  return new AppError('database_unreachable', { detail: describeUnreachable(error.kind, name), cause: error })
}

function describeUnreachable(kind: DriverErrorKind, name: string): Message {
  switch (kind) {
    case 'auth':
      return message('{name} rejected the stored credentials. An administrator can correct them.', { name })
    case 'missing-object':
      return message('Could not find the database of {name}. An administrator can correct its settings.', { name })
    case 'tls':
      return message('Could not make a secure connection to {name}. An administrator can correct its settings.', {
        name,
      })
    case 'interrupted':
      return message('The process that reads {name} ended unexpectedly. Try again.', { name })
    case 'timeout':
      return message('{name} did not respond in time. Try again in a moment.', { name })
    case 'unsupported':
      return message('Parlance cannot read {name}. Ask an administrator to test the connection.', { name })
    case 'busy':
    case 'cancelled':
    case 'limit':
    case 'memory':
    case 'permission':
    case 'storage':
    case 'syntax':
    case 'unknown':
    case 'unreachable':
      return message('Could not reach {name}. Try again in a moment, or ask an administrator to test the connection.', {
        name,
      })
  }
}

/** Shows the driver's message and the failed stage to the administrator who tests. */
export function describeTestFailure(error: unknown, stage: ConnectionStage): Message {
  const reason = error instanceof DriverError ? error.text : message('The driver failed unexpectedly.')
  if (error instanceof DriverError && error.kind === 'unsupported') {
    return message('Could not use this connection: {reason}', { reason })
  }
  switch (stage) {
    case 'resolve':
      return message('Could not find the database: {reason}', { reason })
    case 'reach':
      return message('Could not reach the database: {reason}', { reason })
    case 'tls':
      return message('Could not make a secure connection: {reason}', { reason })
    case 'sign-in':
      return message('Could not sign in: {reason}', { reason })
    case 'read-only':
      return message('Could not start a read-only session: {reason}', { reason })
    case 'list-tables':
      return message('Could not list the tables: {reason}', { reason })
  }
}
