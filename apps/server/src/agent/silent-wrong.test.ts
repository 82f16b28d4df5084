import { formatMessage } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, runs, says } from '../testing/asking-model.ts'
import { createFileWorld, shopSchema, type FileWorld } from '../testing/file-turn.ts'
import { builtinResponder } from './builtin-responder.ts'
import { nearestValues } from './nearest-values.ts'

const schema = `${shopSchema}
  CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders(id), product TEXT, quantity INTEGER);
  INSERT INTO order_items VALUES (1, 1, 'Chair', 2), (2, 1, 'Desk', 1), (3, 2, 'Chair', 5), (4, 3, 'Lamp', 1), (5, 4, 'Lamp', 2);
  CREATE TABLE visitors (id INTEGER PRIMARY KEY, nickname TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
  INSERT INTO visitors SELECT i, 'Visitor ' || i FROM n;`

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld(schema)
})
afterAll(() => world.close())

async function warningsOf(question: string, sql: string, options: Parameters<typeof askModel>[3] = {}) {
  const asked = await askModel(world, question, [runs(sql), says('See the table.')], options)
  return { ...asked, warnings: asked.responses[0]?.warnings ?? [] }
}

describe('a sum over repeated rows', () => {
  const doubled = 'SELECT SUM(o.total) AS revenue FROM orders o JOIN order_items i ON i.order_id = o.id'

  test('warns the model about repeated rows, and the answer says so if the model ignores it', async () => {
    const { warnings, answer, requests } = await warningsOf('What is the revenue?', doubled)
    expect(warnings).toMatchObject([{ kind: 'join_fan_out', table: 'orders' }])
    expect(requests[1]?.text).toContain('once for every matching row of order_items')
    expect(answer).toContain(
      'Please note: SUM(o.total) counts each row of orders once for every matching row of order_items',
    )
  })

  test('answers a corrected query without a note', async () => {
    const script = [runs(doubled), runs('SELECT SUM(total) AS revenue FROM orders'), says('The revenue is 2,500.')]
    const { answer, events } = await askModel(world, 'What is the revenue?', script)
    expect(answer).toBe('The revenue is 2,500.')
    expect(events.filter((event) => event.type === 'progress').map((event) => event.message)).toContain(
      'Checking the result',
    )
  })

  test('stops a model that never fixes the query, and the table answers with the note', async () => {
    let row = 0
    const { requests, answer } = await askModel(world, 'Revenue?', () => runs(`${doubled} WHERE o.id > ${-++row}`))
    expect(requests).toHaveLength(4)
    expect(answer).toMatch(/revenue: .*Please note/s)
  })
})

describe('tables without a join condition', () => {
  const paired = 'SELECT SUM(o.total) AS revenue FROM customers c, orders o'

  test('lets the model correct the query, also if it may not see data', async () => {
    const script = [runs(paired), runs('SELECT SUM(total) AS revenue FROM orders'), says('See the table.')]
    const { requests, answer } = await askModel(world, 'Revenue?', script, { shareData: false })
    expect(requests[1]?.text).toContain('no condition connects them. Add the join condition.')
    expect(answer).not.toContain('Please note')
  })

  test('warns the user if the model ignores it, and not of the pairs that the question asks for', async () => {
    const { answer } = await warningsOf('Revenue?', paired)
    expect(answer).toContain('The query pairs each row of customers with each row of orders')
    const pairs = 'SELECT c.name, o.id FROM customers c CROSS JOIN orders o'
    expect((await warningsOf('All combinations of customers and orders?', pairs)).warnings).toEqual([])
  })
})

