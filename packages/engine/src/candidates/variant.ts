import type { Message } from '@parlance/contract'
import type { Chunk } from '../match/chunks.ts'
import type { Decline } from '../decline.ts'
import type { Known } from '../match/known-words.ts'

/** The rules that change a question's chunks so that they can be read; `rules.ts` applies them. */
export const ruleNames = ['skip', 'reread', 'split', 'near', 'near value', 'narrow'] as const
export type RuleName = (typeof ruleNames)[number]

/** One change of the chunks, with everything that the ranking needs to judge it. */
export interface Edit {
  rule: RuleName
  /** What exactly was done, such as 'typo' for a near name. */
  how: string
  /** The chunk as it was, and those before and after it. */
  chunk: Chunk
  before: Chunk | null
  after: Chunk | null
  /** What the question would have to say instead of the chunk; null if no words say that. */
  words: string | null
  /** How near a name is, from 0 to 1, and whether it is clearly the nearest one; null if the change isn't about names. */
  nearness: { fit: number; isClear: boolean } | null
  /** States the change; null if the reading itself says what was assumed. */
  assumption: Message | null
}

/** The chunks of a question after some edits. */
export interface Variant {
  chunks: readonly Chunk[]
  edits: readonly Edit[]
  /** Variants with a lower cost are read first. */
  cost: number
}

/** What rules may look at. */
export interface Context extends Known {
  question: string
}

/** Makes variants of a declined one that change the chunk at `at`. */
export type Rule = (context: Context, variant: Variant, at: number, declined: Decline) => Variant[]

/** The variant with its chunk at `at` replaced by others, and the edit that says so. */
export function edited(
  variant: Variant,
  at: number,
  chunks: readonly Chunk[],
  edit: Omit<Edit, 'chunk' | 'before' | 'after' | 'nearness'> & {
    cost: number
    replaced?: number
    nearness?: Edit['nearness']
  },
): Variant {
  const { cost, replaced = 1, nearness = null, ...change } = edit
  const own = variant.chunks[at]
  if (own === undefined) return variant
  const whole = { ...own, tokens: variant.chunks.slice(at, at + replaced).flatMap((one) => one.tokens) }
  return {
    ...variant,
    chunks: variant.chunks.toSpliced(at, replaced, ...chunks),
    edits: [
      ...variant.edits,
      {
        ...change,
        nearness,
        chunk: whole,
        before: variant.chunks[at - 1] ?? null,
        after: variant.chunks[at + replaced] ?? null,
      },
    ],
    cost: variant.cost + cost,
  }
}
