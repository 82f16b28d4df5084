import type { Catalogue, Cell, DatabaseKind, ResultColumn, Row, SqlDialect } from '@parlance/contract'
import type { Connection, QueryOutcome, QueryResult } from '@parlance/drivers'
import type { Examination, GateAllowed, Policies, Receipt, TableRef } from '@parlance/sql'
import type { AppError } from '../lib/errors.ts'
import type { Principal } from '../http/principal.ts'
import { explainMissing, type MissingTable } from './missing-tables.ts'
import { parseFor, type ParseFor } from './parser-pool.ts'
import { limitsOf, type ConfiguredLimits, type QueryLimits, type QueryPurpose } from './limits.ts'
import { QueryRefusedError, toQueryError } from './errors.ts'
import { logView, type QueryLogEntry } from './present.ts'

/** A lent database connection; it must be given back. */
export interface LentConnection {
  connection: Connection
  kind: DatabaseKind
  dialect: SqlDialect
  release(): Promise<void> | void
}

/** What one person may read through one connection in one business area. */
export interface QueryScope {
  areaId: string | null
  allowedTables: TableRef[] | null
  policies: Policies | null
  /** Tables of the area that cannot be read now; a query that needs one is told why. */
  missing?: MissingTable[]
}

/** Where the one door gets what it checks; the server's features fill it, and so does the command line for a file. */
export interface QueryEnvironment {
  /**
   * The person as they are now: a question runs for minutes, and its rules go by the person's values of today. Absent
   * where nobody can change meanwhile.
   * @throws AppError not_authenticated for an account that is not active any more
   */
  principalNow?: (principal: Principal) => Promise<Principal>
  /** Checks that the person may use the connection: before its catalogue could show through a refusal's words. */
  authorize: (principal: Principal, connectionId: string) => Promise<void>
  /** Checks the same again, and lends the connection. */
  open: (principal: Principal, connectionId: string) => Promise<LentConnection>
  catalogueOf: (connectionId: string) => Promise<Catalogue>
  /** Checks that the person may use the area. */
  scopeOf: (principal: Principal, ids: { connectionId: string; areaId: string | null }) => Promise<QueryScope>
  audit: (entry: QueryLogEntry) => Promise<void>
  /** Users take turns, so that no one's slow queries hold up another's. */
  parse: ParseFor
  limits: ConfiguredLimits
  now: () => Date
}

export interface QueryRequest {
  principal: Principal
  connectionId: string
  areaId: string | null
  sql: string
  /** Values of `:name` placeholders, by name without the colon. */
  params?: Record<string, Cell>
  purpose: QueryPurpose
  signal?: AbortSignal
  /** Narrower caps than the purpose's; they can never be wider. */
  limits?: Partial<QueryLimits>
}

/** A query that runs: its rows must be read to the end, or `close` called. */
export interface RunningQuery {
  receipt: Receipt
  columns: ResultColumn[]
  /** Throws AppError while iterating; leaving the loop early stops the statement. */
  batches: AsyncIterable<Row[]>
  /** The person's own SQL, formatted. */
  displaySql: string
  /** What the database runs, formatted; values are placeholders. Only for those whom `mayReadExecutedSql` lets see it. */
  executedSql: string
  /** Known once `batches` has ended; null before. */
  outcome(): QueryOutcome | null
  /** Milliseconds since the database was asked. */
  elapsedMs(): number
  close(): Promise<void>
}

export type RunQuery = (request: QueryRequest) => Promise<RunningQuery>

/** Proves a query without running it. Throws like `RunQuery`. */
export type CheckQuery = (request: QueryRequest) => Promise<{ receipt: Receipt; displaySql: string }>

/** Reads a query for what may make its result wrong; null when it cannot be read. Reaches no database. */
export type ExamineQuery = (request: {
  principal: Principal
  sql: string
  catalogue: Catalogue
}) => Promise<Examination | null>

