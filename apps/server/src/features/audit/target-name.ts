import type { Kysely } from 'kysely'
import { prepared } from '../../store/prepared.ts'
import type { Database } from '../../store/schema.ts'

type NamedTable = 'connections' | 'applications' | 'areas' | 'user_groups'

const nameIn = (table: NamedTable) =>
  prepared((db, id: string) => db.selectFrom(table).select('name').where('id', '=', id))

/** How to find the name of each kind of target. */
const named = {
  user: prepared((db, id: string) => db.selectFrom('users').select('email as name').where('id', '=', id)),
  connection: nameIn('connections'),
  application: nameIn('applications'),
  area: nameIn('areas'),
  group: nameIn('user_groups'),
} as const

/** Finds the current name of a target. Null if it is gone, and for kinds whose names are users' own words. */
export async function findTargetName(db: Kysely<Database>, kind: string, id: string): Promise<string | null> {
  const known = Object.entries(named).find(([name]) => name === kind)?.[1]
  if (known === undefined) return null
  const [row] = await known(db, id)
  return row?.name ?? null
}
