import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** A word's meaning, as a position in the list of meanings. */
export type Meaning = number

/** How one meaning leads to another: to a more general one, a more special one, or one of another part of speech. */
export const links = ['general', 'special', 'derived', 'similar'] as const
export type Link = (typeof links)[number]

/** A word in a meaning; rank 0 is the word's most frequent meaning as a noun, as a verb, or as an adjective. */
export interface Sense {
  word: string
  meaning: Meaning
  rank: number
}

const base = 36
const codes = { newline: 10, space: 32, comma: 44, minus: 45, zero: 48, nine: 57, letters: 87 }

/**
 * Common English words, their meanings, and how the meanings are related: an extract of WordNet. It keeps the bytes as they
 * are and looks words up in them, because strings of all words would take longer to make than most questions to answer.
 */
export class Wordnet {
  readonly #text: Buffer
  readonly #nouns: number
  /** Where each word begins in the text, at the first free place from the word's slot on; 0 is free. */
  readonly #table: Int32Array
  /** Where the words of each meaning begin in the text, and where those of the last one end. */
  readonly #starts: Int32Array
  /** For each meaning, where its links begin in the next two lists. */
  readonly #firstLinks: Int32Array
  readonly #targets: Int32Array
  readonly #kinds: Uint8Array

  /** @param text what `npm run wordnet` writes */
  constructor(text: Buffer) {
    const begin = text.indexOf(codes.newline) + 1
    const counts = text.toString('latin1', 0, begin).split(' ').map(Number)
    const count = counts.reduce((sum, one) => sum + one, 0)
    this.#text = text
    this.#nouns = counts[0] ?? 0
    const { table, starts } = readWords(text, begin, count)
    this.#table = table
    this.#starts = starts
    const edges = readLinks(text, starts[count] ?? 0)
    this.#firstLinks = new Int32Array(count + 1)
    for (let at = 0; at < edges.count; at++) {
      const after = (edges.from[at] ?? 0) + 1
      this.#firstLinks[after] = (this.#firstLinks[after] ?? 0) + 1
    }
    for (let at = 0; at < count; at++)
      this.#firstLinks[at + 1] = (this.#firstLinks[at + 1] ?? 0) + (this.#firstLinks[at] ?? 0)
    this.#targets = new Int32Array(edges.count)
    this.#kinds = new Uint8Array(edges.count)
    const next = this.#firstLinks.slice()
    for (let at = 0; at < edges.count; at++) {
      const from = edges.from[at] ?? 0
      const place = next[from] ?? 0
      next[from] = place + 1
      this.#targets[place] = edges.to[at] ?? 0
      this.#kinds[place] = edges.kind[at] ?? 0
    }
  }

