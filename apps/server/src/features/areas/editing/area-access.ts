import { message } from '@parlance/contract'
import type { AreaAccessList, UserAccess } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { AuditService } from '../../audit/service.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { mayEdit, mayManageAccess, maySee } from '../rights/policy.ts'
import type { ExposureGuard } from '../guarding/exposure-guard.ts'
import { findAreaRecord, findAreaBasics, insertGrant, listAreas } from '../store/area-store.ts'
import type { AreaBasics, Handle } from '../store/area-store.ts'
import { addWaiting } from '../guarding/waiting-changes.ts'

export type AreaAccess = UserAccess['business_areas'][number]

/** Manages who may use a restricted area. For its owner and administrators. */
export interface AreaAccessService {
  /** @throws AppError area_not_found, forbidden, bad_request if the area is not restricted */
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
  /** Lists the restricted areas whose access the caller manages, and whether `userId` has access to each. */
  listAccess(principal: Principal, userId: string): Promise<AreaAccess[]>
  /** Grants or revokes access. Revoking access that a user doesn't have succeeds. Throws like `grant`. */
  setAccess(principal: Principal, areaId: string, change: { userId: string; hasAccess: boolean }): Promise<void>
}

export function createAreaAccess(
  { store, now }: AppContext,
  { audit, guard }: { audit: AuditService; guard: Pick<ExposureGuard, 'showsProtected'> },
): AreaAccessService {
  const record = (action: string, by: Principal, area: AreaBasics, userId: string) =>
    audit.record({
      action,
      outcome: 'allowed',
      userId: by.userId,
      targetKind: 'area',
      targetId: area.id,
      targetName: area.name,
      detail: { user: userId },
    })

  /** Only administrators give access to an area with protected tables. A grant by an owner waits (R24). */
  async function mustWait(principal: Principal, areaId: string): Promise<boolean> {
    if (principal.role === 'ADMIN') return false
    const area = await findAreaRecord(store.db, areaId)
    return area !== null && guard.showsProtected(area)
  }

  /** @returns whether the grant waits for an administrator */
  async function grant(principal: Principal, areaId: string, userId: string): Promise<boolean> {
    await requireManaged(store.db, principal, areaId)
    const isWaiting = await mustWait(principal, areaId)
    const moment = now().toISOString()
    const { area, waits } = await store.transaction(async (transaction) => {
      const managed = await requireManaged(transaction, principal, areaId)
      await requireGrantee(transaction, principal, managed, userId)
      const isNew = !(await listGrants(transaction, areaId)).access_list.some(({ user_id }) => user_id === userId)
      if (isWaiting && isNew) {
        const request = { areaId, requestedBy: principal.userId, requestedAt: moment, change: { grants: [userId] } }
        await addWaiting(transaction, request)
        return { area: managed, waits: true }
      }
      const isApproved = principal.role === 'ADMIN'
      await insertGrant(transaction, { areaId, userId, by: principal.userId, now: moment, isApproved })
      return { area: managed, waits: false }
    })
    await record(waits ? 'area.request-grant' : 'area.grant', principal, area, userId)
    return waits
  }

  /** @returns whether there was a grant */
  async function revoke(principal: Principal, areaId: string, userId: string): Promise<boolean> {
    const { area, hadAccess } = await store.transaction(async (transaction) => {
      const managed = await requireManaged(transaction, principal, areaId)
      const { numDeletedRows } = await transaction
        .deleteFrom('area_access')
        .where('area_id', '=', areaId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return { area: managed, hadAccess: numDeletedRows > 0n }
    })
    if (hadAccess) await record('area.revoke', principal, area, userId)
    return hadAccess
  }

  return {
    list: async (principal, areaId) => {
      await requireManaged(store.db, principal, areaId)
      return listGrants(store.db, areaId)
    },
    isListed: async (principal, area, userId) =>
      mayManageAccess(principal, area) &&
      (await grantsQuery(store.db, area.id).where('users.id', '=', userId).execute()).length > 0,
    grant: async (principal, areaId, userId) => {
      const isWaiting = await grant(principal, areaId, userId)
      const list = await listGrants(store.db, areaId)
      return isWaiting ? { ...list, status: 'pending_approval' } : list
    },
    revoke: async (principal, areaId, userId) => {
      if (await revoke(principal, areaId, userId)) return listGrants(store.db, areaId)
      throw new AppError('not_found', { detail: message('This user has no access to this business area.') })
    },
    listAccess: async (principal, userId) => {
      // List the areas as the affected user, whose grants these are. The right to manage them is the caller's.
      const areas = await listAreas(store.db, userId, null)
      return areas
        .filter((area) => mayManageAccess(principal, area))
        .map((area) => ({
          area_id: area.id,
          area_name: area.name,
          description: area.description,
          visibility: 'restricted',
          user_id: area.ownerId,
          is_owner: area.ownerId === userId,
          has_access: area.ownerId === userId || area.isGranted,
        }))
    },
    setAccess: async (principal, areaId, { userId, hasAccess }) => {
      if (hasAccess) await grant(principal, areaId, userId)
      else await revoke(principal, areaId, userId)
    },
  }
}

async function requireManaged(db: Handle, principal: Principal, id: string): Promise<AreaBasics> {
  const area = await findAreaBasics(db, principal.userId, id)
  if (area === null || !maySee(principal, area)) throw new AppError('area_not_found')
  if (mayManageAccess(principal, area)) return area
  if (mayEdit(principal, area)) {
    throw new AppError('bad_request', {
      detail: message(
        'You can manage access only for business areas with restricted visibility. Change the visibility first.',
      ),
    })
  }
  throw new AppError('forbidden', {
    detail: message('Only the owner and administrators can manage access to this business area.'),
  })
}

async function requireGrantee(db: Handle, principal: Principal, area: AreaBasics, userId: string): Promise<void> {
  const columns = ['email', 'status', 'is_active'] as const
  const user = await db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst()
  const isActive = user?.status === 'A' && user.is_active === 1
  if (user === undefined || (!isActive && principal.role !== 'ADMIN')) {
    throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
  }
  if (userId === area.ownerId) {
    throw new AppError('conflict', {
      detail: message('{email} owns this business area and already has access.', { email: user.email }),
    })
  }
  if (!isActive) {
    throw new AppError('conflict', {
      detail: message('The account {email} is not active. Activate it before granting access.', { email: user.email }),
    })
  }
}

async function listGrants(db: Handle, areaId: string): Promise<AreaAccessList> {
  const rows = await grantsQuery(db, areaId).execute()
  return { access_list: rows.map(({ id, email, username }) => ({ user_id: id, user_name: username, email })) }
}

function grantsQuery(db: Handle, areaId: string) {
  return db
    .selectFrom('area_access')
    .innerJoin('users', 'users.id', 'area_access.user_id')
    .select(['users.id', 'users.email', 'users.username'])
    .where('area_access.area_id', '=', areaId)
    .orderBy('users.email_key')
}
