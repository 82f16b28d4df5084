import type { MaskType } from '../contract.ts'

/** What the gate must know of a type of mask, besides its SQL (`masks.ts`). */
interface MaskFacts {
  /** From 0, the strictest. If several masks apply to a column, the strictest one is used. */
  rank: number
  /** What a masked value depends on: a constant on nothing, a custom mask on the whole row. */
  dependsOn: 'nothing' | 'value' | 'row'
  /** What becomes of joins, counts and groups over a masked key; null where they stay right. */
  onKeys: string | null
  /** What a receipt says of a masked column. */
  receipt: string
}

const maskedKeys = 'joins, counts and groups over it work with masked values'

/** The facts of every type of mask. */
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
