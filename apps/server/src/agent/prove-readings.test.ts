import { formatMessage, type TurnEvent } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../lib/errors.ts'
import { createFileWorld, shopSchema, testPrincipal, textOf, type FileWorld } from '../testing/file-turn.ts'
import { builtinResponder } from './builtin-responder.ts'
import type { AgentTurn } from './contract.ts'
import { proveReadings, type ReadingAsker } from './prove-readings.ts'

/** Longer than any count of these tests takes, also on a busy machine. */
const patient = 600_000

const moreTables = `
  CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
  CREATE TABLE visits (id INTEGER PRIMARY KEY, host_id INTEGER REFERENCES people(id),
    guest_id INTEGER REFERENCES people(id), cost REAL);
  INSERT INTO people VALUES (1, 'Ana', 'Lisbon'), (2, 'Ben', 'Oslo'), (3, 'Cem', 'Oslo');
  INSERT INTO visits VALUES (1, 1, 2, 10), (2, 1, 3, 20), (3, 1, 2, 30);
  -- Never ends; the time limit of counts stops it.
  CREATE VIEW steps AS WITH RECURSIVE steps (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM steps) SELECT n FROM steps;`

let world: FileWorld
beforeAll(async () => {
  world = await createFileWorld(shopSchema + moreTables)
})
afterAll(() => world.close())
beforeEach(() => {
  world.audited.length = 0
})

async function asker(changes: Partial<ReadingAsker> = {}): Promise<ReadingAsker> {
  return {
    catalogue: await world.environment.catalogueOf('c1'),
    principal: testPrincipal,
    connectionId: 'c1',
    areaId: null,
    door: world.door,
    signal: new AbortController().signal,
    emit: () => undefined,
    ...changes,
  }
}

const readingOf = (label: string, sql: string) => ({ reading: { label, question: `${label}?` }, sql })
const customers = readingOf('customers', 'SELECT name FROM customers')
const none = readingOf('none', "SELECT name FROM customers WHERE city = 'Nowhere'")

test('each reading has its SQL and its number of rows, counted through the door', async () => {
  const proven = await proveReadings([customers, none], await asker(), patient)
  expect(proven).toEqual([
    { label: 'customers', question: 'customers?', display_sql: 'SELECT\n  name\nFROM\n  customers', row_count: 3 },
    { label: 'none', question: 'none?', display_sql: expect.stringContaining('Nowhere'), row_count: 0 },
  ])
  expect(world.audited.map(({ purpose, outcome }) => [purpose, outcome])).toEqual([
    ['values', 'answered'],
    ['values', 'answered'],
  ])
})

test('leaves out a reading that is refused, and one with the same SQL as another', async () => {
  const refused = readingOf('drop', 'DROP TABLE customers')
  const same = readingOf('same', 'select name from customers')
  const proven = await proveReadings([refused, customers, same], await asker(), patient)
  expect(proven.map(({ label }) => label)).toEqual(['customers'])
  expect(world.audited.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1)
})

test('counts only the rows that the asker’s rules show', async () => {
  const rowRules = { rules: [{ name: 'Own city', tables: { customers: { condition: 'city = :user.city' } } }] }
  world.scope.policies = { rowRules, columnRules: null, hashSalt: 's' }
  const countFor = async (city: string) => {
    const principal = { ...testPrincipal, attributes: { city } }
    const [counted] = await proveReadings([customers], await asker({ principal }), patient)
    return counted?.row_count
  }
  expect([await countFor('Lisbon'), await countFor('Oslo')]).toEqual([2, 1])
  world.scope.policies = null
})

test('counts nothing once the time is up', async () => {
  const run: AgentTurn['door']['run'] = async (request) => {
    await new Promise((resolve) => request.signal?.addEventListener('abort', resolve))
    return await world.door.run(request)
  }
  const proven = await proveReadings([customers], await asker({ door: { ...world.door, run } }), 0)
  expect(proven).toMatchObject([{ label: 'customers', row_count: null }])
})

