import type { DefinitionKind, UsedDefinition } from '@parlance/contract'
import type { Handle } from './area-store.ts'

/** Days that are kept. */
const keptDays = 400
const dayMs = 24 * 60 * 60 * 1000

/** How often a definition was used on one day. */
export interface UsageDay {
  kind: DefinitionKind
  name: string
  day: string
  answers: number
}

/** Counts an answer for each definition that it used, and forgets old days. */
export async function countUsage(
  db: Handle,
  areaId: string,
  used: readonly Pick<UsedDefinition, 'kind' | 'name'>[],
  now: Date,
): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  for (const { kind, name } of used) {
    await db
      .insertInto('definition_usage')
      .values({ area_id: areaId, kind, name: name.toLowerCase(), day, answers: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['area_id', 'kind', 'name', 'day'])
          .doUpdateSet((set) => ({ answers: set('definition_usage.answers', '+', 1) })),
      )
      .execute()
  }
  const oldest = new Date(now.getTime() - keptDays * dayMs).toISOString().slice(0, 10)
  await db.deleteFrom('definition_usage').where('area_id', '=', areaId).where('day', '<', oldest).execute()
}

/** Lists the days on which answers used the definitions of an area, oldest first. Names are in lower case. */
export async function listUsage(db: Handle, areaId: string, since: string): Promise<UsageDay[]> {
  const rows = await db
    .selectFrom('definition_usage')
    .select(['kind', 'name', 'day', 'answers'])
    .where('area_id', '=', areaId)
    .where('day', '>=', since)
    .orderBy('day')
    .execute()
  return rows
}
