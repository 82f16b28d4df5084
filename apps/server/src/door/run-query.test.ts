import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '@parlance/contract'
import { loadConfig } from '../config/config.ts'
import { AppError } from '../lib/errors.ts'
import { createFileWorld, testPrincipal, type FileWorld } from '../testing/file-turn.ts'
import { collect } from './collect.ts'
import type { QueryEnvironment, QueryRequest } from './contract.ts'
import { createQueryDoor } from './run-query.ts'

let world: FileWorld
let open = 0

beforeEach(async () => {
  world = await createFileWorld()
  open = 0
})
afterEach(() => world.close())

/** The door with a count of borrowed connections. */
function door(change: Partial<QueryEnvironment> = {}) {
  return createQueryDoor({
    ...world.environment,
    open: async (principal, id) => {
      const lent = await world.environment.open(principal, id)
      open++
      return { ...lent, release: () => void open-- }
    },
    ...change,
  })
}

function request(sql: string, change: Partial<QueryRequest> = {}): QueryRequest {
  return { principal: testPrincipal, connectionId: 'c1', areaId: null, sql, purpose: 'chat', ...change }
}

async function rowsOf(sql: string, change: Partial<QueryRequest> = {}): Promise<Row[]> {
  return (await collect(await door().run(request(sql, change)))).rows
}

const many = 'SELECT a.id FROM orders a, orders b, orders c, orders d, orders e, orders f'

test('rows come with columns and a receipt, and one audit entry shows who read what', async () => {
  const query = await door().run(request("select name from customers where city = 'Oslo'"))
  expect(query.columns.map((column) => column.name)).toEqual(['name'])
  expect((await collect(query)).rows).toEqual([['Ben']])
  expect(query.receipt.tables).toEqual([{ schema: null, table: 'customers' }])
  expect(open).toBe(0)
  expect(world.audited).toMatchObject([
    { userId: 'u1', outcome: 'answered', rowCount: 1, tables: [{ table: 'customers' }] },
  ])
  expect(JSON.stringify(world.audited)).not.toMatch(/Oslo|Ben/)
})

test('R25 every text of a query is read in the turn of the user who asked', async () => {
  const owners = new Set<string | null | undefined>()
  const watched = door({
    parse: (dialect, sql, form, owner) => {
      owners.add(owner)
      return world.environment.parse(dialect, sql, form, owner)
    },
  })
  await collect(await watched.run(request('SELECT id FROM orders')))
  const catalogue = await world.environment.catalogueOf('c1')
  await watched.examine({ principal: testPrincipal, sql: 'SELECT id FROM orders', catalogue })
  expect([...owners]).toEqual([testPrincipal.userId])
})

test('checks access before parsing or opening anything', async () => {
  const denied = new AppError('area_not_found')
  const closed = door({ scopeOf: async () => Promise.reject(denied), parse: () => Promise.reject(new Error('parsed')) })
  await expect(closed.run(request('SELECT 1'))).rejects.toBe(denied)
  const notYours = new AppError('connection_not_found')
  const unread = {
    catalogueOf: () => Promise.reject(new Error('read')),
    parse: () => Promise.reject(new Error('parsed')),
  }
  const stranger = door({ ...unread, authorize: async () => Promise.reject(notYours) })
  await expect(stranger.run(request('SELECT secret FROM hidden_table'))).rejects.toBe(notYours)
  const foreign = door({ open: async () => Promise.reject(new AppError('connection_not_found')) })
  await expect(foreign.run(request('SELECT id FROM orders'))).rejects.toMatchObject({ code: 'connection_not_found' })
  expect(open).toBe(0)
})

test.each([
  'DELETE FROM orders',
  'SELECT 1; DROP TABLE orders',
  "ATTACH DATABASE 'x' AS y",
  'PRAGMA table_info(orders)',
  "SELECT load_extension('x')",
  'SELECT * FROM sqlite_master',
  'WITH d AS (SELECT 1) DELETE FROM orders',
  '',
])('R04 R05 R06 refuses and audits %j without reaching a connection', async (sql) => {
  await expect(door({ open: () => Promise.reject(new Error('opened')) }).run(request(sql))).rejects.toMatchObject({
    code: 'query_refused',
  })
  expect(world.audited).toMatchObject([{ outcome: 'refused' }])
  expect(world.audited[0]?.denialCodes.length).toBeGreaterThan(0)
})

