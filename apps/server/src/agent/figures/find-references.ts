import { longestReference } from './notation.ts'
import { matchesIn } from '../../lib/matches-in.ts'

/** A reference in a sentence, as the model wrote it. */
export interface WrittenPlace {
  start: number
  end: number
  /** What is between the braces. */
  inside: string
}

/** A function around references, without braces. */
const call = /\b(?:count|sum|avg|median|min|max|share|diff|ratio|change|rank)\([rR]\d{1,2}[^(){}\n]{0,200}\)/g
const bare = /\b[rR]\d{1,2}\.(?:"[^"\n]{1,120}"|[A-Za-z_]\w{0,80})(?:\[[^[\]\n]{1,160}\])?/g

/**
 * Finds the references of a sentence. Besides `{r1.revenue[1]}`, it reads what models write instead when it can mean only
 * one thing: doubled braces, brackets or code marks around the whole, or neither.
 */
export function referencesIn(sentence: string): WrittenPlace[] {
  const found: WrittenPlace[] = []
  for (let at = sentence.indexOf('{'); at >= 0; at = sentence.indexOf('{', at)) {
    const isDouble = sentence[at + 1] === '{'
    const from = at + (isDouble ? 2 : 1)
    const close = closeOf(sentence, from)
    if (close < 0) break
    const end = close + (isDouble && sentence[close + 1] === '}' ? 2 : 1)
    found.push({ start: at, end, inside: sentence.slice(from, close) })
    at = end
  }
  const isTaken = (at: number): boolean => found.some(({ start, end }) => at >= start && at < end)
  const calls = matchesIn(sentence, call).map(({ 0: inside, index }) => ({
    start: index,
    end: index + inside.length,
    inside,
  }))
  found.push(...calls.filter(({ start }) => !isTaken(start)))
  const loose = matchesIn(sentence, bare)
    .filter(({ index }) => !isTaken(index))
    .map(({ 0: inside, index }) => {
      const isBracketed = sentence[index - 1] === '[' && sentence[index + inside.length] === ']'
      return { start: index - (isBracketed ? 1 : 0), end: index + inside.length + (isBracketed ? 1 : 0), inside }
    })
  return [...found, ...loose].map((place) => withoutMarks(sentence, place)).toSorted((a, b) => a.start - b.start)
}

/** A reference in code marks is still only a figure. */
function withoutMarks(sentence: string, { start, end, inside }: WrittenPlace): WrittenPlace {
  const isMarked = sentence[start - 1] === '`' && sentence[end] === '`'
  return isMarked ? { start: start - 1, end: end + 1, inside } : { start, end, inside }
}

/** Where the brace closes: a brace inside of quotes belongs to a name. -1 if it doesn't. */
function closeOf(text: string, from: number): number {
  let isQuoted = false
  const limit = Math.min(text.length, from + longestReference + 1)
  for (let at = from; at < limit; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && text[at] === '{') return -1
    else if (!isQuoted && text[at] === '}') return at
  }
  return -1
}
