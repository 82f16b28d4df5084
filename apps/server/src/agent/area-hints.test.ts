import { afterAll, beforeAll, expect, test } from 'vitest'
import { askModel, says } from '../testing/asking-model.ts'
import { createFileWorld, type FileWorld } from '../testing/file-turn.ts'
import { builtinResponder } from './builtin-responder.ts'
import { joinLines } from './area-hints.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld(`
    CREATE TABLE clients (code TEXT PRIMARY KEY, label TEXT);
    CREATE TABLE deals (nr INTEGER PRIMARY KEY, buyer TEXT, worth REAL);
    INSERT INTO clients VALUES ('a', 'Ana'), ('b', 'Ben');
    INSERT INTO deals VALUES (1, 'a', 10), (2, 'a', 20), (3, 'b', 5);`)
  Object.assign(world.scope, { areaId: 'a1' })
})
afterAll(() => world.close())

const hints = {
  name: 'Trade',
  description: null,
  instructions: null,
  synonyms: [],
  sampleQuestions: [],
  tables: [
    {
      table: 'deals',
      description: null,
      synonyms: ['contracts'],
      columns: [{ name: 'worth', description: null, synonyms: ['turnover'] }],
    },
  ],
  joins: [{ left_table: 'clients', left_column: 'code', right_table: 'deals', right_column: 'buyer' }],
}
const agent = { hintsOf: async () => hints }

test('the built-in engine uses the synonyms and joins of the area', async () => {
  const alone = await world.ask('total turnover of contracts by client', builtinResponder)
  expect(alone.end.answer?.understood).toBe(false)
  const { end } = await world.ask('total turnover of contracts by client', builtinResponder, { agent })
  expect(end.answer?.result?.result.rows).toEqual(
    expect.arrayContaining([expect.arrayContaining(['Ana', 30]), expect.arrayContaining(['Ben', 5])]),
  )
})

test("a model sees the area's joins as keys and as join lines", async () => {
  const { requests } = await askModel(world, 'Turnover by client?', [says('Which?')], { agent })
  expect(requests[0]?.text).toContain('buyer -> clients.code')
  expect(requests[0]?.text).toContain('clients INNER JOIN deals ON clients.code = deals.buyer')
})

test('writes joins as SQL, followed by their description, or only the description', () => {
  const condition = {
    left_table: 'a',
    right_table: 'b',
    join_type: 'LEFT' as const,
    join_condition: 'a.x = b.x AND b.y = 1',
  }
  expect(joinLines([{ ...condition, description: 'the first\none' }, { description: 'a goes to c' }, {}])).toEqual([
    'a LEFT JOIN b ON a.x = b.x AND b.y = 1: the first one',
    'a goes to c',
  ])
})
