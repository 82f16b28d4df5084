import type { DatabaseKind } from '@parlance/contract'
import type { ConnectionConfig } from '../contract.ts'
import { driverFor } from '../registry.ts'
import type { EngineSession } from './engine.ts'
import { collect } from './read.ts'

/** A server that the user named for the conformance suite. */
export interface GivenServer {
  /** The account that the driver signs in with; its database must be empty. */
  url: string
  /** The account that creates the suite's tables; by default the same one. */
  adminUrl: string
}

/** Reads `KIND_TEST_URL` and `KIND_TEST_ADMIN_URL`; null unless the driver tests were requested and it is set. */
export function givenServer(kind: DatabaseKind): GivenServer | null {
  const name = `${kind.toUpperCase()}_TEST_URL`
  const url = process.env.PARLANCE_TEST_DRIVERS === '1' ? process.env[name] : undefined
  if (!url) return null
  return { url, adminUrl: process.env[name.replace('_URL', '_ADMIN_URL')] ?? url }
}

const words = new Map<string, boolean>([
  ['true', true],
  ['false', false],
])

/**
 * Reads a connection's settings from `kind://user:password@host:port/database?field=value`. The part after the question
 * mark sets other fields of the connection form. `names` renames parts of the URL for kinds whose form differs.
 */
export function configOfUrl(
  address: string,
  options: { defaultPort: number | null; names?: Record<string, string> },
): ConnectionConfig {
  const url = new URL(address)
  const port = url.port === '' ? options.defaultPort : Number(url.port)
  const fields = [...url.searchParams].map(([name, value]): [string, string | boolean] => [
    name,
    words.get(value) ?? value,
  ])
  const parts: [string, string | number | boolean | null][] = [
    ['host', decodeURIComponent(url.hostname)],
    ['port', port],
    ['database', decodeURIComponent(url.pathname.slice(1))],
    ['username', decodeURIComponent(url.username)],
    ['password', decodeURIComponent(url.password)],
    ...fields,
  ]
  return Object.fromEntries(
    parts
      .filter(([, value]) => value !== '' && value !== null)
      .map(([name, value]) => [options.names?.[name] ?? name, value]),
  )
}

/** Creates the suite's tables on a server of one kind, bypassing the driver. */
export interface Seeder {
  run: (sql: string) => Promise<void>
  /** See EngineSession. */
  countRunning: EngineSession['countRunning']
  close: () => Promise<void>
}

/**
 * Creates the suite's tables in the given server's database, and drops only those at the end.
 * @throws when the database is not empty: it may be in use
 */
export async function startGiven(
  kind: DatabaseKind,
  config: ConnectionConfig,
  seeding: { open: () => Promise<Seeder>; make: string[]; drop: string[] },
): Promise<EngineSession> {
  const connection = await (await driverFor(kind)).connect(config)
  const tables = await collect(connection.introspect())
  await connection.close()
  if (tables.length > 0) {
    throw new Error(
      `The database in ${kind.toUpperCase()}_TEST_URL has ${tables.length} tables. Use an empty database, because the tests create and drop their own tables.`,
    )
  }
  const seeder = await seeding.open()
  for (const sql of seeding.make) await seeder.run(sql)
  const stop = async () => {
    for (const sql of seeding.drop) await seeder.run(sql)
    await seeder.close()
  }
  return { config, countRunning: seeder.countRunning, stop }
}
