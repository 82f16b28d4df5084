import { driverFor, type Connection } from '@parlance/drivers'
import { createPostgresDatabase, runOnServer, startPostgres } from '@parlance/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResultWarning } from '@parlance/contract'
import { createFileWorld, createTurnWorld, type FileWorld } from '../../testing/file-turn.ts'
import type { Responder } from '../contract.ts'
import { runSql } from '../tools/execute-sql-query.ts'
import type { WarningKind } from './check.ts'

/** Two queries for one question: one that deserves the warning, and a right one. */
interface Twins {
  question: string
  wrong: string
  right: string
  /** The question of the right query, if it differs. */
  asks?: string
}

const schema = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, email VARCHAR(40), referred_by INTEGER);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), ordered_on DATE, paid_on VARCHAR(10), total NUMERIC(10,2), points INTEGER);
  CREATE TABLE items (order_id INTEGER, line INTEGER, product VARCHAR(40), quantity INTEGER, unit_price NUMERIC(10,2), PRIMARY KEY (order_id, line));
  INSERT INTO customers VALUES (1, 'Ana', 'ana@example.test', NULL), (2, 'Ben', NULL, 1), (3, 'Ana', 'other@example.test', 1), (4, 'Dee', NULL, 2);
  INSERT INTO orders VALUES (1, 1, '2026-01-05', '10/01/2026', 120.5, 3), (2, 1, '2026-02-06', '07/02/2026', 34, 4),
    (3, 3, '2026-02-07', '08/02/2026', 80, 5), (4, 2, '2026-03-08', '09/03/2026', 46, 9), (5, NULL, '2026-03-09', '10/03/2026', 120.5, 2), (6, NULL, '2026-03-09', '11/03/2026', 46, 2);
  INSERT INTO items VALUES (1, 1, 'Chair', 2, 50), (1, 2, 'Desk', 1, 20.5), (2, 1, 'Chair', 5, 6.8), (3, 1, 'Lamp', 1, 80), (4, 1, 'Lamp', 2, 23), (5, 1, 'Desk', 1, 120.5), (6, 1, 'Desk', 1, 46);`

const twins: Record<WarningKind, Twins> = {
  cross_join: {
    question: 'What is the total per customer?',
    wrong: 'SELECT c.id, SUM(o.total) AS total FROM customers c, orders o GROUP BY c.id',
    right:
      'SELECT c.id, SUM(o.total) AS total FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id',
  },
  join_fan_out: {
    question: 'What is the total of orders with several items?',
    wrong: 'SELECT SUM(o.total) AS total FROM orders o JOIN items i ON i.order_id = o.id',
    right: 'SELECT SUM(o.total) AS total FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id)',
  },
  null_comparison: {
    question: 'How many customers have no email?',
    wrong: 'SELECT COUNT(*) AS n FROM customers WHERE email = NULL',
    right: 'SELECT COUNT(*) AS n FROM customers WHERE email IS NULL',
  },
  not_in_null: {
    question: 'Who referred no one?',
    wrong: 'SELECT name FROM customers WHERE id NOT IN (SELECT referred_by FROM customers)',
    right: 'SELECT name FROM customers WHERE id NOT IN (SELECT referred_by FROM customers WHERE id > 1)',
  },
  outer_join: {
    question: 'How many orders has each customer?',
    wrong: 'SELECT c.id, COUNT(*) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id',
    right: 'SELECT c.id, COUNT(o.id) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id',
  },
  integer_division: {
    question: 'How many points has an order on average?',
    wrong: 'SELECT SUM(points) / COUNT(*) AS mean FROM orders',
    right: 'SELECT SUM(points) * 1.0 / COUNT(*) AS mean FROM orders',
  },
  unsuitable_sum: {
    question: 'What is the total price of order 1?',
    wrong: 'SELECT SUM(unit_price) AS price FROM items WHERE order_id = 1',
    right: 'SELECT SUM(unit_price * quantity) AS price FROM items WHERE order_id = 1',
  },
  distinct_sum: {
    question: 'What is the revenue?',
    wrong: 'SELECT SUM(DISTINCT total) AS revenue FROM orders',
    right: 'SELECT SUM(total) AS revenue FROM orders',
  },
  average_of_averages: {
    question: 'What is the average order?',
    wrong: 'SELECT AVG(t.mean) AS mean FROM (SELECT ordered_on, AVG(total) AS mean FROM orders GROUP BY ordered_on) t',
    right: 'SELECT AVG(total) AS mean FROM orders',
  },
  merged_names: {
    question: 'What did each customer spend?',
    wrong:
      'SELECT c.name, SUM(o.total) AS spent FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.id > 0 GROUP BY c.name',
    right:
      'SELECT c.name, SUM(o.total) AS spent FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.id > 3 OR c.id = 2 GROUP BY c.name',
  },
  uncounted_nulls: {
    question: 'How many customers are there?',
    wrong: 'SELECT COUNT(email) AS n FROM customers',
    right: 'SELECT COUNT(name) AS n FROM customers',
  },
  repeated_values: {
    question: 'How many different products were sold?',
    wrong: 'SELECT COUNT(product) AS n FROM items',
    right: 'SELECT COUNT(DISTINCT product) AS n FROM items',
  },
  lost_rows: {
    question: 'What is the total of all orders?',
    wrong: 'SELECT SUM(o.total) AS total FROM orders o JOIN customers c ON c.id = o.customer_id',
    right: 'SELECT SUM(o.total) AS total FROM orders o LEFT JOIN customers c ON c.id = o.customer_id',
  },
  limited_input: {
    question: 'What is the revenue?',
    wrong: 'SELECT SUM(t.total) AS revenue FROM (SELECT total FROM orders LIMIT 2) t',
    right: 'SELECT SUM(t.total) AS revenue FROM (SELECT total FROM orders) t',
  },
  limit_reached: {
    question: 'Which orders are there?',
    wrong: 'SELECT id FROM orders LIMIT 3',
    right: 'SELECT id FROM orders LIMIT 30',
  },
  unordered_limit: {
    question: 'Which order is the largest?',
    wrong: 'SELECT id FROM orders LIMIT 1',
    right: 'SELECT id FROM orders LIMIT 1',
    asks: 'Show me 1 order',
  },
  date_as_text: {
    question: 'What was paid since March 2026?',
    wrong: "SELECT SUM(total) AS paid FROM orders WHERE paid_on >= '01/03/2026'",
    right: "SELECT SUM(total) AS paid FROM orders WHERE ordered_on >= '2026-03-07' AND ordered_on < '2026-03-10'",
  },
  unknown_value: {
    question: 'How many chairs were sold?',
    wrong: "SELECT SUM(quantity) AS n FROM items WHERE product = 'Chairs'",
    right: "SELECT SUM(quantity) AS n FROM items WHERE product = 'Chair'",
  },
  outside_period: {
    question: 'What was the revenue in 2031?',
    wrong: "SELECT SUM(total) AS revenue FROM orders WHERE ordered_on >= '2031-01-01'",
    right: "SELECT SUM(total) AS revenue FROM orders WHERE ordered_on >= '2026-03-07' AND ordered_on < '2026-03-10'",
  },
  partial_period: {
    question: 'What is the revenue since 2025?',
    wrong: "SELECT SUM(total) AS revenue FROM orders WHERE ordered_on >= '2025-01-01' AND ordered_on < '2026-03-10'",
    right: "SELECT SUM(total) AS revenue FROM orders WHERE ordered_on >= '2026-01-01' AND ordered_on < '2026-03-10'",
  },
  tie_at_limit: {
    question: 'Which order is the largest?',
    wrong: 'SELECT id FROM orders ORDER BY total DESC LIMIT 1',
    right: 'SELECT id FROM orders ORDER BY points DESC LIMIT 1',
  },
}

type World = Pick<FileWorld, 'ask' | 'scope'>

/** The warnings on the result of a model's SQL. */
async function warningsOf(world: World, question: string, sql: string): Promise<ResultWarning[]> {
  let found: ResultWarning[] | null = null
  const responder: Responder = {
    name: 'recorded',
    provider: 'recorded',
    respond: async (turn) => {
      found = (await runSql({ sql_query: sql }, { ...turn, patienceMs: 60_000 })).read?.warnings ?? null
      throw new Error('The test needs no answer.')
    },
  }
  await world.ask(question, responder)
  if (found === null) throw new Error(`failed: ${sql}`)
  return found
}

const server = await startPostgres()

describe.each(['sqlite', 'postgresql'] as const)('on %s', (kind) => {
  let world: World | null = null
  const ends: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    if (kind === 'sqlite') {
      const file = await createFileWorld(schema)
      ends.push(() => file.close())
      world = file
    } else if ('url' in server) {
      const { connection, drop } = await postgresOf(server.url)
      ends.push(drop, () => connection.close())
      world = await createTurnWorld(connection, 'postgresql')
    }
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
    if (kind === 'postgresql' && 'stop' in server) await server.stop()
  })

  test.for(Object.entries(twins))(
    '%s: warns of the wrong query, not of the right one',
    async ([name, one], context) => {
      if (!world) return context.skip('skip' in server ? server.skip : '')
      const wrong = await warningsOf(world, one.question, one.wrong)
      expect(wrong.map((warning) => warning.kind)).toContain(name)
      const right = await warningsOf(world, one.asks ?? one.question, one.right)
      expect(right.map((warning) => warning.kind)).toEqual([])
    },
  )
})

async function postgresOf(url: string): Promise<{ connection: Connection; drop: () => Promise<void> }> {
  const database = await createPostgresDatabase(url)
  await runOnServer(database.url, `${schema} ANALYZE;`)
  const { hostname, port, pathname, username, password } = new URL(database.url)
  const connection = await (
    await driverFor('postgresql')
  ).connect({
    host: hostname,
    port: Number(port || 5432),
    database: pathname.slice(1),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  })
  return { connection, drop: database.drop }
}

describe('R26 two worlds', () => {
  /** Rows of customers and orders that the rules hide; each world has others. */
  const hidden = [
    '',
    `INSERT INTO customers VALUES (90, 'Dee', NULL, NULL), (91, 'Ben', NULL, NULL);
     INSERT INTO orders VALUES (90, NULL, '2031-01-05', '2031-01-05', 990, 9), (91, 77, '1999-01-05', NULL, 120.5, NULL);
     INSERT INTO items VALUES (90, 1, 'Chairs', 1, 1), (91, 1, 'Stool', 1, 1);`,
  ]
  const visible = `${schema} UPDATE customers SET referred_by = 0, name = name || id, email = 'x' WHERE id < 90;`

  const tables = {
    customers: { condition: 'id < 90', always_apply: true },
    orders: { condition: 'id < 90', always_apply: true },
    items: { condition: 'order_id < 90', always_apply: true },
  }
  const policies = { rowRules: { rules: [{ name: 'Old', tables }] }, columnRules: null, hashSalt: 's' }

  /** What is found in each world, under these rules or under none. */
  async function foundIn(scope: object): Promise<unknown[]> {
    const seen: unknown[] = []
    for (const rows of hidden) {
      const world = await createFileWorld(`PRAGMA foreign_keys = OFF; ${visible} ${rows}`)
      Object.assign(world.scope, scope)
      const found = []
      for (const { question, wrong, right } of Object.values(twins))
        for (const sql of [wrong, right]) found.push([sql, await warningsOf(world, question, sql)])
      seen.push(found)
      await world.close()
    }
    return seen
  }

  test('finds the same whatever rows the rules hide', async () => {
    const [one, other] = await foundIn({ areaId: 'a', policies })
    expect(other).toEqual(one)
  })

  test('finds something else without the rules', async () => {
    const [one, other] = await foundIn({})
    expect(other).not.toEqual(one)
  })
})
