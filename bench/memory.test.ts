import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../apps/server/src/config/config.ts'
import { startServer } from '../apps/server/src/start-server.ts'
import { openBenchDatabase } from './catalogue-engines.ts'
import { measureMemory } from './memory.ts'
import { memoryOf } from './product.ts'

test('measures the memory of a server that answers questions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-memory-'))
  const config = loadConfig({ PARLANCE_DATA_DIR: folder, PARLANCE_PORT: '0', PARLANCE_LOG_LEVEL: 'silent' })
  const server = await startServer(config, () => undefined, { withPages: false })
  const database = await openBenchDatabase('sqlite')
  try {
    const mix = { questions: 1, users: 2, questionsPerSecond: 100, minutes: 0 }
    const { address } = server
    const figures = await measureMemory({ address, memory: () => memoryOf(process.pid) }, folder, [database], mix)
    expect(figures.map(({ name }) => name).at(-1)).toMatch(/^growth/)
    expect(figures.every(({ value }) => value >= 0)).toBe(true)
  } finally {
    await server.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
