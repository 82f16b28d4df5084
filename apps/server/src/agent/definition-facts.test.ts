import { expect, test } from 'vitest'
import { definitionsSchema } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import { definitionFacts } from './definition-facts.ts'

const topics = ['revenue', 'refunds', 'visits', 'hires', 'tickets', 'shipments', 'returns', 'payroll']

function modelOf(metrics: number): SemanticModel {
  const definitions = definitionsSchema.parse({
    metrics: Array.from({ length: metrics }, (_, at) => ({
      name: `${topics[at % topics.length]} of channel ${at}`,
      computation: { kind: 'aggregate', table: 'facts', expression: `SUM(amount_${at})` },
    })),
  })
  return { definitions, dialect: 'sqlite' } as unknown as SemanticModel
}
const factsFor = (metrics: number, first: string, words: string) =>
  definitionFacts(modelOf(metrics), { first, words, shareData: true, share: 1 })

test('all definitions are listed if they fit', () => {
  const { lasting, added, total } = factsFor(20, 'Payroll', 'Visits')
  expect([lasting.length, added.length, total]).toEqual([20, 0, 20])
})

test('a later question gets definitions that it names, and the lasting ones stay the same', () => {
  const first = factsFor(500, 'Payroll last year', 'Payroll last year')
  const later = factsFor(500, 'Payroll last year', 'And the visits?')
  expect(later.lasting).toEqual(first.lasting)
  expect(later.lasting.every((line) => line.includes('payroll'))).toBe(true)
  expect(later.added.length).toBeGreaterThan(5)
  expect(later.added.every((line) => line.includes('visits'))).toBe(true)
  expect(later.total).toBe(500)
})
