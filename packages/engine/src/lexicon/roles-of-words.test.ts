import { describe, expect, it } from 'vitest'
import { directionKey } from './directions.ts'
import { keywordOf, longestPhrase, type Keyword } from './keywords.ts'

const kindOf = (phrase: string): Keyword['kind'] | null => keywordOf(phrase)?.kind ?? null

describe('the role of a phrase', () => {
  it.each<[Keyword['kind'], string[]]>([
    ['command', ['show', 'list', 'give me', 'tell me', 'display']],
    ['filler', ['the', 'a', 'an', 'please', 'we']],
    ['count', ['how many', 'number of', 'count', 'total number of']],
    ['distinct', ['distinct', 'different', 'unique']],
    ['between', ['between', 'in the range of']],
    ['not', ['not', 'never', "don't", 'except', 'excluding', 'other than', 'neither']],
    ['without', ['without', 'with no', 'lacking', 'do not have any']],
    ['each', ['each', 'per', 'for each', 'for every', 'grouped by', 'broken down by']],
    ['order', ['sorted by', 'order by', 'ranked by']],
    ['alphabetical', ['alphabetically', 'in alphabetical order']],
    ['relative', ['that']],
    ['with', ['with', 'having', 'has', 'including']],
    ['whose', ['whose', 'with their']],
    ['be', ['is', 'are', 'was', 'equals']],
    ['do', ['do', 'does', 'did']],
    ['and', ['and', '&', 'as well as']],
    ['or', ['or', 'nor', 'either']],
    ['both', ['both']],
    ['all', ['all', 'every', 'entire']],
    ['missing', ['missing', 'is null', 'unknown', 'empty']],
    ['present', ['is not null', 'is known', 'not empty']],
    ['share', ['share of', 'percentage of', 'what percent of', 'proportion of']],
    ['difference', ['difference between']],
    ['depleted', ['out of stock', 'sold out']],
    ['pronoun', ['they', 'their', 'these', 'its']],
    ['named', ['named', 'called', 'titled']],
    ['possessive', ["'s"]],
  ])('is “%s” for %j', (kind, phrases) => {
    for (const phrase of phrases) expect([phrase, kindOf(phrase)]).toEqual([phrase, kind])
  })

  it.each(['', ' ', 'customer', 'The', 'HOW MANY', 'how  many', 'many how', 'same', 'unicorn', '12', '"the"'])(
    'is none for %j',
    (phrase) => {
      expect(keywordOf(phrase)).toBeNull()
    },
  )

  it('leaves words that may be names or prepositions to other stages', () => {
    for (const word of ['in', 'one', 'same', 'from', 'in the']) expect([word, kindOf(word)]).toEqual([word, null])
  })

  it('is found for the longest phrase, and for no longer one', () => {
    expect(longestPhrase).toBeGreaterThanOrEqual(5)
    expect(keywordOf('what are the different kinds of words there may be')).toBeNull()
  })
})

describe('functions', () => {
  it.each([
    ['average', 'avg'],
    ['avg', 'avg'],
    ['mean', 'avg'],
    ['total', 'sum'],
    ['sum of', 'sum'],
    ['median', 'median'],
  ])('%s is %s', (phrase, fn) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'aggregate', fn })
  })

  it.each([
    ['maximum', true],
    ['max', true],
    ['minimum', false],
    ['min', false],
  ])('%s may also rank', (phrase, descending) => {
    expect(keywordOf(phrase)).toMatchObject({ kind: 'superlative', descending, hints: null })
  })
})

describe('comparisons', () => {
  it.each([
    ['>', ['more than', 'greater than', 'over', 'above', 'exceeding', '>']],
    ['<', ['less than', 'fewer than', 'below', 'under', '<']],
    ['>=', ['at least', 'no less than', '>=', 'a minimum of']],
    ['<=', ['at most', 'no more than', 'up to', '<=', 'a maximum of', 'does not exceed']],
    ['=', ['exactly', 'precisely']],
    ['<>', ['!=', '<>', 'not equal to']],
  ])('with %s are %j', (operator, phrases) => {
    for (const phrase of phrases)
      expect([phrase, keywordOf(phrase)]).toEqual([phrase, expect.objectContaining({ kind: 'compare', operator })])
  })

  it.each([
    ['older than', '>', 'age'],
    ['younger than', '<', 'age'],
    ['taller than', '>', 'height'],
    ['heavier than', '>', 'weight'],
    ['cheaper than', '<', 'price'],
    ['more expensive than', '>', 'price'],
    ['longer than', '>', 'duration'],
    ['slower than', '<', 'speed'],
    ['costs more than', '>', 'price'],
  ])('by “%s” are %s and about the %s', (phrase, operator, hint) => {
    expect(keywordOf(phrase)).toMatchObject({ kind: 'compare', operator, hints: expect.arrayContaining([hint]) })
  })

  it.each([
    ['after', '>'],
    ['before', '<'],
    ['since', '>='],
    ['until', '<='],
    ['on or after', '>='],
    ['on or before', '<='],
  ])('in time by “%s” are %s', (phrase, operator) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'compare', operator, hints: null, temporal: true })
  })

  it.each([
    ['or more', '>='],
    ['or above', '>='],
    ['and up', '>='],
    ['or less', '<='],
    ['or younger', '<='],
  ])('after a number by “%s” are %s', (phrase, operator) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'after-number', operator })
  })
})

