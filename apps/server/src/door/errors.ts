import { formatMessage, joinMessages, message, type ErrorCode, type Message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '@parlance/drivers'
import type { DenialReason } from '@parlance/sql'
import { AppError } from '../lib/errors.ts'
import type { QueryRequest } from './contract.ts'

/** The gate refused the query. The reasons say what to write instead, for users and models. */
export class QueryRefusedError extends AppError {
  readonly reasons: DenialReason[]

  constructor(reasons: DenialReason[]) {
    super('query_refused', {
      detail: reasons.length === 0 ? undefined : joinMessages(reasons.map((reason) => reason.message)),
      position: reasons.find((reason) => reason.position !== null)?.position ?? undefined,
    })
    this.reasons = reasons
  }
}

/**
 * The database did not run the query. `detail` is safe for its reader (R21, R22). The logged message, stack, and cause
 * never contain the engine's message, which may quote a cell.
 */
export class QueryFailedError extends AppError {
  override readonly detail: string
  override readonly pattern: Message | undefined
  readonly kind: DriverErrorKind
  /** The engine's message; null if a rule hides rows, because it may quote a hidden value (R22). */
  readonly engineWords: string | null
  readonly position: number | null

  constructor(error: DriverError, { detail, engineWords }: { detail: Message; engineWords: string | null }) {
    super(codeOfKind[error.kind], { detail: detailOfKind[error.kind], cause: withoutEngineMessage(error) })
    this.detail = formatMessage(detail)
    this.pattern = detail.values === undefined ? undefined : detail
    this.kind = error.kind
    this.engineWords = engineWords
    this.position = error.position
  }
}

/** If no query has run yet, an error only concerns the network. */
const networkKinds: ReadonlySet<DriverErrorKind> = new Set(['auth', 'unreachable', 'tls'])

function withoutEngineMessage(error: DriverError): DriverError {
  if (networkKinds.has(error.kind)) return error
  return new DriverError(error.kind, detailOfKind[error.kind], { position: error.position, stage: error.stage })
}

const codeOfKind: Record<DriverErrorKind, ErrorCode> = {
  auth: 'database_unreachable',
  unreachable: 'database_unreachable',
  tls: 'database_unreachable',
  timeout: 'query_timeout',
  cancelled: 'query_cancelled',
  syntax: 'query_failed',
  'missing-object': 'query_failed',
  permission: 'query_failed',
  limit: 'result_too_large',
  memory: 'result_too_large',
  busy: 'unavailable',
  storage: 'storage_full',
  interrupted: 'unavailable',
  unsupported: 'query_failed',
  unknown: 'query_failed',
}

const detailOfKind: Record<DriverErrorKind, Message> = {
  auth: message(
    'The database rejected the credentials of this connection. An administrator can test and correct the connection.',
  ),
  unreachable: message('Could not reach the database. Try again in a moment.'),
  tls: message(
    'Could not make an encrypted connection to the database. An administrator can test and correct the connection.',
  ),
  timeout: message('The query took too long and was stopped.'),
  cancelled: message('Operation cancelled by user'),
  syntax: message('The database could not parse this query. Check its syntax.'),
  'missing-object': message('A table or column in this query does not exist in the database.'),
  permission: message('The account of this connection does not have permission to read one of these tables.'),
  limit: message('The query needs more resources than the database allows. Narrow the query.'),
  memory: message('The query needs more memory than one query can use. Ask for fewer rows or smaller values.'),
  busy: message('The server is busy. Try again in a moment.'),
  storage: message('The server has no disk space for this query. Ask an administrator to free some space.'),
  interrupted: message('The process that reads the database ended unexpectedly. Try again.'),
  unsupported: message('The database does not support part of this query.'),
  unknown: message('The database could not run this query.'),
}

/** Failures of the SQL itself. Any other may pass, or depend on rows that only some users see (R22). */
const lastingKinds: ReadonlySet<DriverErrorKind> = new Set(['syntax', 'missing-object', 'permission', 'unsupported'])

/** Why SQL cannot run until it, the database or a rule changes, for any reader; null for every other failure. */
export function lastingReason(error: unknown): Message | null {
  if (error instanceof QueryRefusedError) return error.text
  return error instanceof QueryFailedError && lastingKinds.has(error.kind) ? detailOfKind[error.kind] : null
}

interface ErrorContext {
  request: QueryRequest
  showEngineWords: boolean
  /** A question's time limit in milliseconds if it replaced an export's; null for the purpose's own limit. */
  shortenedTo: number | null
}

function describeShortened(milliseconds: number): Message {
  return message(
    'The query was stopped after {n, plural, one {# second} other {# seconds}}. Queries that create rows or long text without reading a table (recursion, series, lists, repeated text) have the same time limit as questions. Read from tables, or ask an administrator to raise PARLANCE_QUERY_TIMEOUT_SECONDS.',
    { n: Math.round(milliseconds / 100) / 10 },
  )
}

/** Maps a driver's error to a message for users. Administrators also see the engine's message if no rule applies. */
export function toQueryError(error: unknown, { request, showEngineWords, shortenedTo }: ErrorContext): AppError {
  if (error instanceof AppError) return error
  if (request.signal?.aborted) return new AppError('query_cancelled', { cause: error })
  if (!(error instanceof DriverError)) return new AppError('query_failed', { cause: error })
  const engineWords = showEngineWords ? error.message : null
  const isShortened = error.kind === 'timeout' && shortenedTo !== null
  const plain = isShortened ? describeShortened(shortenedTo) : detailOfKind[error.kind]
  const detail =
    engineWords && request.principal.role === 'ADMIN' && codeOfKind[error.kind] !== 'query_cancelled'
      ? message('{explanation} The database says: {words}', { explanation: plain, words: error.text })
      : plain
  return new QueryFailedError(error, { detail, engineWords })
}
