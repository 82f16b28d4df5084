import type { AppContext } from '../../../context/context.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { toRecord } from '../store/area-row.ts'
import { updateArea } from '../store/area-store.ts'
import type { Handle } from '../store/area-store.ts'
import { momentAfter } from './write-area.ts'

/**
 * Gives every area of one user to another, as a part of an administrator's transaction. What was approved stays approved
 * for the new owner, as with a single transfer.
 * @returns how many
 */
export async function inheritAreas(
  db: Handle,
  { from, to }: { from: string; to: string },
  { now }: Pick<AppContext, 'now'>,
): Promise<number> {
  const rows = await db.selectFrom('areas').selectAll().where('owner_id', '=', from).execute()
  for (const area of rows.map(toRecord)) await updateArea(db, ownedBy(area, to, now()))
  return rows.length
}

function ownedBy(area: AreaRecord, ownerId: string, now: Date): AreaRecord {
  const approved = area.approved === null ? null : { ...area.approved, ownerId }
  return { ...area, ownerId, approved, version: area.version + 1, updatedAt: momentAfter(area.updatedAt, now) }
}
