import { afterAll, describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { chunksIn, knownIn, saidBy, saidIn } from '../testing/stages.ts'
import { directivesOf, noneWords, withPlainComparison } from './directives.ts'
import type { Draft } from './draft.ts'
import { readFragment, readQuestion } from './grammar.ts'

const shop = openShop()
afterAll(() => shop.close())
const known = await knownIn(shop, shopToday)
const draftOf = (question: string): Draft => readQuestion(chunksIn(known, question))

describe('words that the grammar cannot place', () => {
  it.each<[string, string[]]>([
    ['weather of customers', ['weather']],
    ['customers near Berlin', ['near']],
    ['unicorns', ['unicorns']],
    ['customers with unicorns', ['unicorns']],
    ['orders in the US', ['US']],
    ['customers in Nordstadt', ['Nordstadt']],
    ['how much weather', ['weather', 'how much']],
    ['blue blue blue', ['blue', 'blue', 'blue']],
    ['customers who bought only Kettle', ['only']],
  ])('are missed in “%s”: %j', (question, missed) => {
    expect(saidIn(known, question).missed?.toSorted()).toEqual(missed.toSorted())
  })

  it.each(['', '?', '...', 'the', 'the of the', 'please', 'and and', '( )'])('are none in %j', (question) => {
    expect(saidIn(known, question)).toEqual({})
  })

  it.each(['customers located in Germany', 'customers who live in Germany', 'please list the customers in Germany'])(
    'are not verbs and fillers that say nothing: %s',
    (question) => {
      expect(saidIn(known, question)).toEqual({ items: ['customers'], conditions: ['= Germany'] })
    },
  )
})

describe('the kind of a question', () => {
  it.each<[string, Partial<Draft>]>([
    ['show everything about customers', { everything: true, listing: true }],
    ['list the customers', { listing: true, everything: false }],
    ['who are the customers?', { asksWho: true }],
    ['which customers are from Spain?', { asksWhich: true }],
    ['when was the last order?', { asksWhen: true }],
    ['where is Ana Lopez from?', { asksWhere: true }],
    ['how much does the Kettle cost?', { asksHowMuch: true }],
    ['how many orders?', { asksHowMany: true }],
    ['are there customers in Spain?', { asksWhether: true }],
    ['is the Kettle out of stock?', { asksWhether: true }],
    ['compare revenue in 2024 and 2025', { compares: true }],
    ['distinct countries', { distinct: true }],
    ['customers', { asksWho: false, asksWhich: false, asksWhether: false, compares: false, listing: false }],
  ])('is seen in “%s”', (question, expected) => {
    expect(draftOf(question)).toMatchObject(expected)
  })

  it('says which table it is about', () => {
    expect(draftOf('customers with orders').subject?.text).toBe('customers')
    expect(draftOf('names of products').subject?.text).toBe('products')
    expect(draftOf('Kitchen and Garden products').subject?.text).toBe('products')
    expect(draftOf('price').subject).toBeNull()
  })
})

describe('the same question in other words', () => {
  it.each([
    ['How many customers are there in Germany?', 'count the customers in Germany', 'number of customers from Germany'],
    ['products cheaper than 20', 'Which products are cheaper than 20?', 'show me products that are cheaper than 20'],
    ['revenue by month', 'monthly revenue', 'revenue for each month', 'what is the revenue per month?'],
    ['customers without orders', 'customers with no orders', 'customers who have no orders'],
    ['products with price over 20', 'products whose price is over 20', 'products with a price above 20'],
    ['the average price', 'What is the average price?', 'average of the price', 'mean price'],
    ['orders before 2025', 'orders prior to 2025'],
    ['ORDERS IN 2024', 'orders in 2024'],
  ])('is read alike: %s', (...questions) => {
    const plain = (question: string) => JSON.stringify(saidIn(known, question)).toLowerCase()
    const [first = '', ...others] = questions
    for (const other of others) expect([other, plain(other)]).toEqual([other, plain(first)])
  })
})

describe('a fragment', () => {
  const fragment = (text: string) => saidBy(readFragment(chunksIn(known, text)))

  it.each([
    ['and by month?', { groups: ['each month'] }],
    ['only in Germany', { conditions: ['= Germany'] }],
    ['sorted by price descending', { orders: ['price down'] }],
    ['in 2024', { conditions: ['in 2024'] }],
    ['per category', { groups: ['category'] }],
    ['not cancelled', { conditions: ['not cancelled: done'] }],
    ['over 50', { conditions: ['<total amount> > 50'] }],
    ['', {}],
    ['?', {}],
  ])('“%s” narrows, groups, or sorts', (text, said) => {
    expect(fragment(text)).toEqual(said)
  })

  it('misses what it does not know', () => {
    expect(fragment('only unicorns').missed).toEqual(['unicorns'])
  })
})

describe('the words of a button', () => {
  it.each([
    [`${noneWords.counted}customers with few orders`, 'customers with few orders', true],
    [`${noneWords.left}customers with few orders`, 'customers with few orders', false],
    [noneWords.left.toUpperCase(), '', false],
    ['customers with few orders', 'customers with few orders', null],
    ['', '', null],
    [`say ${noneWords.left}x`, `say ${noneWords.left}x`, null],
  ])('before %j are split off', (asked, question, countsNone) => {
    expect(directivesOf(asked)).toEqual({ question, countsNone })
  })
})

describe('a comparison of two periods', () => {
  it.each([
    ['How did revenue in 2025 compare to 2024?', 'revenue in 2025 compared with 2024'],
    ['how does May compare with April', 'May compared with April'],
    ['What was the change in revenue from 2023 to 2024?', 'revenue 2023 compared with 2024'],
    ['growth of orders between March and May', 'orders March compared with May'],
    ['revenue growth from 2023 to 2024', 'revenue 2023 compared with 2024'],
    ['revenue in 2024', 'revenue in 2024'],
    ['orders from March to May', 'orders from March to May'],
    ['', ''],
  ])('“%s” is asked in plain words', (question, expected) => {
    expect(withPlainComparison(question)).toBe(expected)
  })
})

describe('random questions', () => {
  const words = (
    'how many|what is|which|show|who|customers|orders|order items|products|reviews|name|price|total|of|the|in|from|with|without|' +
    'whose|that|not|and|or|,|per|each|by|Germany|Kettle|"oak"|cancelled|over|less than|at least|between|20|5|2025|last month|' +
    "since|before|March|most|highest|top|cheapest|latest|average|sum of|median|share of|sorted by|descending|'s|weather|than|" +
    'contains|missing|newest first|or more|twice|difference between|neither|nor|both|?|only|compared to|revenue|sold|on average'
  ).split('|')
  const random = seeded(17)
  const questions = Array.from({ length: 400 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 16) }, () => words[Math.floor(random() * words.length)]).join(' '),
  )

  /** The positions in a draft. */
  function* positions(value: unknown): Generator<number> {
    if (Array.isArray(value)) for (const one of value) yield* positions(one)
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value))
        if (key === 'at' && typeof one === 'number') yield one
        else if (key !== 'candidates' && key !== 'matches') yield* positions(one)
  }

  it('are read to their end, without an exception', () => {
    for (const question of questions) {
      const chunks = chunksIn(known, question)
      const draft = readQuestion(chunks)
      const texts = new Set(chunks.map((one) => one.text))
      expect([question, draft.missed.filter((one) => !texts.has(one))]).toEqual([question, []])
      for (const at of positions(draft)) {
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThanOrEqual(chunks.length)
      }
      readFragment(chunks)
    }
  })

  it('are read the same each time, and their chunks stay as they were', () => {
    for (const question of questions.slice(0, 60)) {
      const chunks = chunksIn(known, question)
      const before = chunks.map((one) => ({ ...one }))
      expect(saidBy(readQuestion(chunks))).toEqual(saidBy(readQuestion(chunks)))
      expect(chunks).toEqual(before)
    }
  })

  it('of 200 words are read, too', () => {
    for (const word of ['customers', 'and', 'the most', 'of', 'not', '5', 'Germany or', 'average'])
      expect(readQuestion(chunksIn(known, `${word} `.repeat(200 / word.split(' ').length)))).toBeDefined()
  })
})
