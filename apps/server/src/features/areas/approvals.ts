import type { AreaApproval, AreaApprovals } from '@parlance/contract'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { AuditService } from '../audit/service.ts'
import type { AreaRecord } from './area-record.ts'
import type { AreaScopes } from './area-scopes.ts'
import { describeEffects } from './describe-exposure.ts'
import { requireEditable } from './guards.ts'
import type { ReadDatabases } from './known-databases.ts'
import type { AreaSaver } from './save-area.ts'
import { findArea, hasUnapprovedGrants, listAreas, updateArea } from './store.ts'
import type { AreaSummary } from './store.ts'
import { findTable } from './table-names.ts'
import { describeChange, findWaiting, listWaiting, removeWaiting } from './waiting-changes.ts'
import type { WaitingRequest } from './waiting-changes.ts'

/** What administrators decide about areas that show protected tables (R24). Every call but `withdraw` is for them. */
export interface ApprovalsService {
  /** What waits: changes that owners asked for, and areas with protected tables that no administrator approved there. */
  list(principal: Principal): Promise<AreaApprovals>
  /** @throws AppError not_found; conflict when it changed since it was listed; area_invalid */
  approve(principal: Principal, id: string): Promise<{ areaId: string; areaName: string }>
  /** Throws like `approve`. */
  decline(principal: Principal, id: string): Promise<{ areaId: string; areaName: string }>
  /** The owner takes back what waits. @throws AppError area_not_found, forbidden, not_found */
  withdraw(principal: Principal, areaId: string): Promise<void>
  /** The area's protected tables that nobody reads there until an administrator approves them. */
  waitingTables(area: AreaRecord): Promise<string[]>
}

export interface ApprovalsDependencies {
  saver: Pick<AreaSaver, 'approve'>
  scopes: AreaScopes
  readDatabases: ReadDatabases
  audit: AuditService
}

