import { sqlDialects, type SqlDialect } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { tableKeyOf, type Expression, type Filter, type Formula, type Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { sortedRows } from '../testing/approximately.ts'
import { col, computed, during, every, openTables, query, rowsIn, sqlOf, where } from '../testing/queries.ts'

const database = openTables(`
CREATE TABLE "order" (id INTEGER PRIMARY KEY, "ship date" DATE, "group" TEXT, is_gift BOOLEAN);
CREATE TABLE lines (line_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES "order", quantity INTEGER, price REAL, discount REAL);
CREATE TABLE tags (order_id INTEGER REFERENCES "order", tag TEXT);
CREATE TABLE people (person_id INTEGER PRIMARY KEY, name TEXT, boss_id INTEGER REFERENCES people, order_id INTEGER REFERENCES "order");
INSERT INTO "order" VALUES (1, '2024-01-01', 'A', TRUE), (2, '2024-01-08', 'A', FALSE), (3, NULL, NULL, TRUE), (4, '2024-02-04', 'B', NULL);
INSERT INTO lines VALUES (1, 1, 2, 10, 0.5), (2, 1, 1, 4, 0), (3, 2, 3, 5, NULL), (4, 4, NULL, 7, 0.1);
INSERT INTO tags VALUES (1, 'x'), (1, 'y'), (2, 'x');
INSERT INTO people VALUES (1, 'Ann', NULL, 1), (2, 'Bob', 1, 1), (3, 'Cat', 1, NULL);`)
afterAll(() => database.close())

const schema = modelSchema(database.catalogue, [])
const rows = (asked: Query) => sortedRows(database.rows(sqlOf(schema, asked)))
const shown = (table: string, expression: Expression) => rows(query(table, [expression]))
const on = (dialect: SqlDialect, asked: Query) => sqlOf(modelSchema({ ...database.catalogue, dialect }, []), asked)

const value = (changes: Partial<Formula> = {}): Formula => ({
  kind: 'formula',
  name: 'revenue',
  table: 'lines',
  quantity: col('lines.quantity').ref,
  price: col('lines.price').ref,
  discount: null,
  discountForm: 'fraction',
  ...changes,
})
const sumOf = (of: Formula): Expression => ({ kind: 'aggregate', fn: 'sum', distinct: false, of })
const discounted = (discountForm: Formula['discountForm']) =>
  sumOf(value({ discount: col('lines.discount').ref, discountForm }))

describe('the value of a line', () => {
  it.each<[string, Expression, number]>([
    ['quantity times price', sumOf(value()), 20 + 4 + 15],
    ['only the price if there is no quantity', sumOf(value({ quantity: null })), 26],
    ['minus a fraction; lines without one of the parts have no value', discounted('fraction'), 10 + 4],
    ['minus percent', discounted('percent'), 20 * 0.995 + 4],
    ['minus an amount', discounted('amount'), 19.5 + 4],
  ])('is %s', (_name, expression, expected) => {
    expect(shown('lines', expression)).toEqual(sortedRows([[expected]]))
  })
})

describe('numbers over rows with NULLs', () => {
  it.each<[Expression, (number | null)[]]>([
    [rowsIn('order'), [4]],
    [computed('count', 'order.group'), [3]],
    [computed('count', 'order.group', true), [2]],
    [computed('sum', 'lines.quantity'), [6]],
    [computed('avg', 'lines.quantity'), [2]],
    [computed('min', 'lines.discount'), [0]],
    [{ kind: 'part', of: rowsIn('order'), when: where('order.group', '=', 'A') }, [2]],
    [{ kind: 'part', of: computed('sum', 'lines.price'), when: where('lines.quantity', '>', 100) }, [0]],
    [{ kind: 'part', of: computed('avg', 'lines.price'), when: where('lines.quantity', '>', 100) }, [null]],
    [{ kind: 'percentage', of: rowsIn('order'), filters: [where('order.group', '=', 'B')] }, [25]],
    [{ kind: 'ratio', of: rowsIn('lines'), per: computed('count', 'lines.order_id', true) }, [4 / 3]],
    [{ kind: 'difference', of: computed('max', 'lines.price'), less: computed('min', 'lines.price') }, [6]],
    [
      {
        kind: 'change',
        of: rowsIn('order'),
        from: during('order.ship date', '2024-01-01', '2024-02-01'),
        to: during('order.ship date', '2024-02-01', '2024-03-01'),
      },
      [-50],
    ],
    [
      {
        kind: 'change',
        of: rowsIn('order'),
        from: during('order.ship date', '2020-01-01', '2021-01-01'),
        to: during('order.ship date', '2024-02-01', '2024-03-01'),
      },
      [null],
    ],
  ])('%j', (expression, expected) => {
    expect(shown(tableKeyOf(expression), expression)).toEqual(sortedRows([expected]))
  })

  it('are NULL or 0, and no error, over no rows at all', () => {
    const none = { filters: [where('lines.price', '>', 1000)] }
    const all: Expression[] = [
      rowsIn('lines'),
      computed('sum', 'lines.price'),
      { kind: 'ratio', of: rowsIn('lines'), per: computed('count', 'lines.order_id', true) },
      { kind: 'percentage', of: rowsIn('lines'), filters: [where('lines.quantity', '>', 1)] },
    ]
    expect(database.rows(sqlOf(schema, query('lines', all, none)))).toEqual([[0, null, null, null]])
  })
})

describe('names that SQL reserves or that have spaces', () => {
  it('are quoted in every place', () => {
    const asked = query('order', [col('order.group'), rowsIn('order')], {
      groups: [col('order.group')],
      filters: [during('order.ship date', '2024-01-01', null)],
      order: [{ expression: col('order.group'), descending: true }],
    })
    expect(database.rows(sqlOf(schema, asked))).toEqual([
      ['B', 1],
      ['A', 2],
    ])
  })

  it.each(sqlDialects)('are quoted in %s, also as the name of a result’s column', (dialect) => {
    const asked = query('order', [], {
      select: [{ expression: rowsIn('order'), alias: 'count' }],
      filters: [where('order.group', '=', 'A')],
    })
    const quoted = (word: string) => `["\`[]${word}["\`\\]]`
    const text = on(dialect, asked)
    for (const word of ['count', 'order', 'group']) expect(text.search(quoted(word))).toBeGreaterThan(0)
  })
})

describe('periods as groups', () => {
  it('list the days of the week from Monday on, whatever their names are', () => {
    const weekday = every('weekday', 'order.ship date')
    const asked = query('order', [weekday, rowsIn('order')], {
      groups: [weekday],
      order: [{ expression: weekday, descending: false }],
      filters: [{ kind: 'missing', left: col('order.ship date'), negated: true }],
    })
    expect(database.rows(sqlOf(schema, asked))).toEqual([
      ['Monday', 2],
      ['Sunday', 1],
    ])
  })

  it('keep rows without a date as a separate group', () => {
    const month = every('month', 'order.ship date')
    expect(rows(query('order', [month, rowsIn('order')], { groups: [month] }))).toEqual(
      sortedRows([
        ['2024-01', 2],
        ['2024-02', 1],
        [null, 1],
      ]),
    )
  })
})

describe('yes and no', () => {
  it.each<[SqlDialect, string]>([
    ['sqlite', 'is_gift = TRUE'],
    ['postgresql', 'is_gift = TRUE'],
    ['oracle', '"is_gift" = 1'],
    ['tsql', 'is_gift = 1'],
  ])('are what %s calls them', (dialect, text) => {
    expect(on(dialect, query('order', [rowsIn('order')], { filters: [where('order.is_gift', '=', true)] }))).toContain(
      text,
    )
  })
})

describe('rows that cannot be counted', () => {
  it('declines rows of a table without a key once the joins repeat them', () => {
    const repeated = query('tags', [rowsIn('tags'), computed('sum', 'lines.quantity')], {
      spoken: ['tags', 'order', 'lines'],
    })
    expect(sqlOf(schema, repeated)).toMatch(/^(?:Rows of tags cannot be counted once each here|Adding up lines)/)
  })

  it('declines an amount that a link repeats, and not the highest one, which stays the same', () => {
    const both = (fn: 'sum' | 'max') =>
      query('lines', [col('tags.tag'), computed(fn, 'lines.price')], {
        groups: [col('tags.tag')],
        spoken: ['lines', 'tags', 'order'],
      })
    expect(sqlOf(schema, both('sum'))).toBe('Adding up lines in these groups would count some rows more than once.')
    expect(rows(both('max'))).toEqual(
      sortedRows([
        ['x', 10],
        ['y', 10],
      ]),
    )
  })

  it('declines shares of rows that are in several groups', () => {
    const share: Expression = { kind: 'share', of: rowsIn('order') }
    const asked = query('order', [col('tags.tag'), share], { groups: [col('tags.tag')], spoken: ['order', 'tags'] })
    expect(sqlOf(schema, asked)).toBe('Some order are in several groups, so their shares would not add up.')
  })

  it.each<SqlDialect>(['mysql', 'tsql', 'bigquery'])(
    'declines a median next to other numbers where none is built in: %s',
    (dialect) => {
      const asked = query('lines', [computed('median', 'lines.price'), rowsIn('lines')])
      expect(on(dialect, asked)).toBe('The median cannot be shown together with this here. Ask for the median only.')
    },
  )
})

describe('the first rows', () => {
  const discount = col('lines.discount')
  it.each([
    [false, [[2, 0]]],
    [true, [[1, 0.5]]],
  ])('are never those without a value (descending: %s)', (descending, expected) => {
    const asked = query('lines', [col('lines.line_id'), discount], {
      order: [{ expression: discount, descending }],
      limit: 1,
    })
    expect(database.rows(sqlOf(schema, asked))).toEqual(expected)
    for (const dialect of sqlDialects) expect(on(dialect, asked)).toMatch(/WHERE \S+ IS NOT NULL ORDER BY/)
  })

  it('are never groups without any value', () => {
    const lowest = computed('sum', 'lines.quantity')
    const asked = query('lines', [col('lines.price'), lowest], {
      groups: [col('lines.price')],
      order: [{ expression: lowest, descending: false }],
      limit: 1,
    })
    expect(database.rows(sqlOf(schema, asked))).toEqual([[4, 1]])
  })

  it('leave out nothing that has no NULLs, and all rows are listed without a limit', () => {
    const byKey = { order: [{ expression: col('lines.line_id'), descending: false }], limit: 1 }
    expect(sqlOf(schema, query('lines', [col('lines.price')], byKey))).not.toContain('IS NOT NULL')
    const all = query('lines', [discount], { order: [{ expression: discount, descending: false }] })
    expect(database.rows(sqlOf(schema, all))).toHaveLength(4)
  })
})

describe('a table that refers to itself', () => {
  it('is never joined to itself: a row’s own columns are shown', () => {
    expect(rows(query('people', [col('people.name'), col('people.boss_id')]))).toEqual(
      sortedRows([
        ['Ann', null],
        ['Bob', 1],
        ['Cat', 1],
      ]),
    )
  })

  it('gives a second mention of a table in a subquery another alias', () => {
    const above: Filter = {
      kind: 'against',
      left: col('people.person_id'),
      operator: '>',
      fn: 'avg',
      filters: [where('order.id', '=', 1)],
    }
    const text = sqlOf(schema, query('people', [col('people.name')], { filters: [above] }))
    expect(text).toContain('FROM people AS people_2 JOIN "order"')
    expect(database.rows(text)).toEqual([['Bob'], ['Cat']])
  })
})
