import { message } from '@parlance/contract'
import type { AreaAccessChange, AreaAccessList, UserAccess } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import { noAccessChange } from '../../../effective-rights/granted.ts'
import { areaTarget, countGrantedGroups, listGrantedGroups } from '../../../effective-rights/group-grants.ts'
import type { ChangedGroup, ChangedGroups } from '../../../effective-rights/group-grants.ts'
import type { AuditRecord, AuditService } from '../../audit/service.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { mayManageAccess } from '../rights/policy.ts'
import type { ExposureGuard } from '../guarding/exposure-guard.ts'
import { findAreaRecord, insertGrant, listAreas } from '../store/area-store.ts'
import type { AreaBasics, Handle } from '../store/area-store.ts'
import { changeAccess, requireManaged, type AccessOutcome } from './change-access.ts'

export type AreaAccess = Omit<UserAccess['business_areas'][number], 'groups'>

/** Manages who may use a restricted area. For its owner and administrators. */
export interface AreaAccessService {
  /** Lists the users and groups with access, also those who have it only once the area is restricted. @throws AppError area_not_found, forbidden */
  list(principal: Principal, areaId: string): Promise<AreaAccessList>
  /** Whether a user is on the access list, as far as the caller may read it. */
  isListed(
    principal: Principal,
    area: Pick<AreaRecord, 'id' | 'ownerId' | 'visibility'>,
    userId: string,
  ): Promise<boolean>
  /**
   * Grants access. Repeated calls have no further effect.
   * @throws AppError like `list`; not_found for an unknown user; for an account that is not active, conflict for an
   *   administrator and not_found for an owner, who may not look up accounts; conflict for the area's owner
   */
  grant(principal: Principal, areaId: string, userId: string): Promise<AreaAccessList>
  /** Throws like `list`. @throws AppError not_found if there was no grant */
  revoke(principal: Principal, areaId: string, userId: string): Promise<AreaAccessList>
  /** Lists the restricted areas whose access the caller manages, and whether each was granted to `userId` by name. */
  listAccess(principal: Principal, userId: string): Promise<AreaAccess[]>
  /**
   * Grants an area to a person who is being invited, as a part of an administrator's transaction.
   * @throws AppError area_not_found, forbidden, bad_request if the area is not restricted
   */
  grantInvited(db: Handle, admin: Principal, areaId: string, userId: string): Promise<void>
  /**
   * Grants and revokes the access of groups as a part of a transaction.
   * @returns what to record in the audit log after it
   * @throws AppError area_not_found, forbidden, bad_request if the area is not restricted, not_found for a group
   */
  changeGroups(
    transaction: Handle,
    principal: Principal,
    areaId: string,
    change: { add: string[]; remove: string[] },
  ): Promise<AuditRecord[]>
  /** Grants or revokes access. Revoking access that a user doesn't have succeeds. Throws like `grant`. */
  setAccess(principal: Principal, areaId: string, change: { userId: string; hasAccess: boolean }): Promise<void>
}

