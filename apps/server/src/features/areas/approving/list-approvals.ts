import { formatMessage, message, type AreaApproval, type AreaApprovals, type Message } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import { eachFewAtOnce } from '../../../lib/few-at-once.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { AreaScopes } from '../scoping/area-scopes.ts'
import { describeEffects } from './describe-exposure.ts'
import type { ReadDatabases } from '../scoping/known-databases.ts'
import { findArea, hasUnapprovedGrants, idsOfAreasNaming, listAreas } from '../store/area-store.ts'
import type { AreaSummary } from '../store/area-store.ts'
import { findTable } from '../scoping/table-names.ts'
import { describeChange, listWaiting, withChange } from '../guarding/waiting-changes.ts'
import type { WaitingRequest } from '../guarding/waiting-changes.ts'

/** Areas that are examined at the same time. */
const areasAtOnce = 8

/** Finds what is waiting for an administrator. */
export interface ApprovalLister {
  list(principal: Principal): Promise<AreaApprovals>
  /** The area's protected tables that stay closed until an administrator approves them. */
  waitingTables(area: AreaRecord): Promise<string[]>
}

interface Means {
  scopes: AreaScopes
  readDatabases: ReadDatabases
}

export function createApprovalLister({ store }: Pick<AppContext, 'store'>, means: Means): ApprovalLister {
  async function exposureOf(summary: AreaSummary, guarded: string[]): Promise<AreaApproval | null> {
    const tables = await exposedTables(summary, guarded)
    if (tables.length === 0) return null
    const area = await means.scopes.areaOf(summary)
    if (area.declinedVersion === area.version) return null
    return {
      id: `exposure:${area.version}:${area.id}`,
      kind: 'exposure',
      ...presentArea(summary),
      requested_by: null,
      requested_at: area.updatedAt,
      tables,
      ...sentences([exposureText(tables)], await describeEffects(store.db, area, tables)),
    }
  }

  /** The area's tables that wait for everyone, or for people whose access no administrator has approved. */
  async function exposedTables(summary: AreaSummary, guarded: string[]): Promise<string[]> {
    const closed = await waitingIn(summary, guarded, means, true)
    if (closed.length > 0 || !(await hasUnapprovedGrants(store.db, summary.id))) return closed
    return waitingIn(summary, guarded, means, false)
  }

  async function exposures(principal: Principal): Promise<AreaApproval[]> {
    const all = await listAreas(store.db, principal.userId, null)
    const found = new Map<string, AreaApproval>()
    const byApplication = Map.groupBy(all, (area) => area.applicationId)
    for (const [applicationId, areas] of byApplication) {
      const guarded = await guardedDatabases(applicationId, means)
      if (guarded.length === 0) continue
      const naming = await idsOfAreasNaming(store.db, applicationId, await protectedNamesIn(guarded, means))
      const affected = areas.filter(({ id }) => naming.has(id))
      await eachFewAtOnce(affected, { most: areasAtOnce }, async (summary) => {
        const exposure = await exposureOf(summary, guarded)
        if (exposure !== null) found.set(summary.id, exposure)
      })
    }
    return all.flatMap(({ id }) => found.get(id) ?? [])
  }

  async function presentRequest(principal: Principal, request: WaitingRequest): Promise<AreaApproval[]> {
    const details = await findArea(store.db, principal.userId, request.areaId)
    if (details === null) return []
    const { change } = request
    const after = withChange(details.area, change)
    const tables = await protectedNames(after, means)
    return [
      {
        id: request.id,
        kind: 'change',
        ...presentArea(details.summary),
        requested_by: request.requestedByEmail,
        requested_at: request.requestedAt,
        tables,
        ...sentences(describeChange(change), await describeEffects(store.db, after, tables, change.grants)),
      },
    ]
  }

  return {
    list: async (principal) => {
      const waiting = await listWaiting(store.db)
      const requests = await Promise.all(waiting.map((request) => presentRequest(principal, request)))
      const approvals = [...requests.flat(), ...(await exposures(principal))]
      return { approvals, total_count: approvals.length }
    },
    waitingTables: async (area) => waitingIn(area, await guardedDatabases(area.applicationId, means), means, true),
  }
}

/** The databases of an application that have protected tables. */
async function guardedDatabases(applicationId: string, { scopes, readDatabases }: Means): Promise<string[]> {
  const ids = await scopes.idsOfGuarded()
  if (ids.size === 0) return []
  const { read } = await readDatabases(applicationId, ({ connectionId }) => ids.has(connectionId))
  const guarded: string[] = []
  for (const { database } of read) {
    if ((await scopes.protectedIn(database.connectionId)).list.length > 0) guarded.push(database.connectionId)
  }
  return guarded
}

async function protectedNamesIn(connectionIds: string[], { scopes }: Means): Promise<string[]> {
  const lists = await Promise.all(connectionIds.map(async (id) => (await scopes.protectedIn(id)).list))
  return [...new Set(lists.flat().map(({ ref }) => ref.table))]
}

async function waitingIn(
  { id, version }: Pick<AreaSummary, 'id' | 'version'>,
  connectionIds: string[],
  { scopes }: Means,
  isReachApproved: boolean,
): Promise<string[]> {
  const met = { id, version, isReachApproved }
  const found = await Promise.all(connectionIds.map((connectionId) => scopes.scopeOf(met, connectionId)))
  const waiting = found.flatMap(({ missing }) => missing.filter(({ reason }) => reason === 'waiting'))
  return [...new Set(waiting.map(({ name }) => name))]
}

/** The area's tables that are protected in at least one database of its application. */
async function protectedNames(
  { applicationId, tables }: AreaRecord,
  { scopes, readDatabases }: Means,
): Promise<string[]> {
  const { read } = await readDatabases(applicationId)
  const names = new Set<string>()
  for (const { database, catalogue } of read) {
    const protectedTables = await scopes.protectedIn(database.connectionId)
    for (const { name } of protectedTables.list.length === 0 ? [] : tables) {
      const table = findTable(catalogue, name)
      if (table === null || table === 'ambiguous') continue
      if (protectedTables.has({ schema: table.schema, table: table.name })) names.add(name)
    }
  }
  return [...names]
}

function exposureText(tables: string[]): Message {
  return message(
    '{n, plural, one {Show the protected table {names} in this area.} other {Show the protected tables {names} in this area.}}',
    { n: tables.length, names: new Intl.ListFormat('en').format(tables) },
  )
}

function sentences(summary: Message[], effects: Message[]) {
  return {
    summary: summary.map((sentence) => formatMessage(sentence)),
    summary_messages: summary,
    effects: effects.map((sentence) => formatMessage(sentence)),
    effect_messages: effects,
  }
}

function presentArea({ id, name, applicationName, ownerEmail }: AreaSummary) {
  return {
    area_id: id,
    area_name: name,
    application_name: applicationName,
    owner_name: ownerEmail?.split('@')[0] ?? null,
  }
}
