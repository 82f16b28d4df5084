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
const newline = '\n'

/**
 * Common English words, their meanings, and how the meanings are related: an extract of WordNet. It keeps the text as it
 * is and looks words up in it, because a map of all words would take longer to make than most questions to answer.
 */
export class Wordnet {
  readonly #words: string
  readonly #nouns: number
  /** Where each word begins in the text, plus one, at the first free place from the word's slot on; 0 is free. */
  readonly #table: Int32Array
  /** Where the words of each meaning begin in the text, and where those of the last one end. */
  readonly #starts: Int32Array
  /** For each meaning, where its links begin in the next two lists. */
  readonly #firstLinks: Int32Array
  readonly #targets: Int32Array
  readonly #kinds: Uint8Array

  /** @param text what `npm run wordnet` writes */
  constructor(text: string) {
    const counts = text.slice(0, text.indexOf(newline)).split(' ').map(Number)
    const count = counts.reduce((sum, one) => sum + one, 0)
    this.#nouns = counts[0] ?? 0
    this.#starts = new Int32Array(count + 1)
    const begin = text.indexOf(newline) + newline.length
    let end = begin
    for (let at = 1; at <= count; at++) {
      end = text.indexOf(newline, end) + newline.length
      this.#starts[at] = end - begin
    }
    this.#words = text.slice(begin, end)
    this.#table = tableOf(this.#words)
    const edges = readLinks(text, end)
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
    let slot = slotOf(word, 0, word.length)
    for (let place = this.#table[slot] ?? 0; place > 0; place = this.#table[slot] ?? 0) {
      const at = place - 1
      slot = (slot + 1) % slots
      if (!this.#words.startsWith(word, at)) continue
      const [, rank = '', end] = /^(\d?)(.)/s.exec(this.#words.slice(at + word.length, at + word.length + 2)) ?? []
      if (end === newline || end === ',') found.push({ word, meaning: this.#meaningAt(at), rank: Number(rank) })
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
    const to = (this.#starts[meaning + 1] ?? 0) - newline.length
    return this.#words
      .slice(from, to)
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

function slotOf(text: string, from: number, to: number): number {
  let hash = 0
  for (let at = from; at < to; at++) hash = (Math.imul(hash, hashFactor) + text.charCodeAt(at)) >>> 0
  return hash % slots
}

/** The table of all words of a text in which commas and line ends separate them; a digit at the end isn't part of one. */
function tableOf(words: string): Int32Array {
  const table = new Int32Array(slots)
  let begin = 0
  for (let at = 0; at < words.length; at++) {
    const code = words.charCodeAt(at)
    if (code !== codes.comma && code !== codes.newline) continue
    const last = words.charCodeAt(at - 1)
    let slot = slotOf(words, begin, last >= codes.zero && last <= codes.nine ? at - 1 : at)
    while (table[slot] !== 0) slot = (slot + 1) % slots
    table[slot] = begin + 1
    begin = at + 1
  }
  return table
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

const codes = { newline: 10, space: 32, comma: 44, minus: 45, nine: 57, letters: 87, zero: 48 }

/** The links of all meanings in both directions. It reads the text letter by letter, which is faster than splitting it. */
function readLinks(text: string, start: number): Edges {
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
    const code = text.charCodeAt(at)
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
  loaded ??= new Wordnet(
    brotliDecompressSync(readFileSync(join(import.meta.dirname, 'wordnet.txt.br'))).toString('latin1'),
  )
  return loaded
}
