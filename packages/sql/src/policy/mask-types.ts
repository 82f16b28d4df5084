import { message, type Message } from '@parlance/contract'
import type { MaskType } from '../contract.ts'

/** What the gate needs to know about a mask type, in addition to its SQL (`masks.ts`). */
interface MaskFacts {
  /** From 0, the strictest. If several masks apply to a column, the strictest one is used. */
  rank: number
  /** What a masked value depends on: nothing for a constant, the whole row for a custom mask. */
  dependsOn: 'nothing' | 'value' | 'row'
  /** The warning about joins, counts, and groups over a masked key; null if they stay correct. */
  onKeys: ((column: string, table: string) => Message) | null
  /** The receipt's sentence about a masked column. */
  receipt: (rule: string, column: string) => Message
}

const maskedKeys = (column: string, table: string) =>
  message(
    '{column} is a key of {table}. Joins, counts, and groups on it use the masked values. Use a hash mask to keep joins correct.',
    { column, table },
  )

/** The facts of every mask type. */
export const maskFacts = {
  disallow: {
    rank: 0,
    dependsOn: 'nothing',
    onKeys: (column, table) =>
      message('{column} is a key of {table}. No one can join or count by it. Use a hash mask to keep joins correct.', {
        column,
        table,
      }),
    receipt: (rule, column) => message('The rule “{rule}” hides {column}.', { rule, column }),
  },
  null: {
    rank: 1,
    dependsOn: 'nothing',
    onKeys: maskedKeys,
    receipt: (rule, column) => message('The rule “{rule}” replaces {column} with NULL.', { rule, column }),
  },
  replace: {
    rank: 2,
    dependsOn: 'nothing',
    onKeys: maskedKeys,
    receipt: (rule, column) => message('The rule “{rule}” replaces {column} with fixed text.', { rule, column }),
  },
  hash: {
    rank: 3,
    dependsOn: 'value',
    onKeys: null,
    receipt: (rule, column) => message('The rule “{rule}” hashes {column}.', { rule, column }),
  },
  range: {
    rank: 4,
    dependsOn: 'value',
    onKeys: maskedKeys,
    receipt: (rule, column) => message('The rule “{rule}” shows {column} as ranges.', { rule, column }),
  },
  custom: {
    rank: 5,
    dependsOn: 'row',
    onKeys: maskedKeys,
    receipt: (rule, column) => message('The rule “{rule}” changes {column}.', { rule, column }),
  },
  partial: {
    rank: 6,
    dependsOn: 'value',
    onKeys: maskedKeys,
    receipt: (rule, column) => message('The rule “{rule}” shows only part of {column}.', { rule, column }),
  },
} satisfies Record<MaskType, MaskFacts>
