/** A word of the index that a word may mean, and how likely. */
export interface QueryWord {
  word: string
  factor: number
}

/** The words of an index that a misspelled word may mean, by their first letter and length. */
export type Spellings = ReadonlyMap<string, readonly string[]>

/** Only words of these lengths are guessed, by comparing each with at most this many others. */
const limits = { shortest: 3, longest: 24, compared: 20_000, found: 10 } as const
const factors = { oneTypo: 0.35, abbreviation: 0.3, twoTypos: 0.25 } as const

/** Prepares words for `guessWords`. Codes and numbers are left out: similar ones mean different things. */
export function spellingsOf(words: Iterable<string>): Spellings {
  const spellings = new Map<string, string[]>()
  for (const word of words) {
    if (!isGuessable(word)) continue
    const key = `${word.charAt(0)}${word.length}`
    const known = spellings.get(key)
    if (known === undefined) spellings.set(key, [word])
    else known.push(word)
  }
  return spellings
}

/** The words most similar to one that the index does not have: misspellings and abbreviations, in either direction. */
export function guessWords(spellings: Spellings, written: string): QueryWord[] {
  if (!isGuessable(written)) return []
  const found: QueryWord[] = []
  let left: number = limits.compared
  for (const length of likelyLengths(written.length)) {
    for (const word of spellings.get(`${written.charAt(0)}${length}`) ?? []) {
      if (left-- === 0) return bestOf(found)
      const factor = likeness(written, word)
      if (factor > 0) found.push({ word, factor })
    }
  }
  return bestOf(found)
}

function isGuessable(word: string): boolean {
  return word.length >= limits.shortest && word.length <= limits.longest && /^\p{L}+$/u.test(word)
}

/** The lengths of words that may be meant, the nearest first. */
function likelyLengths(length: number): number[] {
  const lengths = Array.from({ length: limits.longest + 1 }, (_, at) => at)
  return lengths
    .filter((other) => other * 3 >= length && other <= length * 3)
    .toSorted((one, other) => Math.abs(one - length) - Math.abs(other - length))
}

function bestOf(found: QueryWord[]): QueryWord[] {
  const best = Math.max(...found.map(({ factor }) => factor))
  return found.filter(({ factor }) => factor === best).slice(0, limits.found)
}

function likeness(written: string, word: string): number {
  const typos = typosBetween(written, word)
  if (typos === 1) return factors.oneTypo
  const [short, long] = written.length < word.length ? [written, word] : [word, written]
  if (isAbbreviation(short, long)) return factors.abbreviation
  return typos === 2 ? factors.twoTypos : 0
}

/** `ordr` of `order` and `shpmt` of `shipment`: the letters in order, from the first to the last or only consonants. */
function isAbbreviation(short: string, long: string): boolean {
  if (short.length === long.length) return false
  const isSkeleton = !/[aeiou]/.test(short.slice(1))
  if (!isSkeleton && (short.length * 2 < long.length || short.at(-1) !== long.at(-1))) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length
}

/** How many letters were added, left out, replaced, or swapped with the next one. Infinity if too many for a typo. */
function typosBetween(one: string, other: string): number {
  const limit = Math.min(2, Math.floor(Math.min(one.length, other.length) / 4))
  if (Math.abs(one.length - other.length) > limit) return Infinity
  let before: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(
        Math.min(
          costAt(previous, column) + 1,
          costAt(current, column - 1) + 1,
          costAt(previous, column - 1) + (isSame ? 0 : 1),
          isSwapped ? costAt(before, column - 2) + 1 : Infinity,
        ),
      )
    }
    if (Math.min(...current) > limit) return Infinity
    before = previous
    previous = current
  }
  const typos = costAt(previous, other.length)
  return typos > limit ? Infinity : typos
}

function costAt(costs: readonly number[], position: number): number {
  return costs[position] ?? Infinity
}
