import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { programFlags } from '../testing/program-flags.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-recorded-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const recording = resolve(import.meta.dirname, '../../../web/src/public-pages/landing/recorded-exchange.json')

/** The sample's rows depend on the day on which it is created. */
const recordedAt = '2026-11-21T12:00:00Z'
const clock = `
  const late = Date.now() - Date.parse('${recordedAt}')
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [Date.now()] : given))
    }
    static now() {
      return super.now() - late
    }
  }`

test('AC-405 the exchange on the landing page is what the product answers', async () => {
  const recorded = JSON.parse(readFileSync(recording, 'utf8')) as { question: string }
  const script = resolve(import.meta.dirname, '../cli/ask.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...programFlags,
      '--import',
      `data:text/javascript,${encodeURIComponent(clock)}`,
      script,
      '--json',
      recorded.question,
    ],
    { env: { PATH: process.env.PATH ?? '', PARLANCE_DATA_DIR: dataDir } },
  )
  expect(JSON.parse(stdout)).toMatchObject({ ...recorded, provider: 'builtin' })
}, 120_000)
