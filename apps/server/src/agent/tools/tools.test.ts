import { toolNames } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, calls, runs, says } from '../../testing/asking-model.ts'
import { createFileWorld, type FileWorld } from '../../testing/file-turn.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

const count = 'SELECT COUNT(*) AS orders FROM orders'

async function use(name: string, args: Record<string, unknown>) {
  const asked = await askModel(world, 'How many orders are there?', [
    calls(name, args),
    runs(count),
    says('There are 4 orders.'),
  ])
  const [response] = asked.responses
  if (!response) throw new Error(`${name} answered nothing: ${asked.answer}`)
  return { ...asked, response }
}

describe('CH-049 every documented tool can be called', () => {
  test.each([
    ['process_nl_to_sql', { question: 'How many orders are there?' }],
    ['process_nl_to_sql_with_context', { query: 'How many orders are there?' }],
    ['generate_sql_query', { question: 'How many orders are there?' }],
    ['generate_sql_query_with_context', { natural_language_query: 'How many orders are there?' }],
    ['execute_sql_query', { sql_query: count }],
    ['execute_sql_query_with_context', { sql: count }],
    ['get_database_schema', {}],
    ['get_database_schema_with_context', { question: 'orders' }],
    ['validate_sql_query', { sql_query: count }],
    ['list_tables', {}],
    ['get_table_info', { table_name: 'orders' }],
    ['get_table_information_with_context', { table: 'ORDERS' }],
    ['recommend_business_area', { query: 'orders' }],
    [
      'retry_sql_generation',
      { question: 'How many orders are there?', failed_sql: 'SELECT n FROM orders', error: 'no n' },
    ],
  ])('calls the documented tool %s', async (name, args) => {
    const { response, answer } = await use(name, args)
    expect(response).toMatchObject({ tool: name, success: true })
    expect(answer).toBe('There are 4 orders.')
  })

  test('declares only tools that are of use', async () => {
    const { requests } = await askModel(world, 'Hello', [says('Ask me about orders.')])
    const declared = JSON.stringify(requests[0]?.body.tools)
    expect(declared).not.toMatch(/process_nl_to_sql|generate_sql_query|retry_sql_generation/)
    expect(declared.length).toBeLessThan(4_000)
  })

  test('declares every tool if a model writes SQL, the forms with context by their plain names', async () => {
    const { requests } = await askModel(world, 'Hello', [], { sqlScript: [says('Ask me about orders.')] })
    const declared = JSON.stringify(requests[0]?.body.tools)
    const plain = toolNames.filter(
      (name) => name !== 'query_metrics' && !name.endsWith('_with_context') && name !== 'offer_readings',
    )
    for (const name of plain) expect(declared).toContain(`"${name}"`)
    expect(declared).not.toContain('"offer_readings"')
    expect(declared.length).toBeLessThan(4_800)
  })
})

describe('CH-050 the documented response fields', () => {
  test('returns the fields of a query that ran', async () => {
    const { response } = await use('execute_sql_query', {
      sql_query: 'SELECT name FROM customers',
      reading: 'All names',
    })
    expect(response).toMatchObject({
      success: true,
      executed: true,
      sql_query: 'SELECT name FROM customers',
      query: 'SELECT name FROM customers',
      results: [['Ana'], ['Ben'], ['Cem']],
      row_count: 3,
      full_row_count: 3,
      truncated_for_llm: false,
      data_sharing_disabled: false,
      has_parameters: false,
      unresolved_parameters: [],
      understood: { reading: 'All names', assumptions: [] },
    })
    expect(response.display_sql).toContain('SELECT')
    expect(response.token_usage).toEqual({
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      model: 'test-model',
    })
  })

  test('returns bound values to the user but not to the model', async () => {
    const sql_query = 'SELECT :current_user_id AS me, :current_date AS today, id FROM customers'
    const { response, requests } = await use('execute_sql_query', { sql_query })
    expect(response).toMatchObject({
      has_parameters: true,
      parameter_mapping: { current_user_id: 'u1', current_date: '2026-11-21' },
      unresolved_parameters: [],
    })
    expect(JSON.stringify(requests)).not.toContain('parameter_mapping')
  })

  test('returns cut rows to the model', async () => {
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i FROM n'
    const { response, requests } = await use('execute_sql_query', { sql_query: many })
    expect(response).toMatchObject({ row_count: 300, truncated_for_llm: true, truncated: false })
    expect(JSON.stringify(requests[1]?.body.messages)).not.toContain('[201]')
  })

  test('returns the fields of a query without rows', async () => {
    const { response } = await use('execute_sql_query', { sql_query: 'SELECT name FROM customers WHERE id > 99' })
    expect(response).toMatchObject({ success: true, row_count: 0, message: 'The query ran and returned no rows.' })
  })

  test('returns the fields of SQL that is written but not run', async () => {
    const { response } = await use('generate_sql_query', { question: 'How many orders are there?' })
    expect(response).toMatchObject({
      success: true,
      executed: false,
      message: 'The built-in engine wrote this SQL without a language model.',
      has_parameters: false,
      parameter_mapping: {},
      unresolved_parameters: [],
      understood: { reading: expect.any(String), assumptions: [] },
      token_usage: { model: 'test-model' },
    })
    expect(response.sql_query).toMatch(/count/i)
    expect(response.results).toBeUndefined()
  })

  test('returns the fields of parameters that need values', async () => {
    const { response } = await use('validate_sql_query', { sql_query: 'SELECT id FROM orders WHERE total > :least' })
    expect(response).toMatchObject({
      success: false,
      has_parameters: true,
      unresolved_parameters: ['least'],
      executed: false,
    })
    expect(response.error).toContain('least')
  })

  test('returns the fields of tables and schema', async () => {
    const listed = (await use('list_tables', {})).response
    expect(listed.tables).toEqual(['customers', 'orders'])
    const described = (await use('get_table_info', { table_name: 'orders' })).response
    expect(described.schema).toContain('customer_id int -> customers.id')
    const missing = (await use('get_table_info', { table_name: 'secrets' })).response
    expect(missing).toMatchObject({
      success: false,
      error: 'There is no table secrets. Call list_tables to see all tables.',
    })
  })
})

