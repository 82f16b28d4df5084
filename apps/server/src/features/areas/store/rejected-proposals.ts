import { mostRejectedProposals } from '@parlance/contract'
import type { Handle } from './area-store.ts'

/** The keys of the proposals that were rejected for an area. */
export async function listRejected(db: Handle, areaId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('rejected_proposals').select('proposal_key').where('area_id', '=', areaId).execute()
  return new Set(rows.map((row) => row.proposal_key))
}

/** Remembers rejected proposals of an area, and forgets the oldest of too many. */
export async function reject(
  db: Handle,
  { areaId, userId, keys, now }: { areaId: string; userId: string; keys: readonly string[]; now: Date },
): Promise<void> {
  const values = [...new Set(keys)].map((proposal_key) => ({
    area_id: areaId,
    proposal_key,
    user_id: userId,
    rejected_at: now.toISOString(),
  }))
  await db
    .insertInto('rejected_proposals')
    .values(values)
    .onConflict((conflict) => conflict.columns(['area_id', 'proposal_key']).doNothing())
    .execute()
  const oldest = await db
    .selectFrom('rejected_proposals')
    .select('proposal_key')
    .where('area_id', '=', areaId)
    .orderBy('rejected_at', 'desc')
    .offset(mostRejectedProposals)
    .limit(1000)
    .execute()
  if (oldest.length === 0) return
  const gone = oldest.map((row) => row.proposal_key)
  await db.deleteFrom('rejected_proposals').where('area_id', '=', areaId).where('proposal_key', 'in', gone).execute()
}
