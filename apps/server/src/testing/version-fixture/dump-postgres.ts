import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { createPostgresDatabase } from '@parlance/drivers/testing'
import { backupTables, leftOut } from '../../store/backup/backup-tables.ts'
import { migrate } from '../../store/migrate.ts'
import { storeTypes } from '../../store/open-postgres.ts'
import type { Database } from '../../store/schema.ts'

/** A PostgreSQL store as SQL text: the statements of this version's migrations, then one row per line. */
export async function dumpPostgres(serverUrl: string, storeUrl: string): Promise<string> {
  const definitions = await readDefinitions(serverUrl)
  const rows = await readRows(storeUrl)
  return [...definitions, ...rows].map((statement) => `${statement};\n`).join('')
}

/** The migrations run on an empty database, so only their tables and indexes matter. */
async function readDefinitions(serverUrl: string): Promise<string[]> {
  const database = await createPostgresDatabase(serverUrl)
  const statements: string[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: openPool(database.url) }),
    log: ({ query }) => void statements.push(query.sql.replaceAll(/\s+/g, ' ').trim()),
  })
  try {
    await migrate(db, 'postgresql')
  } finally {
    await db.destroy()
    await database.drop()
  }
  return statements.filter((statement) => /^(create|alter|drop) /i.test(statement))
}

/** Every table after those that it references. */
async function readRows(storeUrl: string): Promise<string[]> {
  const pool = openPool(storeUrl)
  const statements: string[] = []
  try {
    for (const table of ['schema_migrations', ...backupTables, ...leftOut]) {
      const { rows } = await pool.query<Record<string, unknown>>(`select * from "${table}"`)
      for (const row of rows) {
        const columns = Object.keys(row).map((name) => `"${name}"`)
        statements.push(
          `insert into "${table}" (${columns.join(', ')}) values (${Object.values(row).map(literal).join(', ')})`,
        )
      }
    }
  } finally {
    await pool.end()
  }
  return statements
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, types: storeTypes })
  // If the server closes a connection first, the error would end the process.
  pool.on('error', () => undefined)
  return pool
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  throw new Error(`A store has no values like ${typeof value}`)
}