describe('a separate model for SQL', () => {
  test('the SQL model writes the SQL, and the leading model describes the rows', async () => {
    const { requests, answer, events } = await askModel(world, 'How many orders?', [says('There are 4 orders.')], {
      sqlScript: [runs(count)],
    })
    expect(requests.map((request) => request.body.model)).toEqual(['test-model', 'sql-model'])
    expect(requests[1]?.text).toContain('Schema:')
    expect(answer).toBe('There are 4 orders.')
    expect(events.at(-1)?.usage_metadata).toMatchObject({ total_tokens: 240, model: 'sql-model, test-model' })
  })

  test('tools that write SQL ask the SQL model', async () => {
    const script = [
      calls('process_nl_to_sql', { question: 'How many orders?' }),
      says('```sql\nSELECT COUNT(*) AS n FROM orders\n```'),
    ]
    const { responses, answer } = await askModel(world, 'How many orders?', [says('There are 4.')], {
      sqlScript: script,
    })
    expect(responses[0]).toMatchObject({ tool: 'process_nl_to_sql', success: true, results: [[4]] })
    expect(responses[0]?.token_usage?.model).toBe('sql-model')
    expect(answer).toBe('There are 4.')
  })
})

describe('asking back', () => {
  const readings = [
    {
      label: 'By number',
      question: 'Which customer has the most orders?',
      sql_query: 'SELECT customer_id FROM orders GROUP BY customer_id ORDER BY COUNT(*) DESC LIMIT 1',
    },
    {
      label: 'By revenue',
      question: 'Which customer has the highest order total?',
      sql_query: 'SELECT customer_id FROM orders GROUP BY customer_id ORDER BY SUM(total) DESC LIMIT 1',
    },
  ]

  test('turns two readings with different SQL into buttons that end the turn', async () => {
    const asked = await askModel(world, 'Who is the best customer?', [
      calls('offer_readings', { question: 'Best by what?', readings }),
    ])
    expect(asked.requests).toHaveLength(1)
    expect(asked.answer).toBe('Best by what?')
    expect(asked.events.at(-1)).toMatchObject({
      type: 'final',
      readings: [
        { label: 'By number', question: 'Which customer has the most orders?' },
        { label: 'By revenue', question: 'Which customer has the highest order total?' },
      ],
    })
  })

  test('a figure in a follow-up question is not a finding', async () => {
    const lie = 'Ana earned 9,999. Best by what?'
    const asked = await askModel(world, 'Best?', [calls('offer_readings', { question: lie, readings })])
    expect(asked.answer).toBe('Which of these did you mean?')
    expect(asked.events.at(-1)?.readings).toHaveLength(2)
  })

  test('does not ask about readings with the same SQL, or without SQL that may run', async () => {
    const [first] = readings
    const same = [
      first,
      { ...first, label: 'Again' },
      { label: 'Drop', question: 'Drop?', sql_query: 'DROP TABLE orders' },
    ]
    const asked = await askModel(world, 'Who?', [
      calls('offer_readings', { question: 'Which?', readings: same }),
      runs(count),
      says('There are 4.'),
    ])
    expect(asked.responses[0]).toMatchObject({ success: false })
    expect(asked.answer).toBe('There are 4.')
  })
})

