import { definitionsSchema, formatMessage } from '@parlance/contract'
import type { TurnEvent } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileWorld, textOf, type FileWorld } from '../testing/file-turn.ts'
import { builtinResponder } from './builtin-responder.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

function toolsOf(events: TurnEvent[]): string[] {
  return events.flatMap((event) =>
    (event.content?.parts ?? []).flatMap((part) => ('functionCall' in part ? [part.functionCall.name] : [])),
  )
}

test('the built-in engine translates, runs and answers a plain question, shows its reading, links its figures, and uses no tokens', async () => {
  const { events, end } = await world.ask('How many orders are there?', builtinResponder)
  expect(toolsOf(events)).toEqual(['process_nl_to_sql', 'execute_sql_query'])
  expect(textOf(events.at(-1))).toContain('4')
  expect(events.at(-1)).not.toHaveProperty('usage_metadata')
  const start = textOf(events.at(-1)).indexOf('4')
  const sources = [{ step: 'r1', column: 0, rows: [0] }]
  expect(events.at(-1)?.figures).toEqual([{ start, end: start + 1, sources }])
  expect(events.at(-1)?.values).toMatchObject({ n: { sources } })
  expect(end.answer).toMatchObject({ understood: true, result: { understood: { reading: expect.any(String) } } })
})

test('finds a value of the question in the data, through the door', async () => {
  world.audited.length = 0
  const { end } = await world.ask('customers in Oslo', builtinResponder)
  expect(end.answer?.result?.result.rows.flat()).toContain('Ben')
  expect(world.audited.map((entry) => entry.purpose)).toEqual(expect.arrayContaining(['values', 'chat']))
})

test('a second question builds on the first', async () => {
  const first = await world.ask('total of orders by customer', builtinResponder)
  const history = first.end.memory ? [first.end.memory] : []
  const second = await world.ask('and by month?', builtinResponder, { history })
  expect(second.end.answer?.understood).toBe(true)
  expect(second.end.answer?.result?.sql).toMatch(/ordered_on/i)
})

test('passes on how the question asks to show its rows, and shows follow-ups the same way', async () => {
  const displayOf = (events: TurnEvent[]) =>
    events
      .flatMap((event) => event.content?.parts ?? [])
      .flatMap((part) => ('functionResponse' in part ? [part.functionResponse.response] : []))
      .map((response) => response.display)
      .at(-1)
  const first = await world.ask('total of orders by customer as a bar chart', builtinResponder)
  expect(displayOf(first.events)).toBe('bar')
  const history = first.end.memory ? [first.end.memory] : []
  const second = await world.ask('and by month?', builtinResponder, { history })
  expect(displayOf(second.events)).toBe('bar')
  const plain = await world.ask('How many orders are there?', builtinResponder, { history })
  expect(displayOf(plain.events)).toBeUndefined()
})

test('says how the numbers of a metric look', async () => {
  const computation = { kind: 'aggregate', table: 'orders', expression: 'SUM(total)' }
  const definitions = definitionsSchema.parse({ metrics: [{ name: 'Turnover', unit: 'EUR', computation }] })
  const { end } = await world.ask('turnover by customer', builtinResponder, {
    agent: {
      scopeOf: async () => ({ ...world.scope, areaId: 'a1' }),
      definitionsOf: async (_principal, _place, { dialect, tables }) => ({
        dialect,
        tables: tables.map((entry) => ({ name: entry.name, sql: entry.name, entry, masked: new Set() })),
        joins: [],
        definitions,
        versionOf: () => 1,
      }),
    },
  })
  const formats = end.answer?.result?.result.columns.map(({ format }) => format)
  expect(formats?.slice(-1)).toEqual([{ style: 'number', decimals: null, unit: 'EUR' }])
})

test('the database runs a comparison of two periods through the door', async () => {
  const first = await world.ask('number of orders by customer', builtinResponder)
  const history = first.end.memory ? [first.end.memory] : []
  const { end } = await world.ask('compare with last year', builtinResponder, { history })
  expect(end.answer?.result?.result.columns.map(({ name }) => name).slice(-1)).toEqual(['change_percent'])
})

test('says what it did not understand, suggests questions and runs nothing', async () => {
  world.audited.length = 0
  const { events, end } = await world.ask('frobnicate the zyxxyq quux', builtinResponder)
  expect(end.answer?.understood).toBe(false)
  expect(events.at(-1)?.follow_ups?.length).toBeGreaterThan(0)
  expect(events.at(-1)).toMatchObject({
    pattern: expect.stringContaining('{words} do not match anything in this data.'),
    values: { n: 3 },
  })
  expect(world.audited.filter((entry) => entry.purpose === 'chat')).toEqual([])
})

test('sends the text of each event with what it was formatted from, so that the browser can translate it', async () => {
  const { events } = await world.ask('how many orders are there?', builtinResponder)
  expect(events).toContainEqual(expect.objectContaining({ type: 'progress', pattern: 'Querying {database}' }))
  const response = expect.objectContaining({ understood: expect.objectContaining({ reading: 'Counts orders.' }) })
  const parts = events.flatMap(({ content }) => content?.parts ?? [])
  expect(parts).toContainEqual({ functionResponse: expect.objectContaining({ name: 'execute_sql_query', response }) })
  expect(JSON.stringify(parts)).toContain('"messages":{"reading":{"text":"{reading}."')
  const end = events.at(-1)
  expect(end?.pattern).toContain('{There are # {rows}.}')
  expect(formatMessage({ text: end?.pattern ?? '', values: end?.values })).toBe('There are 4 orders.')
})

test('does not warn about a limit that the user asked for, also not in questions that build on it', async () => {
  const first = await world.ask('top 2 customers by total of orders', builtinResponder)
  expect(first.end.answer?.result?.result.rows).toHaveLength(2)
  expect(first.end.answer?.result?.warnings).toEqual([])
  const history = first.end.memory ? [first.end.memory] : []
  const second = await world.ask('and by month?', builtinResponder, { history })
  expect(second.end.answer?.understood).toBe(true)
  expect(second.end.answer?.result?.warnings.filter(({ kind }) => kind.startsWith('limit'))).toEqual([])
})
