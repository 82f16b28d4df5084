import { formatMessage } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import type { Expression, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { col, computed, during, every, having, openTables, query, rowsIn, where } from '../testing/queries.ts'
import { answerFacts } from './facts.ts'

const database = openTables(`
CREATE TABLE regions (region_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, name TEXT, zip INTEGER, opening_year INTEGER, region_id INTEGER NOT NULL REFERENCES regions);
CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops, sale_date DATE NOT NULL, entered DATE, amount_usd REAL, fee REAL, state TEXT);
CREATE TABLE labels (label_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE sale_labels (sale_id INTEGER REFERENCES sales, label_id INTEGER REFERENCES labels, PRIMARY KEY (sale_id, label_id));`)
const schema = modelSchema(database.catalogue, [
  { table: 'sales', column: 'fee', text: '', synonyms: ['cost in euros'] },
])
database.close()

const facts = (asked: Query) => answerFacts(schema, asked)
const sales = rowsIn('sales')
const amount = computed('sum', 'sales.amount_usd')
const month = every('month', 'sales.sale_date')
const shop = col('shops.name')
const byShop = { groups: [col('shops.shop_id'), shop] }
const byAmount = [{ expression: amount, descending: true }]

describe('the shape of an answer', () => {
  it.each<[string, string, Query]>([
    ['number', 'a count', query('sales', [sales])],
    ['number', 'two numbers', query('sales', [sales, amount])],
    ['list', 'names', query('shops', [shop])],
    ['list', 'the first rows by nothing', query('shops', [shop], { limit: 5 })],
    [
      'list',
      'only names, although sorted and limited',
      query('shops', [shop], { order: [{ expression: shop, descending: false }], limit: 5 }),
    ],
    [
      'ranking',
      'names with what they are sorted by',
      query('sales', [col('sales.sale_id'), col('sales.fee')], {
        order: [{ expression: col('sales.fee'), descending: true }],
        limit: 5,
      }),
    ],
    ['groups', 'a number for each shop', query('sales', [shop, amount], byShop)],
    ['ranking', 'the same, sorted', query('sales', [shop, amount], { ...byShop, order: byAmount })],
    ['series', 'a number for each month', query('sales', [month, amount], { groups: [month] })],
    [
      'groups',
      'a number for each weekday',
      query('sales', [every('weekday', 'sales.sale_date'), sales], { groups: [every('weekday', 'sales.sale_date')] }),
    ],
    [
      'groups',
      'a number for each month and shop',
      query('sales', [month, shop, amount], { groups: [month, ...byShop.groups] }),
    ],
    ['list', 'groups without a number', query('sales', [shop], byShop)],
    [
      'list',
      'the first of each group',
      query('sales', [shop, amount], { ...byShop, order: byAmount, limit: 1, within: [col('shops.zip')] }),
    ],
  ])('is a %s for %s', (shape, _name, asked) => {
    expect(facts(asked).shape).toBe(shape)
  })
})

describe('the columns of an answer', () => {
  it('are measures, numbers of rows, sums, names, and dates', () => {
    const asked = query('sales', [shop, month, sales, amount, computed('avg', 'sales.fee')], {
      groups: [...byShop.groups, month],
    })
    expect(facts(asked)).toMatchObject({
      measures: [2, 3, 4],
      counts: [{ at: 2, rows: 'sales' }],
      sums: [2, 3],
      names: [],
      dates: [],
      period: { unit: 'month', at: 1 },
      groups: null,
    })
  })

  it('are names if their numbers identify something: keys, years, codes', () => {
    const shown = ['shops.shop_id', 'shops.name', 'shops.zip', 'shops.opening_year', 'shops.region_id'].map(col)
    expect(facts(query('shops', shown)).names).toEqual([0, 2, 3, 4])
  })

  it('rank by the measure that sorts, and put it first', () => {
    const asked = query('sales', [shop, sales, amount], { ...byShop, order: byAmount, limit: 3 })
    expect(facts(asked)).toMatchObject({ measures: [2, 1], descending: true, limit: 3, groups: 'shops' })
  })

  it('add up only if each row is in one group', () => {
    expect(facts(query('sales', [shop, amount], byShop)).sums).toEqual([1])
    const label = col('labels.name')
    expect(facts(query('sales', [label, sales], { groups: [label], spoken: ['sales', 'labels'] })).sums).toEqual([])
    expect(facts(query('sales', [computed('count', 'sales.state', true)])).sums).toEqual([])
  })

  it.each<[string | null, Expression]>([
    ['$', amount],
    ['$', computed('avg', 'sales.amount_usd')],
    ['$', col('sales.amount_usd')],
    ['€', computed('max', 'sales.fee')],
    [null, computed('count', 'sales.amount_usd')],
    [null, sales],
    [null, col('sales.state')],
    ['%', { kind: 'share', of: amount }],
  ])('have the unit %s that a name or a synonym says: %j', (unit, expression) => {
    expect(facts(query('sales', [expression])).units).toEqual([unit])
  })

  it('are called by their words', () => {
    expect(
      facts(query('sales', [shop, amount], byShop)).labels.map((one) =>
        typeof one === 'string' ? one : formatMessage(one),
      ),
    ).toEqual(['name', 'total amount usd'])
  })
})

describe('what an answer is about', () => {
  it('is what is counted, else the subject', () => {
    expect(facts(query('shops', [sales]))).toMatchObject({ subject: 'sales', row: 'sale' })
    expect(facts(query('shops', [shop]))).toMatchObject({ subject: 'shops', row: 'shop' })
  })

  it.each<[{ one: string; many: string } | null, Query]>([
    [{ one: 'shop', many: 'shops' }, query('shops', [shop])],
    [{ one: 'shop', many: 'shops' }, query('shops', [shop, col('shops.zip')])],
    [null, query('shops', [col('shops.zip')])],
    [{ one: 'zip', many: 'zips' }, query('shops', [col('shops.zip')], { distinct: true })],
    [{ one: 'shop', many: 'shops' }, query('shops', [shop], { distinct: true })],
    [null, query('shops', [shop, col('shops.zip')], { distinct: true, subject: 'regions' })],
  ])('lists %j', (unit, asked) => {
    expect(facts(asked).unit).toEqual(unit)
  })

  it('leaves groups out if something limits them', () => {
    const groups = query('sales', [shop, amount], byShop)
    const key = col('shops.shop_id')
    expect(facts(groups).isNarrowed).toBe(false)
    expect(facts({ ...groups, having: [{ expression: amount, operator: '>', value: 1 }] }).isNarrowed).toBe(true)
    expect(facts({ ...groups, top: { keys: [key.ref], query: query('shops', [key], { limit: 2 }) } }).isNarrowed).toBe(
      true,
    )
  })
})

describe('the conditions of an answer', () => {
  const during2025 = (label: string) => during('sales.sale_date', '2025-01-01', '2026-01-01', label)
  const said = (...filters: Query['filters']) => {
    const { where: words, running, isDated } = facts(query('sales', [sales], { filters }))
    return [
      words === null ? null : formatMessage(words),
      running === null ? null : formatMessage(running.where),
      isDated,
    ]
  }

  it('name a date only if it isn’t the main one, and say that it may not be over', () => {
    expect(said()).toEqual([null, null, false])
    expect(said(during2025('2025'))).toEqual(['in 2025', 'in 2025 so far', true])
    expect(said(where('sales.state', '=', 'open'), during2025('this year'))).toEqual([
      'with state “open” this year',
      'with state “open” this year so far',
      true,
    ])
    expect(said(during('sales.entered', '2025-01-01', '2026-01-01', '2025'))).toEqual([
      'where entered is in 2025',
      null,
      true,
    ])
  })

  it.each([
    ['last year', during2025('last year')],
    ['this year to date', during2025('this year to date')],
    ['after 2024', during('sales.sale_date', '2025-01-01', null, 'after 2024')],
    ['where sale date is not in 2025', { ...during2025('2025'), negated: true }],
  ])('never say “so far” of a period that ends or has no end: %s', (words, period) => {
    expect(said(period)).toEqual([words, null, true])
  })

  it('name both of two periods', () => {
    expect(said(during2025('2025'), during('sales.sale_date', '2024-01-01', null, 'after 2023'))).toEqual([
      'where sale date is in 2025 and sale date is after 2023',
      null,
      true,
    ])
  })

  it('say what rows have', () => {
    const { where: words } = facts(query('shops', [rowsIn('shops')], { filters: [having('sales', 'shops')] }))
    expect(words === null ? '' : formatMessage(words)).toBe('with sales')
  })
})

it('is plain data, which a later question reads again', () => {
  const asked = query('sales', [month, amount], {
    groups: [month],
    filters: [during('sales.sale_date', '2025-01-01', '2026-01-01', '2025')],
  })
  const found = facts(asked)
  expect(JSON.parse(JSON.stringify(found))).toEqual(found)
})
