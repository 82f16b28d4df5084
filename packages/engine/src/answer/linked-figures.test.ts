import { formatWithFigures, type FigureSource, type Row } from '@parlance/contract'
import { expect, it } from 'vitest'
import type { CalendarUnit, Expression, Filter, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { answerTo } from '../testing/answer-to.ts'
import { col, computed, during, every, openTables, query, rowsIn } from '../testing/queries.ts'
import type { AnswerRequest } from './compose.ts'

const database = openTables(`
CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, name TEXT, first_name TEXT, last_name TEXT);
CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops, sale_date DATE NOT NULL, amount_usd REAL);`)
const schema = modelSchema(database.catalogue, [])
database.close()

/** The rows and the column of a source: `0.1` is the cell of the first row in the second column, `all.#` counts all rows. */
const shown = ({ rows, column }: FigureSource): string => `${rows?.join('+') ?? 'all'}.${column ?? '#'}`

/** The text of an answer with each figure in brackets, followed by its cells. */
function linked(asked: Query | null, rows: Row[], rest: Partial<AnswerRequest> = {}): string {
  const { text, figures } = formatWithFigures(answerTo(schema, { asked, rows, today: '2025-06-15' }, rest))
  return figures
    .toReversed()
    .reduce(
      (left, { start, end, sources }) =>
        `${left.slice(0, start)}[${left.slice(start, end)} ${sources.map(shown).join(' ')}]${left.slice(end)}`,
      text,
    )
}

const sales = rowsIn('sales')
const amount = computed('sum', 'sales.amount_usd')
const name = col('shops.name')
const ranked = { groups: [name], order: [{ expression: amount, descending: true }], limit: 5 }
const series = (unit: CalendarUnit) =>
  query('sales', [every(unit, 'sales.sale_date'), amount], { groups: [every(unit, 'sales.sale_date')] })
const from = during('sales.sale_date', '2023-01-01', '2024-01-01', '2023')
const to = during('sales.sale_date', '2024-01-01', '2025-01-01', '2024')
const either: Filter = { kind: 'any', filters: [from, to] }
const compared: Expression[] = [
  { kind: 'part', of: amount, when: from },
  { kind: 'part', of: amount, when: to },
  { kind: 'change', of: amount, from, to },
]

it.each<[form: string, asked: Query | null, rows: Row[], text: string, rest?: Partial<AnswerRequest>]>([
  ['a count', query('sales', [sales]), [[1234]], 'There are [1,234 0.0] sales.'],
  ['one number', query('sales', [amount]), [['5.50']], 'The total amount usd is [$5.50 0.0].'],
  [
    'several numbers',
    query('sales', [sales, amount]),
    [[3, 7]],
    'In total, the number of sales is [3 0.0] and the total amount usd is [$7 0.1].',
  ],
  ['a masked number', query('sales', [amount]), [['***']], 'The total amount usd is [*** 0.0].'],
  ['one row', query('shops', [name]), [['North']], 'One shop was found: [North 0.0].'],
  [
    'a list',
    query('shops', [col('shops.first_name'), col('shops.last_name'), name]),
    [
      ['Ann', 'Lee', 'A'],
      ['Bo', 'Ek', null],
      ['Cy', 'Orr', 'C'],
      ['Di', 'Poe', 'D'],
      ['Ed', 'Fox', 'E'],
    ],
    '[5 all.#] shops were found: [Ann Lee 0.0 0.1], [A 0.2]; [Bo Ek 1.0 1.1], [(none) 1.2]; [Cy Orr 2.0 2.1], [C 2.2], and [2 3+4.#] more.',
  ],
  ['the first rows', query('shops', [name], { limit: 1 }), [['North']], 'The first shop: [North 0.0].'],
  [
    'the first rows of more',
    query('shops', [name]),
    [['North'], ['South']],
    'More than [2 all.#] shops were found: [North 0.0] and [South 1.0].',
    { truncated: true },
  ],
  [
    'a ranking with a shared first place',
    query('sales', [name, amount], ranked),
    [
      ['A', 5],
      ['B', 5],
      ['C', 3],
      ['D', 1],
    ],
    '[A 0.0] and [B 1.0] share the highest total amount usd ([$5 0+1.1] each), followed by [C 2.0] ([$3 2.1]) and [D 3.0] ([$1 3.1]).',
  ],
  [
    'a ranking that many lead',
    query('sales', [name, amount], ranked),
    ['A', 'B', 'C', 'D'].map((one): Row => [one, 5]),
    '[A 0.0], [B 1.0], and [2 2+3.#] others share the highest total amount usd ([$5 0+1+2+3.1] each).',
  ],
  [
    'groups',
    query('sales', [name, amount], { groups: [name] }),
    [
      ['A', 2],
      ['B', null],
      ['C', 4],
    ],
    'Of [3 all.#] shops, [C 2.0] has the highest total amount usd ([$4 2.1]); [A 0.0] has the lowest ([$2 0.1]).',
  ],
  [
    'equal groups',
    query('sales', [name, amount], { groups: [name] }),
    [
      ['A', 2],
      ['B', 2],
    ],
    'The total amount usd is [$2 0+1.1] for each of the [2 all.#] shops.',
  ],
  [
    'one group',
    query('sales', [name, amount], { groups: [name] }),
    [['A', 2]],
    'The total amount usd is [$2 0.1] for [A 0.0].',
  ],
  ['one period', series('year'), [['2021', 5]], 'The total amount usd is [$5 0.1] in [2021 0.0].'],
  [
    'two periods in another order',
    series('month'),
    [
      ['2024-02', 4],
      ['2024-01', 2],
    ],
    'The total amount usd was [$4 0.1] in [February 2024 0.0], up [100% 1+0.1] from [$2 1.1] in [January 2024 1.0].',
  ],
  [
    'a trend',
    series('year'),
    [
      ['2022', 1],
      ['2023', 2],
      ['2024', 3],
      ['2025', 1],
    ],
    'The total amount usd rose every year, from [$1 0.1] in [2022 0.0] to [$3 2.1] in [2024 2.0]. [2025 3.0] is still running ([$1 3.1] so far).',
  ],
  [
    'a total with the highest and lowest periods',
    series('quarter'),
    [
      ['2024-Q1', 2],
      ['2024-Q2', 1],
      ['2024-Q3', 2],
    ],
    'The total amount usd from [Q1 2024 0.0] to [Q3 2024 2.0] is [$5 all.1]. [Q1 2024 0.0] and [Q3 2024 2.0] were the highest quarters ([$2 0+2.1] each); [Q2 2024 1.0] was the lowest quarter ([$1 1.1]).',
  ],
  [
    'equal periods',
    series('year'),
    ['2021', '2022', '2023'].map((one): Row => [one, 5]),
    'The total amount usd is [$5 0+1+2.1] in each of the [3 0+1+2.#] years.',
  ],
  [
    'two compared periods',
    query('sales', compared, { filters: [either] }),
    [[100, 110, 10]],
    'The total amount usd in 2024 is [110 0.1]. The total amount usd in 2023 is [100 0.0]. That is [10 0.2]% more.',
  ],
  [
    'compared groups',
    query('sales', [name, ...compared], { groups: [name], filters: [either] }),
    [
      ['A', 1, 2, 100],
      ['B', 2, 1, -50],
      ['C', 0, 1, null],
    ],
    'The total amount usd in 2024 is higher than in 2023 for [2 0+2.#] and lower for [1 1.#] of [3 0+1+2.#] groups.',
  ],
  [
    'a result without facts',
    null,
    [['a'], ['b'], ['c'], ['d']],
    '[4 all.#] rows were found. The first three are: [a 0.0]; [b 1.0]; [c 2.0].',
  ],
])('links the figures and names of %s to their cells', (_form, asked, rows, text, rest) => {
  expect(linked(asked, rows, rest)).toBe(text)
})
