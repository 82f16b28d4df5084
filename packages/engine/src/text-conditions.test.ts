import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage } from '@parlance/contract'
import { ask, translateOn } from './testing/ask.ts'
import { openLibrary, libraryToday } from './testing/library.ts'
import { openShop, shopToday } from './testing/shop.ts'

const shop = openShop()
const library = openLibrary()
afterAll(() => {
  shop.close()
  library.close()
})

describe('texts inside a column', () => {
  it.each([
    ["books with 'Road' in the title", ['The Long Road Home']],
    ["books that have 'King' in their title", ['Kings of Sand']],
    ['books whose title has the word Road', ['The Long Road Home']],
    ["books that include the text 'K'", ['Blue Kites', 'Kings of Sand', 'Oak']],
    ['the titles of books that contain the word "Sand"', ['Kings of Sand']],
    ['books that start with B', ['Blue Kites']],
    ["books ending in 'k'", ['Oak']],
  ])('%s', async (question, titles) => {
    expect((await ask(library, libraryToday, question)).rows.map((row) => row[0])).toEqual(titles)
  })

  it('accepts a letter in a name', async () => {
    const { rows } = await ask(shop, shopToday, 'which products have the letter K in their name?')
    expect(rows).toEqual([['Kettle'], ['Rake']])
  })

  it('states the column if the question names none', async () => {
    const { translation } = await ask(library, libraryToday, "books that include the text 'K'")
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual(['“K” is searched in title'])
  })

  it('searches no key', async () => {
    const found = await translateOn(shop, "orders that include the text 'K'", shopToday)
    expect(found.understood ? found.sql : formatMessage(found.reason)).toBe(
      'It is not clear which column contains “K”. Name the column.',
    )
  })

  it('reads a quoted text without a column as a stored value', async () => {
    expect((await ask(shop, shopToday, 'customers with "Berlin"')).rows).toEqual([['Ben Kurz']])
  })
})
