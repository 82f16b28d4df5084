import { message } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { mayEdit, maySee, mayUse } from './policy.ts'
import { findArea } from '../store/area-store.ts'
import type { AreaDetails, Handle } from '../store/area-store.ts'

/** @throws AppError area_not_found, also if the caller may not know that the area exists */
export function requireVisible(principal: Principal, details: AreaDetails | null): AreaDetails {
  if (details === null || !maySee(principal, details.summary)) throw new AppError('area_not_found')
  return details
}

/** @throws AppError area_not_found, forbidden */
export function requireEditable(principal: Principal, details: AreaDetails | null): AreaDetails {
  const visible = requireVisible(principal, details)
  if (mayEdit(principal, visible.area)) return visible
  throw new AppError('forbidden', {
    detail: message('Only the owner or administrators can change this business area.'),
  })
}

/** @throws AppError conflict */
export function requireVersion({ version }: AreaRecord, expected: number | null): void {
  if (expected !== null && expected !== version) throw new AppError('conflict')
}

/** Checks that the caller may ask questions in the area. @throws AppError forbidden */
export async function requireUsable(db: Handle, principal: Principal, area: AreaRecord): Promise<void> {
  const summary = (await findArea(db, principal.userId, area.id))?.summary
  if (mayUse(principal, { ...area, isGranted: summary?.isGranted ?? false })) return
  throw new AppError('forbidden', { detail: privateText })
}

export const privateText = message('Only the owner of a private business area can ask questions in it.')

/** @throws AppError not_found, conflict */
export async function requireActiveUser(db: Handle, userId: string): Promise<void> {
  const user = await db.selectFrom('users').select(['status', 'is_active']).where('id', '=', userId).executeTakeFirst()
  if (user === undefined)
    throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
  if (user.status !== 'A' || user.is_active === 0) {
    throw new AppError('conflict', { detail: message('This account is not active. Activate it first.') })
  }
}
