import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { gate } from '../gate.ts'
import { shopRequest } from '../testing/request.ts'
import { parseSql } from './index.ts'

const dialects = ['tsql', 'oracle', 'snowflake', 'bigquery', 'dremio', 'hana', 'mysql', 'sqlite'] as const

/** Repetition without parentheses; the first two crash sqlparser-rs permanently. */
const repeated = {
  casts: `SELECT id${'::int'.repeat(3000)} FROM users`,
  zones: `SELECT id${" AT TIME ZONE 'x'".repeat(1800)} FROM users`,
  collations: `SELECT name${' COLLATE x'.repeat(3000)} FROM users`,
  intervals: `SELECT ${'INTERVAL '.repeat(3000)}'1' DAY FROM users`,
  priors: `SELECT id FROM users CONNECT BY ${'PRIOR '.repeat(3000)}id = id`,
}

test.each(dialects)('R18 refuses %s before a parser crashes, and reads the next query', async (dialect) => {
  for (const sql of Object.values(repeated)) {
    const result = await gate(shopRequest(sql, dialect), parseSql)
    expect(result).toMatchObject({ allowed: false })
  }
  expect(await gate(shopRequest('SELECT id FROM users', dialect), parseSql)).toMatchObject({ allowed: true })
})

/** A crashed parser stays unusable in its thread, so this runs in a thread that no other test uses. */
async function errorsOf(...texts: string[]): Promise<string[]> {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(async ({ parseSql }) => {
      const errors = []
      for (const sql of workerData.texts) await parseSql('snowflake', sql).catch((error) => errors.push(error.message))
      parentPort.postMessage(errors)
    })`,
    {
      eval: true,
      workerData: { module: new URL('./index.ts', import.meta.url).href, texts },
      execArgv: ['--no-warnings'],
    },
  )
  const [errors] = (await once(worker, 'message')) as [string[]]
  await worker.terminate()
  return errors
}

test('R18 throws when a parser has crashed, so that its worker is discarded: it would refuse every query', async () => {
  const died = 'memory access out of bounds'
  expect(await errorsOf('SELECT 1', repeated.casts, 'SELECT 1')).toEqual([died, died])
})
