import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, calls, runs, says } from '../../testing/asking-model.ts'
import { createFileWorld, shopSchema, type FileWorld } from '../../testing/file-turn.ts'
import type { ScriptedReply } from '../../testing/model-stand-ins/wire.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld(`${shopSchema}
    CREATE TABLE codes (code TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1500) INSERT INTO codes SELECT 'c' || i FROM n;`)
})
afterAll(() => world.close())

const customers = 'SELECT id, name, city FROM customers'
const orders = 'SELECT customer_id, total FROM orders'
const computes = (sql_query: string, more = {}) => calls('compute_results', { sql_query, ...more })
const queries = [customers, orders].map((sql_query) => ({ name: 'execute_sql_query', args: { sql_query } }))
const both: ScriptedReply = { toolCalls: queries }
const joined =
  'SELECT r1.city, SUM(r2.total) AS revenue FROM r2 JOIN r1 ON r1.id = r2.customer_id GROUP BY r1.city ORDER BY revenue DESC'

describe('computing over results', () => {
  test('joins two results into a third, which the answer can refer to', async () => {
    const { responses, answer, events, requests } = await askModel(world, 'Revenue by city?', [
      both,
      computes(joined, { reading: 'Revenue per city' }),
      says('{r3.city[max revenue]} has the most: {r3.revenue[max revenue]}.'),
    ])
    expect(responses.map(({ tool, step }) => [tool, step])).toEqual([
      ['execute_sql_query', 'r1'],
      ['execute_sql_query', 'r2'],
      ['compute_results', 'r3'],
    ])
    expect(responses[2]).toMatchObject({
      success: true,
      computed_from: ['r2', 'r1'],
      results: [
        ['Lisbon', 1700],
        ['Oslo', 800],
      ],
      understood: { reading: 'Revenue per city' },
      receipt: { tables: [{ table: 'r2' }, { table: 'r1' }] },
    })
    expect(answer).toBe('Lisbon has the most: 1,700.')
    expect(events.at(-1)?.figures?.flatMap(({ sources }) => sources.map(({ step }) => step))).toEqual(['r3', 'r3'])
    expect(requests).toHaveLength(3)
  })

  test('waits for the results of calls in the same message', async () => {
    const all = { toolCalls: [...queries, { name: 'compute_results', args: { sql_query: joined } }] }
    const { responses } = await askModel(world, 'Revenue by city?', [all, says('See the table.')])
    expect(responses[2]).toMatchObject({
      step: 'r3',
      results: [
        ['Lisbon', 1700],
        ['Oslo', 800],
      ],
    })
  })

  test('later questions build on the last query of the database', async () => {
    const { end } = await askModel(world, 'Revenue by city?', [both, computes(joined), says('See the table.')])
    expect(end.memory).toMatchObject({ isComputed: true })
    expect(end.memory?.sql).toMatch(/FROM\s+orders/)
    expect(end.answer?.result).toMatchObject({ step: 'r3' })
  })

  test('warns of sums over rows that a join repeats', async () => {
    const twice =
      'SELECT SUM(a.total) AS total FROM r2 a JOIN r2 b ON b.customer_id = a.customer_id JOIN r1 ON r1.id = a.customer_id'
    const { responses } = await askModel(world, 'Total?', [both, computes(twice), says('See the table.')])
    expect(responses[2]?.warnings).toMatchObject([{ kind: 'join_fan_out' }])
    const { responses: right } = await askModel(world, 'Total?', [both, computes(joined), says('See the table.')])
    expect(right[2]).not.toHaveProperty('warnings')
  })

  test('does not warn of a sum of unique amounts, or of a ratio of two results with one row', async () => {
    const totals = {
      toolCalls: ['SELECT SUM(total) AS total FROM orders', 'SELECT MAX(total) AS total FROM orders'].map((sql) => ({
        name: 'execute_sql_query',
        args: { sql_query: sql },
      })),
    }
    const ratio = computes('SELECT r2.total / r1.total AS share, SUM(r1.total) AS total FROM r1, r2')
    const { responses } = await askModel(world, 'Share of the largest?', [totals, ratio, says('See the table.')])
    expect(responses[2]).toMatchObject({ success: true })
    expect(responses[2]).not.toHaveProperty('warnings')
  })

  test('records who computed, without values', async () => {
    world.audited.length = 0
    await askModel(world, 'Revenue by city?', [both, computes(joined), says('See.')])
    expect(world.audited.filter(({ purpose }) => purpose === 'compute')).toMatchObject([
      { outcome: 'answered', tables: [{ table: 'r2' }, { table: 'r1' }], userId: 'u1', connectionId: 'c1' },
    ])
  })

  test('with data sharing off the user gets the rows and the model none', async () => {
    const { responses, requests } = await askModel(world, 'Revenue?', [both, computes(joined), says('See.')], {
      shareData: false,
    })
    expect(responses[2]?.results).toEqual([
      ['Lisbon', 1700],
      ['Oslo', 800],
    ])
    expect(JSON.stringify(requests)).not.toMatch(/Lisbon|1700|1200\.5/)
  })
})

describe('what can’t be computed', () => {
  test.each([
    ['no result is there yet', computes('SELECT * FROM r1'), /r1/],
    ['a table of the database', computes('SELECT email FROM customers'), /customers/],
    ['a column that the result does not have', computes('SELECT email FROM r1'), /email/],
    ['its tables', computes("SELECT sql FROM sqlite_master WHERE name = 'r1'"), /sqlite_master/],
    ['another database', computes("ATTACH DATABASE '/etc/passwd' AS x"), /./],
    ['an extension', computes("SELECT load_extension('/tmp/x.so') FROM r1"), /load_extension/],
    ['a change', computes("UPDATE r1 SET name = 'x'"), /./],
    ['a second statement', computes('SELECT 1 FROM r1; DROP TABLE r1'), /./],
    ['a pragma', computes('SELECT * FROM pragma_database_list'), /pragma_database_list/],
  ])('refuses %s', async (_what, reply, reason) => {
    const first = runs(customers)
    const script = _what.startsWith('no result') ? [reply, first] : [first, reply]
    const { responses, answer } = await askModel(world, 'Who?', [...script, says('See the table.')])
    const refused = responses.find(({ tool }) => tool === 'compute_results')
    expect(refused).toMatchObject({ success: false, error: expect.stringMatching(reason) })
    expect(JSON.stringify(refused)).not.toContain('example.test')
    const hasFailedLast = answer.includes('The last query failed, so this uses only the results before it.')
    expect(hasFailedLast).toBe(!_what.startsWith('no result'))
  })

  test('a result that was cut, because a total over it would be wrong', async () => {
    const script = [runs('SELECT code FROM codes'), computes('SELECT COUNT(*) AS n FROM r1'), says('See the table.')]
    const { responses } = await askModel(world, 'How many codes?', script)
    expect(responses[1]).toMatchObject({ success: false, error: expect.stringContaining('r1 is missing rows') })
  })

  test('R18 a recursion that never ends, and a huge product of rows', async () => {
    const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) AS c FROM n, r1'
    const door = {
      ...world.door,
      compute: (asked: Parameters<typeof world.door.compute>[0]) =>
        world.door.compute({ ...asked, limits: { timeoutMs: 200 } }),
    }
    const script = [runs(customers), computes(endless), says('See the table.')]
    const { responses, answer } = await askModel(world, 'Who?', script, { agent: { door } })
    expect(responses[1]).toMatchObject({ success: false, error: 'The query took too long and was stopped.' })
    expect(answer).toContain('The last query failed, so this uses only the results before it.')
  })

  test('a query of the database that names a result gets a hint', async () => {
    const script = [runs(customers), runs('SELECT COUNT(*) FROM r1'), says('See the table.')]
    const { requests } = await askModel(world, 'Who?', script)
    expect(JSON.stringify(requests[2]?.body.messages)).toContain('call compute_results')
  })
})

describe('R10 rules and masks', () => {
  const hidden = { customers: { condition: "city = 'Lisbon'" } }
  const masked = {
    customers: {
      name: { mask_type: 'replace' as const, replacement: 'Someone' },
      email: { mask_type: 'disallow' as const },
    },
  }

  beforeAll(() => {
    const policies = {
      rowRules: { rules: [{ name: 'Lisbon only', tables: hidden }] },
      columnRules: { rules: [{ name: 'No names', tables: masked }] },
      hashSalt: 's',
    }
    Object.assign(world.scope, { areaId: 'a1', policies })
  })
  afterAll(() => void Object.assign(world.scope, { areaId: null, policies: null }))

  test('a computed result has no hidden row and no unmasked value, and says what is masked', async () => {
    const sql =
      "SELECT UPPER(r1.name) || '!' AS who, r1.city, SUM(r2.total) AS revenue FROM r1 JOIN r2 ON r2.customer_id = r1.id GROUP BY 1, 2"
    const { responses, requests } = await askModel(world, 'Revenue by customer?', [both, computes(sql), says('See.')])
    expect(responses[2]).toMatchObject({
      results: [['SOMEONE!', 'Lisbon', 1700]],
      receipt: { maskedOutputs: [{ index: 0, column: 'who', rule: 'No names' }] },
    })
    expect(JSON.stringify([responses, requests.map(({ text }) => text)])).not.toMatch(/Ana|Ben|Cem|Oslo|example\.test/)
  })

  test('a figure over a masked column is refused as in any other result', async () => {
    const sql = 'SELECT name, 1 AS one FROM r1'
    const { answer } = await askModel(world, 'Who?', [both, computes(sql), says('It adds up to {sum(r3.name)}.')])
    expect(answer).not.toContain('adds up')
  })

  test('the user who lost access while the model was thinking computes nothing', async () => {
    const { principalNow } = world.environment
    let isActive = true
    world.environment.principalNow = async (principal) => {
      if (!isActive) throw new Error('no longer active')
      return principal
    }
    const { events } = await askModel(world, 'Who?', (_request, index) => {
      isActive = index === 0
      return index === 0 ? both : computes(joined)
    })
    world.environment.principalNow = principalNow
    expect(events.at(-1)).toMatchObject({ type: 'error' })
  })
})

describe('names of columns', () => {
  test.each<[string, string, string, string]>([
    [
      'with quotes and a statement',
      `SELECT name AS "x""); DROP TABLE r1; --" FROM customers`,
      `SELECT COUNT("x""); DROP TABLE r1; --") AS n FROM r1`,
      '3',
    ],
    ['that occur twice get numbers', 'SELECT id, name AS id FROM customers', 'SELECT MAX(id_2) AS n FROM r1', '"Cem"'],
    [
      'that differ only by case get numbers',
      'SELECT id AS "A", name AS "a" FROM customers',
      'SELECT MAX("A_1") AS n FROM r1',
      '3',
    ],
    ['that are empty', 'SELECT id AS "" FROM customers', 'SELECT MAX(column_1) AS n FROM r1', '3'],
    ['that pass for another table', 'SELECT id AS r2 FROM customers', 'SELECT MAX(r2) AS n FROM r1', '3'],
  ])('%s', async (_what, sql, computed, expected) => {
    const { responses } = await askModel(world, 'Who?', [runs(sql), computes(computed), says('See.')])
    expect(JSON.stringify(responses[1]?.results?.[0]?.[0] ?? responses[1]?.error)).toBe(expected)
  })
})