  /** The meanings of a word or of a pair of words in lower case; none if the extract doesn't contain it. */
  meaningsOf(word: string): Sense[] {
    const found: Sense[] = []
    if (!/^[a-z]+(?: [a-z]+)?$/.test(word)) return found
    let slot = slotOf(word)
    for (let at = this.#table[slot] ?? 0; at > 0; at = this.#table[slot] ?? 0) {
      slot = (slot + 1) % slots
      const rank = this.#rankOf(word, at)
      if (rank !== null) found.push({ word, meaning: this.#meaningAt(at), rank })
    }
    return found
  }

  /** Whether a meaning is that of a noun. */
  isNoun(meaning: Meaning): boolean {
    return meaning < this.#nouns
  }

  /** The words of a meaning. */
  wordsOf(meaning: Meaning): Sense[] {
    const from = this.#starts[meaning] ?? 0
    const to = (this.#starts[meaning + 1] ?? 0) - 1
    return this.#text
      .toString('latin1', from, to)
      .split(',')
      .map((entry) => {
        const rank = Number(/\d$/.exec(entry)?.[0] ?? 0)
        return { word: rank === 0 ? entry : entry.slice(0, -1), meaning, rank }
      })
  }

  /** The meanings that a meaning leads to in one step. */
  linksOf(meaning: Meaning): { link: Link; meaning: Meaning }[] {
    const [from, to] = [this.#firstLinks[meaning] ?? 0, this.#firstLinks[meaning + 1] ?? 0]
    return Array.from({ length: to - from }, (_, at) => ({
      link: links[this.#kinds[from + at] ?? 0] ?? 'similar',
      meaning: this.#targets[from + at] ?? 0,
    }))
  }

  /** The rank of a word if it is the one that begins at a place of the text, and null otherwise. */
  #rankOf(word: string, place: number): number | null {
    for (let at = 0; at < word.length; at++) if (this.#text[place + at] !== word.charCodeAt(at)) return null
    const next = this.#text[place + word.length] ?? 0
    if (isEnd(next)) return 0
    return next >= codes.zero && next <= codes.nine ? next - codes.zero : null
  }

  #meaningAt(position: number): Meaning {
    let [low, high] = [0, this.#starts.length - 1]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) <= position) low = middle
      else high = middle
    }
    return low
  }
}

/** Places for about 100,000 words, most of which are then at their slot. */
const slots = 262_144
const hashFactor = 31

const hashWith = (hash: number, code: number): number => (Math.imul(hash, hashFactor) + code) >>> 0

function slotOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) hash = hashWith(hash, word.charCodeAt(at))
  return hash % slots
}

const isEnd = (code: number): boolean => code === codes.comma || code === codes.newline

/** The table of all words, and where the words of each meaning begin. A digit at the end of a word isn't part of it. */
function readWords(text: Buffer, begin: number, count: number): { table: Int32Array; starts: Int32Array } {
  const table = new Int32Array(slots)
  const starts = new Int32Array(count + 1)
  let meaning = 0
  let word = begin
  let hash = 0
  starts[0] = begin
  for (let at = begin; meaning < count; at++) {
    const code = text[at] ?? codes.newline
    if (isEnd(code)) {
      let slot = hash % slots
      while (table[slot] !== 0) slot = (slot + 1) % slots
      table[slot] = word
      word = at + 1
      hash = 0
      if (code === codes.newline) starts[++meaning] = word
    } else if (code < codes.zero || code > codes.nine) hash = hashWith(hash, code)
  }
  return { table, starts }
}

/** The lists have room for more links than there are. */
interface Edges {
  count: number
  from: Int32Array
  to: Int32Array
  kind: Uint8Array
}

const kindOf = (link: Link): number => links.indexOf(link)

/** For each list of a line, how it leads from the meaning of the line to the listed ones, and back. */
const directions = [
  [kindOf('general'), kindOf('special')],
  [kindOf('derived'), kindOf('derived')],
  [kindOf('similar'), kindOf('similar')],
] as const

/** The links of all meanings in both directions. */
function readLinks(text: Buffer, start: number): Edges {
  // A link takes two characters and is stored in both directions.
  const room = text.length - start + 1
  const edges: Edges = {
    count: 0,
    from: new Int32Array(room),
    to: new Int32Array(room),
    kind: new Uint8Array(room),
  }
  const put = (from: Meaning, to: Meaning, kind: number) => {
    edges.from[edges.count] = from
    edges.to[edges.count] = to
    edges.kind[edges.count++] = kind
  }
  let meaning = 0
  let list = 0
  let difference = 0
  let isNegative = false
  const add = () => {
    const other = meaning + (isNegative ? -difference : difference)
    const [there = 0, back = 0] = directions[list] ?? []
    if (difference > 0) {
      put(meaning, other, there)
      put(other, meaning, back)
    }
    difference = 0
    isNegative = false
  }
  for (let at = start; at < text.length; at++) {
    const code = text[at] ?? codes.newline
    if (code >= codes.zero) difference = difference * base + code - (code > codes.nine ? codes.letters : codes.zero)
    else if (code === codes.minus) isNegative = true
    else {
      add()
      if (code === codes.comma) list++
      else if (code === codes.newline) {
        meaning++
        list = 0
      }
    }
  }
  add()
  return edges
}

let loaded: Wordnet | null = null

/** The extract that comes with the engine, read from its file at the first call. */
export function wordnet(): Wordnet {
  loaded ??= new Wordnet(brotliDecompressSync(readFileSync(join(import.meta.dirname, 'wordnet.txt.br'))))
  return loaded
}
