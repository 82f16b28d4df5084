import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/**
 * Creates the folder for the temporary files of one run, and removes it at the end, because workers are stopped by a
 * signal and cannot. A full `npm test` also starts the database servers that tests share. Narrow runs don't: a test file
 * that needs a server then starts its own.
 */
export default async function setup(_project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-test-'))
  // Every user can write to the folder, because the database servers run as a different user.
  chmodSync(folder, 0o1777)
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  const stopServers = process.env.PARLANCE_TEST_SERVERS === '1' ? await startServers() : async () => {}
  return async () => {
    await stopServers()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startServers(): Promise<() => Promise<void>> {
  const { startMariadb, startPostgres } = await import('../../packages/drivers/src/testing/index.ts')
  const [postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  if (!process.env.TEST_POSTGRES_URL) process.env.TEST_POSTGRES_IS_OWN = '1'
  if ('url' in postgres) process.env.TEST_POSTGRES_URL = postgres.url
  else process.env.TEST_POSTGRES_SKIP = postgres.skip
  if ('url' in mariadb) process.env.TEST_MYSQL_URL = mariadb.url
  else process.env.TEST_MYSQL_SKIP = mariadb.skip
  return async () => {
    if ('stop' in postgres) await postgres.stop()
    if ('stop' in mariadb) await mariadb.stop()
  }
}
