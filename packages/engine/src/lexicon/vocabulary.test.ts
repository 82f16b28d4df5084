import { singular } from '@parlance/retrieval'
import { describe, expect, it } from 'vitest'
import { amountOf, sizeOf } from './amount-verbs.ts'
import { isFunctionWord } from './function-words.ts'
import { lifeWords } from './life-events.ts'
import { isLoaded, neutralityOf } from './neutral.ts'
import { dueWords, lastingWords, stateOf } from './states.ts'
import { isDeed, synonymsOf, valueAliases } from './synonyms.ts'
import names from './vocabulary/names.json' with { type: 'json' }
import neutral from './vocabulary/neutral.json' with { type: 'json' }
import questions from './vocabulary/questions.json' with { type: 'json' }
import roles from './vocabulary/roles.json' with { type: 'json' }
import synonyms from './vocabulary/synonyms.json' with { type: 'json' }

describe('the lists of words', () => {
  const lists = Object.entries({ names, neutral, questions, roles }).flatMap(([file, all]) =>
    Object.entries<unknown>(all).flatMap(([list, words]): [string, unknown[]][] =>
      Array.isArray(words) ? [[`${file}.${list}`, words]] : [],
    ),
  )

  it.each(lists)('%s has each word once, in lower case, without spaces around it', (_name, words) => {
    expect(words.length).toBeGreaterThan(0)
    expect(new Set(words).size).toBe(words.length)
    for (const word of words) expect(word).toBe(String(word).toLowerCase().trim())
  })

  it.each(['quantities', 'prices', 'amounts'] as const)('roles.%s has singular words, as names do', (list) => {
    for (const name of roles[list]) for (const word of name.split(' ')) expect(word).toBe(singular(word))
  })

  it('do not call a word both neutral anywhere and only between two things', () => {
    expect(neutral.always.filter((word) => neutral.linking.includes(word))).toEqual([])
  })
})

describe('synonyms', () => {
  it('are mutual within a group', () => {
    const oneWay = new Set([...Object.keys(synonyms.deeds), ...Object.keys(synonyms.records)])
    for (const group of synonyms.groups)
      for (const word of group.filter((one) => !oneWay.has(one)))
        expect(synonymsOf(word)).toEqual(expect.arrayContaining(group.filter((one) => one !== word)))
  })

  it('are singular, as the words of names and questions are, and never the word itself', () => {
    for (const word of synonyms.groups.flat()) {
      expect(synonymsOf(word)).not.toContain(word)
      for (const other of synonymsOf(word)) expect(other).toBe(singular(other))
    }
  })

  it.each([
    ['client', 'customer'],
    ['film', 'movie'],
    ['town', 'city'],
    ['purchase', 'order'],
    ['bought', 'sale'],
    ['borrowed', 'loan'],
    ['inhabitant', 'population'],
  ])('of “%s” include “%s”', (word, other) => {
    expect(synonymsOf(word)).toContain(other)
  })

  it.each(['', 'xyzzy', 'Client', 'clients'])('of %j are none', (word) => {
    expect(synonymsOf(word)).toEqual([])
  })

  it('tell actions from names', () => {
    expect(isDeed('bought')).toBe(true)
    expect(isDeed('rented')).toBe(true)
    expect(isDeed('customer')).toBe(false)
    expect(isDeed('')).toBe(false)
  })
})

describe('other words for stored values', () => {
  it.each([
    ['french', 'france'],
    ['american', 'usa'],
    ['uk', 'united kingdom'],
    ['female', 'f'],
    ['women', 'female'],
    ['yes', 'true'],
  ])('of “%s” include “%s”', (word, value) => {
    expect(valueAliases(word)).toContain(value)
  })

  it('are in lower case, never the word itself, and none for unknown words', () => {
    for (const [word, values] of Object.entries(synonyms.values)) {
      expect(values).not.toContain(word)
      expect(values.every((one) => one === one.toLowerCase())).toBe(true)
    }
    expect(valueAliases('martian')).toEqual([])
  })
})

describe('words that may be skipped', () => {
  it.each([
    ['located', 'always'],
    ['taught', 'linking'],
    ['unpaid', 'never'],
    ['average', 'never'],
    ['', 'never'],
  ] as const)('“%s” may be skipped: %s', (word, where) => {
    expect(neutralityOf(word)).toBe(where)
  })

  it('are not prepositions with a meaning', () => {
    for (const word of ['near', 'around']) expect(isLoaded(word)).toBe(true)
    for (const word of ['in', 'of', 'from', 'at', 'for']) expect(isLoaded(word)).toBe(false)
  })

  it('are function words only if they name nothing in any data', () => {
    for (const word of ['the', 'Average', 'OLDEST', 'between', 'today']) expect(isFunctionWord(word)).toBe(true)
    for (const word of ['customer', 'weather', 'price', '', '12']) expect(isFunctionWord(word)).toBe(false)
  })
})

describe('states', () => {
  it.each([
    ['paid', 'done', 'paid'],
    ['unpaid', 'open', 'payment'],
    ['outstanding', 'open', 'paid'],
    ['returned', 'done', 'return'],
    ['undelivered', 'open', 'delivery'],
    ['resolved', 'done', 'closed'],
    ['open', 'open', 'closed'],
    ['current', 'open', 'end'],
    ['former', 'done', 'left'],
    ['inactive', 'done', 'active'],
    ['overdue', 'overdue', 'returned'],
    ['late', 'late', 'delivered'],
  ])('“%s” is %s, and “%s” is one of its events', (word, kind, event) => {
    expect(stateOf(word)).toMatchObject({ kind, event: expect.arrayContaining([event]) })
  })

  it.each(['', 'Paid', 'purple', 'order', 'unknown'])('%j is none', (word) => {
    expect(stateOf(word)).toBeNull()
  })

  it('that have not come about have no flag of the opposite', () => {
    for (const word of ['unpaid', 'unreturned', 'incomplete', 'unshipped']) expect(stateOf(word)?.flags).toEqual([])
  })

  it('keep what is expected apart from what happened', () => {
    expect([...dueWords].filter((word) => stateOf('paid')?.event.includes(word))).toEqual([])
    expect(dueWords.has('due')).toBe(true)
    expect(lastingWords.has('expiry')).toBe(true)
    expect(lastingWords.has('due')).toBe(false)
  })
})

describe('verbs and adjectives of amounts', () => {
  it.each([
    ['earn', 'salary'],
    ['weighs', 'weight'],
    ['cost', 'price'],
    ['lasts', 'duration'],
  ])('“%s” is about the %s', (verb, column) => {
    expect(amountOf(verb)).toContain(column)
  })

  it.each(['', 'see', 'Earn', 'order'])('%j is about none', (verb) => {
    expect(amountOf(verb)).toBeNull()
  })

  it.each([
    ['more', '>'],
    ['larger', '>'],
    ['heavier', '>'],
    ['less', '<'],
    ['fewer', '<'],
    ['shorter', '<'],
    ['equal', null],
    ['', null],
  ])('%j compares by %s', (adjective, operator) => {
    expect(sizeOf(adjective)).toBe(operator)
  })

  it('of a life have columns of their own', () => {
    expect(lifeWords('born')).toContain('birth')
    expect(lifeWords('died')).toContain('death')
    expect(lifeWords('moved')).toEqual([])
  })
})