describe('a filter value that no row has', () => {
  test('suggests the nearest values that exist, also as buttons', async () => {
    const { warnings, answer, events, requests } = await warningsOf(
      'How many customers are in lisbon?',
      "SELECT COUNT(*) AS customers FROM customers WHERE city = 'lisbon'",
    )
    expect(warnings).toMatchObject([
      {
        kind: 'unknown_value',
        table: 'customers',
        column: 'city',
        value: 'lisbon',
        nearest: ['Lisbon'],
        message: 'No row of customers has the city "lisbon". Closest existing values: "Lisbon".',
      },
    ])
    expect(answer).toContain('Closest existing values: "Lisbon".')
    expect(events.at(-1)?.readings).toEqual([{ label: 'Lisbon', question: 'How many customers are in Lisbon?' }])
    expect(requests[1]?.text).toContain('No row of customers has')
  })

  test('finds a missing value among other values and after <>', async () => {
    const list = await warningsOf('Oslo and Lisboa?', "SELECT name FROM customers WHERE city IN ('Oslo', 'Lisboa')")
    expect(list.warnings).toMatchObject([{ value: 'Lisboa', nearest: ['Lisbon'] }])
    const other = await warningsOf('All but Lissabon?', "SELECT name FROM customers WHERE city <> 'Lissabon'")
    expect(other.warnings).toMatchObject([{ value: 'Lissabon' }])
  })

  test('looks for values one by one in a column with too many to list', async () => {
    const missing = await warningsOf('Who is visitor 90?', "SELECT id FROM visitors WHERE nickname = 'visitor 90'")
    expect(missing.warnings[0]).toMatchObject({ kind: 'unknown_value', value: 'visitor 90' })
    expect(missing.warnings[0]?.nearest?.[0]).toBe('Visitor 90')
    const there = await warningsOf(
      'Orders of visitor?',
      "SELECT v.id FROM visitors v JOIN orders o ON o.id = -v.id WHERE v.nickname = 'Visitor 90'",
    )
    expect(there.warnings).toEqual([])
  })

  test('with data sharing off the user reads the nearest values, the model does not', async () => {
    const sql = "SELECT COUNT(*) AS customers FROM customers WHERE city = 'lisbon'"
    const { answer, requests } = await warningsOf('How many customers are in lisbon?', sql, { shareData: false })
    expect(answer).toContain('"Lisbon"')
    expect(requests.map((request) => request.text).join()).not.toContain('Lisbon')
  })

  test('does not suggest values that the rules hide', async () => {
    const rule = { name: 'Oslo alone', tables: { customers: { condition: "city = 'Oslo'", always_apply: true } } }
    Object.assign(world.scope, {
      areaId: 'a',
      policies: { rowRules: { rules: [rule] }, columnRules: null, hashSalt: 's' },
    })
    const { warnings } = await warningsOf('In lisbon?', "SELECT COUNT(*) AS n FROM customers WHERE city = 'lisbon'")
    Object.assign(world.scope, { areaId: null, policies: null })
    expect(warnings).toMatchObject([{ kind: 'unknown_value', nearest: [] }])
  })

  test('the built-in engine gives the same warning', async () => {
    const { end } = await world.ask('How many customers have no city?', builtinResponder)
    expect(end.answer && formatMessage(end.answer.text)).not.toContain('Please note')
  })
})

describe('a cut input', () => {
  test('warns about an aggregate over a LIMIT', async () => {
    const sql = 'SELECT SUM(total) AS revenue FROM (SELECT total FROM orders LIMIT 2) t'
    const { answer } = await warningsOf('What is the revenue?', sql)
    expect(answer).toContain('Please note: The result covers only 2 rows of the data, not all of it.')
  })

  test('accepts an aggregate over the number of rows in the question', async () => {
    const sql = 'SELECT AVG(total) AS mean FROM (SELECT total FROM orders ORDER BY total DESC LIMIT 2) t'
    expect((await warningsOf('What is the mean of the two largest orders?', sql)).warnings).toEqual([])
  })

  test('warns about a LIMIT that is not in the question', async () => {
    const { warnings } = await warningsOf('Which visitors are there?', 'SELECT nickname FROM visitors LIMIT 50')
    expect(warnings).toMatchObject([
      { kind: 'limit_reached', message: 'The query returns at most 50 rows. There may be more.' },
    ])
    for (const question of ['Show 50 visitors', 'Show fifty visitors', 'Zeige die fünfzig Besucher'])
      expect((await warningsOf(question, 'SELECT nickname FROM visitors LIMIT 50')).warnings).toEqual([])
    const half = await warningsOf('Show half of the visitors', 'SELECT nickname FROM visitors LIMIT 50')
    expect(half.warnings).toMatchObject([{ kind: 'limit_reached' }])
  })
})

