import { expect, test } from 'vitest'
import { partOf, PromptRecord } from './prompt-record.ts'

const counted = {
  provider: 'openai',
  model: 'm-1',
  tokens: { prompt: 900, cached: 600, cacheWritten: 0, completion: 20, reasoning: 0, isEstimated: false },
  milliseconds: 40,
  cost: null,
} as const

test('a turn without a model call has no prompt', () => {
  const record = new PromptRecord()
  record.gave('whole', partOf('question', 'How many orders?'))
  record.returned('list_tables', '{}')
  expect(record.prompt).toBeNull()
})

test('what tools return belongs to the last call of the leading model', () => {
  const record = new PromptRecord()
  record.called(counted, { form: 'tools', prompt: 'whole' })
  record.called(counted, { form: 'schema', prompt: 'other' })
  record.returned('generate_sql_query', '{"success":true}')
  record.returned(null, '{}')
  expect(record.prompt?.calls.map(({ results }) => results.map(({ tool }) => tool))).toEqual([
    ['generate_sql_query', null],
    [],
  ])
})

test('is bounded for any number of calls, results, tables, and any length of a name', () => {
  const record = new PromptRecord()
  const tables = Array.from({ length: 5_000 }, (_, at) => `${'x'.repeat(5_000)}\u202E${at}`)
  const schema = partOf('schema', 'x', { tables, total: 9_000 })
  expect(schema).toMatchObject([{ count: 5_000, total: 9_000 }])
  record.gave('whole', schema)
  record.gave('short', schema)
  for (let call = 0; call < 1_000; call++) {
    record.called(counted, { form: 'tools', prompt: 'whole' })
    record.returned('sample_rows', 'x'.repeat(10_000))
  }
  expect(record.prompt?.calls).toHaveLength(50)
  expect(JSON.stringify(record.prompt).length).toBeLessThan(110_000)
})

test('an empty part is left out, and a deceptive sign in a name is visible', () => {
  expect(partOf('joins', '')).toEqual([])
  expect(partOf('schema', 'x', { tables: ['or\u202Eders'] })[0]?.tables).toEqual(['or\uFFFDders'])
})
