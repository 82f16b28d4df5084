import { formatMessage, message } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import type { Expression, Filter, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { col, computed, during, every, having, openTables, query, rowsIn, where, without } from '../testing/queries.ts'
import { briefWhere } from './brief-where.ts'
import { columnWords, expressionWords, qualified, rowWords, tableWords, whereWords } from './describe.ts'
import type { Phrase } from './lists.ts'
import { readingOf } from './reading.ts'

const database = openTables(`
CREATE TABLE companies (company_id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE order_items (item_id INTEGER PRIMARY KEY, company_id INTEGER REFERENCES companies, status TEXT, total_price REAL, price REAL, shipped_on DATE);
CREATE TABLE customer_customer_demo (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE actors (actor_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE films (film_id INTEGER PRIMARY KEY, title TEXT, length INTEGER, release_date DATE);
CREATE TABLE film_actors (film_id INTEGER REFERENCES films, actor_id INTEGER REFERENCES actors, PRIMARY KEY (film_id, actor_id));`)
const schema = modelSchema(database.catalogue, [])
database.close()

const text = (phrase: Phrase | null): string | null =>
  phrase === null || typeof phrase === 'string' ? phrase : formatMessage(phrase)
const items = rowsIn('order_items')
const price = computed('sum', 'order_items.price')
const shipped = where('order_items.status', '=', 'shipped')
const in2024 = during('order_items.shipped_on', '2024-01-01', '2025-01-01', '2024')
const in2023 = during('order_items.shipped_on', '2023-01-01', '2024-01-01', '2023')

describe('the words for a number', () => {
  it.each<[Expression, string]>([
    [items, 'number of order items'],
    [rowsIn('companies'), 'number of companies'],
    [price, 'total price'],
    [computed('sum', 'order_items.total_price'), 'total price'],
    [computed('avg', 'order_items.total_price'), 'average total price'],
    [computed('min', 'order_items.price'), 'lowest price'],
    [computed('max', 'films.length'), 'highest length'],
    [computed('median', 'films.length'), 'median length'],
    [computed('count', 'companies.city'), 'number of cities'],
    [computed('count', 'companies.city', true), 'number of different cities'],
    [every('quarter', 'films.release_date'), 'quarter'],
    [{ kind: 'share', of: items }, 'percentage of the number of order items'],
    [{ kind: 'percentage', of: items, filters: [shipped] }, 'percentage of order items where status is “shipped”'],
    [{ kind: 'percentage', of: price, filters: [] }, 'percentage of the total price'],
    [{ kind: 'part', of: items, when: shipped }, 'number of order items where status is “shipped”'],
    [{ kind: 'part', of: price, when: in2024 }, 'total price in 2024'],
    [{ kind: 'percentage', of: items, filters: [in2024] }, 'percentage of order items in 2024'],
    [{ kind: 'change', of: items, from: in2023, to: in2024 }, 'change of the number of order items in percent'],
    [
      { kind: 'difference', of: computed('max', 'films.length'), less: computed('min', 'films.length') },
      'difference between the highest length and the lowest length',
    ],
    [{ kind: 'ratio', of: price, per: computed('count', 'companies.company_id', true) }, 'average price per company'],
    [
      { kind: 'ratio', of: items, per: computed('count', 'companies.city', true) },
      'average number of order items per city',
    ],
    [
      { kind: 'ratio', of: rowsIn('film_actors'), per: computed('count', 'actors.actor_id', true) },
      'average number of films per actor',
    ],
    [
      {
        kind: 'aggregate',
        fn: 'sum',
        distinct: false,
        of: {
          kind: 'formula',
          name: 'revenue',
          table: 'order_items',
          quantity: null,
          price: col('order_items.price').ref,
          discount: null,
          discountForm: 'fraction',
        },
      },
      'total revenue',
    ],
  ])('%j', (expression, words) => {
    expect(text(expressionWords(schema, expression))).toBe(words)
  })
})

describe('the words for conditions', () => {
  const city = col('companies.city')
  it.each<[Filter, string]>([
    [where('companies.city', '=', 'Lyon'), 'where city is “Lyon”'],
    [where('companies.city', '<>', 'Lyon'), 'where city is not “Lyon”'],
    [where('order_items.price', '<', 5), 'where price is below 5'],
    [where('order_items.price', '<=', 5), 'where price is at most 5'],
    [where('order_items.price', '>', 5), 'where price is above 5'],
    [where('order_items.price', '>=', -5.5), 'where price is at least -5.5'],
    [{ kind: 'between', left: col('order_items.price'), from: 1, to: 2 }, 'where price is between 1 and 2'],
    [{ kind: 'in', left: city, values: ['A', 'B', 'C'], negated: false }, 'where city is “A” or “B” or “C”'],
    [{ kind: 'in', left: city, values: ['A', 'B'], negated: true }, 'where city is neither “A” nor “B”'],
    [{ kind: 'like', left: city, text: 'Ly', where: 'start', negated: false }, 'where city starts with “Ly”'],
    [{ kind: 'like', left: city, text: 'on', where: 'end', negated: true }, 'where city does not end with “on”'],
    [{ kind: 'like', left: city, text: '{x}', where: 'anywhere', negated: false }, 'where city contains “{x}”'],
    [{ kind: 'missing', left: city, negated: false }, 'where city is missing'],
    [{ kind: 'missing', left: city, negated: true }, 'where city is present'],
    [in2024, 'where shipped on is in 2024'],
    [{ ...in2024, negated: true }, 'where shipped on is not in 2024'],
    [
      { kind: 'against', left: col('order_items.price'), operator: '>', fn: 'avg', filters: [] },
      'where price is above the average',
    ],
    [
      { kind: 'against', left: col('order_items.price'), operator: '<', fn: 'max', filters: [shipped] },
      'where price is below the highest where status is “shipped”',
    ],
    [
      { kind: 'columns', left: col('order_items.total_price'), operator: '>', right: col('order_items.price') },
      'where total price is above price',
    ],
    [
      { kind: 'any', filters: [where('companies.city', '=', 'Lyon'), { kind: 'missing', left: city, negated: false }] },
      'where city is “Lyon” or city is missing',
    ],
    [
      { kind: 'all', filters: [where('companies.city', '=', 'Lyon'), where('companies.city', '<>', 'Metz')] },
      'where city is “Lyon” and city is not “Metz”',
    ],
    [{ kind: 'not', filter: where('companies.city', '=', 'Lyon') }, 'where not (city is “Lyon”)'],
    [
      { kind: 'also', left: city, filters: [where('companies.name', '=', 'Acme')] },
      'where some of the same cities with name is “Acme”',
    ],
    [having('order_items', 'companies'), 'with order items'],
    [without('order_items', 'companies'), 'with no order items'],
    [without('order_items', 'companies', shipped), 'with no order items where status is “shipped”'],
  ])('%j', (filter, words) => {
    expect(text(whereWords(schema, query('companies', [col('companies.name')], { filters: [filter] })))).toBe(words)
  })

  it.each([
    ['=', 1, 'with exactly 1 order item'],
    ['<>', 2, 'with not 2 order items'],
    ['<', 3, 'with fewer than 3 order items'],
    ['<=', 0, 'with at most 0 order items'],
    ['>', 4, 'with more than 4 order items'],
    ['>=', 1, 'with at least 1 order item'],
  ] as const)('number related rows: %s %i', (operator, value, words) => {
    const filter = having('order_items', 'companies', { having: { expression: items, operator, value } })
    expect(text(whereWords(schema, query('companies', [], { filters: [filter] })))).toBe(words)
  })

  it('say whose name it is only for another table', () => {
    const named = where('companies.name', '=', 'Acme')
    expect(text(whereWords(schema, query('companies', [], { filters: [named] })))).toBe('where name is “Acme”')
    expect(text(whereWords(schema, query('order_items', [], { filters: [named] })))).toBe(
      'where company name is “Acme”',
    )
    expect(columnWords(schema, query('order_items', []), col('companies.name').ref)).toBe('company name')
    expect(columnWords(schema, query('order_items', []), col('companies.city').ref)).toBe('city')
  })

  it('put what rows have before what they are', () => {
    const filters = [where('companies.city', '=', 'Lyon'), having('order_items', 'companies')]
    expect(text(whereWords(schema, query('companies', [], { filters })))).toBe('with order items where city is “Lyon”')
  })

  it('say a value after its column and a date without one', () => {
    const asked = query('order_items', [items], { filters: [shipped, where('order_items.price', '>', 5), in2024] })
    expect(text(briefWhere(schema, asked, { filter: in2024, words: message('in 2024') }))).toBe(
      'with status “shipped” where price is above 5 in 2024',
    )
    expect(briefWhere(schema, query('order_items', []), null)).toBeNull()
  })

  it('include those of groups, with large numbers like in the grid', () => {
    const asked = query('companies', [], { having: [{ expression: items, operator: '>', value: 25_000 }] })
    expect(text(briefWhere(schema, asked, null))).toBe('where number of order items is above 25,000')
  })

  it('leave out that there are rows, if they are counted', () => {
    const filters = [having('order_items', 'companies')]
    expect(briefWhere(schema, query('companies', [items], { filters }), null)).toBeNull()
    expect(text(briefWhere(schema, query('companies', [], { filters }), null))).toBe('with order items')
  })

  it('follow their noun', () => {
    expect(text(qualified('orders', null))).toBe('orders')
    expect(text(qualified('orders', message('in 2024')))).toBe('orders in 2024')
  })
})

describe('the name of a table', () => {
  it('says a repeated word once', () => {
    const table = schema.byKey.get('customer_customer_demo')
    expect(table === undefined ? '' : rowWords(table)).toBe('customer demo')
    expect(tableWords(schema, 'companies')).toBe('companies')
  })
})

describe('the reading of a query', () => {
  const length = col('films.length')
  const sorted = { order: [{ expression: length, descending: true }] }
  it.each<[Query, string]>([
    [query('films', [col('films.title')]), 'Lists films.'],
    [query('films', [col('films.title'), length]), 'Lists films: title and length.'],
    [query('films', [length]), 'Lists the length of films.'],
    [query('films', [length], { distinct: true }), 'Lists the different values of length of films.'],
    [query('films', [rowsIn('films')]), 'Counts films.'],
    [
      query('films', [rowsIn('films')], { filters: [where('films.length', '>', 90)] }),
      'Counts films where length is above 90.',
    ],
    [query('films', [computed('avg', 'films.length')]), 'Shows the average length of films.'],
    [
      query('films', [every('month', 'films.release_date'), rowsIn('films')], {
        groups: [every('month', 'films.release_date')],
      }),
      'Counts films for each month.',
    ],
    [
      query('companies', [col('companies.name'), items], {
        groups: [col('companies.company_id'), col('companies.name')],
      }),
      'Counts order items for each company.',
    ],
    [query('films', [col('films.title')], sorted), 'Lists films, sorted by length, from high to low.'],
    [query('films', [col('films.title')], { ...sorted, limit: 1 }), 'The film with the highest length.'],
    [query('films', [col('films.title')], { ...sorted, limit: 12 }), 'The 12 films with the highest length.'],
    [
      query('films', [col('films.title')], {
        order: [{ expression: col('films.release_date'), descending: false }],
        limit: 3,
      }),
      'The three films with the earliest release date.',
    ],
    [query('films', [col('films.title')], { limit: 5 }), 'Lists films, the first 5.'],
    [
      query('companies', [col('companies.city'), rowsIn('companies')], {
        groups: [col('companies.city')],
        having: [{ expression: rowsIn('companies'), operator: '>=', value: 2 }],
      }),
      'Counts companies for each city, only where the number of companies is at least 2.',
    ],
  ])('is one plain sentence: %#', (asked, sentence) => {
    expect(formatMessage(readingOf(schema, asked))).toBe(sentence)
  })

  it.each([
    [1, ', only for the first film of the previous question.'],
    [3, ', only for the first 3 films of the previous question.'],
    [null, ', only for the films of the previous question.'],
  ])('says which rows of the earlier question are left: %s', (limit, ending) => {
    const key = col('films.film_id')
    const top = { keys: [key.ref], query: query('films', [key], { limit }) }
    expect(formatMessage(readingOf(schema, query('films', [col('films.title')], { top })))).toBe(`Lists films${ending}`)
  })

  it('names the earlier of two compared periods at the end', () => {
    const parts: Expression[] = [
      { kind: 'part', of: items, when: in2023 },
      { kind: 'part', of: items, when: in2024 },
      { kind: 'change', of: items, from: in2023, to: in2024 },
    ]
    expect(formatMessage(readingOf(schema, query('order_items', parts)))).toBe(
      'Shows the number of order items in 2024, compared with 2023.',
    )
  })
})
