import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { expect, test } from 'vitest'
import { loadConfig } from '../apps/server/src/config/config.ts'
import { startServer } from '../apps/server/src/start-server.ts'
import { measureLoad } from './load.ts'

test('measures questions to one of two servers and to both', async ({ skip }) => {
  const postgres = await startPostgres()
  if ('skip' in postgres) return skip(postgres.skip)
  const database = await createPostgresDatabase(postgres.url)
  const folder = mkdtempSync(join(tmpdir(), 'parlance-load-'))
  const environment = { PARLANCE_DATA_DIR: folder, PARLANCE_PORT: '0', PARLANCE_LOG_LEVEL: 'silent' }
  const config = loadConfig({ ...environment, DATABASE_URL: database.url })
  const start = () => startServer(config, () => undefined, { withPages: false })
  const servers = [await start(), await start()]
  try {
    const addresses = servers.map(({ address }) => address)
    const figures = await measureLoad(addresses, folder, database.url, { users: 2, questions: 1, rounds: 1 })
    expect(figures.length).toBe(4)
    expect(figures.every(({ value }) => value > 0)).toBe(true)
  } finally {
    for (const server of servers) await server.stop()
    await database.drop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
