import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage } from '@parlance/contract'
import { translateOn } from '../testing/ask.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { misspelledName } from './typos.ts'

const shop = openShop()
afterAll(() => shop.close())

const names = new Set(['customer', 'order', 'product', 'category', 'county', 'price', 'prize', 'mountain'])
const isName = (word: string) => names.has(word)

describe('a word with one typo', () => {
  it.each([
    ['custmer', 'customer', 'a missing letter'],
    ['custoomer', 'customer', 'a letter too many'],
    ['cuztomer', 'customer', 'another letter'],
    ['cusotmer', 'customer', 'two letters in the wrong order'],
    ['customerr', 'customer', 'a letter too many at the end'],
  ])('is the name that it misspells: %s', (word, name) => {
    expect(misspelledName(word, isName)).toBe(name)
  })

  it.each([
    ['country', 'a word of English'],
    ['price', 'a name'],
    ['prixe', 'as near to two names'],
    ['custmr', 'two typos'],
    ['kustomer', 'another first letter'],
    ['ordr', 'too short'],
    ['mountin', 'as near to another word of English'],
    ['', 'no word'],
    ['12345', 'no letters'],
  ])('is not guessed: %s, %s', (word) => {
    expect(misspelledName(word, isName)).toBeNull()
  })
})

describe('a question with a typo', () => {
  it.each([
    ['How many custmers are there?', [[5]], ['“custmers” is interpreted as customer']],
    ['How many custmers are from Germany?', [[2]], ['“custmers” is interpreted as customer']],
    ['How many prodcuts are there?', [[7]], ['“prodcuts” is interpreted as product']],
  ])('is answered, and the correction is stated: %s', async (question, rows, assumptions) => {
    const found = await translateOn(shop, question, shopToday)
    if (!found.understood) throw new Error(formatMessage(found.reason))
    expect(shop.rows(found.sql)).toEqual(rows)
    expect(found.assumptions.map((one) => formatMessage(one))).toEqual(assumptions)
  })

  it.each(['How many custmers are in each galaxy?', 'How many kustomers are there?'])(
    'is declined if another word is unknown or the name is not clear: %s',
    async (question) => {
      expect((await translateOn(shop, question, shopToday)).understood).toBe(false)
    },
  )
})
