/** Returns the rough stem of an English word: 'mask' for 'masks', 'masked', and 'masking'. */
export function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem =
    word.length < 5
      ? word.replace(/(?<=[^s])s$/, '')
      : word
          .replace(/ies$/, 'y')
          .replace(/(?:ing|ed|(?<=s|x|z|ch|sh)es|(?<=[^s])s)$/, '')
          .replace(/([bdglmnprt])\1$/, '$1')
          .replace(/e$/, '')
  stems.set(word, stem)
  return stem
}

const stems = new Map<string, string>()

/** Returns the nearest words that differ in one letter, or in two letters if the word is long. */
export function nearestWords(vocabulary: Iterable<string>, word: string): Set<string> {
  let nearest = new Set<string>()
  let least = [4, 8].filter((length) => word.length >= length).length
  for (const other of vocabulary) {
    if (Math.abs(other.length - word.length) > least) continue
    const distance = distanceOf(word, other)
    if (distance > least || distance === 0) continue
    if (distance < least) nearest = new Set()
    least = distance
    nearest.add(other)
  }
  return nearest
}

/** Counts the letters that were added, left out, changed, or swapped with their neighbor. */
function distanceOf(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] ?? 0) + Number(one[at - 1] !== other[to - 1])
      const isSwap = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      const swap = isSwap ? (before[to - 2] ?? Infinity) + 1 : Infinity
      next.push(Math.min(change, swap, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
