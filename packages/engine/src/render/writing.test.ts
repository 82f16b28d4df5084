import { sqlDialects, type SqlDialect } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import type { CalendarUnit } from '../query.ts'
import { openTables } from '../testing/queries.ts'
import { identifier, writingOf } from '@parlance/sql/writing'

const units = ['day', 'week', 'month', 'quarter', 'year'] as const

describe('the period of a date', () => {
  it.each(sqlDialects)('is another expression for each unit, and only reads the column: %s', (dialect) => {
    const texts = units.map((unit) => writingOf(dialect).period(unit, 'sold_on'))
    expect(new Set(texts).size).toBe(units.length)
    for (const text of texts) expect(text).toContain('sold_on')
  })

  const sqlite = writingOf('sqlite')
  const database = openTables('CREATE TABLE empty (one)')
  const valueOf = (expression: string) => database.rows(`SELECT ${expression}`)[0]?.[0]

  it.each<[string, CalendarUnit, string]>([
    ['2024-02-29', 'day', '2024-02-29'],
    ['2024-02-29', 'month', '2024-02'],
    ['2024-01-01', 'quarter', '2024-Q1'],
    ['2024-03-31', 'quarter', '2024-Q1'],
    ['2024-04-01', 'quarter', '2024-Q2'],
    ['2024-12-31', 'quarter', '2024-Q4'],
    ['2024-12-31', 'year', '2024'],
    ['2024-12-31 23:59:59', 'day', '2024-12-31'],
  ])('of %s by %s is %s on SQLite', (day, unit, period) => {
    expect(valueOf(sqlite.period(unit, `'${day}'`))).toBe(period)
  })

  it('sorts like the days on SQLite, for every unit', () => {
    const random = seeded(3)
    const dayOf = (at: number) => new Date(Date.UTC(2019, 0, 1 + at)).toISOString().slice(0, 10)
    const days = Array.from({ length: 60 }, () => dayOf(Math.floor(random() * 2500))).toSorted()
    for (const unit of units) {
      const periods = days.map((day) => String(valueOf(sqlite.period(unit, `'${day}'`))))
      expect(periods).toEqual(periods.toSorted())
    }
  })

  it('numbers the days of the week from Monday on SQLite', () => {
    const week = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07']
    expect(week.map((day) => valueOf(sqlite.weekday(`'${day}'`)))).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})

describe('the time since a date', () => {
  it.each(sqlDialects)('reads both dates once for days, and the day only as a number for years: %s', (dialect) => {
    const { days, fullYears } = writingOf(dialect)
    expect(
      days('sold_on', 'paid_on')
        .match(/sold_on|paid_on/g)
        ?.toSorted(),
    ).toEqual(['paid_on', 'sold_on'])
    expect(fullYears('born_on', '2025-06-15')).toContain('20250615')
  })

  const { days, fullYears } = writingOf('sqlite')
  const database = openTables('CREATE TABLE empty (one)')
  const valueOf = (expression: string) => database.rows(`SELECT ${expression}`)[0]?.[0]

  it.each([
    ['2024-02-28', '2024-03-01', 2],
    ['2024-01-01 23:00:00', '2024-01-02 01:00:00', 1],
    ['2024-01-02', '2024-01-01', -1],
  ])('is counted in calendar days on SQLite: from %s to %s', (from, to, count) => {
    expect(valueOf(days(`'${from}'`, `'${to}'`))).toBe(count)
  })

  it.each([
    ['2000-06-15', 25],
    ['2000-06-16', 24],
    ['2000-12-31', 24],
    ['2024-06-16', 0],
  ])('is counted in full years on SQLite: from %s', (born, years) => {
    expect(valueOf(fullYears(`'${born}'`, '2025-06-15'))).toBe(years)
  })
})

describe('a LIKE', () => {
  it.each(sqlDialects)('ignores case and can be negated: %s', (dialect) => {
    const { like } = writingOf(dialect)
    const [plain, negated] = [like('name', "'A%'", false), like('name', "'A%'", true)]
    expect(negated.replace('NOT ', '')).toBe(plain)
    expect(plain).toMatch(/^(?:name I?LIKE 'A%'|LOWER\(name\) LIKE LOWER\('A%'\))$/)
  })
})

describe('a name', () => {
  it.each<[SqlDialect, string, string]>([
    ['sqlite', 'orders', 'orders'],
    ['sqlite', 'Orders', 'Orders'],
    ['postgresql', 'orders', 'orders'],
    ['postgresql', 'Orders', '"Orders"'],
    ['oracle', 'orders', '"orders"'],
    ['oracle', 'ORDERS', 'ORDERS'],
    ['snowflake', 'Orders', '"Orders"'],
    ['hana', 'ORDERS_2', 'ORDERS_2'],
    ['mysql', 'order', '`order`'],
    ['tsql', 'User', '[User]'],
    ['bigquery', 'date', '`date`'],
    ['postgresql', 'order details', '"order details"'],
    ['mysql', '2024_orders', '`2024_orders`'],
    ['tsql', 'größe', '[größe]'],
    ['sqlite', 'a"b', '"a""b"'],
    ['mysql', 'a`b', '`a``b`'],
    ['tsql', 'a]b', '[a]]b]'],
    ['dremio', 'a.b', '"a.b"'],
  ])('is quoted on %s only if it must be: %s', (dialect, name, text) => {
    expect(identifier(writingOf(dialect), name)).toBe(text)
  })

  it('never ends early, whatever characters it has, and SQLite reads it as written', () => {
    const random = seeded(11)
    const signs = ['a', 'B', '_', '1', ' ', '"', "'", '`', ']', '\\', ';', '--', '/*', 'é', '名', '😀', '%', '\n']
    for (let round = 0; round < 60; round++) {
      const name = Array.from(
        { length: 1 + Math.floor(random() * 6) },
        () => signs[Math.floor(random() * signs.length)],
      ).join('')
      const quoted = identifier(writingOf('sqlite'), name)
      const database = openTables(
        `CREATE TABLE ${quoted} (one INTEGER, ${quoted} INTEGER); INSERT INTO ${quoted} VALUES (1, 2);`,
      )
      expect({ name, columns: database.columns(`SELECT * FROM ${quoted}`) }).toEqual({
        name,
        columns: name === 'one' ? [] : ['one', name],
      })
      expect(database.rows(`SELECT ${quoted} FROM ${quoted}`)).toEqual([[2]])
      database.close()
    }
  })
})

describe('a text', () => {
  it('is read by SQLite as it was written, whatever it contains', () => {
    const random = seeded(5)
    const signs = ["'", '"', '\\', '%', '_', '--', ';', '\n', '\t', 'é', '😀', 'a', ' ']
    const database = openTables('CREATE TABLE empty (one)')
    for (let round = 0; round < 80; round++) {
      const text = Array.from(
        { length: Math.floor(random() * 8) },
        () => signs[Math.floor(random() * signs.length)],
      ).join('')
      expect(database.rows(`SELECT ${writingOf('sqlite').text(text)}`)).toEqual([[text]])
    }
  })
})

it('says of each dialect whether yes and no are numbers, and how a limit is written', () => {
  const [numbers, limits] = [
    sqlDialects.filter((one) => (writingOf(one) as { numbersForYesNo?: boolean }).numbersForYesNo === true),
    Object.groupBy(sqlDialects, (one) => writingOf(one).limit),
  ]
  expect(numbers.toSorted()).toEqual(['oracle', 'tsql'])
  expect([limits.top, limits.fetch]).toEqual([['tsql'], ['oracle']])
})