describe('a period without data', () => {
  test('names the period that has data', async () => {
    const sql = "SELECT SUM(total) AS revenue FROM orders WHERE ordered_on >= '2031-01-01'"
    const { answer } = await warningsOf('Revenue since 2031?', sql)
    expect(answer).toContain('orders.ordered_on has data from 2026-01-05 to 2026-03-08.')
  })

  test('recognizes a period in any form of the condition', async () => {
    const { warnings } = await warningsOf('In 2019?', "SELECT id FROM orders WHERE strftime('%Y', ordered_on) = '2019'")
    expect(warnings).toMatchObject([{ kind: 'outside_period', column: 'ordered_on' }])
  })

  test('a result without rows inside the data range says nothing about the period', async () => {
    const sql = "SELECT id FROM orders WHERE ordered_on = '2026-02-08'"
    expect((await warningsOf('On 8 February 2026?', sql)).warnings).toEqual([])
  })
})

describe('a tie at the end of a ranking', () => {
  const ties = (question: string, sql: string) => warningsOf(question, sql).then(({ warnings }) => warnings)

  test('reports how many tied rows were left out, without another attempt', async () => {
    const sql = 'SELECT product FROM order_items ORDER BY quantity DESC LIMIT 2'
    const { warnings, answer, requests } = await warningsOf('The two largest order lines?', sql)
    const message = '1 more row ties with the last row shown.'
    expect(warnings).toMatchObject([{ kind: 'tie_at_limit', message }])
    expect(answer).toBe(`See the table.\n\nPlease note: ${message}`)
    expect(requests).toHaveLength(2)
    expect(requests[1]?.text).not.toContain('meant something else')
  })

  test('reports a tie with a single top row, whatever breaks it', async () => {
    const sql =
      'SELECT product, quantity FROM order_items WHERE quantity < 5 ORDER BY quantity DESC, product, id LIMIT 1'
    expect(await ties('Which line is largest below 5?', sql)).toMatchObject([
      { kind: 'tie_at_limit', message: '1 more row ties with this one.' },
    ])
  })

  test('reports a tie of a total', async () => {
    const sql =
      'SELECT city, COUNT(*) AS n FROM (SELECT DISTINCT nickname AS city FROM visitors) GROUP BY city ORDER BY n DESC LIMIT 3'
    expect(await ties('The 3 most frequent nicknames?', sql)).toMatchObject([
      { message: 'At least 50 more rows tie with the last row shown.' },
    ])
  })

  test('reports no tie if the next row differs or there is none', async () => {
    expect(await ties('Largest order?', 'SELECT id FROM orders ORDER BY total DESC LIMIT 1')).toEqual([])
    expect(await ties('4 orders?', 'SELECT id FROM orders ORDER BY total DESC LIMIT 4')).toEqual([])
  })

  test('the built-in engine reports a tie too', async () => {
    const { end } = await world.ask('Which 2 order items have the highest quantity?', builtinResponder)
    expect(end.answer && formatMessage(end.answer.text)).toContain('1 more row ties with the last row shown.')
  })
})

describe('a period that the data covers in part', () => {
  const notes = (sql: string, options = {}) => warningsOf('Revenue?', sql, options)
  const since = (from: string) => `SELECT SUM(total) AS revenue FROM orders WHERE ordered_on >= '${from}'`

  test('names the days that have data', async () => {
    const { answer } = await notes(since('2025-11-21'))
    expect(answer).toBe(
      'See the table.\n\nPlease note: orders.ordered_on has data from 2026-01-05 to 2026-03-08, which is only part of the period.',
    )
  })

  test('does not report future days or a few missing days at the edges', async () => {
    const month = "SELECT SUM(total) AS revenue FROM orders WHERE ordered_on BETWEEN '2026-01-03' AND '2026-03-10'"
    expect((await notes(month)).warnings).toEqual([])
    const open = "SELECT SUM(total) AS revenue FROM orders WHERE ordered_on < '2030-01-01'"
    expect((await notes(open)).warnings).toEqual([])
  })

  test('with data sharing off the user reads the period, the model does not', async () => {
    const { answer, requests } = await notes(since('2025-11-21'), { shareData: false })
    expect(answer).toContain('2026-03-08')
    expect(requests.map((request) => request.text).join()).not.toContain('2026-03-08')
  })
})

test('nearest values differ only in case and accents, contain one another, or are a few letters apart', () => {
  const cities = ['São Paulo', 'Oslo', 'New York City', 'Berlin', 'Bern']
  expect(nearestValues('sao paulo', cities)).toEqual(['São Paulo'])
  expect(nearestValues('New York', cities)).toEqual(['New York City'])
  expect(nearestValues('Berln', cities)[0]).toBe('Berlin')
  expect(nearestValues('Tokyo', cities)).toEqual([])
})
