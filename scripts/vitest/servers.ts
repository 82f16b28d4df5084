import type { TestProject } from 'vitest/node'

/**
 * Starts the database servers that tests share, once for a whole `npm test`. Narrow runs start none: a test file that
 * needs one then starts its own.
 */
export default async function setup(_project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PARLANCE_TEST_SERVERS !== '1') return undefined
  const { startMariadb, startPostgres } = await import('../../packages/drivers/src/testing/index.ts')
  const [postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  if ('url' in postgres) process.env.TEST_POSTGRES_URL = postgres.url
  else process.env.TEST_POSTGRES_SKIP = postgres.skip
  if ('url' in mariadb) process.env.TEST_MYSQL_URL = mariadb.url
  else process.env.TEST_MYSQL_SKIP = mariadb.skip
  return async () => {
    if ('stop' in postgres) await postgres.stop()
    if ('stop' in mariadb) await mariadb.stop()
  }
}
