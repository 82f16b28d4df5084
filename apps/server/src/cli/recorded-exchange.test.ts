import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSampleDatabase } from '../features/wizard/sample-database/create-sample-database.ts'
import { sharedParsers } from '../testing/shared-parsers.ts'
import { runAsk } from './run-ask.ts'

interface Recorded {
  recordedOn: string
  question: string
  rows: [string, number][]
}

const page = join(import.meta.dirname, '../../../web/src/public-pages/landing/recorded-exchange.json')
const { recordedOn, ...recorded } = JSON.parse(readFileSync(page, 'utf8')) as Recorded
const folder = mkdtempSync(join(tmpdir(), 'parlance-recorded-'))
const shop = join(folder, 'shop.sqlite')

beforeAll(() => createSampleDatabase(shop, { today: recordedOn }))
afterAll(() => rmSync(folder, { recursive: true }))

/** Sums of floating-point numbers differ in their last digits; the page shows two decimals. */
function rounded(rows: [string, number][]): [string, string][] {
  return rows.map(([name, amount]) => [name, amount.toFixed(2)])
}

test('the landing page shows what the built-in engine answers on the sample database', async () => {
  let out = ''
  const status = await runAsk(['--database', shop, '--json', recorded.question], {
    environment: { PARLANCE_DATA_DIR: join(folder, 'data') },
    out: (text) => void (out += text),
    err: (text) => void (out += text),
    signal: AbortSignal.timeout(100_000),
    parsers: sharedParsers,
  })
  expect([status, out]).toEqual([0, expect.stringMatching(/^\{/)])
  const { provider, ms: _ms, ...answer } = JSON.parse(out) as Recorded & { provider: string; ms: number }
  expect(provider).toBe('builtin')
  expect({ ...answer, rows: rounded(answer.rows) }).toEqual({ ...recorded, rows: rounded(recorded.rows) })
})
