import { message } from '@parlance/contract'
import type { AreaAccessChange, Visibility } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import { areaTarget, changeGrantedGroups } from '../../../effective-rights/group-grants.ts'
import type { ChangedGroups } from '../../../effective-rights/group-grants.ts'
import { addWaiting } from '../guarding/waiting-changes.ts'
import { mayEdit, mayManageAccess, maySee } from '../rights/policy.ts'
import { deleteGrants, findAreaBasics, insertGrant } from '../store/area-store.ts'
import type { AreaBasics, Handle } from '../store/area-store.ts'

/** What a change to an access list did. Users are named by their IDs. */
export interface AccessOutcome {
  granted: string[]
  /** Users whose access waits for an administrator. */
  requested: string[]
  revoked: string[]
  groups: ChangedGroups
}

export const nothingChanged: AccessOutcome = {
  granted: [],
  requested: [],
  revoked: [],
  groups: { granted: [], revoked: [] },
}

export interface AccessChange extends AreaAccessChange {
  areaId: string
  /** Whether new grants wait for an administrator (R24). */
  waits: boolean
  /** A visibility that the same change asks for, and that waits. */
  waitingVisibility?: Visibility | undefined
  now: string
}

/**
 * Grants and revokes access to a restricted area, as a part of a transaction. What a user or group already has is left
 * out of the outcome.
 * @throws AppError area_not_found, forbidden, bad_request if the area is not restricted; not_found or conflict for a user
 *   or group that cannot get access
 */
export async function changeAccess(db: Handle, principal: Principal, change: AccessChange): Promise<AccessOutcome> {
  const { areaId, add, remove, waits, waitingVisibility, now } = change
  const area = await requireManaged(db, principal, areaId, waitingVisibility)
  requireGroupsKnown(principal, change)
  const groups = await changeGrantedGroups(db, areaTarget(areaId), {
    add: change.add_groups,
    remove: change.remove_groups,
    by: principal.userId,
    now,
  })
  const before = new Set(await listGrantees(db, areaId))
  const added = [...new Set(add)].filter((userId) => !remove.includes(userId))
  for (const userId of added) await requireGrantee(db, principal, area, userId)
  const fresh = added.filter((userId) => !before.has(userId))
  const revoked = [...before].filter((userId) => remove.includes(userId))
  await deleteGrants(db, areaId, revoked)
  if (waits) {
    const request = { areaId, requestedBy: principal.userId, requestedAt: now, change: { grants: fresh } }
    if (fresh.length > 0) await addWaiting(db, request)
    return { granted: [], requested: fresh, revoked, groups }
  }
  // Granting again approves a grant that an owner made.
  const isApproved = principal.role === 'ADMIN'
  for (const userId of added) await insertGrant(db, { areaId, userId, by: principal.userId, now, isApproved })
  return { granted: added, requested: [], revoked, groups }
}

/**
 * @param futureVisibility a visibility that the area gets or may get, instead of its own
 * @throws AppError area_not_found, forbidden, bad_request if the area is not restricted
 */
export async function requireManaged(
  db: Handle,
  principal: Principal,
  id: string,
  futureVisibility?: Visibility,
): Promise<AreaBasics> {
  const area = await findAreaBasics(db, principal.userId, id)
  if (area === null || !maySee(principal, area)) throw new AppError('area_not_found')
  if (mayManageAccess(principal, { ...area, visibility: futureVisibility ?? area.visibility })) return area
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

/**
 * Only administrators know groups, so only they may name them.
 * @throws AppError forbidden
 */
export function requireGroupsKnown(
  { role }: Principal,
  { add_groups: added, remove_groups: removed }: Pick<AreaAccessChange, 'add_groups' | 'remove_groups'>,
): void {
  if (role === 'ADMIN' || added.length + removed.length === 0) return
  throw new AppError('forbidden', {
    detail: message('Only administrators can give or take the access of groups.'),
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

async function listGrantees(db: Handle, areaId: string): Promise<string[]> {
  const rows = await db.selectFrom('area_access').select('user_id').where('area_id', '=', areaId).execute()
  return rows.map(({ user_id }) => user_id)
}
