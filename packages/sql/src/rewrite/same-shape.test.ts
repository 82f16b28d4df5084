import { formatMessage } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { QueryNode, TableNode } from '../parse/model.ts'
import { parseSql } from '../parse/index.ts'
import { walkQuery } from '../parse/walk.ts'
import { hasSameShape } from './same-shape.ts'
import type { IntendedChanges } from './same-tree.ts'

interface Read {
  query: QueryNode
  shape: Uint8Array
}

async function read(sql: string): Promise<Read> {
  const outcome = await parseSql('postgresql', sql)
  if (!outcome.ok) throw new Error(formatMessage(outcome.message))
  return outcome.trees as Read
}

interface Meant {
  limit?: number
  /** The guard's text, by the table that it replaces. */
  guards?: Record<string, string>
}

/** Whether one text is the other with only the intended changes. */
async function isSame(before: string, after: string, { limit, guards = {} }: Meant = {}): Promise<boolean> {
  const [proven, rewritten] = await Promise.all([read(before), read(after)])
  const read_ = new Map<QueryNode, Uint8Array>()
  const placed = new Map<TableNode, QueryNode>()
  const tables: TableNode[] = []
  walkQuery(proven.query, { table: (node) => tables.push(node) })
  for (const table of tables) {
    const text = guards[table.name.at(-1)?.text ?? '']
    if (text === undefined) continue
    const guard = await read(text)
    read_.set(guard.query, guard.shape)
    placed.set(table, guard.query)
  }
  const changes: IntendedChanges = {
    guards: placed,
    strings: new Set(),
    unqualified: new Set(),
    renamed: { definitions: new Map(), mentions: new Map() },
    grouped: new Map(),
    limit: limit ?? null,
  }
  const shapes = { before: proven.shape, after: rewritten.shape, text: before }
  return hasSameShape(shapes, changes, (guard) => read_.get(guard) ?? null)
}

const guards = { orders: 'SELECT id, total FROM public.orders WHERE tenant = $1 OFFSET 0' }
const guarded = '(SELECT id, total FROM public.orders WHERE tenant = $3 OFFSET 0)'

describe('R08 the rewritten query is the proven one', () => {
  test.each([
    ['SELECT a FROM t', 'SELECT   a   FROM t', {}],
    ['SELECT a FROM t', 'SELECT a FROM t LIMIT 10', { limit: 10 }],
    ['WITH x AS (SELECT 1 AS a) SELECT a FROM x', 'WITH x AS (SELECT 1 AS a) SELECT a FROM x LIMIT 10', { limit: 10 }],
    ['SELECT a FROM t UNION SELECT a FROM s', 'SELECT a FROM t UNION SELECT a FROM s LIMIT 10', { limit: 10 }],
    ['SELECT id FROM orders', `SELECT id FROM ${guarded} AS "orders"`, { guards }],
    ['SELECT o.id FROM orders AS o', `SELECT o.id FROM ${guarded} AS o`, { guards }],
    [
      'SELECT (SELECT max(total) FROM orders) FROM orders o (a, b) WHERE a IN (1, $1)',
      `SELECT (SELECT max(total) FROM ${guarded} AS "orders") FROM ${guarded} o (a, b) WHERE a IN (1, $9) LIMIT 5`,
      { guards, limit: 5 },
    ],
  ])('accepts %s', async (before, after, meant) => {
    expect(await isSame(before, after, meant)).toBe(true)
  })
})

describe('R08 detects any other difference', () => {
  test.each([
    ['a changed number', 'SELECT 1 AS a FROM t', 'SELECT 2 AS a FROM t', {}],
    ['a changed text', "SELECT 'a' AS a FROM t", "SELECT 'b' AS a FROM t", {}],
    ['text that looks like a place', `SELECT '"location":1' FROM t`, `SELECT '"location":2' FROM t`, {}],
    ['a longer text', 'SELECT a FROM t', 'SELECT a FROM t WHERE true', {}],
    ['a cut text', 'SELECT a FROM t WHERE true', 'SELECT a FROM t', {}],
    ['another operator', 'SELECT a FROM t WHERE a > 1', 'SELECT a FROM t WHERE a < 1', {}],
    ['a limit nobody meant', 'SELECT a FROM t', 'SELECT a FROM t LIMIT 10', {}],
    ['a missing limit', 'SELECT a FROM t', 'SELECT a FROM t', { limit: 10 }],
    ['another limit', 'SELECT a FROM t', 'SELECT a FROM t LIMIT 100', { limit: 10 }],
    [
      'a limit further in',
      'SELECT a FROM (SELECT a FROM t) x',
      'SELECT a FROM (SELECT a FROM t LIMIT 10) x',
      { limit: 10 },
    ],
    [
      'two limits',
      'SELECT a FROM (SELECT a FROM t) x',
      'SELECT a FROM (SELECT a FROM t LIMIT 10) x LIMIT 10',
      { limit: 10 },
    ],
    ['a missing guard', 'SELECT id FROM orders', 'SELECT id FROM orders', { guards }],
    [
      'one guard of two',
      'SELECT 1 FROM orders, orders o',
      `SELECT 1 FROM ${guarded} AS "orders", orders o`,
      { guards },
    ],
    [
      'a weaker guard',
      'SELECT id FROM orders',
      'SELECT id FROM (SELECT id, total FROM public.orders OFFSET 0) AS "orders"',
      { guards },
    ],
    ['a guard of another name', 'SELECT id FROM orders', `SELECT id FROM ${guarded} AS o`, { guards }],
    [
      'a guard that goes on',
      'SELECT id FROM orders',
      'SELECT id FROM (SELECT id, total FROM public.orders WHERE tenant = $3 OFFSET 0 LIMIT 1) AS "orders"',
      { guards },
    ],
    ['a subquery nobody meant', 'SELECT id FROM t', `SELECT id FROM ${guarded} AS t`, { guards }],
    ['a lateral guard', 'SELECT 1 FROM t, orders', `SELECT 1 FROM t, LATERAL ${guarded} AS "orders"`, { guards }],
  ])('%s', async (_, before, after, meant) => {
    expect(await isSame(before, after, meant)).toBe(false)
  })
})
