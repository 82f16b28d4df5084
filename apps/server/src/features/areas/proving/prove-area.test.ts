import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noDefinitions } from '@parlance/contract'
import type { Catalogue, CatalogueTable, RowTableRule } from '@parlance/contract'
import { createParserPool } from '../../../door/parser-pool.ts'
import type { ParserPool } from '../../../door/parser-pool.ts'
import type { AreaDraft } from '../store/area-record.ts'
import type { KnownDatabases } from '../scoping/known-databases.ts'
import { proveArea } from './prove-area.ts'

let parsers: ParserPool

beforeAll(() => {
  parsers = createParserPool()
})
afterAll(() => parsers.close())

function table(name: string, columns: string[], change: Partial<CatalogueTable> = {}): CatalogueTable {
  return {
    schema: 'public',
    name,
    objectType: 'TABLE',
    comment: null,
    columns: columns.map((column) => ({ name: column, dataType: 'text', kind: 'text', nullable: true, comment: null })),
    primaryKey: [],
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
    ...change,
  }
}

const shop: CatalogueTable[] = [
  table('orders', ['id', 'rep']),
  table('hidden_view', ['id'], { objectType: 'VIEW' }),
  table('open_view', ['id'], { objectType: 'VIEW', definition: 'SELECT 1 AS id' }),
]

function known(...databases: [string, CatalogueTable[]][]): KnownDatabases {
  return {
    read: databases.map(([name, tables]) => ({
      database: { connectionId: name, name, ownerId: null, visibility: 'public' },
      catalogue: { dialect: 'postgresql', defaultSchema: 'public', tables } satisfies Catalogue,
    })),
    unread: [],
  }
}

function draft(
  tables: string[],
  rules: Record<string, RowTableRule> | null,
  change: Partial<AreaDraft> = {},
): AreaDraft {
  return {
    applicationId: 'a',
    tables: tables.map((name) => ({ name, description: null, synonyms: [], columns: [], confirmed: false })),
    joins: [],
    definitions: noDefinitions,
    rowRules: rules === null ? null : { rules: [{ name: 'r', tables: rules }] },
    columnRules: null,
    ...change,
  }
}

const prove = (area: AreaDraft, databases: KnownDatabases, more: object = {}) =>
  proveArea(
    {
      readDatabases: async () => databases,
      countAttributes: async () => ({ active: 1, counts: new Map([['region', 1]]) }),
      parse: parsers.parse,
      ...more,
    },
    area,
  )

describe('a view whose definition cannot be read', () => {
  const rules = { orders: { condition: "rep = 'x'" } }

  test('reports an unreadable view as an error until an administrator confirms it', async () => {
    const area = draft(['orders', 'hidden_view', 'open_view'], rules)
    expect((await prove(area, known(['db', shop]))).problems).toMatchObject([
      { severity: 'error', section: 'tables', table: 'hidden_view', message: expect.stringContaining('administrator') },
    ])
    const confirmed = { ...area, tables: area.tables.map((each) => ({ ...each, confirmed: true })) }
    expect((await prove(confirmed, known(['db', shop]))).problems).toEqual([])
  })

  test('needs no confirmation of an unreadable view without rules, and only warns if another database can read it', async () => {
    expect((await prove(draft(['hidden_view'], null), known(['db', shop]))).problems).toEqual([])
    const readable = shop.map((each) => ({ ...each, definition: each.definition ?? 'SELECT 1' }))
    const { problems } = await prove(draft(['orders', 'hidden_view'], rules), known(['one', shop], ['two', readable]))
    expect(problems).toMatchObject([{ severity: 'warning', table: 'hidden_view', database: 'one' }])
  })
})

describe('what cannot be proven', () => {
  const bad = draft(['orders'], { orders: { condition: 'nothing = 1' } })

  test('reports what cannot be proven without a database, and with one that cannot be read', async () => {
    const none = await prove(bad, known())
    expect(none).toMatchObject({ databases: [], problems: [{ severity: 'warning', section: 'tables' }] })
    const database = { connectionId: 'x', name: 'Away', ownerId: null, visibility: 'public' as const }
    const unread = await prove(bad, { read: [], unread: [database] })
    expect(unread).toMatchObject({ databases: [], problems: [{ severity: 'warning', database: 'Away' }] })
  })

  test('warns about the rest of a draft after the time limit, because each query proves it again', async () => {
    const { problems } = await prove(bad, known(['db', shop]), { timeLimit: -1 })
    expect(problems).toMatchObject([{ severity: 'warning', message: expect.stringContaining('could be checked') }])
  })

  test('R18 reports a condition that no parser reads in time as an error', async () => {
    const hanging = `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', (message) => {
        if (message === 'end') return parentPort.close()
        if (message.sql.includes('nothing')) for (;;) {}
        parentPort.postMessage({ id: message.id, outcome: { ok: true, trees: {} } })
      })`)}`
    const slow = createParserPool({ workerUrl: new URL(hanging), timeout: 100 })
    const { problems } = await prove(bad, known(['db', shop]), { parse: slow.parse })
    await slow.close()
    expect(problems).toMatchObject([
      {
        severity: 'error',
        rule: 'r',
        table: 'orders',
        part: 'condition',
        message: expect.stringContaining('too complex'),
      },
    ])
  })

  test('proves 500 rules for ALL of 10,000 tables by their forms', async () => {
    const tables = Array.from({ length: 10_000 }, (_, at) => table(`t${at}`, ['tenant', `own_${at}`]))
    const rules = Array.from({ length: 500 }, (_, at) => ({
      name: `r${at}`,
      tables: { ALL: { condition: 'tenant = :current_tenant_id' } },
    }))
    const area = draft(
      tables.map(({ name }) => name),
      null,
      { rowRules: { rules } },
    )
    let readings = 0
    const parse: ParserPool['parse'] = (...text) => {
      readings++
      return parsers.parse(...text)
    }
    expect((await prove(area, known(['db', tables]), { parse })).problems).toEqual([])
    expect(readings).toBeLessThan(2_000)
  })

  test('limits how many problems it reports', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `gone_${at}`)
    expect((await prove(draft(names, null), known(['db', shop]))).problems.length).toBeLessThanOrEqual(300)
  })
})

test('accepts a table with a schema and reports an ambiguous one', async () => {
  const tables = [...shop, table('orders', ['id', 'place'], { schema: 'archive' })]
  const two = [...tables, table('moves', ['id'], { schema: 'a' }), table('moves', ['id'], { schema: 'b' })]
  const area = draft(['archive.orders', 'moves'], { 'archive.orders': { condition: "place = 'x'" } })
  expect((await prove(area, known(['db', two]))).problems).toMatchObject([
    { severity: 'error', section: 'tables', table: 'moves', message: expect.stringContaining('schema') },
  ])
})
