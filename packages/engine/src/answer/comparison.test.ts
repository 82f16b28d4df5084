import { formatMessage, type Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import type { Expression, Filter } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { col, computed, during, openTables, query, rowsIn, where } from '../testing/queries.ts'
import { comparedFacts, comparisonText, laterPeriod, type ComparedFacts } from './comparison.ts'
import { linkedRows } from './sources.ts'

const database = openTables('CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, shop TEXT, sale_date DATE, amount REAL);')
const schema = modelSchema(database.catalogue, [])
database.close()

const from = during('sales.sale_date', '2023-01-01', '2024-01-01', '2023')
const to = during('sales.sale_date', '2024-01-01', '2025-01-01', '2024')
const amount = computed('sum', 'sales.amount')
const compared = (of: typeof amount | ReturnType<typeof rowsIn>): Expression[] => [
  { kind: 'part', of, when: from },
  { kind: 'part', of, when: to },
  { kind: 'change', of, from, to },
]
const either: Filter = { kind: 'any', filters: [from, to] }
const whole = query('sales', compared(amount), { filters: [either] })
const groups = query('sales', [col('sales.shop'), ...compared(rowsIn('sales'))], {
  groups: [col('sales.shop')],
  filters: [either],
})

const factsOf = (asked: typeof whole): ComparedFacts => {
  const found = comparedFacts(schema, asked)
  if (found === null) throw new Error('A comparison was expected')
  return found
}
const say = (rows: Row[], asked = whole): string | null => {
  const text = comparisonText(linkedRows(rows, 'r1'), factsOf(asked), '2027-01-01')
  return text === null ? null : formatMessage(text)
}

describe('comparedFacts', () => {
  it('find the columns of the compared measure behind the groups', () => {
    expect(factsOf(whole).columns).toEqual({ before: 0, after: 1, change: 2 })
    expect(factsOf(groups).columns).toEqual({ before: 1, after: 2, change: 3 })
  })

  it('are null for anything else', () => {
    expect(comparedFacts(schema, query('sales', [amount]))).toBeNull()
    expect(comparedFacts(schema, query('sales', [{ kind: 'part', of: amount, when: from }]))).toBeNull()
  })
})

describe('laterPeriod', () => {
  it('leaves only the later period, which goes without its condition', () => {
    const open = where('sales.shop', '=', 'North')
    const found = laterPeriod({ ...whole, filters: [open, either] })
    expect(found?.query.select).toEqual([whole.select[1]])
    expect([found?.query.filters, found?.earlier]).toEqual([[open], '2023'])
  })

  it('is null for a query that compares nothing', () => {
    expect(laterPeriod(query('sales', [amount]))).toBeNull()
  })
})

describe('the sentence about two periods', () => {
  const values = 'The total amount in 2024 is 150. The total amount in 2023 is 100.'
  it.each<[string, Row, string | null]>([
    ['a rise', [100, 150, 50], `${values} That is 50% more.`],
    [
      'a fall',
      [150, 100, -33.333333],
      'The total amount in 2024 is 100. The total amount in 2023 is 150. That is 33.33% less.',
    ],
    [
      'no change',
      [100, 100, 0],
      'The total amount in 2024 is 100. The total amount in 2023 is 100. There is no change.',
    ],
    ['nothing to compare with', [100, 150, null], values],
    ['exact decimals as text', ['100', '150', '50.0'], `${values} That is 50% more.`],
    ['no number before', [null, 150, null], null],
    ['no number after', [100, null, null], null],
  ])('says %s', (_name, row, text) => {
    expect(say([row])).toBe(text)
  })

  it('counts the groups that rose and fell, whose missing numbers are zero', () => {
    const rows: Row[] = [
      ['North', 1, 3, 200],
      ['South', 5, 4, -20],
      ['East', null, 2, null],
      ['West', 2, 2, 0],
    ]
    expect(say(rows, groups)).toBe(
      'The number of sales in 2024 is higher than in 2023 for 2 and lower for 1 of 4 groups.',
    )
  })

  it('is null without rows', () => {
    expect(say([])).toBeNull()
    expect(say([], groups)).toBeNull()
  })

  it('never says “more” of a fall or “less” of a rise, and counts each group once', () => {
    const random = seeded(17)
    const number = () => Math.round(random() * 40 - 10) / 2
    for (let round = 0; round < 100; round++) {
      const [before, after] = [number(), number()]
      const change = before === 0 ? null : (100 * (after - before)) / Math.abs(before)
      const said = say([[before, after, change]]) ?? ''
      expect({ said, more: said.includes('% more'), less: said.includes('% less') }).toEqual({
        said,
        more: before !== 0 && after > before,
        less: before !== 0 && after < before,
      })
      const rows = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, at): Row => [
        `Shop ${at}`,
        number(),
        number(),
        null,
      ])
      const isUp = (row: Row) => Number(row[2]) > Number(row[1])
      const isDown = (row: Row) => Number(row[2]) < Number(row[1])
      expect(say(rows, groups)).toContain(
        `for ${rows.filter(isUp).length} and lower for ${rows.filter(isDown).length} of ${rows.length} groups`,
      )
    }
  })
})
