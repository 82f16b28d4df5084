import { afterAll, describe, expect, it } from 'vitest'
import { readingsOf, kindOf, type Reading } from '../candidates/generate.ts'
import { Decline } from '../decline.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { chunksIn, contextIn, knownIn } from '../testing/stages.ts'
import { featuresOf, type Features } from './features.ts'
import { fit, type Example } from './fit.ts'
import { model, probability, thresholdsWith } from './model.ts'
import { decide, rank } from './rank.ts'
import { classOf, placeOf } from './word-classes.ts'

const shop = openShop()
afterAll(() => shop.close())
const known = await knownIn(shop, shopToday)

function readings(question: string): Reading[] {
  const { strict, others } = readingsOf(contextIn(known, question))
  return strict instanceof Decline ? others : [strict]
}

/** The features of all readings of a question together. */
function featuresFor(question: string): Features {
  const context = contextIn(known, question)
  return new Map(readings(question).flatMap((one) => [...featuresOf(context, one, { readings: 1, place: 0 })]))
}

describe('the features of a reading', () => {
  it.each<[string, string[]]>([
    [
      'How many customers are there?',
      ['bias', 'strict', 'show rows', 'no condition', 'tables 1', 'shown 1', 'readings 1'],
    ],
    ['customers in Germany', ['strict', 'filters 1', 'values 1', 'shows a table']],
    ['revenue by month', ['groups 1', 'show sum']],
    ['the average price of products', ['show avg']],
    ['customers with more than 2 orders', ['filters 1']],
    ['customers without orders', ['exists', 'filter related negated']],
    ['top 3 products by price', ['limit', 'order by column']],
    ['products sorted by name', ['order by column']],
    ['names of customers and totals of orders', ['joins', 'shown 2', 'tables 2']],
    ['products called "Spade"', ['quoted text']],
    ['distinct countries', ['distinct']],
    ['List the wonderful customers', ['edited', 'edits 1', 'skip adjective', 'skip word wonderful']],
    ['customers in Germny', ['edited', 'near value typo', 'filters 1']],
  ])('of “%s” include %j', (question, names) => {
    const features = featuresFor(question)
    expect(names.filter((name) => !features.has(name))).toEqual([])
  })

  it('do not call a strict reading edited, or the other way round', () => {
    expect(featuresFor('How many customers are there?').has('edited')).toBe(false)
    expect(featuresFor('List the wonderful customers').has('strict')).toBe(false)
  })

  it('are finite numbers, none of them 0, and the same each time', () => {
    for (const question of [
      'customers in Germny',
      'revenue by month',
      'the wonderful custmers',
      'shiny names of products',
    ])
      for (const reading of readings(question)) {
        const read = () => featuresOf(contextIn(known, question), reading, { readings: 9, place: 3 })
        for (const value of read().values()) expect(Number.isFinite(value) && value !== 0).toBe(true)
        expect([...read()]).toEqual([...read()])
      }
  })

  it('tell the place among the readings', () => {
    const question = 'How many customers are there?'
    const names = (place: number, all: number) => [
      ...featuresOf(contextIn(known, question), readings(question)[0]!, { readings: all, place }).keys(),
    ]
    expect(names(0, 1)).toContain('readings 1')
    expect(names(2, 9)).toEqual(expect.arrayContaining(['readings 4+', 'place 2']))
  })
})

describe('the class of a word', () => {
  it.each([
    ['quickly', 'adverb'],
    ['wonderful', 'adjective'],
    ['blinking', 'word in -ing'],
    ['painted', 'word in -ed'],
    ['happiness', 'abstract noun'],
    ['painter', 'agent noun'],
    ['taxes', 'word in -s'],
    ['blue', 'other word'],
    ['taught', 'linking verb'],
    ['"blue"', 'quoted text'],
    ['17', 'number'],
    ['March 2025', 'date'],
    ['Germany', 'value'],
    ['average', 'keyword aggregate'],
    ['customers', 'certain name'],
  ])('“%s” is %s', (word, expected) => {
    expect(classOf(chunksIn(known, word)[0]!)).toBe(expected)
  })

  it('in capitals inside a question is a name', () => {
    expect(chunksIn(known, 'the Blue').map((one) => classOf(one))[1]).toBe('capitalized word')
    expect(classOf(chunksIn(known, 'Blue')[0]!)).toBe('other word')
  })

  it.each([
    ['customers', 'a table'],
    ['segment', 'a column'],
    ['Germany', 'a value'],
    ['"x"', 'a value'],
    ['5', 'a number'],
    ['of', 'of'],
    ['which', 'which'],
    ['most', 'superlative'],
    ['blue', 'a word'],
  ])('“%s” beside a skipped word is %s', (word, expected) => {
    expect(placeOf(chunksIn(known, word)[0]!)).toBe(expected)
  })

  it('beside a skipped word at an end is nothing', () => {
    expect(placeOf(null)).toBe('nothing')
  })
})

