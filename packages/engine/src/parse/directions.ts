import { directionKey } from '../lexicon/directions.ts'
import { isTemporal } from '../schema/roles.ts'
import type { HintMention, Order } from './draft.ts'
import { isKind, type Parser } from './parser.ts'

/** What the words of a direction say about the key. */
interface DirectionSaid {
  temporal: boolean
  by: HintMention | null
}

/** What the words since `at` say about the key: 'newest first', 'from cheapest to most expensive'. */
export function directionSaid(parser: Parser, at: number): DirectionSaid {
  const all = parser.chunks.slice(at, parser.at).filter((one) => isKind(one, 'direction'))
  const keys = all.map(({ text }) => ({ text, ...directionKey(text) }))
  const hinted = keys.flatMap(({ text, hints }): HintMention[] =>
    hints === null ? [] : [{ kind: 'hint', text, words: [...hints], at }],
  )
  return { temporal: keys.some((one) => one.temporal), by: hinted[0] ?? null }
}

/** Whether a direction can be about a key: 'oldest first' can't say how names or ages are sorted. */
export function mayDirect(said: DirectionSaid, { by }: Order): boolean {
  if (by?.kind !== 'column') return !said.temporal && said.by === null
  const words = said.by?.words ?? null
  return by.candidates.some(
    ({ column }) =>
      (!said.temporal || isTemporal(column)) && (words === null || column.words.some((word) => words.includes(word))),
  )
}
