import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'

/** The tables of targets, each with the column that contains the name. */
const named = {
  user: { table: 'users', column: 'email' },
  connection: { table: 'connections', column: 'name' },
  application: { table: 'applications', column: 'name' },
  area: { table: 'areas', column: 'name' },
  group: { table: 'user_groups', column: 'name' },
} as const

/** Finds the current name of a target. Null if it is gone, and for kinds whose names are users' own words. */
export async function findTargetName(db: Kysely<Database>, kind: string, id: string): Promise<string | null> {
  const known = Object.entries(named).find(([name]) => name === kind)?.[1]
  if (known === undefined) return null
  const row = await db
    .selectFrom(known.table)
    .select((select) => select.ref(known.column).as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}
