import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { plainQuestion, tokensOf, type Token } from './tokens.ts'

const texts = (question: string) => tokensOf(plainQuestion(question)).map((one) => one.text)
const only = (text: string): Token => {
  const [token, other] = tokensOf(text)
  if (token === undefined || other !== undefined) throw new Error(`One token was expected in ${text}`)
  return token
}

describe('the tokens of a question', () => {
  it.each([
    ['How many orders?', ['How', 'many', 'orders', '?']],
    ['names, prices', ['names', ',', 'prices']],
    ["the customer's email", ['the', 'customer', "'s", 'email']],
    ["What's new", ["What's", 'new']],
    ["customers' emails", ['customers', 'emails']],
    ['best-selling products', ['best', 'selling', 'products']],
    ['the e-mail', ['the', 'e-mail']],
    ['Jean-Luc', ['Jean-Luc']],
    ['AC/DC', ['AC/DC']],
    ['ana@example.com', ['ana@example.com']],
    ['order_items.price', ['order_items.price']],
    ['price>=20', ['price', '>=', '20']],
    ['price <> 20', ['price', '<>', '20']],
    ['(both)', ['(', 'both', ')']],
    ['on 2025-06-01', ['on', '2025-06-01']],
    ['at 2025-06-01 10:30:00', ['at', '2025-06-01 10:30:00']],
    ['Q3 2024', ['Q3', '2024']],
    ['the 1990s', ['the', '1990s']],
    ['', []],
    ['   \t\n', []],
    ['💥 *** ~~', []],
  ])('of %j are %j', (question, expected) => {
    expect(texts(question)).toEqual(expected)
  })

  it('compare in lower case without accents, and as singular words', () => {
    expect(only('Cafés')).toMatchObject({ text: 'Cafés', lower: 'cafes', word: 'cafe', capital: true })
    expect(only('CATEGORIES')).toMatchObject({ lower: 'categories', word: 'category' })
    expect(only('people')).toMatchObject({ word: 'person' })
    expect(only('straße')).toMatchObject({ lower: 'straße', capital: false })
    expect(only('客户')).toMatchObject({ text: '客户', capital: false, number: null })
    expect(only('Ärzte').capital).toBe(true)
  })

  it('know their place in the question', () => {
    const question = 'name of "Big Oak", please'
    const places = tokensOf(question).map((one) => question.slice(one.start, one.end))
    expect(places).toEqual(['name', 'of', '"Big Oak"', ',', 'please'])
  })
})

describe('a number', () => {
  it.each([
    ['5', 5],
    ['0', 0],
    ['2.50', 2.5],
    ['1,000', 1000],
    ['1,234,567.5', 1_234_567.5],
    ['$20', 20],
    ['€1,500', 1500],
    ['£3', 3],
    ['15%', 15],
    ['5k', 5000],
    ['2m', 2_000_000],
    ['zero', 0],
    ['Twelve', 12],
    ['fifty', 50],
    ['dozen', 12],
    ['once', 1],
    ['twice', 2],
    ['5 million', 5_000_000],
    ['two hundred', 200],
    ['three thousand', 3000],
    ['1.5 billion', 1_500_000_000],
  ])('is read in %s', (text, expected) => {
    expect(only(text).number).toBe(expected)
  })

  it('may be negative if a space is before the sign', () => {
    expect(tokensOf('below -5').map((one) => one.number)).toEqual([null, -5])
    expect(tokensOf('2-5').map((one) => one.number)).not.toContain(-5)
  })

  it.each(['abc', 'b2b', '3rd', '2x', 'half', 'COVID-19'])('is not read in %s', (text) => {
    expect(tokensOf(text).map((one) => one.number)).toEqual([null])
  })

  it('is a text in quotes', () => {
    expect(only('"12"')).toMatchObject({ text: '12', quoted: true, number: null })
  })

  it('keeps all words that it is made of in its text', () => {
    expect(only('2 million')).toMatchObject({ text: '2 million', start: 0, end: 9 })
  })
})

describe('a quoted text', () => {
  it.each([
    ['"Big Oak"', 'Big Oak'],
    ["'Big Oak'", 'Big Oak'],
    ['“Big Oak”', 'Big Oak'],
    ['‘Big Oak’', 'Big Oak'],
    ["'Don't Look'", "Don't Look"],
    ["''", null],
    ['""', null],
    ['"  "', null],
    ['"Oak."', 'Oak'],
    ['"Acme Inc."', 'Acme Inc.'],
    ['"J."', 'J.'],
    ['"SELECT 1; --"', 'SELECT 1; --'],
  ])('in %s is %j', (question, expected) => {
    const found = tokensOf(plainQuestion(question)).filter((one) => one.quoted)
    expect(found.map((one) => one.text)).toEqual(expected === null ? [] : [expected])
  })

  it('keeps a full stop that does not end the question', () => {
    expect(texts('is "Oak." a book')).toEqual(['is', 'Oak.', 'a', 'book'])
  })

  it('does not begin at an apostrophe', () => {
    expect(tokensOf("the teacher's and the student's names").every((one) => !one.quoted)).toBe(true)
  })

  it('that is never closed is read as words', () => {
    expect(tokensOf('books by "Ann').map((one) => [one.text, one.quoted])).toEqual([
      ['books', false],
      ['by', false],
      ['Ann', false],
    ])
  })
})

describe('a plain question', () => {
  it.each([
    ['first and last names', 'first name and last name'],
    ['First name or last name', 'first name or last name'],
    ['the customers’ “names”', 'the customers  "names"'],
    ['nothing to change', 'nothing to change'],
  ])('of %j is %j', (question, expected) => {
    expect(plainQuestion(question)).toBe(expected)
  })

  it('stays the same if it is made plain again', () => {
    const once = plainQuestion('the customers’ first and last names are ‘Ann’ and “Lee”')
    expect(plainQuestion(once)).toBe(once)
  })
})

describe('tokens of random text', () => {
  const parts = [
    'orders',
    'Über',
    "'",
    '"',
    '’',
    ' ',
    ' ',
    ',',
    '.',
    '-',
    '12',
    '3.5',
    '%',
    '$',
    '2025-01-02',
    '客',
    '\n',
    '&',
    '>=',
    "'s",
    'k',
    '💥',
  ]
  const random = seeded(7)
  const questions = Array.from({ length: 300 }, () =>
    Array.from({ length: Math.floor(random() * 25) }, () => parts[Math.floor(random() * parts.length)]).join(''),
  )

  it('are in order, do not overlap, and are never empty', () => {
    for (const question of questions) {
      const plain = plainQuestion(question)
      let end = 0
      for (const token of tokensOf(plain)) {
        expect(token.text.trim()).not.toBe('')
        expect(token.start).toBeGreaterThanOrEqual(end)
        expect(token.end).toBeGreaterThan(token.start)
        expect(token.end).toBeLessThanOrEqual(plain.length)
        expect(Number.isNaN(token.number)).toBe(false)
        end = token.end
      }
    }
  })

  it('are the same each time', () => {
    for (const question of questions.slice(0, 50)) expect(tokensOf(question)).toEqual(tokensOf(question))
  })
})
