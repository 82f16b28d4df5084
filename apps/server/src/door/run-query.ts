import { message, withMessages, type Catalogue } from '@parlance/contract'
import type { QueryOutcome, QueryResult } from '@parlance/drivers'
import type { GateAllowed, Parse, Receipt } from '@parlance/sql'
import type { AppError } from '../lib/errors.ts'
import { loadOnce } from '../lib/load-once.ts'
import type { LentConnection, QueryDoor, QueryEnvironment, QueryRequest, QueryScope, RunningQuery } from './contract.ts'
import { QueryRefusedError, toQueryError } from './errors.ts'
import { limitsOf, type QueryLimits } from './limits.ts'
import { explainMissing } from './missing-tables.ts'
import { overResults, tablesOf } from './over-results.ts'
import { parseFor } from './parser-pool.ts'
import { logView } from './present.ts'
import { readAgain, readingOnce } from '../store/read-once.ts'

/**
 * THE ONE DOOR: every path that runs SQL on a user's database comes through here. It checks access and area, the gate
 * proves and rewrites the SQL, the driver runs it under caps, and one audit entry without values is written.
 * @throws QueryRefusedError (query_refused) with the gate's reasons
 * @throws AppError of access, area, or the database
 */
export function createQueryDoor(environment: QueryEnvironment): QueryDoor {
  return {
    run: (asked) => runIn(environment, asked),
    compute: ({ results, ...asked }) => {
      const made = tablesOf(results)
      return runIn(overResults(environment, made), { ...asked, purpose: 'compute', maskedColumns: made.maskedColumns })
    },
    check: async (asked) => {
      const { allowed, limits } = await admit(environment, await asNow(environment, asked))
      return { receipt: describeLimit(allowed.receipt, limits), displaySql: allowed.displaySql }
    },
    findRefusal: async (asked) => {
      const unrecorded = { ...environment, audit: async () => undefined }
      return admit(unrecorded, await asNow(environment, asked)).then(
        () => null,
        (error: unknown) => {
          if (error instanceof QueryRefusedError) return error.text
          throw error
        },
      )
    },
    examine: async ({ principal, sql, catalogue }) => {
      const { examine } = await import('@parlance/sql')
      return examine({ sql, catalogue, dialect: catalogue.dialect }, parseFor(environment.parse, principal.userId))
    },
  }
}

async function runIn(environment: QueryEnvironment, asked: QueryRequest): Promise<RunningQuery> {
  const started = performance.now()
  const request = await asNow(environment, asked)
  const proven = await admit(environment, request)
  const lent = await environment.open(request.principal, request.connectionId)
  // The database may take long, and the next query of the same request must not trust what was read before.
  readAgain()
  return run({ environment, request, lent, started, ...proven })
}

interface Admitted {
  scope: QueryScope
  limits: QueryLimits
  /** The query grows without tables, so it gets a question's time limit instead of an export's. */
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
  const { scope, catalogue } = await readingOnce(async () => {
    await environment.authorize(principal, connectionId)
    const scope = await environment.scopeOf(principal, { connectionId, areaId })
    return { scope, catalogue: await environment.catalogueOf(connectionId) }
  })
  const limits = narrow(limitsOf(request.purpose, environment.limits), request.limits)
  const allowed = await prove(environment, request, { scope, catalogue, limits })
  const isShortened = allowed.growsWithoutTables && limits.timeoutMs > environment.limits.chatTimeoutMs
  if (isShortened) limits.timeoutMs = environment.limits.chatTimeoutMs
  return { scope, limits, isShortened, allowed }
}

const loadGate = loadOnce(() => import('@parlance/sql'))

async function prove(
  environment: QueryEnvironment,
  request: QueryRequest,
  { scope, catalogue, limits }: { scope: QueryScope; catalogue: Catalogue; limits: QueryLimits },
): Promise<GateAllowed> {
  const { principal } = request
  const { gateFromMemory } = await loadGate()
  const parse: Parse = async (...text) => {
    const outcome = await parseFor(environment.parse, principal.userId)(...text)
    // A long proof must not let the user keep a connection that they lost meanwhile.
    readAgain()
    return outcome
  }
  const result = await gateFromMemory(
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
      hasMask: request.hasMask,
      maskedColumns: request.maskedColumns,
      now: environment.now().toISOString(),
    },
    parse,
  )
  if (result.allowed) return result
  await environment.audit(logView(request, { outcome: 'refused', codes: result.reasons.map((reason) => reason.code) }))
  throw new QueryRefusedError(explainMissing(result.reasons, request.sql, scope.missing))
}

/** Requests one row more than is delivered, to detect a cut result. */
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
    batches: deliver(result.batches, { result, finish }),
    ...(result.json && { json: deliver(result.json, { result, finish }) }),
    displaySql: allowed.displaySql,
    executedSql: allowed.executedSql,
    outcome: () => result.outcome(),
    elapsedMs: () => Math.round(performance.now() - details.started),
    close: () => abandon(result, finish),
  }
}

async function* deliver<Piece>(
  pieces: AsyncIterable<Piece>,
  { result, finish }: { result: QueryResult; finish: Finish },
): AsyncGenerator<Piece> {
  let failure: unknown = null
  try {
    yield* pieces
  } catch (error) {
    failure = error
    throw await finish(error)
  } finally {
    if (failure === null) await finish(null, result.outcome())
  }
}

/** Leaves the loop rather than skipping batches, because a driver stops a statement only when its iteration ends. */
async function abandon(result: QueryResult, finish: Finish): Promise<void> {
  try {
    for await (const _ of result.batches) break
  } catch {
    // The result isn't needed, so a failure to end it changes nothing.
  }
  await finish(null, result.outcome())
}

type Finish = (error: unknown, outcome?: QueryOutcome | null) => Promise<AppError | null>

/** Returns the connection and writes the audit entry, exactly once, however the query ends. */
function finisher({ environment, request, allowed, scope, limits, isShortened, lent, started }: Run): Finish {
  let finished = false
  const shortenedTo = isShortened ? limits.timeoutMs : null
  const showEngineWords = scope.policies === null
  return async (error, outcome = null) => {
    const mapped = error === null ? null : toQueryError(error, { request, showEngineWords, shortenedTo })
    if (finished) return mapped
    finished = true
    await lent.release()
    await environment.audit(
      logView(request, {
        outcome: mapped ? mapped.code : 'answered',
        connectionName: lent.name,
        receipt: allowed.receipt,
        rowCount: outcome?.rowCount ?? null,
        truncatedBy: outcome?.truncatedBy ?? null,
        ms: Math.round(performance.now() - started),
      }),
    )
    return mapped
  }
}

/** The gate was asked for one row more than users get; the receipt shows what they get. */
function describeLimit(receipt: Receipt, limits: QueryLimits): Receipt {
  const { limit } = receipt
  if (limit?.addedBy !== 'gate' || limits.maxRows === null) return receipt
  const rows = Math.min(limit.rows, limits.maxRows)
  const messages = receipt.messages.map((sentence) =>
    sentence.values?.['rows'] === limit.rows ? { ...sentence, values: { rows } } : sentence,
  )
  return withMessages({ ...receipt, limit: { ...limit, rows } }, messages)
}

/** If the database bills for what it reads, it reported the amount before running the query. */
function describeReading(receipt: Receipt, bytes: number | undefined): Receipt {
  if (bytes === undefined) return receipt
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const amount = Math.round((10 * bytes) / 1024 ** power) / 10
  const said = message('The database read {amount, number} {unit} for this query.', { amount, unit: units[power]! })
  return withMessages(receipt, [...receipt.messages, said])
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