test('reads only the area’s tables', async () => {
  world.scope.allowedTables = [{ schema: null, table: 'customers' }]
  await expect(rowsOf('SELECT total FROM orders')).rejects.toMatchObject({ code: 'query_refused' })
  expect(await rowsOf('SELECT id FROM customers WHERE id = 1')).toEqual([[1]])
})

describe('R18 caps', () => {
  test('delivers a purpose’s rows and reports that there are more', async () => {
    const query = await door().run(request(many))
    const result = await collect(query)
    expect(result.rows).toHaveLength(1000)
    expect(result.truncated).toBe(true)
    expect(query.receipt.limit).toEqual({ rows: 1000, addedBy: 'gate' })
    expect(query.receipt.sentences.join(' ')).not.toContain('1,001')
    expect(query.receipt.messages.at(-1)?.values).toEqual({ rows: 1000 })
  })

  test('does not mark a result with exactly as many rows as the cap as cut', async () => {
    const result = await collect(await door().run(request('SELECT id FROM orders', { limits: { maxRows: 4 } })))
    expect(result).toMatchObject({ truncated: false })
    expect(result.rows).toHaveLength(4)
  })

  test('an export has no row cap', async () => {
    expect(await rowsOf(many, { purpose: 'export' })).toHaveLength(4096)
  })

  test('caps can be narrowed, never widened', async () => {
    expect(await rowsOf(many, { limits: { maxRows: 10 } })).toHaveLength(10)
    expect(await rowsOf(many, { limits: { maxRows: 100_000 } })).toHaveLength(1000)
  })

  test('a query ends at its time limit', async () => {
    const heavy = `SELECT COUNT(*) AS c FROM ${Array.from({ length: 14 }, (_, i) => `orders o${i}`).join(', ')}`
    await expect(rowsOf(heavy, { limits: { timeoutMs: 100 } })).rejects.toMatchObject({ code: 'query_timeout' })
    expect(open).toBe(0)
    expect(world.audited).toMatchObject([{ outcome: 'query_timeout' }])
  })
})

describe('R18 R25 a query that grows without tables gets the time of a question', () => {
  const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n'
  const limits = { ...loadConfig({}).limits, chatTimeoutMs: 50_000, exportTimeoutMs: 900_000 }

  /** The time limit that the driver received. */
  async function timeOf(sql: string, change: Partial<QueryRequest>): Promise<number> {
    let given = 0
    const lent = await world.environment.open(testPrincipal, 'c1')
    const connection: typeof lent.connection = {
      ...lent.connection,
      query: async (text, params, options) => {
        given = options.timeoutMs
        return lent.connection.query(text, params, { ...options, timeoutMs: 60_000 })
      },
    }
    const watched = door({ limits, open: async () => ({ ...lent, connection }) })
    await (await watched.run(request(sql, change))).close()
    return given
  }

  test.each(['full-results', 'export', 'visualize', 'chat'] as const)(
    'gets the time of a question as %s',
    async (purpose) => {
      expect(await timeOf(endless, { purpose })).toBe(50_000)
      expect(await timeOf(many, { purpose })).toBe(purpose === 'chat' ? 50_000 : 900_000)
    },
  )

  test('gets less time if its purpose or the caller gives less', async () => {
    expect(await timeOf(endless, { purpose: 'values' })).toBe(2_000)
    expect(await timeOf(endless, { purpose: 'export', limits: { timeoutMs: 700 } })).toBe(700)
  })

  test('ends an endless export with the reason and what to do', async () => {
    const short = door({ limits: { ...limits, chatTimeoutMs: 200 } })
    const reading = short.run(request(endless, { purpose: 'export' })).then(async (query) => {
      for await (const batch of query.batches) expect(batch.length).toBeGreaterThan(0)
    })
    await expect(reading).rejects.toMatchObject({
      code: 'query_timeout',
      detail:
        'The query was stopped after 0.2 seconds. Queries that create rows or long text without reading a table (recursion, series, lists, repeated text) have the same time limit as questions. Read from tables, or ask an administrator to raise PARLANCE_QUERY_TIMEOUT_SECONDS.',
    })
    expect(world.audited).toMatchObject([{ outcome: 'query_timeout', purpose: 'export' }])
  })
})

