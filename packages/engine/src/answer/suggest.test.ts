import { describe, expect, it } from 'vitest'
import type { Understood } from '../contract.ts'
import { Decline } from '../decline.ts'
import { message } from '@parlance/contract'
import type { Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { ask, translateOn } from '../testing/ask.ts'
import { col, computed, every, openTables, query, rowsIn } from '../testing/queries.ts'
import { openLibrary, libraryToday } from '../testing/library.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { addOffers, mostOffered } from './offers.ts'
import { followUps, measuredTable, suggestions } from './suggest.ts'

const shop = openShop()
const library = openLibrary()
const schema = modelSchema(shop.catalogue, [])
const lending = modelSchema(library.catalogue, [])
const table = (name: string) => schema.tables.filter((one) => one.name === name)

describe('suggestions', () => {
  it('mix trends, rankings, and comparisons, and put plain counts last', () => {
    const found = suggestions(schema, [])
    const counts = found.flatMap((one, at) => (/^How many [a-z ]+ are there\?$/.test(one) ? [at] : []))
    const telling = found.flatMap((one, at) =>
      /by month|^Which 5|by (?:country|category|segment|status)/.test(one) ? [at] : [],
    )
    expect(telling.length).toBeGreaterThan(4)
    expect(Math.max(...telling)).toBeLessThan(Math.min(...counts))
    expect(found[0]).toBe('What is the revenue by month?')
  })

  it('never say the same twice', () => {
    for (const one of [[], ...schema.tables.map((other) => [other])]) {
      const found = suggestions(schema, one)
      expect(new Set(found).size).toBe(found.length)
    }
  })

  it('are about the given tables first', () => {
    expect(suggestions(schema, table('reviews')).slice(0, 3).join(' ')).toContain('reviews')
  })

  it.each([
    ['no tables', ''],
    ['only a view', 'CREATE TABLE t1 (a INTEGER); CREATE VIEW totals AS SELECT a FROM t1;'],
    ['only a link table', 'CREATE TABLE links (a_id INTEGER, b_id INTEGER, PRIMARY KEY (a_id, b_id));'],
    ['names that are no words', 'CREATE TABLE x9_tbl2 (c1 INTEGER PRIMARY KEY, c2 TEXT);'],
  ])('are none for %s', (_name, statements) => {
    const database = openTables(statements)
    expect(suggestions(modelSchema(database.catalogue, []), [])).toEqual([])
    database.close()
  })

  it.each([
    ['the shop', shop, shopToday],
    ['the library', library, libraryToday],
  ])('are understood over %s, nearly all of them, and return rows', async (_name, database, today) => {
    const all = suggestions(modelSchema(database.catalogue, []), [])
    const read = await Promise.all(all.map((one) => translateOn(database, one, today)))
    const answered = read.filter((one) => one.understood)
    expect(answered.length / all.length).toBeGreaterThan(0.75)
    for (const one of answered) expect(database.rows(one.sql).length).toBeGreaterThan(0)
  })
})

describe('followUps', () => {
  const orders = rowsIn('orders')
  const loans = rowsIn('loans')
  const month = every('month', 'loans.loan_date')
  it.each<[string, Query, string, boolean]>([
    ['a number', query('loans', [loans]), 'and by month?', true],
    ['a number by month', query('loans', [month, loans], { groups: [month] }), 'and by month?', false],
    ['a number by month', query('loans', [month, loans], { groups: [month] }), 'and by quarter?', true],
    ['a list', query('members', [col('members.city')]), 'how many is that?', true],
    ['a limited list', query('members', [col('members.city')], { limit: 5 }), 'how many is that?', false],
    [
      'a ranking',
      query('books', [col('books.title'), col('books.price')], {
        limit: 10,
        order: [{ expression: col('books.price'), descending: true }],
      }),
      'top 20 instead',
      true,
    ],
    ['a number of rows without a date', query('books', [computed('sum', 'books.pages')]), 'and by month?', false],
    [
      'groups with a condition',
      query('loans', [col('loans.member_id'), loans], {
        groups: [col('loans.member_id')],
        having: [{ expression: loans, operator: '>', value: 1 }],
      }),
      'and by month?',
      false,
    ],
  ])('after %s: %#', (_name, asked, question, isOffered) => {
    expect(followUps(lending, asked).includes(question)).toBe(isOffered)
  })

  it('do not offer to group by what groups already', () => {
    const byCustomer = query('orders', [col('customers.name'), orders], {
      groups: [col('customers.customer_id'), col('customers.name')],
    })
    expect(followUps(schema, query('orders', [orders])).join()).toContain('and by customer?')
    expect(followUps(schema, byCustomer).join()).not.toContain('and by customer?')
  })

  it('measure the rows of the first number, else those of the subject', () => {
    expect(measuredTable(schema, query('customers', [col('customers.name'), orders])).name).toBe('orders')
    expect(measuredTable(schema, query('customers', [col('customers.name')])).name).toBe('customers')
  })

  it('are understood after each answer, and ask for something else', async () => {
    for (const question of [
      'How many orders are there?',
      'total stock by category',
      'customers from Germany',
      'revenue by month',
    ]) {
      const first = await ask(shop, shopToday, question)
      const next = await Promise.all(
        first.followUps.map(async (one) => (await ask(shop, shopToday, question, one)).translation.sql),
      )
      expect({ question, same: next.filter((sql) => sql === first.translation.sql) }).toEqual({ question, same: [] })
      expect(new Set(next).size).toBe(next.length)
    }
  })
})

describe('addOffers', () => {
  const understood = (sql: string): Understood => ({
    understood: true,
    sql,
    reading: message('x'),
    assumptions: [],
    choices: [],
    confidence: 1,
    state: null,
    display: null,
    look: null,
    used: [],
    formats: [],
  })
  const reads = (question: string) =>
    question.startsWith('!') ? new Decline(message('No.')) : understood(question.toLowerCase())
  const offered = (questions: string[], rest = {}) => addOffers([], questions, reads, rest).map((one) => one.question)

  it('keeps the questions that are understood, each with different SQL, in their order', () => {
    expect(offered(['A', '!b', 'a', 'C'])).toEqual(['A', 'C'])
  })

  it('stops when there are enough, and reads no further', () => {
    const read: string[] = []
    const found = addOffers([], ['a', 'b', 'c', 'd', 'e', 'f'], (one) => {
      read.push(one)
      return understood(one)
    })
    expect([found.length, read]).toEqual([mostOffered, ['a', 'b', 'c', 'd']])
    expect(offered(['a', 'b'], { most: 1 })).toEqual(['a'])
  })

  it('never offers what was just asked', () => {
    expect(offered(['A', 'B'], { asked: 'a' })).toEqual(['B'])
  })

  it('adds to known offers without changing them', () => {
    const known = [{ question: 'first', read: understood('first') }]
    expect(addOffers(known, ['FIRST', 'second'], reads).map((one) => one.question)).toEqual(['first', 'second'])
    expect(known).toHaveLength(1)
  })
})
