import { message, type Message } from '@parlance/contract'

/** Returns a sentence such as "Did you mean x?" if a known name is close to the written one, else null. */
export function nearest(name: string, known: string[]): Message | null {
  const wanted = name.toLowerCase()
  let best: string | null = null
  let bestDistance = (wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3))) + 1
  for (const candidate of new Set(known)) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  if (best === null) return null
  const onlyCase = best.toLowerCase() === wanted
  return onlyCase
    ? message('Write it exactly, in quotes: "{name}".', { name: best })
    : message('Did you mean {name}?', { name: best })
}

/** Levenshtein distance that stops at `cap`. */
function editDistance(left: string, right: string, cap: number): number {
  if (Math.abs(left.length - right.length) >= cap || left.length > 128 || right.length > 128) return cap
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1
      current.push(Math.min(current[column - 1]! + 1, previous[column]! + 1, previous[column - 1]! + change))
    }
    previous = current
  }
  return previous[right.length]!
}