export function createApprovals(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { saver, scopes, readDatabases, audit }: ApprovalsDependencies,
): ApprovalsService {
  /** The databases of an application in which tables are protected. */
  async function guardedDatabases(applicationId: string): Promise<string[]> {
    const { read } = await readDatabases(applicationId)
    const guarded: string[] = []
    for (const { database } of read) {
      if ((await scopes.protectedIn(database.connectionId)).list.length > 0) guarded.push(database.connectionId)
    }
    return guarded
  }

  async function waitingIn(
    area: Pick<AreaSummary, 'id' | 'version'>,
    connectionIds: string[],
    isReachApproved: boolean,
  ) {
    const found = await Promise.all(
      connectionIds.map((id) => scopes.scopeOf({ id: area.id, version: area.version, isReachApproved }, id)),
    )
    const names = found.flatMap(({ missing }) => missing.filter(({ reason }) => reason === 'waiting'))
    return [...new Set(names.map(({ name }) => name))]
  }

  /** Tables of an area that wait for everyone, or for people whose access no administrator approved. */
  async function exposedTables(summary: AreaSummary, connectionIds: string[]): Promise<string[]> {
    const closed = await waitingIn(summary, connectionIds, true)
    if (closed.length > 0 || !(await hasUnapprovedGrants(store.db, summary.id))) return closed
    return waitingIn(summary, connectionIds, false)
  }

  async function exposures(principal: Principal): Promise<AreaApproval[]> {
    const found: AreaApproval[] = []
    const byApplication = Map.groupBy(await listAreas(store.db, principal.userId, null), (area) => area.applicationId)
    for (const [applicationId, areas] of byApplication) {
      const guarded = await guardedDatabases(applicationId)
      for (const summary of guarded.length === 0 ? [] : areas) {
        const tables = await exposedTables(summary, guarded)
        if (tables.length === 0) continue
        const area = await scopes.areaOf(summary)
        if (area.declinedVersion === area.version) continue
        found.push({
          id: exposureId(area),
          kind: 'exposure',
          ...presentArea(summary),
          requested_by: null,
          requested_at: area.updatedAt,
          tables,
          summary: [exposureText(tables)],
          effects: await describeEffects(store.db, area, tables),
        })
      }
    }
    return found
  }

  async function presentRequest(principal: Principal, request: WaitingRequest): Promise<AreaApproval[]> {
    const details = await findArea(store.db, principal.userId, request.areaId)
    if (details === null) return []
    const { area, summary } = details
    const { change } = request
    const after = {
      ...area,
      visibility: change.visibility ?? area.visibility,
      isActive: change.isActive ?? area.isActive,
      rowRules: change.rowRules === undefined ? area.rowRules : change.rowRules,
      columnRules: change.columnRules === undefined ? area.columnRules : change.columnRules,
      tables: [...area.tables, ...(change.tables ?? [])],
    }
    const guarded = await protectedNames(after)
    return [
      {
        id: request.id,
        kind: 'change',
        ...presentArea(summary),
        requested_by: request.requestedByEmail,
        requested_at: request.requestedAt,
        tables: guarded,
        summary: describeChange(change),
        effects: await describeEffects(store.db, after, guarded, change.grants),
      },
    ]
  }

  /** The tables of an area that are protected in some database of its application. */
  async function protectedNames({ applicationId, tables }: AreaRecord): Promise<string[]> {
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

  type Decided = { areaId: string; areaName: string }

  async function decide(
    principal: Principal,
    id: string,
    decision: 'approve' | 'decline',
    work: (place: { areaId: string; version: number; request: WaitingRequest | null }) => Promise<string>,
  ): Promise<Decided> {
    const place = await placeOf(principal, id)
    const areaName = await work(place)
    await audit.record({
      action: `area.${decision}-exposure`,
      outcome: 'allowed',
      userId: principal.userId,
      targetKind: 'area',
      targetId: place.areaId,
      targetName: areaName,
      detail: { kind: place.request === null ? 'exposure' : 'change' },
    })
    return { areaId: place.areaId, areaName }
  }

  async function placeOf(principal: Principal, id: string) {
    const exposure = /^exposure:(\d{1,9}):(.{1,200})$/.exec(id)
    if (exposure !== null) return { areaId: exposure[2]!, version: Number(exposure[1]), request: null }
    const request = (await listWaiting(store.db)).find((each) => each.id === id)
    if (request === undefined) throw new AppError('not_found', { detail: goneText })
    const { area } = requireEditable(principal, await findArea(store.db, principal.userId, request.areaId))
    return { areaId: area.id, version: area.version, request }
  }

  return {
    list: async (principal) => {
      const requests = await Promise.all(
        (await listWaiting(store.db)).map((request) => presentRequest(principal, request)),
      )
      const approvals = [...requests.flat(), ...(await exposures(principal))]
      return { approvals, total_count: approvals.length }
    },
    approve: (principal, id) =>
      decide(principal, id, 'approve', async ({ areaId, version, request }) => {
        const { details } = await saver.approve(principal, areaId, version, request)
        return details.area.name
      }),
    decline: (principal, id) =>
      decide(principal, id, 'decline', ({ areaId, version, request }) =>
        store.transaction(async (transaction) => {
          const { area } = requireEditable(principal, await findArea(transaction, principal.userId, areaId))
          if (request !== null) {
            const current = await findWaiting(transaction, areaId)
            if (current?.id !== request.id) throw new AppError('conflict')
            await removeWaiting(transaction, areaId)
          } else {
            if (area.version !== version) throw new AppError('conflict')
            const next = version + 1
            const updatedAt = now().toISOString()
            await updateArea(transaction, { ...area, version: next, declinedVersion: next, updatedAt })
          }
          return area.name
        }),
      ),
    withdraw: async (principal, areaId) => {
      const name = await store.transaction(async (transaction) => {
        const { area } = requireEditable(principal, await findArea(transaction, principal.userId, areaId))
        if ((await findWaiting(transaction, areaId)) === null) throw new AppError('not_found', { detail: goneText })
        await removeWaiting(transaction, areaId)
        return area.name
      })
      const target = { targetKind: 'area', targetId: areaId, targetName: name }
      await audit.record({
        action: 'area.withdraw-request',
        outcome: 'allowed',
        userId: principal.userId,
        ...target,
      })
    },
    waitingTables: async (area) => waitingIn(area, await guardedDatabases(area.applicationId), true),
  }
}

const goneText = 'Nothing waits for approval here. It was decided or withdrawn in the meantime.'

function exposureId({ id, version }: Pick<AreaRecord, 'id' | 'version'>): string {
  return `exposure:${version}:${id}`
}

function exposureText(tables: string[]): string {
  const names = new Intl.ListFormat('en').format(tables)
  return tables.length === 1
    ? `Show the protected table ${names} in this area.`
    : `Show the protected tables ${names} in this area.`
}

function presentArea({ id, name, applicationName, ownerEmail }: AreaSummary) {
  return {
    area_id: id,
    area_name: name,
    application_name: applicationName,
    owner_name: ownerEmail?.split('@')[0] ?? null,
  }
}
