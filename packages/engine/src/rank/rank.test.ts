import { afterAll, describe, expect, it } from 'vitest'
import { readingsOf } from '../candidates/generate.ts'
import { Decline } from '../decline.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { translateOn } from '../testing/ask.ts'
import { contextOf } from '../translate.ts'
import { featuresOf } from './features.ts'
import { fit } from './fit.ts'
import { model, probability } from './model.ts'
import { decide, rank, type Ranked } from './rank.ts'
import { train, type TrainingQuestion, type TrainingReading } from './train.ts'

const shop = openShop()
afterAll(() => shop.close())

async function ranked(question: string): Promise<Ranked[]> {
  const context = await contextOf({
    question,
    catalogue: shop.catalogue,
    today: shopToday,
    history: [],
    valuesOf: shop.valuesOf,
  })
  const { strict, others } = readingsOf(context)
  return rank(context, strict instanceof Decline ? others : [strict])
}

const scoreOf = async (question: string) => (await ranked(question))[0]?.score ?? 0

describe('the ranking', () => {
  it.each([
    ['How many customers are there?', 'How many wonderful customers pay taxes?'],
    ['What are the different kinds of segments of customers?', 'What are the taxes of customers?'],
    ['Which customers are from the country Germany?', 'Which customers are not from the country Wonderland?'],
  ])('finds “%s” more likely to be read right than “%s”', async (right, wrong) => {
    expect(await scoreOf(right)).toBeGreaterThan(await scoreOf(wrong))
  })

  it('puts the most likely reading first', async () => {
    const scores = (await ranked('Show the wonderful names of the shiny products')).map((one) => one.score)
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
  })

  it('names what was skipped, and where', async () => {
    const context = await contextOf({
      question: 'List the taxes of customers',
      catalogue: shop.catalogue,
      today: shopToday,
      history: [],
      valuesOf: shop.valuesOf,
    })
    const [reading] = readingsOf(context).others
    if (reading === undefined) throw new Error('A reading was expected')
    const names = [...featuresOf(context, reading, { readings: 1, place: 0 }).keys()]
    expect(names).toEqual(
      expect.arrayContaining(['skip word in -s', 'skip after filler', 'skip before of', 'skip what is asked for']),
    )
  })
})

describe('the decision', () => {
  const reading = async (score: number): Promise<Ranked> => {
    const [first] = await ranked('List the wonderful customers')
    if (first === undefined) throw new Error('A reading was expected')
    return { ...first, score }
  }

  it('declines without readings, and below the threshold', async () => {
    expect(decide([]).kind).toBe('decline')
    expect(decide([await reading(model.thresholds.changed - 0.01)]).kind).toBe('decline')
  })

  it('answers above the threshold', async () => {
    expect(decide([await reading(model.thresholds.changed + 0.01), await reading(0.1)]).kind).toBe('answer')
  })

  it('asks if two rank close', async () => {
    const best = model.thresholds.changed + 0.01
    const found = decide([await reading(best), await reading(best - 0.01), await reading(0.1)])
    expect(found.kind).toBe('ask')
    expect(found.ranked).toHaveLength(2)
  })

  it('never answers about things that the data does not have', async () => {
    for (const question of ['What is the capital of France?', 'Who wrote Hamlet?', 'List the taxes of customers'])
      expect((await translateOn(shop, question, shopToday)).understood).toBe(false)
  })
})

const example = (isRight: boolean, ...names: string[]): TrainingReading => ({
  features: new Map(names.map((name) => [name, 1])),
  isRight,
  kind: names.includes('strict') ? 'strict' : 'changed',
})

const few = { folds: 2, leastDatabases: 1, l2: 0.1, rounds: 100, rate: 0.3, precision: 0.9, answeredImpossible: 0.02 }

function sample(): TrainingQuestion[] {
  return ['a', 'b', 'c', 'd'].flatMap((database) => [
    { database, set: 'questions', isPossible: true, readings: [example(true, 'bias', 'strict')] },
    { database, set: 'questions', isPossible: true, readings: [example(true, 'bias', 'skip verb')] },
    { database, set: 'removed', isPossible: false, readings: [example(false, 'bias', 'skip noun')] },
  ])
}

describe('training', () => {
  it('tells right from wrong by the features', () => {
    const weights = fit([example(true, 'bias', 'good'), example(false, 'bias', 'bad')], few)
    expect(probability(weights, example(true, 'bias', 'good').features)).toBeGreaterThan(0.8)
    expect(probability(weights, example(true, 'bias', 'bad').features)).toBeLessThan(0.2)
  })

  it('gives the same weights for the same questions', () => {
    expect(train(sample(), few)).toEqual(train(sample(), few))
  })

  it('answers what is possible, and not what is impossible', () => {
    const { score, thresholds } = train(sample(), few)
    expect(score.questions).toMatchObject({ questions: 8, right: 1, precision: 1 })
    expect(score.removed).toMatchObject({ questions: 4, answered: 0 })
    expect(thresholds.changed).toBeLessThan(1)
  })

  it('answers few questions of each impossible set, even where many others are declined', () => {
    const declined = Array.from({ length: 200 }, (): TrainingQuestion => ({
      database: 'a',
      set: 'other database',
      isPossible: false,
      readings: [],
    }))
    const alike = ['a', 'b', 'c', 'd'].map((database): TrainingQuestion => ({
      database,
      set: 'removed',
      isPossible: false,
      readings: [example(true, 'bias', 'skip verb')],
    }))
    const { score, thresholds } = train([...sample(), ...declined, ...alike], few)
    expect(score.removed?.answered).toBe(0)
    expect(thresholds.changed).toBeGreaterThan(train(sample(), few).thresholds.changed)
  })

  it('ignores features of too few databases', () => {
    const { weights } = train([...sample(), { ...sample()[0]!, readings: [example(true, 'only here')] }], {
      ...few,
      leastDatabases: 2,
    })
    expect(Object.keys(weights)).not.toContain('only here')
    expect(Object.keys(weights)).toContain('skip noun')
  })
})
