import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatMessage } from '@parlance/contract'
import { createFileWorld, shopSchema, testPrincipal, type FileWorld } from '../testing/file-turn.ts'
import { builtinResponder } from './builtin-responder.ts'
import { noStoredValues } from './stored-values.ts'
import { createValueLookup, type ValueQuestion } from './value-lookup.ts'

let world: FileWorld
/** Only the database's own time limits count, however busy the machine is. */
const patient = { listMs: 600_000, findMs: 600_000 }

const moreTables = `
  CREATE TABLE places (id INTEGER PRIMARY KEY, place TEXT);
  WITH RECURSIVE steps (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM steps LIMIT 600)
    INSERT INTO places (place) SELECT 'Cité ' || n FROM steps;
  INSERT INTO places (place) VALUES ('Lisbon'), ('Oslo');
  -- Never ends; the time limit of lookups stops it.
  CREATE VIEW branches AS WITH RECURSIVE steps (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM steps)
    SELECT 'Nord' || (n % 2) AS district FROM steps;`

/** The same door with a shorter time limit, for columns that are never read in time. */
function impatient(door: FileWorld['door']): FileWorld['door'] {
  return withTimeLimit(door, 200)
}

function withTimeLimit(door: FileWorld['door'], timeoutMs: number): FileWorld['door'] {
  return { ...door, run: (request) => door.run({ ...request, limits: { ...request.limits, timeoutMs } }) }
}

beforeEach(async () => {
  world = await createFileWorld(shopSchema + moreTables)
})
afterEach(() => world.close())

async function question(table: string, column: string, change: Partial<ValueQuestion> = {}): Promise<ValueQuestion> {
  const catalogue = await world.environment.catalogueOf('c1')
  const since = performance.now()
  return {
    principal: testPrincipal,
    connectionId: 'c1',
    scope: world.scope,
    catalogue,
    table,
    column,
    since,
    ...change,
  }
}

test('reads a column’s distinct values once, through the door', async () => {
  const lookUp = createValueLookup()
  const cities = await lookUp.list(world.door, await question('customers', 'city'))
  expect(cities.values?.toSorted()).toEqual(['Lisbon', 'Oslo'])
  await lookUp.list(world.door, await question('customers', 'city'))
  expect(world.audited.map((entry) => entry.purpose)).toEqual(['values'])
})

test('R16 reads again what was read under other rules, or by another user under rules', async () => {
  const lookUp = createValueLookup()
  const ask = async (change: Partial<ValueQuestion>) =>
    lookUp.list(world.door, await question('customers', 'city', change))
  const narrowed = { areaId: 'a1', allowedTables: [{ schema: null, table: 'customers' }], policies: null }
  const ruled = { ...narrowed, policies: { rowRules: null, columnRules: null, hashSalt: 's' } }
  await ask({})
  await ask({ scope: narrowed })
  await ask({ scope: ruled })
  await ask({ scope: ruled, principal: { ...testPrincipal, userId: 'u2' } })
  await ask({ scope: ruled, principal: { ...testPrincipal, tenantId: 't2' } })
  expect(world.audited).toHaveLength(5)
  await ask({ principal: { ...testPrincipal, userId: 'u2' } })
  expect(world.audited).toHaveLength(5)
})

test.each(['id IN (SELECT customer_id FROM orders WHERE total > 100)', 'since <= :current_date'])(
  'R16 a list serves one question under the rule %s, which depends on other rows or the day',
  async (condition) => {
    const lookUp = createValueLookup()
    const rowRules = { rules: [{ name: 'r', tables: { customers: { condition } } }] }
    const scope = { areaId: 'a1', allowedTables: null, policies: { rowRules, columnRules: null, hashSalt: 's' } }
    // Later than any clock reports, so that a slow machine doesn't go on without the list.
    const first = await question('customers', 'city', { scope, since: 1e12 })
    for (const _ of [1, 2]) await lookUp.list(world.door, first)
    expect(world.audited).toHaveLength(1)
    await lookUp.list(world.door, { ...first, since: first.since + 1 })
    expect(world.audited).toHaveLength(2)
  },
)

test('does not serialize the tables and rules of a large area at each lookup', async () => {
  const lookUp = createValueLookup()
  const refuse = () => {
    throw new Error('written down')
  }
  const scope = {
    areaId: 'a1',
    allowedTables: Object.assign([{ schema: null, table: 'customers' }], { toJSON: refuse }),
    policies: { rowRules: null, columnRules: null, hashSalt: 's', toJSON: refuse },
  }
  for (const _ of [1, 2]) {
    expect((await lookUp.list(world.door, await question('customers', 'city', { scope }))).values).toHaveLength(2)
  }
  expect(world.audited).toHaveLength(1)
})

test('R13 does not query for a name that is not in the catalog', async () => {
  const lookUp = createValueLookup()
  expect(await lookUp.list(world.door, await question('customers; DROP TABLE x', 'city'))).toEqual({ values: null })
  expect(await lookUp.list(world.door, await question('customers', 'city" FROM orders --'))).toEqual({ values: null })
  expect(world.audited).toEqual([])
})

test('a table outside the area yields neither values nor an error', async () => {
  world.scope.allowedTables = [{ schema: null, table: 'orders' }]
  expect(await createValueLookup().list(world.door, await question('customers', 'city'))).toEqual({ values: null })
})

test('a question that has waited long enough continues without values', async () => {
  const late = await question('customers', 'city', { since: performance.now() - 60_000 })
  expect(await createValueLookup().list(world.door, late)).toEqual({ values: null, isUnchecked: true })
  expect(world.audited).toEqual([])
})

