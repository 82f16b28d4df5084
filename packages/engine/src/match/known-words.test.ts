import { afterAll, describe, expect, it } from 'vitest'
import { openShop, shopToday } from '../testing/shop.ts'
import { databaseOf } from '../testing/sqlite-database.ts'
import { knownIn, schemaOf } from '../testing/stages.ts'
import { knowsAllValues, matchesNothing } from './known-words.ts'
import { addValues, emptyValues } from './values.ts'

const shop = openShop()
afterAll(() => shop.close())
const known = await knownIn(shop, shopToday)

describe('a part of a question that matches nothing', () => {
  it.each(['weather', 'unicorns', 'xyzzy', 'Nordstadt', '"Narnia"', 'purple elephants', 'Wetter', 'погода', '天气'])(
    'is “%s”',
    (text) => {
      expect(matchesNothing(text, known)).toBe(true)
    },
  )

  it.each([
    ['the name of a table', 'customers'],
    ['the name of a table in capitals', 'CUSTOMERS'],
    ['the exact name of a table', 'order_items'],
    ['a name written as one word', 'orderitems'],
    ['the name of a column', 'segment'],
    ['a word of a name', 'discount'],
    ['a synonym of a name', 'clients'],
    ['a stored value', 'Germany'],
    ['a stored value in other case', 'germany'],
    ['a stored value in quotes', '"Kettle"'],
    ['a function word', 'average'],
    ['a word of a phrase', 'more than'],
    ['a number', '150000'],
    ['a number as a word', 'seven'],
    ['a date', '2025-01-01'],
    ['a month', 'March'],
    ['a verb that says nothing', 'located'],
    ['several words with one known among them', 'purple customers'],
    ['a sign', '?'],
    ['no word at all', ''],
  ])('is not %s: “%s”', (_about, text) => {
    expect(matchesNothing(text, known)).toBe(false)
  })
})

describe('whether all texts are known', () => {
  it('is certain only if every column with texts was read', () => {
    const schema = schemaOf(shop)
    const values = emptyValues()
    const texts = schema.tables.flatMap((table) => table.columns.filter((one) => one.kind === 'text'))
    expect(knowsAllValues({ schema, values })).toBe(false)
    for (const column of texts.slice(1)) addValues(values, column, { values: [] })
    expect(knowsAllValues({ schema, values })).toBe(false)
    addValues(values, texts[0]!, { values: null })
    expect(knowsAllValues({ schema, values })).toBe(false)
    addValues(values, texts[0]!, { values: [] })
    expect(knowsAllValues({ schema, values })).toBe(true)
  })

  it('is certain for tables without texts', () => {
    const numbers = databaseOf('CREATE TABLE points (x INTEGER, y REAL, seen DATE)')
    expect(knowsAllValues({ schema: schemaOf(numbers), values: emptyValues() })).toBe(true)
    numbers.close()
  })

  it('is not certain if a column was read only in part', () => {
    const schema = schemaOf(shop)
    const values = emptyValues()
    for (const column of schema.tables.flatMap((table) => table.columns))
      addValues(values, column, { values: [], isUnchecked: column.name === 'city' })
    expect(knowsAllValues({ schema, values })).toBe(false)
  })
})
