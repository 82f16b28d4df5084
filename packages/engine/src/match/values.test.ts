import { afterAll, describe, expect, it } from 'vitest'
import type { Cell } from '@parlance/contract'
import { databaseOf } from '../testing/sqlite-database.ts'
import { schemaOf } from '../testing/stages.ts'
import { certainValue } from './quality.ts'
import { addKnown, addValues, emptyValues, matchValue, type ValueIndex } from './values.ts'

const database = databaseOf('CREATE TABLE person (gender TEXT, city TEXT, grade TEXT, is_member BOOLEAN, note TEXT)')
afterAll(() => database.close())
const [gender, city, grade, isMember, note] = schemaOf(database).tables[0]!.columns

function indexOf(values: Partial<Record<'gender' | 'city' | 'grade' | 'isMember' | 'note', Cell[]>>): ValueIndex {
  const index = emptyValues()
  const columns = { gender, city, grade, isMember, note }
  for (const [name, column] of Object.entries(columns)) {
    const read = values[name as keyof typeof columns]
    if (read !== undefined) addValues(index, column!, { values: read })
  }
  return index
}

const found = (index: ValueIndex, text: string) =>
  matchValue(index, text).map((one) => `${one.column.name}=${String(one.value)}`)

const cities = indexOf({ city: ['New York', 'São Paulo', 'Los_Angeles', 'Frankfurt (Oder)', 'Paris', null, '', '42'] })

describe('the stored value that a text names', () => {
  it.each([
    ['New York', ['city=New York']],
    ['new york', ['city=New York']],
    ['NEW   YORK', ['city=New York']],
    ['new_york', ['city=New York']],
    ['Sao Paulo', ['city=São Paulo']],
    ['SÃO PAULO', ['city=São Paulo']],
    ['los angeles', ['city=Los_Angeles']],
    ['frankfurt (oder)', ['city=Frankfurt (Oder)']],
    ['42', ['city=42']],
    ['York', []],
    ['New', []],
    ['New Yorker', []],
    ['', []],
    ['  ', []],
    ['null', []],
  ])('for %j is %j', (text, expected) => {
    expect(found(cities, text)).toEqual(expected)
  })

  it('keeps its stored spelling and is certain', () => {
    const [match] = matchValue(cities, 'sao paulo')
    expect(match?.value).toBe('São Paulo')
    expect(match?.quality).toBeGreaterThanOrEqual(certainValue)
  })

  it('is found in singular or plural, with less certainty', () => {
    const index = indexOf({ grade: ['Freshmen', 'Seniors', 'High Achievers', 'A-'] })
    expect(found(index, 'senior')).toEqual(['grade=Seniors'])
    expect(found(index, 'high achiever')).toEqual(['grade=High Achievers'])
    expect(matchValue(index, 'senior')[0]?.quality).toBeLessThan(certainValue)
    expect(matchValue(index, 'seniors')[0]?.quality).toBeGreaterThanOrEqual(certainValue)
  })

  it('is every spelling that is stored, in every column', () => {
    const index = indexOf({ city: ['paris', 'Paris'], note: ['PARIS'] })
    expect(found(index, 'Paris').toSorted()).toEqual(['city=Paris', 'city=paris', 'note=PARIS'])
  })

  it('may have a common other name', () => {
    const index = indexOf({ city: ['USA', 'Germany'], gender: ['F', 'M'], isMember: ['yes', 'no'] })
    expect(found(index, 'american')).toEqual(['city=USA'])
    expect(found(index, 'United States')).toEqual(['city=USA'])
    expect(found(index, 'German')).toEqual(['city=Germany'])
    expect(found(index, 'female')).toEqual(['gender=F'])
    expect(found(index, 'men')).toEqual(['gender=M'])
    expect(found(index, 'yes')).toEqual(['is_member=yes'])
    expect(matchValue(index, 'female')[0]?.quality).toBeLessThan(certainValue)
  })

  it('is not a single letter of another column', () => {
    expect(found(indexOf({ grade: ['F', 'M'] }), 'female')).toEqual([])
  })

  it('prefers what is stored to another name for it', () => {
    expect(found(indexOf({ city: ['french', 'France'] }), 'French')).toEqual(['city=french'])
  })

  it('is what a related word is read as, and then certain', () => {
    const related = { ...indexOf({ note: ['physicist'] }), related: new Map([['scientist', 'physicist']]) }
    expect(found(related, 'scientists')).toEqual(['note=physicist'])
    expect(matchValue(related, 'scientist')[0]?.quality).toBeGreaterThanOrEqual(certainValue)
  })
})

describe('the index of values', () => {
  it('is empty at first', () => {
    expect(matchValue(emptyValues(), 'Paris')).toEqual([])
  })

  it('skips NULL, empty, and very long values', () => {
    const index = indexOf({ note: [null, '', '   ', 'x'.repeat(121), 'ok'] })
    expect([...index.exact.keys()]).toEqual(['ok'])
  })

  it('has numbers and truth values as text', () => {
    const index = indexOf({ note: [7, true] })
    expect(matchValue(index, '7')[0]?.value).toBe(7)
    expect(matchValue(index, 'true')[0]?.value).toBe(true)
  })

  it('has each value once, however often it is added', () => {
    const index = indexOf({ city: ['Rome'] })
    addKnown(index, city!, ['Rome', 'Rome'])
    addValues(index, city!, { values: ['Rome'] })
    expect(matchValue(index, 'Rome')).toHaveLength(1)
  })

  it('knows which columns were read, which were not, and which could not be checked', () => {
    const index = emptyValues()
    addValues(index, city!, { values: ['Rome'] })
    addValues(index, note!, { values: null })
    addValues(index, grade!, { values: ['A'], isUnchecked: true })
    expect([...index.read.keys()]).toEqual([city])
    expect([...index.unread]).toEqual([note, grade])
    expect([...index.unchecked]).toEqual([grade])
    expect(found(index, 'a')).toEqual(['grade=A'])
  })

  it('is read from an empty table', () => {
    const index = indexOf({ city: [] })
    expect([...index.read.keys()]).toEqual([city])
    expect(found(index, 'Rome')).toEqual([])
  })
})