test('concurrent lookups read each column once, and all get its values', async () => {
  const lookUp = createValueLookup()
  const asked = await question('customers', 'city')
  const columns = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 'city' : 'name'))
  const found = await Promise.all(columns.map((column) => lookUp.list(world.door, { ...asked, column })))
  expect(found.every((each) => each.values !== null)).toBe(true)
  expect(world.audited).toHaveLength(2)
})

test('lists of one connection never wait for those of a slow one', async () => {
  const lookUp = createValueLookup(Date.now, noStoredValues, patient)
  const slow = Promise.withResolvers<void>()
  const door: FileWorld['door'] = {
    ...world.door,
    run: async (request) => {
      if (request.connectionId === 'slow') await slow.promise
      return await world.door.run({ ...request, connectionId: 'c1' })
    },
  }
  const slowLists = [
    ['customers', 'city'],
    ['customers', 'name'],
    ['places', 'place'],
  ].map(async ([table = '', column = '']) => lookUp.list(door, await question(table, column, { connectionId: 'slow' })))
  expect((await lookUp.list(door, await question('customers', 'city'))).values).toHaveLength(2)
  slow.resolve()
  expect((await Promise.all(slowLists)).map(({ isUnchecked }) => isUnchecked)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

describe('texts in columns with too many values to list', () => {
  const place = { table: 'places', column: 'place' }
  const find = async (texts: string[], change: Partial<ValueQuestion> = {}, columns = [place]) =>
    createValueLookup(Date.now, noStoredValues, patient).find(
      world.door,
      await question('places', 'place', change),
      texts,
      columns,
    )

  test('finds the stored spelling of an equal text', async () => {
    expect((await createValueLookup().list(world.door, await question('places', 'place'))).values).toBeNull()
    expect(await find(['Cité 7', 'LISBON'])).toEqual({
      found: ['Cité 7', 'Lisbon'].map((value) => ({ ...place, value })),
      unchecked: [],
    })
  })

  test('finds values that contain the text if none is equal', async () => {
    const { found, unchecked } = await find(['cité 59'])
    expect(found.map(({ value }) => value)).toEqual(expect.arrayContaining(['Cité 59']))
    expect((await find(['sbo'])).found).toEqual([{ ...place, value: 'Lisbon' }])
    expect(unchecked).toEqual([])
  })

  test('finds nothing after a complete look, and treats the text only as a value', async () => {
    for (const text of ['Nordstadt', "' OR 1 = 1 --", '%']) {
      const { found, unchecked } = await find([text])
      expect(found.filter(({ value }) => value === text)).toEqual([])
      expect(unchecked).toEqual([])
    }
  })

  test('looks as the user, under the rules of the area', async () => {
    const condition = "place <> 'Lisbon'"
    const rowRules = { rules: [{ name: 'r', tables: { places: { condition } } }] }
    world.scope.policies = { rowRules, columnRules: null, hashSalt: 's' }
    expect((await find(['Lisbon'])).found).toEqual([])
    expect((await find(['Oslo'])).found).toEqual([{ ...place, value: 'Oslo' }])
  })

  test('reports a column that could not be searched in time, and searches again soon', async () => {
    let time = 0
    const lookUp = createValueLookup(() => time, noStoredValues, patient)
    const slow = { table: 'branches', column: 'district' }
    const door = impatient(world.door)
    const asked = await question('branches', 'district')
    expect(await lookUp.list(door, asked)).toEqual({ values: null, isUnchecked: true })
    const { found, unchecked } = await lookUp.find(door, asked, ['Nordstadt'], [slow])
    expect([found, unchecked]).toEqual([[], [slow]])
    const count = () => world.audited.filter(({ tables }) => tables.some(({ table }) => table === 'branches')).length
    const before = count()
    await lookUp.list(door, asked)
    expect(count()).toBe(before)
    time += 60_001
    await lookUp.list(door, { ...asked, since: performance.now() })
    expect(count()).toBe(before + 1)
  })

  test('searches only as many columns as a question can wait for', async () => {
    const columns = Array.from({ length: 10 }, () => place)
    expect((await find(['Nordstadt'], {}, columns)).unchecked.length).toBeGreaterThanOrEqual(2)
    const searched = world.audited.filter(({ purpose }) => purpose === 'values').length
    // With equality, then with LIKE.
    expect(searched).toBeLessThanOrEqual(2 * 8)
  })
})

test('an answer never claims that a value does not exist because its column was too slow', async () => {
  const agent = {
    door: impatient(world.door),
    lookUpValues: createValueLookup(Date.now, noStoredValues, patient),
  }
  const { end } = await world.ask('how many branches are in Nordstadt?', builtinResponder, { agent })
  expect(formatMessage(end.answer!.text)).toBe(
    '“Nordstadt” could not be checked in the data in time. Name the column, for example “district is Nordstadt”, or try again.',
  )
})

test('reports a column as unchecked if only the search for parts of its texts takes too long', async () => {
  const long = await createFileWorld(`CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
    INSERT INTO notes (body) SELECT replace(hex(zeroblob(1000000)), '0', 'a');`)
  const column = { table: 'notes', column: 'body' }
  const catalogue = await long.environment.catalogueOf('c1')
  const asked = { ...(await question('customers', 'city')), catalogue }
  const lookUp = createValueLookup(Date.now, noStoredValues, patient)
  // Equality is quick, but LIKE compares the text at each place.
  const { found, unchecked } = await lookUp.find(impatient(long.door), asked, [`${'a'.repeat(40_000)}b`], [column])
  expect([found, unchecked]).toEqual([[], [column]])
  expect(long.audited.at(-1)?.outcome).toBe('query_timeout')
  // Another text is looked for as usual afterward.
  expect((await lookUp.find(withTimeLimit(long.door, 600_000), asked, ['b'], [column])).unchecked).toEqual([])
  await long.close()
})
