import type { Condition } from '../claims/condition.ts'
import type { Clause } from '../sentences.ts'
import type { Mention, NameGroup } from '../statement.ts'
import type { Degree } from './degrees.ts'
import type { phrases } from './words.ts'

/** A part of a sentence that says something about rows, or that holds what does together. */
export type Token = Clause &
  (
    | { kind: 'rows'; group: NameGroup }
    | { kind: 'figure'; mention: Mention; condition: Condition | null }
    | { kind: 'column' }
    | { kind: 'degree'; degree: Degree; place: number }
    | { kind: 'comparative'; degree: Degree }
    | { kind: 'move'; sign: -1 | 0 | 1 }
    | { kind: 'earlier'; isYear: boolean }
    /** From the lowest to the highest. */
    | { kind: 'range'; low: Mention; high: Mention }
    | { kind: 'unknown' | 'next' | Exclude<keyof typeof phrases, 'earlier'> }
  )
