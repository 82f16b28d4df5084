import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** Bytes of the whole store; null if the engine doesn't report it, for example to a restricted PostgreSQL account. */
export async function storeSize(db: Kysely<Database>, dialect: 'sqlite' | 'postgresql'): Promise<number | null> {
  const query =
    dialect === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  try {
    const { rows } = await query.execute(db)
    return rows[0]?.bytes ?? null
  } catch {
    return null
  }
}
