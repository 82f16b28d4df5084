import { afterAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../testing/library.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { openTables } from '../testing/queries.ts'
import { databaseOf } from '../testing/sqlite-database.ts'
import { chunksIn, knownIn } from '../testing/stages.ts'
import { nearNames, relatedNames } from './near-names.ts'
import { nearValues } from './near-values.ts'
import { canBeNoun, isMainlyNoun, relativeNames } from './relatives.ts'

const [shop, library] = [openShop(), openLibrary()]
afterAll(() => [shop, library].forEach((one) => one.close()))
const known = await knownIn(shop, shopToday)
const lending = await knownIn(library, shopToday)

/** One chunk of all the words. */
function chunkOf(words: string, where = known) {
  const chunks = chunksIn(where, words)
  const tokens = chunks.flatMap((one) => one.tokens)
  return { ...chunks[0]!, text: words, tokens }
}
const near = (words: string, where = known) => nearNames(where.phrases, chunkOf(words, where))

describe('the names that a word nearly is', () => {
  it.each([
    ['custmer', 'customer', 'typo'],
    ['cusotmer', 'customer', 'typo'],
    ['catagory', 'category', 'typo'],
    ['quantitty', 'quantity', 'derived'],
    ['discounted', 'discount', 'derived'],
    ['segmentation', 'segment', 'short'],
    ['ord eritem', 'order item', 'compound'],
  ])('“%s” is nearly “%s”: %s', (words, name, how) => {
    expect(near(words)).toContainEqual(expect.objectContaining({ name, how }))
  })

  it.each(['cat', 'xyzzy', 'weather', 'unicorn', 'ustomer', '12345', 'a', '', 'о́рдер', 'x'.repeat(60)])(
    '“%s” is nearly none',
    (words) => {
      expect(near(`${words} `)).toEqual([])
    },
  )

  it('are not other words of English that differ by one letter', async () => {
    const places = openTables('CREATE TABLE places (place_id INTEGER PRIMARY KEY, county TEXT, countries TEXT)')
    const there = await knownIn(places, shopToday)
    expect(near('country', there).map((one) => one.name)).not.toContain('county')
    expect(near('countty', there).map((one) => one.name)).toContain('county')
    places.close()
  })

  it('are three at most, weaker than the names themselves, and the same each time', () => {
    for (const words of ['custmer', 'orde', 'produkt', 'reviewing', 'priced', 'pric', 'discunt', 'unit prise']) {
      const found = near(words)
      expect(found.length).toBeLessThanOrEqual(3)
      for (const { fit, tables, columns } of found) {
        expect(fit).toBeLessThan(1)
        for (const one of [...tables, ...columns]) expect(one.quality).toBeLessThanOrEqual(fit)
      }
      expect(near(words)).toEqual(found)
    }
  })
})

describe('the names that a word is related to', () => {
  it.each([
    ['volumes', 'book'],
    ['tomes', 'book'],
    ['wages', 'salary'],
  ])('“%s” is related to “%s”', (words, name) => {
    expect(relatedNames(lending.phrases, chunkOf(words, lending)).map((one) => one.name)).toContain(name)
  })

  it.each(['xyzzy', 'ab', 'Büro', 'one two three', '12'])('“%s” is related to none', (words) => {
    expect(relatedNames(lending.phrases, chunkOf(words, lending))).toEqual([])
  })

  it('come nearest first, with a fit between 0 and 1', () => {
    const found = relatedNames(lending.phrases, chunkOf('wages', lending))
    const fits = found.map((one) => one.fit)
    expect(fits).toEqual(fits.toSorted((left, right) => right - left))
    for (const fit of fits) expect(fit > 0 && fit < 1).toBe(true)
  })

  it('are remembered for each schema', () => {
    const term = { term: 'wage', isNoun: true }
    expect(relativeNames(lending.phrases, term)).toBe(relativeNames(lending.phrases, term))
    expect(relativeNames(known.phrases, term)).not.toBe(relativeNames(lending.phrases, term))
  })

  it.each([
    ['singer', true, true],
    ['book', false, true],
    ['borrow', false, false],
    ['xyzzy', null, false],
  ])('“%s” is mainly a noun: %s; can be one: %s', (word, mainly, possibly) => {
    expect(isMainlyNoun(word)).toBe(mainly)
    expect(canBeNoun(word)).toBe(possibly)
  })
})

describe('the stored values that a text nearly is', () => {
  const asked = (text: string) => ({ text, capital: /^\p{Lu}/u.test(text) })
  const values = (text: string) =>
    nearValues(known.values, asked(text)).map(({ how, matches }) => `${how}: ${String(matches[0]?.value)}`)

  it.each([
    ['Germny', ['typo: Germany']],
    ['Grmany', ['typo: Germany']],
    ['germani', ['typo: Germany']],
    ['Lopez', ['words: Ana Lopez']],
    ['voss', ['words: Carla Voss']],
    ['Kettel', []],
    ['Ketle', ['typo: Kettle']],
    ['Germany', []],
    ['Grmanyy', []],
    ['grmanyy', ['typo: Germany']],
    ['Ana', []],
    ['xyz', []],
    ['', []],
    ['opez', []],
  ])('“%s” is nearly %j', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })

  it('are none if two are as near', async () => {
    const towns = databaseOf(
      "CREATE TABLE town (name TEXT); INSERT INTO town VALUES ('Hamburg'), ('Homburg'), ('Bad Homburg')",
    )
    const { values } = await knownIn(towns, shopToday)
    expect(nearValues(values, asked('Hemburg'))).toEqual([])
    expect(nearValues(values, asked('Bad Homberg')).map((one) => one.how)).toEqual(['typo'])
    expect(nearValues(values, asked('Homburg'))).toEqual([])
    towns.close()
  })
})
