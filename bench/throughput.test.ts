import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../apps/server/src/config/config.ts'
import { startServer } from '../apps/server/src/start-server.ts'
import { makeSqlite } from './measured-database.ts'
import { measureThroughput } from './throughput.ts'

test('measures results for several users at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-throughput-'))
  const config = loadConfig({ PARLANCE_DATA_DIR: folder, PARLANCE_PORT: '0', PARLANCE_LOG_LEVEL: 'silent' })
  const server = await startServer(config, () => undefined, { withPages: false })
  try {
    const crowd = { users: 3, times: 1, rounds: 1, timesBefore: 1 }
    const figures = await measureThroughput(server, folder, [makeSqlite(folder, 1000)], crowd)
    expect(figures.length).toBe(6)
    expect(figures.every(({ value }) => value > 0)).toBe(true)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
