import { normalise } from '@parlance/retrieval'

const nearestLimit = 3
/** Characters of a value that are compared. */
const comparedLength = 400

/** The values that the written one was probably meant to be, nearest first; empty if none is near. */
export function nearestValues(written: string, values: readonly string[]): string[] {
  const wanted = comparedForm(written)
  return values
    .map((value) => ({ value, distance: distanceOf(wanted, comparedForm(value)) }))
    .filter(({ distance }) => distance <= 0.5)
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, nearestLimit)
    .map(({ value }) => value)
}

function comparedForm(text: string): string {
  return normalise(text.slice(0, comparedLength)).trim()
}

/** 0 if equal except for case and accents; up to 0.5 if one contains the other or they differ by a few letters. */
function distanceOf(wanted: string, value: string): number {
  if (wanted === value) return 0
  if (wanted === '' || value === '') return 1
  const longer = Math.max(wanted.length, value.length)
  if (value.includes(wanted) || wanted.includes(value))
    return 0.1 + 0.3 * (1 - Math.min(wanted.length, value.length) / longer)
  const away = Math.max(Math.abs(wanted.length - value.length), edits(wanted.slice(0, 60), value.slice(0, 60)))
  return Math.min(1, (1.5 * away) / longer)
}

function edits(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let at = 1; at <= other.length; at++) {
      const change = (before[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      now.push(Math.min(change, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1))
    }
    before = now
  }
  return before[other.length] ?? 0
}
