import { afterAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../testing/library.ts'
import { openShop } from '../testing/shop.ts'
import { databaseOf } from '../testing/sqlite-database.ts'
import { schemaOf } from '../testing/stages.ts'
import { indexPhrases, matchPhrase, type PhraseIndex } from './phrases.ts'
import { certain, exact, quality, stemFactor, synonymFactor } from './quality.ts'

const [shop, library] = [openShop(), openLibrary()]
const odd = databaseOf(`
CREATE TABLE "order" (id INTEGER PRIMARY KEY, "group" TEXT, "Unit Price" REAL, customerName TEXT, is_paid BOOLEAN);
CREATE TABLE high_school (id INTEGER PRIMARY KEY, city_of_birth TEXT, top10 INTEGER);
CREATE TABLE "Größe" (id INTEGER PRIMARY KEY, "Länge" REAL);
CREATE TABLE tbl_visits (visit_id INTEGER PRIMARY KEY, visit_date DATE);
CREATE VIEW visit_summary AS SELECT visit_date FROM tbl_visits;`)
const index = {
  shop: indexPhrases(schemaOf(shop)),
  library: indexPhrases(schemaOf(library)),
  odd: indexPhrases(schemaOf(odd)),
}
afterAll(() => [shop, library, odd].forEach((one) => one.close()))

/** The names that words fit best. */
function bestIn(phrases: PhraseIndex, words: string): string[] {
  const { tables, columns } = matchPhrase(phrases, words.split(' '))
  const best = Math.max(...tables.map((one) => one.quality), ...columns.map((one) => one.quality))
  return [
    ...tables.filter((one) => one.quality === best).map(({ table }) => table.name),
    ...columns.filter((one) => one.quality === best).map(({ column }) => `${column.table.name}.${column.name}`),
  ]
}

const qualityOf = (phrases: PhraseIndex, words: string, name: string): number => {
  const { tables, columns } = matchPhrase(phrases, words.split(' '))
  const found = [
    ...tables.map((one) => ({ name: one.table.name, fit: one.quality })),
    ...columns.map((one) => ({ name: `${one.column.table.name}.${one.column.name}`, fit: one.quality })),
  ]
  return Math.max(0, ...found.filter((one) => one.name === name).map((one) => one.fit))
}

describe('the names that words fit best', () => {
  it.each<[keyof typeof index, string, string[]]>([
    ['shop', 'customer', ['customers']],
    ['shop', 'order item', ['order_items']],
    ['shop', 'orderitem', ['order_items']],
    ['shop', 'unit price', ['order_items.unit_price']],
    ['shop', 'price unit', ['order_items.unit_price']],
    ['shop', 'price', ['products.price']],
    ['shop', 'date', ['orders.order_date']],
    ['shop', 'city', ['customers.city']],
    ['shop', 'town', ['customers.city']],
    ['shop', 'client', ['customers']],
    ['shop', 'nation', ['customers.country']],
    ['shop', 'product id', ['products.product_id', 'order_items.product_id', 'reviews.product_id']],
    ['library', 'first name', ['members.first_name']],
    ['library', 'forename', ['members.first_name']],
    ['library', 'surname', ['members.last_name']],
    ['library', 'full name', ['members.first_name', 'members.last_name']],
    ['library', 'active', ['members.is_active']],
    ['odd', 'order', ['order']],
    ['odd', 'group', ['order.group']],
    ['odd', 'unit price', ['order.Unit Price']],
    ['odd', 'customer name', ['order.customerName']],
    ['odd', 'paid', ['order.is_paid']],
    ['odd', 'highschool', ['high_school']],
    ['odd', 'school', ['high_school']],
    ['odd', 'große', ['Größe']],
    ['odd', 'lange', ['Größe.Länge']],
    ['odd', 'visit', ['tbl_visits']],
  ])('in the %s, “%s” is %j', (database, words, names) => {
    expect(bestIn(index[database], words)).toEqual(names)
  })

  it.each(['weather', 'xyz', 'of', 'cust', '', '12', 'customer price product'])('“%s” is nothing', (words) => {
    const { tables, columns } = matchPhrase(index.shop, words.split(' '))
    expect([...tables, ...columns].filter((one) => one.quality >= quality.part)).toEqual([])
  })
})

describe('the quality of a match', () => {
  it.each([
    ['the whole name of a table', 'customer', 'customers', quality.whole],
    ['the end of a name', 'item', 'order_items', quality.tableEnd],
    ['the beginning of a name', 'order', 'order_items', quality.part],
    ['the end of the name of a column', 'price', 'order_items.unit_price', quality.columnEnd],
    ['a name without its key word', 'customer', 'orders.customer_id', quality.columnStart],
    ['a name without the table in it', 'date', 'orders.order_date', quality.bare],
    ['a synonym', 'town', 'customers.city', synonymFactor * quality.whole],
  ])('shows %s', (_about, words, name, expected) => {
    expect(qualityOf(index.shop, words, name)).toBeCloseTo(expected)
  })

  it('is lower for a stem than for a synonym', () => {
    expect(qualityOf(index.shop, 'ordering', 'orders')).toBeCloseTo(stemFactor)
    expect(stemFactor).toBeLessThan(synonymFactor)
  })

  it('ranks whole names over parts, and parts over stems', () => {
    expect(quality.whole).toBeGreaterThan(quality.tableEnd)
    expect(quality.tableEnd).toBeGreaterThan(quality.columnEnd)
    expect(quality.columnEnd).toBeGreaterThan(quality.part)
    expect([quality.whole, quality.bare, quality.partsOfName].every((one) => one >= exact && one >= certain)).toBe(true)
  })

  it('is never more than 1 or less than 0, for any phrase of the schema', () => {
    for (const phrases of Object.values(index))
      for (const phrase of phrases.entries.keys()) {
        const { tables, columns } = matchPhrase(phrases, phrase.split(' '))
        expect([...tables, ...columns].length).toBeGreaterThan(0)
        for (const one of [...tables, ...columns]) {
          expect(one.quality).toBeGreaterThan(0)
          expect(one.quality).toBeLessThanOrEqual(1)
        }
      }
  })

  it('is listed once for each table and column', () => {
    for (const { tables, columns } of index.shop.entries.values()) {
      expect(new Set(tables.map((one) => one.table)).size).toBe(tables.length)
      expect(new Set(columns.map((one) => one.column)).size).toBe(columns.length)
    }
  })
})

describe('names that are matched with care', () => {
  it('does not take a part of the name of a view for the view', () => {
    expect(bestIn(index.odd, 'visit summary')).toEqual(['visit_summary'])
    expect(bestIn(index.odd, 'summary')).toEqual([])
  })

  it('finds who does something in the column that it is done by, but not in a key', () => {
    const made = databaseOf(
      'CREATE TABLE film (film_id INTEGER PRIMARY KEY, directed_by TEXT, written_by TEXT, reviewed_by INTEGER REFERENCES film)',
    )
    const phrases = indexPhrases(schemaOf(made))
    expect(bestIn(phrases, 'director')).toEqual(['film.directed_by'])
    expect(bestIn(phrases, 'writer')).toEqual(['film.written_by'])
    expect(qualityOf(phrases, 'reviewer', 'film.reviewed_by')).toBeLessThan(certain)
    made.close()
  })

  it('does not take a function word in a name for the name', () => {
    expect(qualityOf(index.odd, 'of', 'high_school.city_of_birth')).toBe(0)
  })

  it('takes an action for the table that records it, not for a column', () => {
    const { tables, columns } = matchPhrase(index.shop, ['bought'])
    expect(tables.map(({ table }) => table.name)).toContain('orders')
    expect(columns).toEqual([])
  })

  it('uses the names that an administrator adds like the real ones', () => {
    const described = indexPhrases(
      schemaOf(shop, [
        { table: 'customers', column: null, text: '', synonyms: ['Patrons', 'paying guests'] },
        { table: 'orders', column: 'total', text: '', synonyms: ['Basket Value'] },
      ]),
    )
    expect(bestIn(described, 'patron')).toEqual(['customers'])
    expect(bestIn(described, 'paying guest')).toEqual(['customers'])
    expect(bestIn(described, 'basket value')).toEqual(['orders.total'])
    expect(qualityOf(described, 'basket value', 'orders.total')).toBe(quality.whole)
    expect(bestIn(index.shop, 'basket value')).toEqual([])
  })

  it('reads a word as the name that the caller says it is related to', () => {
    const related = {
      ...index.shop,
      related: new Map([
        ['patron', 'customer'],
        ['money total', 'total'],
      ]),
    }
    expect(bestIn(related, 'patron')).toEqual(['customers'])
    expect(bestIn(related, 'money total')).toEqual(['orders.total'])
    expect(bestIn(related, 'customer')).toEqual(['customers'])
  })

  it('finds nothing in an empty schema', () => {
    const empty = indexPhrases(schemaOf({ ...shop, catalogue: { ...shop.catalogue, tables: [] } }))
    expect(empty.entries.size).toBe(0)
    expect(matchPhrase(empty, ['customer'])).toEqual({ tables: [], columns: [] })
  })
})