describe('business areas', () => {
  const better = {
    area_id: 'a2',
    area_name: 'Sales',
    confidence_score: 0.8,
    description: null,
    matched_tables: ['deals'],
  }
  const agent = { recommendArea: async () => better }

  beforeAll(() => void Object.assign(world.scope, { areaId: 'a1', allowedTables: [{ schema: null, table: 'orders' }] }))
  afterAll(() => void Object.assign(world.scope, { areaId: null, allowedTables: null }))

  const message =
    'The required tables are not available in the current business area. Please select a different business area or edit the current one to include the necessary tables.'

  test('BA-165 a recommendation has its documented fields and becomes a suggestion', async () => {
    const script = [calls('recommend_business_area', { query: 'Deals?' }), says('There are no deals in this area.')]
    const { responses, events } = await askModel(world, 'Deals?', script, { agent })
    expect(responses[0]).toMatchObject({ success: true, recommendation: better })
    expect(events.at(-1)?.actions).toMatchObject([
      { label: 'Switch to Sales', action: 'switch_area:a2', style: 'primary' },
    ])
  })

  test('a query that needs a table outside the area triggers the fallback with its documented wording', async () => {
    let tries = 0
    const { responses, events } = await askModel(world, 'Deals?', () => runs(`SELECT ${tries++} AS n FROM customers`), {
      agent,
    })
    expect(responses[0]).toMatchObject({ success: false, business_area_fallback: { triggered: true, message } })
    expect(events.at(-1)).toMatchObject({ type: 'error', detail: message, code: 'query_refused' })
  })

  test("the first prompt contains the area's instructions, joins, descriptions and synonyms", async () => {
    const hints = {
      name: 'Orders',
      description: null,
      instructions: 'Revenue means total without tax.',
      synonyms: [],
      sampleQuestions: [],
      tables: [
        {
          table: 'orders',
          description: 'One line a sale',
          synonyms: ['purchases'],
          columns: [{ name: 'total', description: 'In euro', synonyms: ['amount'] }],
        },
      ],
      joins: [{ description: 'Orders go to customers by customer_id' }],
    }
    const examples = [{ question: 'Orders so far?', sql: count, askedOn: '2026-11-01' }]
    const { requests } = await askModel(world, 'Purchases?', [says('Which?')], {
      agent: { ...agent, hintsOf: async () => hints, examplesOf: async () => examples },
    })
    const prompt = requests[0]?.text ?? ''
    for (const words of [
      'Revenue means total',
      'One line a sale',
      'also: purchases',
      'In euro',
      'also: amount',
      'Orders go to customers',
      'Orders so far?',
    ]) {
      expect(prompt).toContain(words)
    }
  })
})

test('a column that the rules remove is in no prompt and no tool response', async () => {
  const hidden = { email: { mask_type: 'disallow' as const } }
  const columnRules = { rules: [{ name: 'r', tables: { customers: hidden } }] }
  Object.assign(world.scope, { areaId: 'a1', policies: { rowRules: null, columnRules, hashSalt: 's' } })
  const script = [calls('get_table_info', { table_name: 'customers' }), calls('get_database_schema'), says('No.')]
  const { requests, responses } = await askModel(world, 'Which customers are there?', script)
  Object.assign(world.scope, { areaId: null, policies: null })
  const seen = JSON.stringify([requests.map((request) => request.text), responses])
  expect(seen).toContain('name, city)')
  expect(seen).not.toMatch(/email/)
})

test('attached files go to the model with the question', async () => {
  const files = [{ name: 'note.png', mimeType: 'image/png', bytes: Buffer.from('picture') }]
  const { requests } = await askModel(world, 'What is this?', [says('A picture.')], { files })
  expect(requests[0]?.text).toContain(Buffer.from('picture').toString('base64'))
})

test('the result of a model is shown as the question asks', async () => {
  const script = [runs(count), says('There are 4 orders.')]
  const wished = await askModel(world, 'How many orders are there? Show it as a bar chart.', script)
  expect(wished.responses).toEqual([expect.objectContaining({ tool: 'execute_sql_query', display: 'bar' })])
  const plain = await askModel(world, 'How many orders are there?', script)
  expect(plain.responses[0]).not.toHaveProperty('display')
})
