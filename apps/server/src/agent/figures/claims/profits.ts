import type { FactColumn, Facts } from '../facts.ts'
import type { DerivedColumn } from '../related-columns.ts'

const profitWord = /(?<!\p{L})(?:profits?|profitable|gewinne?n?|bénéfices?|beneficios?)(?!\p{L})/iu

/** What is earned, without what it costs. */
export function profits({ derived }: Facts): DerivedColumn[] {
  const isOf = ({ concepts }: FactColumn, wanted: readonly string[]): boolean => wanted.some((one) => concepts.has(one))
  return derived.filter(
    ({ relation, of: [one, other] }) =>
      relation === 'gap' && isOf(one, ['revenue', 'sales']) && isOf(other, ['costs', 'spending']),
  )
}

/** Whether a text speaks of a profit that no column has. */
export function speaksOfProfit({ columns }: Facts, text: string): boolean {
  return profitWord.test(text) && columns.every(({ concepts }) => !concepts.has('profit'))
}