export interface QueryDoor {
  run: RunQuery
  check: CheckQuery
  examine: ExamineQuery
}

/**
 * THE ONE DOOR: every path that runs SQL on a person's database comes through here. Access and area are checked, the
 * gate proves and rewrites, the driver runs under caps, and one audit entry without values is written.
 * @throws QueryRefusedError (query_refused) with the gate's reasons
 * @throws AppError of access, area, or the database
 */
export function createQueryDoor(environment: QueryEnvironment): QueryDoor {
  return {
    run: async (asked) => {
      const started = performance.now()
      const request = await asNow(environment, asked)
      const proven = await admit(environment, request)
      const lent = await environment.open(request.principal, request.connectionId)
      return run({ environment, request, lent, started, ...proven })
    },
    check: async (asked) => {
      const { allowed, limits } = await admit(environment, await asNow(environment, asked))
      return { receipt: describeLimit(allowed.receipt, limits), displaySql: allowed.displaySql }
    },
    examine: async ({ principal, sql, catalogue }) => {
      const { examine } = await import('@parlance/sql')
      return examine({ sql, catalogue, dialect: catalogue.dialect }, parseFor(environment.parse, principal.userId))
    },
  }
}

interface Admitted {
  scope: QueryScope
  limits: QueryLimits
  /** The query grows without tables, so it gets a question's time instead of an export's. */
  isShortened: boolean
  allowed: GateAllowed
}

async function asNow({ principalNow }: QueryEnvironment, request: QueryRequest): Promise<QueryRequest> {
  request.signal?.throwIfAborted()
  return principalNow === undefined ? request : { ...request, principal: await principalNow(request.principal) }
}

async function admit(environment: QueryEnvironment, request: QueryRequest): Promise<Admitted> {
  request.signal?.throwIfAborted()
  const { connectionId, areaId, principal } = request
  await environment.authorize(principal, connectionId)
  const scope = await environment.scopeOf(principal, { connectionId, areaId })
  const catalogue = await environment.catalogueOf(connectionId)
  const limits = narrow(limitsOf(request.purpose, environment.limits), request.limits)
  const allowed = await prove(environment, request, { scope, catalogue, limits })
  const isShortened = allowed.growsWithoutTables && limits.timeoutMs > environment.limits.chatTimeoutMs
  if (isShortened) limits.timeoutMs = environment.limits.chatTimeoutMs
  return { scope, limits, isShortened, allowed }
}

async function prove(
  environment: QueryEnvironment,
  request: QueryRequest,
  { scope, catalogue, limits }: { scope: QueryScope; catalogue: Catalogue; limits: QueryLimits },
): Promise<GateAllowed> {
  const { principal } = request
  const { gate } = await import('@parlance/sql')
  const result = await gate(
    {
      sql: request.sql,
      dialect: catalogue.dialect,
      catalogue,
      allowedTables: scope.allowedTables,
      policies: scope.policies,
      principal: {
        userId: principal.userId,
        tenantId: principal.tenantId,
        deptId: principal.deptId,
        attributes: principal.attributes,
      },
      limits: { maxRows: rowsAskedFor(limits) },
      parameters: request.params,
      now: environment.now().toISOString(),
    },
    parseFor(environment.parse, principal.userId),
  )
  if (result.allowed) return result
  await environment.audit(logView(request, { outcome: 'refused', codes: result.reasons.map((reason) => reason.code) }))
  throw new QueryRefusedError(explainMissing(result.reasons, request.sql, scope.missing))
}

/** One row more than is delivered, so that a cut result is known to be cut. */
function rowsAskedFor(limits: QueryLimits): number | null {
  return limits.maxRows === null ? null : limits.maxRows + 1
}

interface Run extends Admitted {
  environment: QueryEnvironment
  request: QueryRequest
  lent: LentConnection
  started: number
}