describe('the model', () => {
  it('says when and from what it was learned, and has finite weights', () => {
    expect(model.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(model.data).toContain("databases that aren't held out")
    const weights = Object.values(model.weights)
    expect(weights.length).toBeGreaterThan(50)
    expect(weights.every((one) => Number.isFinite(one) && one !== 0)).toBe(true)
  })

  it('always answers a strict reading, and never one without a chance', () => {
    expect(model.thresholds.strict).toBe(0)
    expect(thresholdsWith(0.5)).toMatchObject({ strict: 0, changed: 0.5 })
    expect(model.thresholds.changed).toBeGreaterThan(0.5)
    expect(model.thresholds.changed).toBeLessThanOrEqual(1)
  })

  it('gives probabilities between 0 and 1', () => {
    expect(probability({}, new Map([['unknown', 3]]))).toBe(0.5)
    expect(probability({ good: 2 }, new Map([['good', 1]]))).toBeCloseTo(0.881, 3)
    expect(probability({ good: 2 }, new Map([['good', -1]]))).toBeCloseTo(0.119, 3)
    expect(probability({ good: 900 }, new Map([['good', 9]]))).toBe(1)
    expect(probability({}, new Map())).toBe(0.5)
  })
})

describe('learned weights', () => {
  const options = { l2: 0.1, rounds: 60, rate: 0.3 }
  const example = (isRight: boolean, features: Record<string, number>): Example => ({
    features: new Map(Object.entries(features)),
    isRight,
  })

  it('are none without examples, and 0 if nothing tells right from wrong', () => {
    expect(fit([], options)).toEqual({})
    expect(fit([example(true, { a: 1 }), example(false, { a: 1 })], options).a).toBeCloseTo(0)
  })

  it('grow with the evidence, and shrink with the penalty', () => {
    const examples = [example(true, { good: 1 }), example(false, { bad: 1 })]
    const [short, long] = [fit(examples, { ...options, rounds: 5 }), fit(examples, options)]
    expect(long.good).toBeGreaterThan(short.good ?? 0)
    expect(fit(examples, { ...options, l2: 10 }).good).toBeLessThan(long.good ?? 0)
    expect(long.bad).toBeCloseTo(-(long.good ?? 0))
  })

  it('do not depend on the order of the features', () => {
    const one = fit([example(true, { a: 1, b: 2 }), example(false, { b: 1 })], options)
    const other = fit([example(true, { b: 2, a: 1 }), example(false, { b: 1 })], options)
    expect(other).toEqual(one)
  })
})

describe('the order of readings', () => {
  const question = 'Show the wonderful names of the shiny products'

  it('is by probability, keeps every reading, and does not depend on the order of the search', () => {
    const all = readings(question)
    const ranked = rank(contextIn(known, question), all)
    expect(new Set(ranked.map((one) => one.reading))).toEqual(new Set(all))
    for (const { score } of ranked) expect(score > 0 && score < 1).toBe(true)
  })

  it('answers a strict reading, however improbable', () => {
    const [reading] = readings('How many customers are there?')
    expect(kindOf(reading!)).toBe('strict')
    expect(decide([{ reading: reading!, score: 0.01 }]).kind).toBe('answer')
  })

  const sure = Math.max(0.99, model.thresholds.changed)

  it('asks about three readings at most', () => {
    const [reading] = readings('List the wonderful customers')
    const close = Array.from({ length: 6 }, (_, at) => ({ reading: reading!, score: sure + at / 100_000 }))
    const decision = decide(close.toReversed())
    expect(decision).toMatchObject({ kind: 'ask' })
    expect(decision.ranked).toHaveLength(3)
  })

  it('does not ask if the others are far less likely', () => {
    const [reading] = readings('List the wonderful customers')
    const decision = decide([sure, 0.9].map((score) => ({ reading: reading!, score })))
    expect(decision).toMatchObject({ kind: 'answer', ranked: { score: sure } })
  })
})