describe('the connection is returned', () => {
  test('returns the connection if the reader leaves early', async () => {
    const query = await door().run(request(many, { purpose: 'export' }))
    for await (const batch of query.batches) if (batch.length > 0) break
    expect(open).toBe(0)
  })

  test('returns the connection if no one reads', async () => {
    const query = await door().run(request(many, { purpose: 'export' }))
    await query.close()
    await query.close()
    expect(open).toBe(0)
    expect(world.audited).toHaveLength(1)
  })

  test('returns the connection on cancellation', async () => {
    const controller = new AbortController()
    const query = await door().run(request(many, { purpose: 'export', signal: controller.signal }))
    controller.abort()
    await expect(collect(query)).rejects.toMatchObject({ code: 'query_cancelled' })
    expect(open).toBe(0)
  })

  test('borrows no connection if the signal was already aborted', async () => {
    await expect(door().run(request('SELECT 1 AS a', { signal: AbortSignal.abort() }))).rejects.toThrow('aborted')
    expect(world.audited).toEqual([])
  })
})

describe('R21 R22 what users read of an engine’s error', () => {
  /** A value that could only leak through an engine's error. */
  const leaking = "SELECT json_extract(name, '$[') AS a FROM customers"

  async function detailOf(role: 'ADMIN' | 'GENERAL'): Promise<string> {
    const error = await rowsOf(leaking, { principal: { ...testPrincipal, role } }).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    return error instanceof AppError ? error.detail : ''
  }

  test('ordinary users read plain words', async () => {
    expect(await detailOf('GENERAL')).toBe('The database could not run this query.')
  })

  test('administrators also read the engine’s message if no rule applies', async () => {
    expect(await detailOf('ADMIN')).toContain('The database says:')
  })
})

describe('the changes to a query under rules', () => {
  const salt = 'the-salt-of-this-installation'
  const principal = { ...testPrincipal, tenantId: 'Lisbon' }

  beforeEach(() => {
    world.scope.policies = {
      rowRules: {
        rules: [{ name: 'Own city', tables: { customers: { condition: 'city = :current_tenant_id' } } }],
      },
      columnRules: {
        rules: [
          {
            name: 'No addresses',
            tables: { customers: { email: { mask_type: 'hash' }, name: { mask_type: 'partial', pattern: 'A**' } } },
          },
        ],
      },
      hashSalt: salt,
    }
  })

  test('lists the changes as data and in words, without a value', async () => {
    const sql = 'select email, name from customers where id < :most'
    const query = await door().run(request(sql, { principal, params: { most: 777 } }))
    expect((await collect(query)).rows).toHaveLength(2)
    const table = { schema: null, table: 'customers' }
    expect(query.receipt).toMatchObject({
      tables: [table],
      views: [],
      columns: [{ table, columns: ['id', 'name', 'email'] }],
      rowRules: [{ rule: 'Own city', table }],
      masks: [
        { rule: 'No addresses', table, column: 'email', maskType: 'hash' },
        { rule: 'No addresses', table, column: 'name', maskType: 'partial' },
      ],
      limit: { rows: 1000, addedBy: 'gate' },
      parameters: { bound: ['most', 'current_tenant_id'], unresolved: [] },
    })
    expect(query.receipt.sentences).toEqual([
      'Read customers: id, name, email.',
      'The rule “Own city” limits the rows of customers.',
      'The rule “No addresses” hashes customers.email.',
      'The rule “No addresses” shows only part of customers.name.',
      'At most 1,000 rows are returned.',
      'Values were bound to :most, :current_tenant_id.',
    ])
    expect(JSON.stringify([query.receipt, world.audited])).not.toMatch(/\b777\b|Lisbon|the-salt/)
  })

  test('the rewritten SQL shows the rules and placeholders, never a value or the salt', async () => {
    const query = await door().run(request('select email from customers', { principal }))
    await query.close()
    expect(query.displaySql).toBe('SELECT\n  email\nFROM\n  customers')
    expect(query.executedSql).toContain('city = ?')
    expect(query.executedSql).toMatch(/\nFROM\n/)
    expect(query.executedSql).toContain('LIMIT')
    expect(query.executedSql).not.toMatch(/Lisbon|the-salt/)
  })

  test('names a parameter without a value, and runs nothing', async () => {
    const refused = door({ open: () => Promise.reject(new Error('opened')) }).run(
      request('SELECT id FROM customers WHERE city = :town AND name = :who OR city = :town', { principal }),
    )
    await expect(refused).rejects.toMatchObject({ code: 'query_refused' })
    await expect(refused).rejects.toThrow(/:town.*:who/)
  })
})
