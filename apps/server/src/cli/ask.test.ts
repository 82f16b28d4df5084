import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { definitionsSchema } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertArea } from '../features/areas/store/area-store.ts'
import { openStore } from '../store/open-store.ts'
import { makeAreaRecord } from '../testing/area-record.ts'
import { shopSchema } from '../testing/file-turn.ts'
import { startModelStandIn } from '../testing/model-stand-ins/stand-in.ts'
import { programFlags } from '../testing/program-flags.ts'
import { sharedParsers } from '../testing/shared-parsers.ts'
import { askHelp, parseAskArguments } from './ask-arguments.ts'
import { runAsk } from './run-ask.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-ask-'))
const shop = join(folder, 'shop.sqlite')
const dataDir = join(folder, 'data')

beforeAll(() => {
  const database = new DatabaseSync(shop)
  database.exec(shopSchema)
  database.close()
  writeFileSync(join(folder, 'text.sqlite'), 'This is no database, however long one looks at it. '.repeat(100))
  new DatabaseSync(join(folder, 'empty.sqlite')).close()
  symlinkSync('loop.sqlite', join(folder, 'loop.sqlite'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  status: number
  out: string
  err: string
}

/** In this process, as the program runs it. */
async function ask(args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const ended = { out: '', err: '' }
  const status = await runAsk(args, {
    environment: { PARLANCE_DATA_DIR: dataDir, ...environment },
    out: (text) => void (ended.out += text),
    err: (text) => void (ended.err += text),
    signal: AbortSignal.timeout(100_000),
    parsers: sharedParsers,
  })
  return { status, ...ended }
}

/** In its own process, as `npm run ask` starts it. */
function spawnAsk(args: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', PARLANCE_DATA_DIR: dataDir }
  const program = [...programFlags, join(import.meta.dirname, 'ask.ts')]
  return new Promise((resolve) => {
    execFile(process.execPath, [...program, ...args], { env }, (error, out, err) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

const oneLine = /^[^\n]+\n$/

describe('a SQLite file', () => {
  test('asks a file at once without creating a data folder', async () => {
    const { status, out, err } = await spawnAsk(['How many orders are there?', '--database', shop])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('COUNT(*)')
    expect(out).toContain('Understood:')
    expect(out).toContain('4')
    expect(existsSync(dataDir)).toBe(false)
  })

  test('answers as one JSON object', async () => {
    const { status, out } = await ask(['total of orders by customer', '--json', '--database', shop])
    expect(status).toBe(0)
    const answer = JSON.parse(out) as Record<string, unknown>
    expect(Object.keys(answer)).toEqual(
      expect.arrayContaining(['question', 'sql', 'columns', 'rows', 'text', 'understood', 'provider', 'ms']),
    )
    expect(answer).toMatchObject({ provider: 'builtin', question: 'total of orders by customer' })
    expect(JSON.stringify(answer.rows)).toContain('1234.56')
  })

  test('prints only the SQL', async () => {
    const { out } = await ask(['How many orders are there?', '--sql-only', '--database', shop])
    expect(out.trim()).toMatch(/^SELECT/)
    expect(out).not.toContain('Understood')
  })

  test('exit status 2 says what was not understood and suggests questions', async () => {
    const { status, out } = await ask(['frobnicate the zyxxyq', '--database', shop])
    expect(status).toBe(2)
    expect(out).toContain('Try one of these:')
    const bare = await ask(['frobnicate the zyxxyq', '--sql-only', '--database', shop])
    expect(bare).toMatchObject({ status: 2, out: '' })
    expect(bare.err).toContain('zyxxyq')
  })

  test('asks a file with a model whose key is in its usual variable', async () => {
    const standIn = await startModelStandIn('openai', [
      {
        toolCalls: [
          { name: 'execute_sql_query', args: { sql_query: 'SELECT COUNT(*) AS n FROM orders', reading: 'Count' } },
        ],
      },
      { text: ['There are 4 orders.'] },
    ])
    const options = ['--provider', 'openai', '--model', 'gpt-4.1', '--base-url', standIn.baseUrl, '--database', shop]
    const { status, out } = await ask(['How many orders?', ...options], { OPENAI_API_KEY: 'key-from-environment' })
    await standIn.close()
    expect(status).toBe(0)
    expect(out).toContain('There are 4 orders.')
    expect(standIn.requests[0]?.headers.authorization).toBe('Bearer key-from-environment')
  })
})

describe('an installation', () => {
  test('an empty data folder gets its sample database, which works without an account and by connection name', async () => {
    const first = await ask(['How many products are there?', '--json'])
    expect(first).toMatchObject({ status: 0, err: '' })
    const named = await ask(['How many products are there?', '--json', '--database', 'sample shop'])
    const rowsOf = ({ out }: Ended) => (JSON.parse(out) as { rows: unknown }).rows
    expect(rowsOf(named)).toEqual(rowsOf(first))
    const unknown = await ask(['x', '--database', 'nowhere'])
    expect(unknown).toMatchObject({ status: 1, out: '' })
    expect(unknown.err).toContain('Sample Shop')
    const stranger = await ask(['x', '--as', 'stranger@example.test'])
    expect(stranger).toMatchObject({ status: 1, err: 'There is no active account stranger@example.test.\n' })
  }, 60_000)

  test('records what a model used, and keeps to the budgets', async () => {
    const meteredDir = join(folder, 'metered')
    const standIn = await startModelStandIn('openai-compatible', () => ({ text: ['No rows are needed.'] }))
    const model = ['--provider', 'openai-compatible', '--model', 'm-1', '--base-url', standIn.baseUrl]
    const inFolder = { PARLANCE_DATA_DIR: meteredDir }
    await ask(['How many products are there?', ...model], inFolder)
    const store = await openStore({ dataDir: meteredDir, databaseUrl: null })
    const days = await store.db.selectFrom('usage_days').selectAll().execute()
    expect(days).toEqual([expect.objectContaining({ model: 'm-1', purpose: 'question', currency: '', cost: 0 })])
    const kind = { id: 'b1', scope: 'everyone', target_id: '', period: 'month', unit: 'tokens', amount: 1 } as const
    const made = { currency: '', updated_at: '2026-11-26T00:00:00Z', updated_by: null }
    await store.db
      .insertInto('budgets')
      .values({ ...kind, ...made })
      .execute()
    await store.close()
    const before = standIn.requests.length
    const refused = await ask(['How many products are there?', ...model], inFolder)
    await standIn.close()
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("exceed this month's budget") })
    expect(standIn.requests).toHaveLength(before)
  }, 60_000)
})

describe('an installation with business areas', () => {
  const areasDir = join(folder, 'areas')
  const environment = { PARLANCE_DATA_DIR: areasDir }

  test('asks inside the area that --area names, and says if none is named', async () => {
    expect(await ask(['How many products are there?'], environment)).toMatchObject({ status: 0 })
    const store = await openStore({ dataDir: areasDir, databaseUrl: null })
    const { id: applicationId } = await store.db.selectFrom('applications').select('id').executeTakeFirstOrThrow()
    const table = { name: 'products', description: null, synonyms: [], columns: [], confirmed: false }
    const computation = { kind: 'aggregate', table: 'products', expression: 'COUNT(*)' }
    const definitions = definitionsSchema.parse({ metrics: [{ name: 'Assortment size', computation }] })
    const own = { tables: [table], definitions, definitionVersions: { 'metric assortment size': 1 } }
    const area = makeAreaRecord({ id: 'area-1', applicationId, name: 'Goods', visibility: 'public', ...own })
    await insertArea(store.db, area)
    await store.close()
    const none = await ask(['How many products are there?'], environment)
    expect(none).toMatchObject({ status: 1, err: expect.stringContaining('organized into business areas') })
    expect(await ask(['How many products are there?', '--area', 'goods'], environment)).toMatchObject({ status: 0 })
    const defined = await ask(['assortment size', '--area', 'goods'], environment)
    expect(defined.out).toContain('Definitions: Assortment size (metric, version 1)')
    const wrong = await ask(['How many products are there?', '--area', 'Bads'], environment)
    expect(wrong.err).toBe('There is no business area Bads. Business areas of this connection: Goods.\n')
  }, 120_000)
})

describe('one line for what went wrong', () => {
  test('prints only one line, with exit status 1', async () => {
    const { status, out, err } = await spawnAsk(['q', '--database', join(folder, 'text.sqlite')])
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(oneLine)
    expect(err).toContain('cannot be read')
  })

  test.each([
    [['q', '--database', join(folder, 'missing.sqlite')], 'File not found'],
    [['q', '--database', folder], 'is not a file'],
    [['q', '--database', join(folder, 'loop.sqlite')], 'points back to itself'],
    [['q', '--database', shop, '--model', 'gpt-4.1'], '--provider'],
    [['q', '--database', shop, '--as', 'ann@example.test'], '--as'],
    [['q', '--database', shop, '--area', 'Sales'], '--area'],
    [['q', '--database', join(folder, 'text.sqlite')], 'cannot be read'],
    [['q', '--database', join(folder, 'empty.sqlite')], 'has no tables'],
    [['q', '--database', shop, '--provider', 'openai'], 'Enter an API key'],
    [['q', '--database', shop, '--provider', 'openai-compatible'], '--model'],
  ])('reports the problem on one line: %j', async (args, words) => {
    const { status, out, err } = await ask(args)
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(oneLine)
    expect(err).toContain(words)
  })
})

describe('arguments', () => {
  test('words without quotes are one question', () => {
    expect(parseAskArguments(['how', 'many', 'orders', '--json'])).toMatchObject({
      question: 'how many orders',
      json: true,
      database: null,
    })
  })

  test('--help shows the help', () => {
    expect(parseAskArguments(['--help'])).toBeNull()
    expect(askHelp).toContain('Exit status')
  })

  test.each([
    [[], 'The question is empty'],
    [['   '], 'The question is empty'],
    [['x'.repeat(1_000_000)], 'too long'],
    [['q', '--nope'], '--nope'],
    [['q', '--provider', 'parrot'], 'parrot'],
    [['q', '--database'], '--database'],
    [['q', '--model', ' '], '--model'],
  ])('refuses arguments with one line: %#', (args, words) => {
    expect(() => parseAskArguments(args)).toThrow(words)
    expect(() => parseAskArguments(args)).not.toThrow('\n')
  })
})
