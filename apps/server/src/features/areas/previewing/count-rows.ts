import { dialectFacts, formatMessage, message, patternOf, rowCountLimit } from '@parlance/contract'
import type { areaRowCountsRequestSchema, AreaRowCounts, Message, RowCount } from '@parlance/contract'
import type { TableRef } from '@parlance/sql'
import type { z } from 'zod'
import type { AppContext } from '../../../context/context.ts'
import { collect } from '../../../door/collect.ts'
import type { QueryDoor } from '../../../door/contract.ts'
import type { QueryService } from '../../../door/service.ts'
import type { Principal } from '../../../http/principal.ts'
import type { AreaScope } from '../scoping/area-scopes.ts'
import { limitedSelect } from '../scoping/limited-select.ts'
import { isOfOneQuery } from '../scoping/query-failures.ts'
import { findTable } from '../scoping/table-names.ts'
import { readDraftAudience, recordLook } from './draft-audience.ts'
import type { AudienceDependencies, DraftAudience } from './draft-audience.ts'
import { missingIn } from './examine-tables.ts'
import type { DraftSettler } from './settle-draft.ts'

/** Bounds of the queries of one request. Each is a query on the customer's database. */
const countLimits = { queries: 100, atOnce: 2, time: 10_000 } as const

const texts = {
  cost: message('The database charges for what each query reads.'),
  time: message('Counting took too long.'),
  many: message('There are too many tables to count.'),
  closed: message('The table is protected, and no administrator has approved it for you.'),
}

export interface RowCountService {
  /**
   * Counts how many rows users would see if a draft were saved, through the door as each of them. Users and drafts are
   * those that the viewer may also preview. Counts only tables with row rules for each user, and the others once.
   * @throws AppError like `DraftSettler.settleProven`, like choosing a database, and if the database can't be reached
   */
  count(
    viewer: Principal,
    request: z.output<typeof areaRowCountsRequestSchema>,
    signal: AbortSignal,
  ): Promise<AreaRowCounts>
}

interface RowCountDependencies extends AudienceDependencies {
  drafts: Pick<DraftSettler, 'settleProven'>
  areas: { reachesProtected(principal: Principal, id: string): Promise<boolean> }
  query: Pick<QueryService, 'doorFor'>
}

/** Creates the service that counts the rows that users would see. */
export function createRowCountService(
  context: Pick<AppContext, 'store' | 'now'>,
  { drafts, areas, query, ...dependencies }: RowCountDependencies,
): RowCountService {
  return {
    count: async (viewer, { user_ids: userIds, database_config_id: wanted = null, ...unsaved }, signal) => {
      const draft = await drafts.settleProven(viewer, unsaved)
      const { before } = draft
      const found = await readDraftAudience(context, dependencies, { viewer, draft, wanted, userIds, signal })
      await recordLook(dependencies.audit, 'area.count-rows', { viewer, draft }, found)
      const { connection, readers, scopes } = found
      // Only an administrator gets this far without a saved area.
      const isApproved = before === null || (await areas.reachesProtected(viewer, before.id))
      const scope = isApproved ? scopes.approved : scopes.other
      const areaId = before?.id ?? null
      const door = query.doorFor(viewer, { ...scope, areaId })
      const users = readers.map(({ principal: { userId } }) => ({ user_id: userId, tables: new Array<RowCount>() }))
      const open: RowCount[] = []
      const tasks = tasksOf(found, viewer, { users, open })
      const means = { ...found, door, areaId, connectionId: connection.id, scope, signal }
      await countAll(tasks, means)
      return { database: { config_id: connection.id, name: connection.name }, users, open_tables: open }
    },
  }
}

/** One table to count as one user. */
export interface Task {
  principal: Principal
  name: string
  counted: RowCount
}

