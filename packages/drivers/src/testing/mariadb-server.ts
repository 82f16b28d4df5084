import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import {
  freePort,
  makeServerFolder,
  runCommand,
  startServer,
  unprivilegedIds,
  type TestServer,
} from './server-process.ts'

const password = 'for-tests-only'
const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/usr/libexec', '/opt/homebrew/bin']

/**
 * Starts a MariaDB or MySQL server for tests: the one in TEST_MYSQL_URL, otherwise a private one from an installed
 * mariadbd, with its own port and folder, which ends with this process. The URL's user has all rights.
 */
export async function startMariadb(): Promise<TestServer> {
  const given = process.env.TEST_MYSQL_URL
  if (given) return { url: given, stop: async () => {} }
  if (process.env.TEST_MYSQL_SKIP) return { skip: process.env.TEST_MYSQL_SKIP }
  return await startPrivateMariadb()
}

/** Starts a private server with additional mariadbd flags, whatever TEST_MYSQL_URL says. */
export async function startPrivateMariadb(flags: string[] = []): Promise<TestServer> {
  const server = findProgram('mariadbd')
  const install = findProgram('mariadb-install-db')
  if (!server || !install) return { skip: 'MariaDB: mariadbd is not installed and TEST_MYSQL_URL is not set' }
  try {
    return await startPrivateServer(server, install, flags)
  } catch (error) {
    return { skip: `MariaDB: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Creates a new database on a test server, so that test files don't interfere with each other. */
export async function createMariadbDatabase(serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOnServer(serverUrl, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnServer(serverUrl, `DROP DATABASE IF EXISTS ${name}`) }
}

async function startPrivateServer(server: string, install: string, given: string[]): Promise<TestServer> {
  const ids = unprivilegedIds()
  const folder = makeServerFolder('mariadb', ids)
  const data = join(folder, 'data')
  const common = ['--no-defaults', `--datadir=${data}`]
  await runCommand(install, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    ...ids,
    cwd: folder,
  })
  const port = await freePort()
  const socket = join(folder, 'socket')
  const flags = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${socket}`,
    `--pid-file=${join(folder, 'pid')}`,
    // A server clears its folder for temporary files when it starts, including files of another server.
    `--tmpdir=${folder}`,
    ...given,
  ]
  const { stop } = await startServer(server, [...common, ...flags, '--innodb-flush-log-at-trx-commit=0'], {
    ...ids,
    folder,
    isReady: () => runOnServer(`mysql://root@127.0.0.1:${port}/mysql`, 'SELECT 1'),
  })
  const account = `'tester'@'127.0.0.1' IDENTIFIED BY '${password}'`
  await runOnServer(`mysql://root@127.0.0.1:${port}/mysql`, `GRANT ALL ON *.* TO ${account} WITH GRANT OPTION`)
  return { url: `mysql://tester:${password}@127.0.0.1:${port}/mysql`, stop }
}

function findProgram(name: string): string | null {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

async function runOnServer(url: string, sql: string): Promise<void> {
  const connection = await mysql.createConnection(url)
  try {
    await connection.query(sql)
  } finally {
    await connection.end()
  }
}