export function createAreaAccess(
  { store, now }: AppContext,
  { audit, guard }: { audit: AuditService; guard: Pick<ExposureGuard, 'showsProtected'> },
): AreaAccessService {
  /** Only administrators give access to an area with protected tables. A grant by an owner waits (R24). */
  async function mustWait(principal: Principal, areaId: string): Promise<boolean> {
    if (principal.role === 'ADMIN') return false
    const area = await findAreaRecord(store.db, areaId)
    return area !== null && guard.showsProtected(area)
  }

  async function change(principal: Principal, areaId: string, wanted: AreaAccessChange): Promise<AccessOutcome> {
    await requireManaged(store.db, principal, areaId)
    const waits = await mustWait(principal, areaId)
    const { area, outcome } = await store.transaction(async (transaction) => ({
      area: await requireManaged(transaction, principal, areaId),
      outcome: await changeAccess(transaction, principal, { ...wanted, areaId, waits, now: now().toISOString() }),
    }))
    await recordAccess(audit, principal, area, outcome)
    return outcome
  }

  const grant = (principal: Principal, areaId: string, userId: string) =>
    change(principal, areaId, { ...noAccessChange, add: [userId] })
  const revoke = (principal: Principal, areaId: string, userId: string) =>
    change(principal, areaId, { ...noAccessChange, remove: [userId] })

  return {
    list: async (principal, areaId) => {
      // The editor shows the list before the area becomes restricted.
      await requireManaged(store.db, principal, areaId, 'restricted')
      return listGrants(store.db, principal, areaId)
    },
    isListed: async (principal, area, userId) =>
      mayManageAccess(principal, area) &&
      (await grantsQuery(store.db, area.id).where('users.id', '=', userId).execute()).length > 0,
    grant: async (principal, areaId, userId) => {
      const { requested } = await grant(principal, areaId, userId)
      const list = await listGrants(store.db, principal, areaId)
      return requested.length > 0 ? { ...list, status: 'pending_approval' } : list
    },
    revoke: async (principal, areaId, userId) => {
      const { revoked } = await revoke(principal, areaId, userId)
      if (revoked.length > 0) return listGrants(store.db, principal, areaId)
      throw new AppError('not_found', { detail: message('This user has no access to this business area.') })
    },
    listAccess: async (principal, userId) => {
      // List the areas as the affected user, whose grants these are. The right to manage them is the caller's.
      const areas = await listAreas(store.db, userId, null)
      const grants = store.db.selectFrom('area_access').select('area_id').where('user_id', '=', userId)
      const granted = new Set((await grants.execute()).map(({ area_id }) => area_id))
      return areas
        .filter((area) => mayManageAccess(principal, area))
        .map((area) => ({
          area_id: area.id,
          area_name: area.name,
          description: area.description,
          visibility: 'restricted',
          user_id: area.ownerId,
          is_owner: area.ownerId === userId,
          has_access: area.ownerId === userId || granted.has(area.id),
        }))
    },
    grantInvited: async (db, admin, areaId, userId) => {
      await requireManaged(db, admin, areaId)
      await insertGrant(db, { areaId, userId, by: admin.userId, now: now().toISOString(), isApproved: true })
    },
    changeGroups: async (transaction, principal, areaId, { add, remove }) => {
      const area = await requireManaged(transaction, principal, areaId)
      const { groups } = await changeAccess(transaction, principal, {
        ...noAccessChange,
        add_groups: add,
        remove_groups: remove,
        areaId,
        waits: false,
        now: now().toISOString(),
      })
      return groupRecords(principal, area, groups)
    },
    setAccess: async (principal, areaId, { userId, hasAccess }) => {
      if (hasAccess) await grant(principal, areaId, userId)
      else await revoke(principal, areaId, userId)
    },
  }
}

/** Records each grant and revocation in the audit log. */
export async function recordAccess(
  audit: Pick<AuditService, 'record'>,
  by: Principal,
  area: Pick<AreaBasics, 'id' | 'name'>,
  { granted, requested, revoked, groups }: AccessOutcome,
): Promise<void> {
  const entries = [
    ...granted.map((user) => ({ action: 'area.grant', user }) as const),
    ...requested.map((user) => ({ action: 'area.request-grant', user }) as const),
    ...revoked.map((user) => ({ action: 'area.revoke', user }) as const),
  ]
  const target = { targetKind: 'area', targetId: area.id, targetName: area.name } as const
  for (const { action, user } of entries) {
    await audit.record({ action, outcome: 'allowed', userId: by.userId, ...target, detail: { user } })
  }
  for (const record of groupRecords(by, area, groups)) await audit.record(record)
}

function groupRecords(
  { userId }: Principal,
  { id, name }: Pick<AreaBasics, 'id' | 'name'>,
  { granted, revoked }: ChangedGroups,
): AuditRecord[] {
  const target = { outcome: 'allowed', userId, targetKind: 'area', targetId: id, targetName: name } as const
  const recordOf = (action: AuditRecord['action'], group: ChangedGroup) => ({
    action,
    ...target,
    detail: { group_name: group.name },
  })
  return [
    ...granted.map((group) => recordOf('area.grant-group', group)),
    ...revoked.map((group) => recordOf('area.revoke-group', group)),
  ]
}

/** Only administrators see which groups have access. */
async function listGrants(db: Handle, { role }: Principal, areaId: string): Promise<AreaAccessList> {
  const rows = await grantsQuery(db, areaId).execute()
  const target = areaTarget(areaId)
  return {
    access_list: rows.map(({ id, email, username }) => ({ user_id: id, user_name: username, email })),
    group_count: await countGrantedGroups(db, target),
    ...(role === 'ADMIN' && { groups: await listGrantedGroups(db, target) }),
  }
}

function grantsQuery(db: Handle, areaId: string) {
  return db
    .selectFrom('area_access')
    .innerJoin('users', 'users.id', 'area_access.user_id')
    .select(['users.id', 'users.email', 'users.username'])
    .where('area_access.area_id', '=', areaId)
    .orderBy('users.email_key')
}