/** Lists what to count: the first table of each user, then the second, and last the tables without row rules. */
function tasksOf(
  { readers, open: openNames, scopes }: DraftAudience,
  viewer: Principal,
  counts: { users: AreaRowCounts['users']; open: RowCount[] },
): Task[] {
  const ranked = readers.flatMap(({ principal, mayUseDatabase, tables }, at) =>
    tables
      .filter(({ sees }) => mayUseDatabase && sees === 'some')
      .map(({ table_name: name }, rank) => ({ rank, principal, name, list: counts.users[at]?.tables ?? [] })),
  )
  const tasks = ranked.toSorted((one, other) => one.rank - other.rank)
  // A table that waits for an approval isn't open to everyone.
  const waiting = new Set(scopes.other.missing.map(({ name }) => name))
  for (const name of openNames) {
    if (!waiting.has(name)) tasks.push({ rank: 0, principal: viewer, name, list: counts.open })
  }
  return tasks.map(({ principal, name, list }) => {
    const counted = uncounted(name, texts.many)
    list.push(counted)
    return { principal, name, counted }
  })
}

export interface CountingMeans extends Pick<DraftAudience, 'catalogue'> {
  door: QueryDoor
  areaId: string | null
  connectionId: string
  /** The part of the database that the viewer may preview. */
  scope: AreaScope
  signal: AbortSignal
}

/**
 * Fills in the counts, a few queries at a time. Stops when the request is canceled.
 * @param time milliseconds; what is not counted then says so
 */
export async function countAll(tasks: Task[], means: CountingMeans, time: number = countLimits.time): Promise<void> {
  if (dialectFacts[means.catalogue.dialect].billsBytesRead) {
    for (const { counted, name } of tasks) Object.assign(counted, uncounted(name, texts.cost))
    return
  }
  const inTime = AbortSignal.timeout(time)
  const end = performance.now() + time
  const failed = new AbortController()
  const signal = AbortSignal.any([means.signal, inTime, failed.signal])
  const queue = tasks.slice(0, countLimits.queries).values()
  const work = async (): Promise<void> => {
    for (const { principal, name, counted } of queue) {
      means.signal.throwIfAborted()
      const timeoutMs = Math.ceil(end - performance.now())
      const isLate = inTime.aborted || timeoutMs <= 0
      const result = isLate
        ? uncounted(name, texts.time)
        : await countTable(principal, name, { ...means, signal, timeoutMs }).catch((error: unknown) => {
            if (inTime.aborted && !means.signal.aborted && !failed.signal.aborted) return uncounted(name, texts.time)
            failed.abort(error)
            throw error
          })
      Object.assign(counted, result)
    }
  }
  await Promise.all(Array.from({ length: countLimits.atOnce }, work))
}

async function countTable(
  principal: Principal,
  name: string,
  { catalogue, door, areaId, connectionId, scope, signal, timeoutMs }: CountingMeans & { timeoutMs: number },
): Promise<RowCount> {
  const ref = refOf(name, catalogue)
  if (ref === null || missingIn(scope, name, ref) !== null) return uncounted(name, texts.closed)
  const { tableSql } = await import('@parlance/sql')
  const rows = limitedSelect('1 AS n', tableSql(ref, catalogue) ?? name, rowCountLimit + 1, catalogue.dialect)
  const sql = `SELECT COUNT(*) AS visible_rows FROM (${rows}) r`
  try {
    const limits = { timeoutMs, maxRows: 1 }
    const running = await door.run({ principal, connectionId, areaId, sql, purpose: 'preview', signal, limits })
    const seen = Number((await collect(running)).rows[0]?.[0] ?? 0)
    return { table_name: name, rows: Math.min(seen, rowCountLimit), has_more: seen > rowCountLimit, reason: null }
  } catch (error) {
    if (signal.aborted || !isOfOneQuery(error)) throw error
    return uncounted(name, error.code === 'query_timeout' ? texts.time : error.text)
  }
}

function refOf(name: string, catalogue: DraftAudience['catalogue']): TableRef | null {
  const found = findTable(catalogue, name)
  return found === null || found === 'ambiguous' ? null : { schema: found.schema, table: found.name }
}

function uncounted(name: string, reason: Message): RowCount {
  return { table_name: name, rows: null, has_more: false, reason: formatMessage(reason), ...patternOf(reason) }
}
