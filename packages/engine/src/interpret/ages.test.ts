import { describe, expect, it } from 'vitest'
import type { Operator } from '../query.ts'
import { agesBy } from './ages.ts'

describe('agesBy', () => {
  it.each<[Operator, number, ReturnType<typeof agesBy>]>([
    ['>', 65, { least: 66, limit: null }],
    ['>', 65.5, { least: 66, limit: null }],
    ['>=', 65, { least: 65, limit: null }],
    ['>=', 65.5, { least: 66, limit: null }],
    ['<', 18, { least: null, limit: 18 }],
    ['<', 17.5, { least: null, limit: 18 }],
    ['<=', 18, { least: null, limit: 19 }],
    ['<=', 17.5, { least: null, limit: 18 }],
    ['=', 30, { least: 30, limit: 31 }],
    ['<>', 30, null],
  ])('%s %d full years', (operator, years, ages) => {
    expect(agesBy(operator, years)).toEqual(ages)
  })

  it('allows exactly the full ages that the comparison is true for', () => {
    const compare: Partial<Record<Operator, (age: number, than: number) => boolean>> = {
      '>': (age, than) => age > than,
      '>=': (age, than) => age >= than,
      '<': (age, than) => age < than,
      '<=': (age, than) => age <= than,
      '=': (age, than) => age === than,
    }
    for (const [operator, isTrue] of Object.entries(compare))
      for (const years of [0, 1, 17.5, 18, 65])
        for (let age = 0; age <= 70; age++) {
          const { least = null, limit = null } = agesBy(operator as Operator, years) ?? {}
          const isAllowed = (least === null || age >= least) && (limit === null || age < limit)
          // Half a year is never a full age.
          const expected = operator === '=' && !Number.isInteger(years) ? isAllowed : isTrue(age, years)
          expect({ operator, years, age, isAllowed }).toEqual({ operator, years, age, isAllowed: expected })
        }
  })
})
