import { normalise } from '@parlance/retrieval'
import type { ValueIndex } from './values.ts'

const changing = new Set(
  'delete remove drop insert update alter truncate create add modify change edit rename erase overwrite set grant revoke'.split(
    ' ',
  ),
)

interface Help {
  /** What to say before, or instead of, the words that were missed. */
  message: string | null
  /** The question with a stored value in place of one that is stored nowhere. */
  questions: string[]
}

/** What helps with words that mean nothing here: nothing can be changed, or a stored value is nearly the same. */
export function helpWith(question: string, missed: readonly string[], values: ValueIndex): Help {
  if (missed.some((word) => changing.has(word.toLowerCase())))
    return { message: 'Questions only read the data here; nothing can be changed by them.', questions: [] }
  for (const word of missed) {
    const at = question.indexOf(word)
    if (at < 0 || !/^[\p{Lu}"']/u.test(question.slice(at))) continue
    const near = nearest(normalise(word), values)
    if (near.length === 0) continue
    return {
      message: `No stored value is ‘${word}’. Nearest: ${near.join(', ')}.`,
      questions: near.map((value) => `${question.slice(0, at)}${value}${question.slice(at + word.length)}`),
    }
  }
  return { message: null, questions: [] }
}

const mostNear = 3

function nearest(word: string, values: ValueIndex): string[] {
  const most = word.length < 5 ? 1 : 2
  const found = new Map<string, number>()
  for (const [key, matches] of values.exact) {
    if (Math.abs(key.length - word.length) > most) continue
    const away = editsBetween(word, key, most)
    const [match] = matches
    if (away <= most && match !== undefined) found.set(String(match.value), away)
  }
  return [...found]
    .toSorted((left, right) => left[1] - right[1])
    .slice(0, mostNear)
    .map(([value]) => value)
}

/** How many letters differ between two words; one more than `most` where there are more. */
function editsBetween(left: string, right: string, most: number): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let at = 1; at <= left.length; at++) {
    const next = [at]
    for (let to = 1; to <= right.length; to++) {
      const same = left[at - 1] === right[to - 1] ? 0 : 1
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + same))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row.at(-1) ?? most + 1
}
