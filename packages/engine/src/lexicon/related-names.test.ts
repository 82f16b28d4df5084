import { describe, expect, it } from 'vitest'
import { relatedNames } from './related-names.ts'

const known = new Set(['customer', 'product', 'movie', 'city', 'employee', 'invoice', 'leader'])
const related = (word: string) => relatedNames(word, known).map(({ name }) => name)

describe('related names', () => {
  it.each([
    ['client', 'customer'],
    ['film', 'movie'],
    ['town', 'city'],
    ['head', 'leader'],
  ])('of %s include %s', (word, name) => {
    expect(related(word)).toContain(name)
  })

  it('are only names that the schema has', () => {
    expect(relatedNames('client', new Set(['invoice']))).toEqual([])
  })

  it('of a word that no vocabulary has are none', () => {
    expect(related('qzxv')).toEqual([])
  })

  it('are listed once, most likely first', () => {
    const all = relatedNames('client', known)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.map(({ likeness }) => likeness)).toEqual(all.map(({ likeness }) => likeness).toSorted((a, b) => b - a))
    for (const { likeness } of all) expect(likeness).toBeGreaterThan(0)
  })
})