test('does not count where the database bills its queries', async () => {
  const { catalogue } = await asker()
  let runs = 0
  const run: AgentTurn['door']['run'] = async (request) => {
    runs++
    return await world.door.run(request)
  }
  const billed = await asker({ catalogue: { ...catalogue, dialect: 'snowflake' }, door: { ...world.door, run } })
  const [proven] = await proveReadings([customers], billed)
  expect(proven).toHaveProperty('display_sql')
  expect(proven).not.toHaveProperty('row_count')
  expect(runs).toBe(0)
})

test('counts at most two readings at the same time', async () => {
  let running = 0
  let most = 0
  const run: AgentTurn['door']['run'] = async (request) => {
    most = Math.max(most, ++running)
    return await world.door.run(request).finally(() => running--)
  }
  const readings = [1, 2, 3, 4].map((n) => readingOf(`from ${n}`, `SELECT name FROM customers WHERE id >= ${n}`))
  const proven = await proveReadings(readings, await asker({ door: { ...world.door, run } }), patient)
  expect(proven.map(({ row_count }) => row_count)).toEqual([3, 2, 1, 0])
  expect(most).toBe(2)
})

test('stops when the user cancels, and fails for someone who lost access', async () => {
  const cancel = new AbortController()
  const cancelled = await asker({ signal: cancel.signal, emit: () => cancel.abort() })
  await expect(proveReadings([customers], cancelled, patient)).rejects.toThrow(/abort/i)
  const check: AgentTurn['door']['check'] = async () => {
    throw new AppError('forbidden')
  }
  const lost = await asker({ door: { ...world.door, check } })
  await expect(proveReadings([customers], lost, patient)).rejects.toMatchObject({ code: 'forbidden' })
})

function displaySqlIn(events: TurnEvent[]): string | undefined {
  return events
    .flatMap((event) => event.content?.parts ?? [])
    .flatMap((part) => ('functionResponse' in part ? [part.functionResponse.response.display_sql] : []))
    .findLast((sql) => sql !== undefined)
}

const ambiguous = 'total cost of visits by person'

test('the built-in engine asks back with the SQL and rows of each reading, and each leads to that SQL', async () => {
  const { end, events } = await world.ask(ambiguous, builtinResponder)
  const readings = events.at(-1)?.readings ?? []
  expect(readings.length).toBeGreaterThan(1)
  expect(end.answer?.understood).toBe(false)
  expect(events).toContainEqual(expect.objectContaining({ message: 'Counting the rows of each meaning' }))
  for (const { question, display_sql: sql, row_count: count } of readings) {
    const chosen = await world.ask(question, builtinResponder, { history: end.memory ? [end.memory] : [] })
    const found = chosen.end.answer?.result
    expect(sql).toBe(displaySqlIn(chosen.events))
    expect([null, found?.result.rows.length]).toContain(count)
  }
})

test('offers the only reading that may run as a question, and none if all are refused', async () => {
  const refuses = (allowed: number) => {
    let checked = 0
    const check: AgentTurn['door']['check'] = async (request) => {
      if (checked++ >= allowed) throw new AppError('query_refused')
      return await world.door.check(request)
    }
    return { agent: { door: { ...world.door, check } } }
  }
  const one = await world.ask(ambiguous, builtinResponder, refuses(1))
  expect(one.end.answer?.readings).toHaveLength(1)
  expect(textOf(one.events.at(-1))).toBe('Did you mean this?')
  const zero = await world.ask(ambiguous, builtinResponder, refuses(0))
  expect(zero.end.answer?.readings).toEqual([])
  expect(formatMessage(zero.end.answer?.text ?? { text: '' })).toMatch(/^Access rules/)
})

test('says which reading could not be counted, without delaying or hiding the others', async () => {
  const slow = readingOf('steps', 'SELECT n FROM steps')
  const proven = await proveReadings([slow, customers], await asker(), patient)
  expect(proven.map(({ row_count }) => row_count)).toEqual([null, 3])
})
