import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServedApp } from '../apps/server/src/testing/served-app.ts'
import { measureCancel } from './cancel.ts'
import { measureCatalogues } from './catalogue.ts'
import { measureEngine } from './engine.ts'
import { measureExport } from './export.ts'
import type { Figure } from './figure.ts'
import { measureGate } from './gate.ts'
import { makeSqlite } from './measured-database.ts'
import { firstQuestionMs, floorArguments, measureStart } from './start.ts'
import { measureTokens } from './tokens.ts'
import { measureTurn } from './turn.ts'

/** Benchmarks that only have to run here; their figures depend on the machine. */
const benches: Record<string, () => Promise<Figure[]>> = {
  cancel: () => measureCancel(['sqlite'], 1),
  catalogue: () => measureCatalogues(['sqlite'], { sizes: [3], rounds: 1 }),
  engine: () => measureEngine(new Map([[3, { question: 50, longest: 150 }]]), 1),
  export: measureSmallExport,
  gate: () =>
    measureGate({
      dialects: ['sqlite'],
      typical: { warmUp: 1, measured: 1 },
      long: { warmUp: 0, measured: 1 },
      manyTables: 10,
      memoryQueries: 1,
      memory: [{ name: 'SQLite only', dialects: ['sqlite'], limit: 700 }],
    }),
  start: () => measureStart(floorArguments, 1),
  tokens: () => measureTokens([3, 4]),
  turn: () => measureTurn({ rounds: 1, delay: 1 }),
}

test.each(Object.entries(benches))('the benchmark %s runs with a small load', async (_name, measure) => {
  const figures = await measure()
  expect(figures.length).toBeGreaterThan(0)
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([])
})

test('the first question after a sign-in is measured', async () => {
  const served = await startServedApp({ provider: 'builtin', model: 'builtin' })
  try {
    const server = { address: served.url, cpuMs: () => process.cpuUsage().user / 1000 }
    expect(await firstQuestionMs(server, { settle: 0, type: 0 })).toBeGreaterThan(0)
  } finally {
    await served.close()
  }
})

async function measureSmallExport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-export-'))
  const served = await startServedApp({ provider: 'builtin', model: 'builtin' })
  try {
    const rows = 100
    const database = makeSqlite(folder, rows)
    const server = { address: served.url, residentBytes: () => process.memoryUsage.rss() }
    return await measureExport(server, served.headers, { database, rows, rounds: 1 })
  } finally {
    await served.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
