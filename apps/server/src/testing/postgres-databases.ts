import { createPostgresDatabase } from '@parlance/drivers/testing'
import pg from 'pg'

/** What a template contains besides empty tables. */
interface Contents {
  /** Changes with every table, column, and other object that is created, changed, or dropped. */
  schema: string
  /** The rows of each table that has some, as JSON. */
  rows: Record<string, string>
}

interface CopiedDatabase {
  url: string
  /** Stays connected, because a new connection reads the catalogs again. */
  client: pg.Client
  drop(): Promise<void>
}

/** Databases like a template. The next test gets that of a finished one, emptied: a new one costs twice as much. */
export interface CopiedDatabases {
  take(): Promise<LentDatabase>
  drop(): Promise<void>
}

export interface LentDatabase {
  url: string
  /** The next test may get the database. A second call does nothing, because the database may be lent again. */
  giveBack(): void
}

/** @param template the URL of a migrated database that no one uses */
export async function copiesOf(serverUrl: string, template: string): Promise<CopiedDatabases> {
  const reader = await connect(template)
  const contents = await readContents(reader)
  await reader.end()
  const free: CopiedDatabase[] = []
  const find = async (): Promise<CopiedDatabase> => {
    const database = free.pop()
    if (database === undefined) return copy(serverUrl, template)
    const isLikeNew = await empty(database.client, contents).catch(() => false)
    if (isLikeNew) return database
    await database.drop()
    return copy(serverUrl, template)
  }
  return {
    take: async () => {
      const database = await find()
      let isLent = true
      const giveBack = () => {
        if (isLent) free.push(database)
        isLent = false
      }
      return { url: database.url, giveBack }
    },
    drop: async () => {
      for (const database of free.splice(0)) await database.drop()
    },
  }
}

async function copy(serverUrl: string, template: string): Promise<CopiedDatabase> {
  const { url, drop } = await createPostgresDatabase(serverUrl, template)
  const client = await connect(url)
  return {
    url,
    client,
    drop: async () => {
      await client.end().catch(() => undefined)
      await drop()
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The id of the first object that isn't PostgreSQL's own. */
const firstId = 16384
const catalogs = {
  pg_class: 'oid',
  pg_attribute: 'attrelid',
  pg_index: 'indrelid',
  pg_constraint: 'oid',
  pg_trigger: 'tgrelid',
  pg_proc: 'oid',
  pg_type: 'oid',
  pg_namespace: 'oid',
}
/** The number of rows in each catalog and the last transaction that wrote one: a change of the schema changes them. */
const schemaQuery = `SELECT concat_ws(' ', ${Object.entries(catalogs)
  .map(([name, id]) => `(SELECT (count(*), max(xmin::text::bigint)) FROM ${name} WHERE ${id} >= ${firstId})`)
  .join(', ')}) AS schema`
const filledQuery = `SELECT relname FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0`
const othersQuery = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_get_activity(NULL) a, pg_database d
  WHERE d.oid = a.datid AND d.datname = current_database() AND pid <> pg_backend_pid()`

const rowsQuery = (table: string): string => `SELECT json_agg(t ORDER BY t::text)::text AS rows FROM ${table} t`

async function readContents(client: pg.Client): Promise<Contents> {
  const { rows: filled } = await client.query<{ relname: string }>(filledQuery)
  const rows: Record<string, string> = {}
  for (const { relname } of filled) rows[relname] = (await client.query(rowsQuery(relname))).rows[0].rows
  return { schema: (await client.query(schemaQuery)).rows[0].schema, rows }
}

/** Makes a database like its template again. @returns false if the schema isn't the same, so that it can't be used */
async function empty(client: pg.Client, contents: Contents): Promise<boolean> {
  const tables = Object.keys(contents.rows)
  const queries = [othersQuery, filledQuery, schemaQuery, ...tables.map(rowsQuery)]
  const [, filled, schema, ...rows] = (await client.query(queries.join(';'))) as unknown as pg.QueryResult[]
  if (schema?.rows[0].schema !== contents.schema) return false
  const changed = tables.filter((table, index) => rows[index]?.rows[0].rows !== contents.rows[table])
  const used = (filled?.rows ?? []).map(({ relname }) => String(relname)).filter((name) => !tables.includes(name))
  const cleared = [...used, ...changed]
  if (cleared.length === 0) return true
  const statements = [
    // References are checked by triggers, which this turns off, so the order of the tables doesn't matter.
    'SET LOCAL session_replication_role = replica',
    ...cleared.map((table) => `DELETE FROM ${table}`),
    ...changed.map((table) => {
      const json = client.escapeLiteral(contents.rows[table] ?? '[]')
      return `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${json})`
    }),
  ]
  await client.query(`BEGIN; ${statements.join(';')}; COMMIT`)
  // Without it, new rows would be stored among the deleted ones, in a different order than in a new database.
  await client.query(`VACUUM ${cleared.join(', ')}`)
  return true
}
