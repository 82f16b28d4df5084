import { formatMessage, message } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import type { FoundValues, TranslateRequest } from '../contract.ts'
import { Decline } from '../decline.ts'
import { indexPhrases } from '../match/phrases.ts'
import { addValues, emptyValues, matchValue, type ValueIndex } from '../match/values.ts'
import type { Filter } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { columnOf } from '../schema/model.ts'
import { col, having, query, where } from '../testing/queries.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { comparedWith, findValues, textsToFind, uncheckedNotes, uncheckedWords } from './unlisted-values.ts'

const shop = openShop()
const schema = modelSchema(shop.catalogue, [])
const phrases = indexPhrases(schema)
shop.close()

const city = columnOf(schema, col('customers.city').ref)
const country = columnOf(schema, col('customers.country').ref)

/** The city has too many values to list, and the country was listed. */
function index(): ValueIndex {
  const values = emptyValues()
  addValues(values, city, { values: null })
  addValues(values, country, { values: ['Spain'] })
  return values
}

describe('textsToFind', () => {
  it.each<[string, string[], string[]]>([
    ['orders from Nordstadt', ['Nordstadt'], ['Nordstadt']],
    ['orders from Bad Homburg', ['Homburg'], ['Bad Homburg', 'Homburg']],
    ['orders of acme ltd', ['acme', 'ltd'], ['acme ltd', 'acme', 'ltd']],
    ['orders of "acme ltd" in 2024', ['acme ltd'], ['acme ltd']],
    ['orders of x', ['x'], []],
    ['orders', [], []],
    ['', [], []],
    [
      'a1 b2 c3 d4 e5 f6 g7 h8',
      ['a1', 'c3', 'e5', 'g7', 'b2', 'd4', 'f6', 'h8'],
      ['a1 b2 c3 d4 e5 f6 g7 h8', 'a1', 'c3', 'e5', 'g7', 'b2'],
    ],
  ])('of %j without %j', (question, missed, texts) => {
    expect(textsToFind(question, missed)).toEqual(texts)
  })
})

describe('comparedWith', () => {
  const texts = (...filters: Filter[]) =>
    comparedWith(schema, query('customers', [], { filters }), index()).map((one) => [one.column.name, ...one.texts])

  it.each<[string, Filter, string[][]]>([
    ['a text', where('customers.city', '=', 'Lyon'), [['city', 'Lyon']]],
    ['an excluded text', { kind: 'not', filter: where('customers.city', '=', 'Lyon') }, [['city', 'Lyon']]],
    [
      'several texts',
      { kind: 'in', left: col('customers.city'), values: ['Lyon', 'Metz'], negated: false },
      [['city', 'Lyon', 'Metz']],
    ],
    [
      'a text of related rows',
      having('customers', 'orders', { filters: [where('customers.city', '=', 'Lyon')] }),
      [['city', 'Lyon']],
    ],
    ['a number', where('customers.city', '=', 5), []],
    ['a listed column', where('customers.country', '=', 'Peru'), []],
    ['a missing value', { kind: 'missing', left: col('customers.city'), negated: false }, []],
  ])('finds %s in columns that were not listed', (_name, filter, expected) => {
    expect(texts(filter)).toEqual(expected)
  })
})

describe('findValues', () => {
  const request = (found: FoundValues | null, signal?: AbortSignal): TranslateRequest => ({
    question: '',
    catalogue: shop.catalogue,
    today: shopToday,
    history: [],
    valuesOf: async () => ({ values: null }),
    ...(found === null ? {} : { findValues: async () => found }),
    ...(signal === undefined ? {} : { signal }),
  })
  const wanted = [{ column: city, texts: ['lyon'] }]
  const lyon = { table: 'customers', column: 'city', value: 'Lyon' }

  it('adds what is stored, in its stored spelling', async () => {
    const values = index()
    expect(await findValues(request({ found: [lyon], unchecked: [] }), values, wanted)).toBe(true)
    expect(matchValue(values, 'lyon').map((one) => one.value)).toEqual(['Lyon'])
  })

  it('has nothing new if nothing is found, if no text is wanted, or if values may not be looked up', async () => {
    expect(await findValues(request({ found: [], unchecked: [] }), index(), wanted)).toBe(false)
    expect(await findValues(request({ found: [lyon], unchecked: [] }), index(), [])).toBe(false)
    expect(await findValues(request(null), index(), wanted)).toBe(false)
  })

  it('remembers which columns could not be searched, until they could', async () => {
    const values = index()
    const late = [{ table: 'customers', column: 'city' }]
    await findValues(request({ found: [], unchecked: late }), values, wanted)
    expect([...values.unchecked]).toEqual([city])
    expect(uncheckedNotes(wanted, values).map((one) => formatMessage(one))).toEqual([
      'Whether customers.city has the value “lyon” could not be checked in time',
    ])
    await findValues(request({ found: [lyon], unchecked: [] }), values, wanted)
    expect(uncheckedNotes(wanted, values)).toEqual([])
  })

  it('needs no note for a value that was found although not all were searched', async () => {
    const values = index()
    await findValues(request({ found: [lyon], unchecked: [{ table: 'customers', column: 'city' }] }), values, wanted)
    expect(uncheckedNotes(wanted, values)).toEqual([])
  })

  it('stops once the question is given up', async () => {
    await expect(
      findValues(request({ found: [lyon], unchecked: [] }, AbortSignal.abort()), index(), wanted),
    ).rejects.toThrow('aborted')
  })
})

describe('uncheckedWords', () => {
  const reason = (missed: string[], values: ValueIndex, choices: Decline['choices'] = null) => {
    const text = uncheckedWords(new Decline(message('No.'), missed, choices), values, phrases)
    return text === null ? null : formatMessage(text)
  }
  const late = index()
  late.unchecked.add(city)

  it('says that a word may be a value that could not be checked, and how to name its column', () => {
    expect(reason(['Nordstadt'], late)).toBe(
      '“Nordstadt” could not be checked in the data in time. Name the column, for example “city is Nordstadt”, or try again.',
    )
  })

  it.each<[string, string[], ValueIndex, Decline['choices']]>([
    ['everything was checked', ['Nordstadt'], index(), null],
    ['the word is a name of the data', ['country'], late, null],
    ['no word is missing', [], late, null],
    ['there is a choice', ['Nordstadt'], late, { text: null, replacements: [] }],
  ])('says nothing if %s', (_name, missed, values, choices) => {
    expect(reason(missed, values, choices)).toBeNull()
  })
})
