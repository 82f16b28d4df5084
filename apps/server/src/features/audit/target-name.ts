import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'

/** Tables of what records are about, each with the column that names a row. */
const named = {
  user: { table: 'users', column: 'email' },
  connection: { table: 'connections', column: 'name' },
  application: { table: 'applications', column: 'name' },
  area: { table: 'areas', column: 'name' },
} as const

/** What a target is called now; null for one that has gone, and for kinds whose names are people's own words. */
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
