import { message, type AreaApprovals } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { AuditService } from '../../audit/service.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { AreaScopes } from '../scoping/area-scopes.ts'
import { requireEditable } from '../rights/guards.ts'
import type { ReadDatabases } from '../scoping/known-databases.ts'
import type { AreaSaver } from '../editing/save-area.ts'
import { createApprovalLister } from './list-approvals.ts'
import { findArea, updateArea } from '../store/area-store.ts'
import { findWaiting, listWaiting, removeWaiting } from '../guarding/waiting-changes.ts'
import type { WaitingRequest } from '../guarding/waiting-changes.ts'

/** Decides about areas that show protected tables (R24). Every call except `withdraw` is for administrators. */
export interface ApprovalsService {
  /**
   * Lists the changes that owners asked for, and the areas with protected tables that no administrator has approved.
   */
  list(principal: Principal): Promise<AreaApprovals>
  /** @throws AppError not_found; conflict if it changed after it was listed; area_invalid */
  approve(principal: Principal, id: string): Promise<{ areaId: string; areaName: string }>
  /** Throws like `approve`. */
  decline(principal: Principal, id: string): Promise<{ areaId: string; areaName: string }>
  /** Withdraws the owner's own pending change. @throws AppError area_not_found, forbidden, not_found */
  withdraw(principal: Principal, areaId: string): Promise<void>
  /** The area's protected tables that stay closed until an administrator approves them. */
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
  const lister = createApprovalLister({ store }, { scopes, readDatabases })

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
    list: (principal) => lister.list(principal),
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
      const target = { targetKind: 'area', targetId: areaId, targetName: name } as const
      await audit.record({
        action: 'area.withdraw-request',
        outcome: 'allowed',
        userId: principal.userId,
        ...target,
      })
    },
    waitingTables: (area) => lister.waitingTables(area),
  }
}

const goneText = message(
  'This change is no longer pending. It was approved, declined, or withdrawn. Reload to see the current state.',
)