describe('extremes', () => {
  it.each([
    ['most', true],
    ['highest', true],
    ['top', true],
    ['best', true],
    ['least', false],
    ['lowest', false],
    ['fewest', false],
    ['bottom', false],
    ['worst', false],
  ])('“%s” rank by what follows', (phrase, descending) => {
    expect(keywordOf(phrase)).toMatchObject({
      kind: 'superlative',
      descending,
      hints: null,
      temporal: false,
      frequency: false,
    })
  })

  it.each([
    ['oldest', true, 'age'],
    ['youngest', false, 'age'],
    ['cheapest', false, 'price'],
    ['most expensive', true, 'price'],
    ['longest', true, 'duration'],
    ['shortest', false, 'length'],
    ['heaviest', true, 'weight'],
    ['best-paid', true, 'salary'],
    ['worst rated', false, 'rating'],
  ])('“%s” name what they rank by', (phrase, descending, hint) => {
    expect(keywordOf(phrase)).toMatchObject({ kind: 'superlative', descending, hints: expect.arrayContaining([hint]) })
  })

  it.each([
    ['latest', { descending: true, temporal: true }],
    ['most recent', { descending: true, temporal: true }],
    ['earliest', { descending: false, temporal: true }],
    ['first', { descending: false, temporal: true }],
    ['most common', { descending: true, frequency: true }],
    ['least popular', { descending: false, frequency: true }],
    ['best-selling', { descending: true, measure: 'quantity' }],
    ['worst-selling', { descending: false, measure: 'quantity' }],
    ['highest-grossing', { descending: true, measure: 'revenue' }],
  ])('“%s” rank by dates, by number, or by sales', (phrase, expected) => {
    expect(keywordOf(phrase)).toMatchObject({ kind: 'superlative', ...expected })
  })
})

describe('other words', () => {
  it.each([
    ['descending', true],
    ['in descending order', true],
    ['from highest to lowest', true],
    ['ascending', false],
    ['from low to high', false],
  ])('“%s” is a direction', (phrase, descending) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'direction', descending })
    expect(directionKey(phrase)).toEqual({ temporal: false, hints: null })
  })

  it.each([
    ['newest first', true],
    ['oldest first', false],
    ['in chronological order', false],
    ['from newest to oldest', true],
  ])('“%s” is a direction in time', (phrase, descending) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'direction', descending })
    expect(directionKey(phrase)).toEqual({ temporal: true, hints: null })
  })

  it.each([
    ['from cheapest to most expensive', false, 'price'],
    ['from most expensive to cheapest', true, 'price'],
    ['from oldest to youngest', true, 'age'],
    ['from youngest to oldest', false, 'birth'],
  ])('“%s” says what it sorts by', (phrase, descending, hint) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'direction', descending })
    expect(directionKey(phrase)).toMatchObject({ temporal: false, hints: expect.arrayContaining([hint]) })
  })

  it.each([
    ['contains', 'anywhere'],
    ['containing the word', 'anywhere'],
    ['starts with', 'start'],
    ['beginning with', 'start'],
    ['ends with', 'end'],
    ['ending with', 'end'],
  ])('“%s” looks for a text (%s)', (phrase, where) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'like', where })
  })

  it.each([
    ['day', 'day'],
    ['daily', 'day'],
    ['week', 'week'],
    ['weekly', 'week'],
    ['month', 'month'],
    ['monthly', 'month'],
    ['quarter', 'quarter'],
    ['year', 'year'],
    ['yearly', 'year'],
    ['weekday', 'weekday'],
    ['day of the week', 'weekday'],
  ])('“%s” is a period', (phrase, unit) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'unit', unit })
  })

  it.each([
    ['what', 'what'],
    ['which', 'which'],
    ['who', 'who'],
    ['when', 'when'],
    ['where', 'where'],
    ['how much', 'how much'],
  ])('“%s” asks', (phrase, word) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'question', word })
  })

  it.each([
    ['revenue', 'revenue'],
    ['sales', 'revenue'],
    ['sold', 'quantity'],
    ['order value', 'order value'],
  ])('“%s” is an amount', (phrase, of) => {
    expect(keywordOf(phrase)).toEqual({ kind: 'measure', of })
  })
})
