import type { ToolResponse } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, calls, runs, says } from '../../testing/asking-model.ts'
import { createFileWorld, shopSchema, type FileWorld } from '../../testing/file-turn.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld(`${shopSchema}
    CREATE TABLE many (id INTEGER PRIMARY KEY, note TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40) INSERT INTO many SELECT i, 'Note ' || i FROM n;`)
})
afterAll(() => world.close())

const count = 'SELECT COUNT(*) AS orders FROM orders'

describe('sample rows', () => {
  test('show five rows with their SQL and receipt, and do not become the answer', async () => {
    const script = [calls('sample_rows', { table_name: 'many' }), runs(count), says('There are {r2.orders[1]} orders.')]
    const { responses, answer, end, requests } = await askModel(world, 'How many orders?', script)
    expect(responses[0]).toMatchObject({
      success: true,
      sample: true,
      step: 'r1',
      tables: ['many'],
      row_count: 5,
      full_row_count: null,
      truncated: true,
      display_sql: expect.stringMatching(/SELECT\s+"id"/),
      receipt: { tables: [{ table: 'many' }], limit: { rows: 5 } },
    })
    expect(JSON.stringify(requests[1]?.body.messages)).toContain('Note 5')
    expect(answer).toBe('There are 4 orders.')
    expect(end.answer?.result?.step).toBe('r2')
  })

  test('of a later call do not replace the rows of a query', async () => {
    const script = [runs(count), calls('sample_rows', { table_name: 'many' }), says('There are {r1.orders[1]} orders.')]
    const { end, answer } = await askModel(world, 'How many orders?', script)
    expect([end.answer?.result?.step, answer]).toEqual(['r1', 'There are 4 orders.'])
  })

  test('are never counted or added up as if they were the table', async () => {
    const script = [calls('sample_rows', { table_name: 'many' }), says('There are {count(r1)} notes.')]
    const { answer } = await askModel(world, 'How many notes?', script)
    expect(answer).not.toContain('There are 5')
    const computed = [
      calls('sample_rows', { table_name: 'many' }),
      calls('compute_results', { sql_query: 'SELECT COUNT(*) AS n FROM r1' }),
      says('See.'),
    ]
    expect((await askModel(world, 'How many notes?', computed)).responses[1]).toMatchObject({ success: false })
  })

  test('are never the answer to a query that failed', async () => {
    const script = [
      calls('sample_rows', { table_name: 'many' }),
      runs('SELECT nothing FROM many'),
      says('Here is what was found.'),
    ]
    const { answer, end } = await askModel(world, 'How many notes?', script)
    expect(answer).toMatch(/^Could not find a working query/)
    expect(end.answer?.result).toBeNull()
  })

  test('are not offered and not read if data is not shared', async () => {
    const script = [calls('sample_rows', { table_name: 'customers' }), runs(count), says('There are some.')]
    const { requests, responses } = await askModel(world, 'Who?', script, { shareData: false })
    expect(JSON.stringify(requests[0]?.body.tools)).not.toContain('sample_rows')
    expect(responses[0]).toMatchObject({ success: false })
    expect(JSON.stringify(requests)).not.toMatch(/Ana|Lisbon/)
  })

  test('names a table that does not exist', async () => {
    const { responses } = await askModel(world, 'Who?', [calls('sample_rows', { table: 'secrets' }), says('No.')])
    expect(responses[0]?.error).toBe('There is no table secrets. Call list_tables to see all tables.')
  })
})

describe('looking up values', () => {
  const lookUp = async (args: object, options = {}) => {
    const script = [calls('look_up_values', { ...args }), runs(count), says('See the table.')]
    const asked = await askModel(world, 'Orders of ana in lisbon?', script, options)
    const sent = asked.requests[1]?.body.messages as { role: string; content: string }[]
    const told = JSON.parse(sent.findLast(({ role }) => role === 'tool')?.content ?? '{}') as Record<string, unknown>
    return { response: asked.responses[0] as ToolResponse, told }
  }

  test('finds where the words of a question are stored, as they are spelled', async () => {
    const { response, told } = await lookUp({ texts: ['lisbon', 'ana', 'atlantis'] })
    expect(response.results).toEqual(
      expect.arrayContaining([
        ['customers', 'city', 'Lisbon'],
        ['customers', 'name', 'Ana'],
      ]),
    )
    expect(told).toMatchObject({ not_found: ['atlantis'], could_not_check: [] })
    expect(told['found']).toContain('"value":"Lisbon"')
    expect(response.message).toMatch(/^Found \d+ values$/)
  })

  test('finds a name whose words are in two columns of a table', async () => {
    const { response, told } = await lookUp({ texts: ['Ana Lisbon', 'Ana Atlantis'] })
    expect(response.results).toEqual(
      expect.arrayContaining([
        ['customers', 'name', 'Ana'],
        ['customers', 'city', 'Lisbon'],
      ]),
    )
    expect(told['not_found']).toEqual(['Ana Atlantis'])
    const unshared = await lookUp({ texts: ['Ana Lisbon'] }, { shareData: false })
    expect(unshared.told['found']).toEqual(expect.arrayContaining(['customers.name', 'customers.city']))
  })

  test('says what could not be checked, and then not that a value is missing', async () => {
    const agent = {
      lookUpValues: {
        list: async () => ({ values: null }),
        find: async () => ({ found: [], unchecked: [{ table: 'customers', column: 'city' }] }),
        hits: async () => [],
        profile: async () => null,
      },
    }
    const { response, told } = await lookUp({ texts: 'lisbon' }, { agent })
    expect(told).toMatchObject({
      not_found: ['lisbon'],
      could_not_check: ['customers.city'],
      note: expect.stringContaining('Do not say'),
    })
    expect(response.message).toBe('Found no value; 1 column could not be checked')
  })

  test('says what could not be checked for the words of a name', async () => {
    const isWhole = (texts: string[]) => texts.includes('Ana Atlantis')
    const place = { table: 'customers', column: 'city' }
    const agent = {
      lookUpValues: {
        list: async () => ({ values: null }),
        find: async (_door: unknown, _place: unknown, texts: string[]) => ({
          found: [],
          unchecked: isWhole(texts) ? [] : [place],
        }),
        hits: async () => [],
        profile: async () => null,
      },
    }
    const { told } = await lookUp({ texts: 'Ana Atlantis' }, { agent })
    expect(told).toMatchObject({ not_found: ['Ana Atlantis'], could_not_check: ['customers.city'] })
  })

  test('searches one table on request', async () => {
    const { response } = await lookUp({ texts: ['Note 7'], table_name: 'many' })
    expect(response.results).toContainEqual(['many', 'note', 'Note 7'])
  })

  test('tells a model that may not see data only the columns', async () => {
    const { response, told } = await lookUp({ texts: ['lisbon'] }, { shareData: false })
    expect(response.results).toContainEqual(['customers', 'city', 'Lisbon'])
    expect(told['found']).toEqual(['customers.city'])
  })

  test('R10 finds nothing in hidden rows and masked columns', async () => {
    const rowRules = { rules: [{ name: 'Oslo', tables: { customers: { condition: "city = 'Oslo'" } } }] }
    const columnRules = { rules: [{ name: 'Mail', tables: { customers: { email: { mask_type: 'null' as const } } } }] }
    Object.assign(world.scope, { areaId: 'a1', policies: { rowRules, columnRules, hashSalt: 's' } })
    const { response, told } = await lookUp({ texts: ['lisbon', 'ben@example.test', 'oslo'] })
    Object.assign(world.scope, { areaId: null, policies: null })
    expect(response.results).toEqual([['customers', 'city', 'Oslo']])
    expect(told['not_found']).toEqual(['lisbon', 'ben@example.test'])
  })
})

test('details of a table include values that occur, if the user may know them', async () => {
  const script = [calls('get_table_info', { table_name: 'customers' }), runs(count), says('See.')]
  const { requests } = await askModel(world, 'How many?', script)
  expect(JSON.stringify(requests[1]?.body.messages)).toContain('customers.city')
  const hidden = await askModel(world, 'How many?', script, { shareData: false })
  expect(JSON.stringify(hidden.requests)).not.toContain('Lisbon')
})

describe('asking the user', () => {
  const ask = (args: object) =>
    askModel(world, 'Orders in Springfield?', [calls('ask_user', { ...args }), runs(count), says('See.')])

  test('with free text ends the turn', async () => {
    const { answer, events, requests } = await ask({ question: 'Which year do you mean?', choices: [] })
    expect([answer, requests.length]).toEqual(['Which year do you mean?', 1])
    expect(events.at(-1)).toMatchObject({ type: 'final' })
  })

  test('with choices that have no SQL offers them as questions', async () => {
    const { events } = await ask({
      question: 'Which Springfield?',
      choices: [{ label: 'Illinois' }, { label: 'Oregon', question: 'Orders in Springfield, Oregon?' }],
    })
    expect(events.at(-1)?.readings).toEqual([
      { label: 'Illinois', question: 'Orders in Springfield? (Illinois)' },
      { label: 'Oregon', question: 'Orders in Springfield, Oregon?' },
    ])
  })

  test.each([
    ['a question with an invented figure', { question: 'Revenue was 9,999. Go on?', choices: [] }],
    ['an empty question', { question: ' ', choices: [] }],
    [
      'choices with invented figures',
      { question: 'Which?', choices: [{ label: 'The 77 in Oslo' }, { label: 'The 88 in Rome' }] },
    ],
    ['a single choice', { question: 'Which?', choices: [{ label: 'Oslo' }] }],
  ])('refuses %s', async (_what, args) => {
    const { responses, answer } = await ask(args)
    expect(responses[0]).toMatchObject({ success: false })
    expect(answer).toBe('See.')
  })

  test('refuses five choices with the reason', async () => {
    const { requests } = await ask({
      question: 'Which?',
      choices: ['a', 'b', 'c', 'd', 'e'].map((label) => ({ label })),
    })
    expect(JSON.stringify(requests[1]?.body.messages)).toContain('choices: Too big')
  })
})
