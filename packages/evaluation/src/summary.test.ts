import { expect, it } from 'vitest'
import { constructsOf } from './constructs.ts'
import { isHeldOut } from './held-out.ts'
import { multisetLines } from './multiset.ts'
import { ordersRows } from './orders-rows.ts'
import { tableNamesOf } from './tables-of.ts'
import { summarize, type Outcome } from './summary.ts'

it('sums up a run', () => {
  const question = (outcome: Outcome, ms: number | null, cost?: number) => ({ outcome, isWarned: ms === 4, ms, cost })
  expect(
    summarize([question('right', 1), question('right', 4, 0.5), question('wrong', 3), question('declined', 2)]),
  ).toMatchObject({
    questions: 4,
    right: 2,
    wrong: 1,
    declined: 1,
    failed: 0,
    warned: 1,
    rightShare: 0.5,
    wrongShare: 0.25,
    precision: 2 / 3,
    medianMs: 2,
    p95Ms: 4,
    cost: 0.5,
  })
})

it('sums up a run without questions', () => {
  expect(summarize([])).toMatchObject({ questions: 0, rightShare: null, precision: null, medianMs: null, cost: null })
})

it.each<[string, boolean]>([
  ['SELECT a FROM t ORDER BY a', true],
  ['SELECT a FROM t', false],
  ['SELECT a FROM (SELECT a FROM t ORDER BY a) x', false],
  ['(SELECT a FROM t ORDER BY a);', true],
  ['SELECT a FROM t UNION SELECT b FROM t ORDER BY 1', true],
  ['SELECT row_number() OVER (ORDER BY a) FROM t', false],
  ["SELECT 'ORDER BY' FROM t -- ORDER BY a", false],
  ['WITH x AS (SELECT 1) SELECT * FROM x order /* */ by 1', true],
  ["SELECT 'unclosed", false],
])('sees whether %s orders its rows', (sql, expected) => {
  expect(ordersRows(sql, 'sqlite')).toBe(expected)
})

it.each([
  ['SELECT a FROM t', ['plain list']],
  ["SELECT a FROM t WHERE b LIKE 'x union y'", ['like', 'where']],
  ['SELECT a, count(*) FROM t JOIN u GROUP BY a HAVING count(*) > 1', ['join', 'group', 'having', 'aggregate']],
  ['SELECT a FROM t WHERE b IN (SELECT b FROM u) ORDER BY a LIMIT 1', ['order', 'limit', 'nested', 'where']],
  ['SELECT a FROM t EXCEPT SELECT a FROM u', ['set']],
])('names the constructs of %s', (sql, expected) => {
  expect(constructsOf(sql)).toEqual(expected)
})

it('writes equal lines for equal results in another order', () => {
  const columns = [
    { name: 'a', kind: 'number' as const },
    { name: 'b', kind: 'text' as const },
  ]
  const lines = multisetLines({
    columns,
    rows: [
      ['1.50', 'x'],
      [null, '1'],
    ],
  })
  expect(
    multisetLines({
      columns,
      rows: [
        [null, '1'],
        [1.5 + 1e-15, 'x'],
      ],
    }),
  ).toEqual(lines)
  expect(
    multisetLines({
      columns,
      rows: [
        [null, '1'],
        [null, '1'],
        [1.5, 'x'],
      ],
    }),
  ).not.toEqual(lines)
  expect(
    multisetLines({
      columns,
      rows: [
        ['null', '1'],
        [1.5, 'x'],
      ],
    }),
  ).not.toEqual(lines)
})

it.each([
  ['SELECT count(*) FROM head WHERE age > 56', ['head']],
  ['SELECT a FROM "T One" AS x JOIN [two] ON x.a = two.a JOIN T1 USING (a)', ['t one', 'two', 't1']],
  ['SELECT a, b FROM x AS p, y q, z WHERE p.a IN (SELECT c, d FROM w)', ['x', 'y', 'z', 'w']],
  ['SELECT a FROM (SELECT b, c FROM x) AS s, y ORDER BY a, b', ['x']],
  ["SELECT 'from t' FROM x -- FROM y", ['x']],
])('names the tables of %s', (sql, expected) => {
  expect(tableNamesOf(sql, 'sqlite')).toEqual(expected)
})

it('holds out about a quarter of the names, and always the same ones', () => {
  const names = Array.from({ length: 2000 }, (_, at) => `database_${at}`)
  const share = names.filter(isHeldOut).length / names.length
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.3)
  expect(['farm', 'college_1', 'flight_1'].map(isHeldOut)).toEqual([false, false, false])
})