async function run(details: Run): Promise<RunningQuery> {
  const { allowed, lent, limits, request } = details
  const finish = finisher(details)
  let result: QueryResult
  try {
    result = await lent.connection.query(allowed.sql, allowed.params, {
      signal: request.signal,
      ...limits,
      readable: allowed.reads.map(({ table, columns }) => ({ ...table, columns })),
    })
  } catch (error) {
    throw await finish(error)
  }
  return {
    receipt: describeReading(describeLimit(allowed.receipt, limits), result.bytesRead),
    columns: result.columns,
    batches: deliver(result, finish),
    displaySql: allowed.displaySql,
    executedSql: allowed.executedSql,
    outcome: () => result.outcome(),
    elapsedMs: () => Math.round(performance.now() - details.started),
    close: () => abandon(result, finish),
  }
}

async function* deliver(result: QueryResult, finish: Finish): AsyncGenerator<Row[]> {
  let failure: unknown = null
  try {
    yield* result.batches
  } catch (error) {
    failure = error
    throw await finish(error)
  } finally {
    if (failure === null) await finish(null, result.outcome())
  }
}

/** Leaving the loop, not skipping it: a driver stops a statement only when its iteration ends. */
async function abandon(result: QueryResult, finish: Finish): Promise<void> {
  try {
    for await (const _ of result.batches) break
  } catch {
    // The result is not wanted; that its end failed changes nothing.
  }
  await finish(null, result.outcome())
}

type Finish = (error: unknown, outcome?: QueryOutcome | null) => Promise<AppError | null>

/** Gives the connection back and writes the audit entry, once, however the query ends. */
function finisher({ environment, request, allowed, scope, limits, isShortened, lent, started }: Run): Finish {
  let finished = false
  const shortenedTo = isShortened ? limits.timeoutMs : null
  const tellEngineWords = scope.policies === null
  return async (error, outcome = null) => {
    const mapped = error === null ? null : toQueryError(error, { request, tellEngineWords, shortenedTo })
    if (finished) return mapped
    finished = true
    await lent.release()
    await environment.audit(
      logView(request, {
        outcome: mapped ? mapped.code : 'answered',
        receipt: allowed.receipt,
        rowCount: outcome?.rowCount ?? null,
        truncatedBy: outcome?.truncatedBy ?? null,
        ms: Math.round(performance.now() - started),
      }),
    )
    return mapped
  }
}

/** The gate was asked for one row more than people get; the receipt names what they get. */
function describeLimit(receipt: Receipt, limits: QueryLimits): Receipt {
  const { limit } = receipt
  if (limit?.addedBy !== 'gate' || limits.maxRows === null) return receipt
  const { maxRows } = limits
  const said = (rows: number): string => `${new Intl.NumberFormat('en-US').format(rows)} rows`
  const sentences = receipt.sentences.map((sentence) => sentence.replace(said(limit.rows), said(maxRows)))
  return { ...receipt, limit: { ...limit, rows: Math.min(limit.rows, limits.maxRows) }, sentences }
}

/** Where the database bills for what it reads, it said so before it ran. */
function describeReading(receipt: Receipt, bytes: number | undefined): Receipt {
  if (bytes === undefined) return receipt
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const said = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(bytes / 1024 ** power)
  return { ...receipt, sentences: [...receipt.sentences, `The database read ${said} ${units[power]} for it.`] }
}

function narrow(limits: QueryLimits, asked: Partial<QueryLimits> = {}): QueryLimits {
  return {
    timeoutMs: Math.min(limits.timeoutMs, asked.timeoutMs ?? limits.timeoutMs),
    maxRows: smaller(limits.maxRows, asked.maxRows),
    maxBytes: smaller(limits.maxBytes, asked.maxBytes),
  }
}

function smaller(limit: number | null, asked: number | null | undefined): number | null {
  if (asked === null || asked === undefined) return limit
  return limit === null ? asked : Math.min(limit, asked)
}
