import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

/**
 * Creates the folder for the temporary files of one run, and removes it at the end, because workers are stopped by a
 * signal and cannot. A full `npm test` also starts the database servers and builds the pages that tests share. Narrow
 * runs don't: a test file that needs a server then starts its own.
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
  const [postgres, mariadb] = await Promise.all([startPostgres(), startMariadb(), buildPages()])
  if ('url' in postgres) process.env.TEST_POSTGRES_URL = postgres.url
  else process.env.TEST_POSTGRES_SKIP = postgres.skip
  if ('url' in mariadb) process.env.TEST_MYSQL_URL = mariadb.url
  else process.env.TEST_MYSQL_SKIP = mariadb.skip
  return async () => {
    if ('stop' in postgres) await postgres.stop()
    if ('stop' in mariadb) await mariadb.stop()
  }
}

/** In its own process, because a build changes the environment. */
async function buildPages(): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  const program = ['--disable-warning=ExperimentalWarning', 'apps/server/src/cli/build.ts']
  await promisify(execFile)(process.execPath, program, { cwd: root })
}
