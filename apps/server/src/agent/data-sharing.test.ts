import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, calls, runs, says, type AskedModel } from '../testing/asking-model.ts'
import { createFileWorld, testPrincipal, type FileWorld } from '../testing/file-turn.ts'
import type { ScriptedReply } from '../testing/model-stand-ins/wire.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

/** Every text cell of the shop, and the figures that can only come from its data. */
const cells = [
  'Ana',
  'Ben',
  'Cem',
  'Lisbon',
  'Oslo',
  '@example.test',
  '1200.5',
  '34.06',
  '465.44',
  '2026-01-05',
  '2026-03-08',
]

function cellsSent({ requests }: AskedModel): string[] {
  const sent = requests.map((request) => request.text).join('\n')
  return requests.length === 0 ? ['no request'] : cells.filter((cell) => sent.includes(cell))
}

const all = 'SELECT name, email, city FROM customers'

describe('with data sharing off no cell reaches the model', () => {
  test.each<[string, ScriptedReply]>([
    ['a query', runs(all)],
    ['an aggregate', runs('SELECT MAX(total) AS most, MIN(ordered_on) AS since FROM orders')],
    ['rows as one text', runs('SELECT GROUP_CONCAT(name) AS names FROM customers')],
    ['an empty result with a near value', runs("SELECT name FROM customers WHERE city = 'lisbn'")],
    ['an excluded value', runs("SELECT name FROM customers WHERE city <> 'osl'")],
    ['an empty period', runs("SELECT id FROM orders WHERE ordered_on > '2031-01-01'")],
    ['a failing function', runs("SELECT json_extract(name, '$') AS j FROM customers")],
    ['a failing cast', runs('SELECT abs(-9223372036854775807 - 1) AS n, name FROM customers')],
    ['the schema', calls('get_database_schema', { words: 'customers of lisbon' })],
    ['one table', calls('get_table_info', { table_name: 'customers' })],
    ['all tables', calls('list_tables')],
    ['a check', calls('validate_sql_query', { sql_query: all })],
    ['SQL by the engine', calls('generate_sql_query', { question: 'Which customers are in lisbon?' })],
    ['SQL and rows by the engine', calls('process_nl_to_sql', { question: 'Which customers are in lisbon?' })],
    ['SQL again', calls('retry_sql_generation', { question: 'Orders of ana?', sql_query: all, error: 'none' })],
    ['a recommendation', calls('recommend_business_area', { question: 'lisbon' })],
    ['a follow-up question', calls('offer_readings', { question: 'Which?', readings: [] })],
  ])('sends no cell to the model: %s', async (_path, reply) => {
    const administrator = { ...testPrincipal, role: 'ADMIN' as const }
    for (const principal of [testPrincipal, administrator]) {
      const asked = await askModel(world, 'Which customers are there?', [reply, reply, says('The table tells.')], {
        shareData: false,
        principal,
      })
      expect(cellsSent(asked)).toEqual([])
    }
  })

  test('sends neither earlier answers nor values looked up for earlier SQL', async () => {
    const history = [
      {
        question: 'Who is in lisbon?',
        sql: "SELECT name FROM customers WHERE city = 'Lisbon' AND name <> 'Ben'",
        reading: 'Customers whose city is Lisbon',
        answer: 'Ana and Cem.',
        state: { city: 'Lisbon' },
      },
    ]
    const asked = await askModel(world, 'And their orders?', [runs(all), says('See.')], { shareData: false, history })
    expect(cellsSent(asked)).toEqual([])
    expect(asked.requests[0]?.text).toContain("city = '…'")
  })

  test('sends no cell through verified examples', async () => {
    const examples = [
      {
        question: 'Customers of the capital?',
        sql: "SELECT name FROM customers WHERE city = 'Oslo'",
        askedOn: '2026-11-01',
      },
    ]
    const agent = { examplesOf: async () => examples }
    expect(
      cellsSent(await askModel(world, 'Customers?', [runs(all), says('See.')], { shareData: false, agent })),
    ).toEqual([])
  })

  test('sends no cell through corrections', async () => {
    const script = [
      runs('SELECT nme FROM customers'),
      runs('SELECT name FROM customers WHERE'),
      runs(all),
      says('9 rows.'),
    ]
    expect(cellsSent(await askModel(world, 'Names?', script, { shareData: false }))).toEqual([])
  })

  test('sends no cell to a separate SQL model', async () => {
    const options = {
      shareData: false,
      sqlScript: [calls('generate_sql_query', { question: 'Names in lisbon?' }), says(all), runs(all)],
    }
    expect(cellsSent(await askModel(world, 'Names?', [says('See.')], options))).toEqual([])
  })
})

test('with data sharing on, the model gets the values of categorical columns before the first query', async () => {
  const first = await askModel(world, 'How many customers in each city?', [says('Which?')])
  const again = await askModel(world, 'How many customers in each city?', [says('Which?')])
  expect(
    [first, again].some(({ requests }) => requests[0]?.text.includes('customers.city: [\\"Lisbon\\",\\"Oslo\\"]')),
  ).toBe(true)
})
