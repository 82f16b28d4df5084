import type { MaskType } from '../contract.ts'

/** What the gate needs to know about a mask type, in addition to its SQL (`masks.ts`). */
interface MaskFacts {
  /** From 0, the strictest. If several masks apply to a column, the strictest one is used. */
  rank: number
  /** What a masked value depends on: nothing for a constant, the whole row for a custom mask. */
  dependsOn: 'nothing' | 'value' | 'row'
  /** The effect on joins, counts, and groups over a masked key; null if they stay correct. */
  onKeys: string | null
  /** How a receipt describes a masked column. */
  receipt: string
}

const maskedKeys = 'joins, counts and groups over it work with masked values'

/** The facts of every mask type. */
export const maskFacts = {
  disallow: {
    rank: 0,
    dependsOn: 'nothing',
    onKeys: 'no one can join or count by it',
    receipt: 'is masked as text (disallow)',
  },
  null: { rank: 1, dependsOn: 'nothing', onKeys: maskedKeys, receipt: 'is always empty' },
  replace: { rank: 2, dependsOn: 'nothing', onKeys: maskedKeys, receipt: 'is masked as text (replace)' },
  hash: { rank: 3, dependsOn: 'value', onKeys: null, receipt: 'is masked as text (hash)' },
  range: { rank: 4, dependsOn: 'value', onKeys: maskedKeys, receipt: 'is masked as text (range)' },
  custom: { rank: 5, dependsOn: 'row', onKeys: maskedKeys, receipt: 'is changed' },
  partial: { rank: 6, dependsOn: 'value', onKeys: maskedKeys, receipt: 'is masked as text (partial)' },
} satisfies Record<MaskType, MaskFacts>
