import { normalise } from '@parlance/retrieval'
import { editsBetween } from '../match/slips.ts'
import type { Chunk } from '../match/chunks.ts'
import type { ValueIndex, ValueMatch } from '../match/values.ts'

/** In what way a text is near a stored value: a typo, or some whole words of it. */
export interface NearValue {
  how: 'typo' | 'words'
  matches: ValueMatch[]
}

/** Bounds of likeness, in letters. */
const letters = { least: 4, twoTypos: 7 } as const

/** The stored values that a text nearly is; the same column isn't offered twice. */
export function nearValues(values: ValueIndex, { text, capital }: Pick<Chunk, 'text' | 'capital'>): NearValue[] {
  const said = normalise(text)
  if (said.length < letters.least || values.exact.has(said)) return []
  // 'Johnson' isn't 'Johansson': of two similar names, each may be someone's.
  const isName = capital && !said.includes(' ')
  const most = said.length < letters.twoTypos || isName ? 1 : 2
  const typos: ValueMatch[][] = []
  const parts: ValueMatch[][] = []
  for (const [key, matches] of values.exact) {
    if (hasWords(key, said)) parts.push(matches)
    else if (Math.abs(key.length - said.length) <= most && editsBetween(said, key, most) <= most) typos.push(matches)
  }
  const [typo, otherTypo] = typos
  const [part, otherPart] = parts
  return [
    ...(typo !== undefined && otherTypo === undefined ? [{ how: 'typo' as const, matches: typo }] : []),
    ...(part !== undefined && otherPart === undefined ? [{ how: 'words' as const, matches: part }] : []),
  ]
}

function hasWords(key: string, said: string): boolean {
  return key.length > said.length && ` ${key} `.includes(` ${said} `)
}
