import { keywordOf, longestPhrase, type Keyword } from '../lexicon/keywords.ts'
import names from '../lexicon/vocabulary/names.json' with { type: 'json' }
import questions from '../lexicon/vocabulary/questions.json' with { type: 'json' }
import type { Chunk, ChunkSource } from './chunk.ts'
import { matchDate } from './dates.ts'
import { matchPhrase, type ColumnMatch, type PhraseIndex, type TableMatch } from './phrases.ts'
import { certain, certainValue, equivalent, exact, fair, likely, quality, strongerThanKeyword } from './quality.ts'
import { definedChunk, withDefinedNouns } from './definition-chunks.ts'
import type { ColumnModel } from '../schema/model.ts'
import { isMeasurable } from '../schema/roles.ts'
import type { Token } from './tokens.ts'
import type { ValueIndex, ValueMatch } from './values.ts'
import { matchValue } from './values.ts'

export type { Chunk, ChunkSource } from './chunk.ts'

const prepositions = new Set(questions.prepositions)

const writtenOut = new Map([
  ['max', 'maximum'],
  ['min', 'minimum'],
  ['avg', 'average'],
  ['dept', 'department'],
  ['qty', 'quantity'],
  ['lat', 'latitude'],
  ['temp', 'temperature'],
  ['num', 'number'],
])

const longestName = 6
const longestValue = 9
const longestDate = 6
/** Whether words are a date doesn't depend on the day on which they are read. */
const anyDay = '2000-01-01'
const inner = new Set(['of', 'the', 'a', 'an'])

function emptyChunk(tokens: Token[]): Chunk {
  return {
    text: tokens.map((one) => one.text).join(' '),
    tokens,
    keyword: null,
    tables: [],
    columns: [],
    values: [],
    date: null,
    number: tokens.length === 1 ? (tokens[0]?.number ?? null) : null,
    quoted: tokens.length === 1 && (tokens[0]?.quoted ?? false),
    capital: tokens[0]?.capital ?? false,
    filter: null,
  }
}

interface Found {
  length: number
  keyword: Keyword | null
}

function longestKeyword(tokens: readonly Token[], at: number): Found {
  for (let length = Math.min(longestPhrase, tokens.length - at); length > 0; length--) {
    const part = tokens.slice(at, at + length)
    if (part.some((one) => one.quoted)) continue
    const keyword = keywordOf(part.map((one) => one.lower).join(' '))
    if (keyword === null || (length === 1 && isAbbreviation(part[0], tokens))) continue
    if (keyword.kind === 'after-number' && startsComparison(tokens, at + 1, length)) continue
    return { length, keyword }
  }
  return { length: 0, keyword: null }
}

/** In 'over 200 or less than 190' and 'over 200 or under 190', the second comparison has its own number or date. */
function startsComparison(tokens: readonly Token[], at: number, length: number): boolean {
  const next = longestKeyword(tokens, at)
  if (next.keyword?.kind !== 'compare') return false
  const behind = tokens.slice(at + next.length, at + next.length + longestDate)
  return next.length >= length || (behind[0]?.number ?? null) !== null || matchDate(behind, anyDay) !== null
}

/**
 * 'in the US', 'the IT department', 'received an A': words in capitals aren't pronouns or articles, unless the whole
 * question is in capitals or a sentence begins with them.
 */
function isAbbreviation(token: Token | undefined, tokens: readonly Token[]): boolean {
  if (token === undefined || !tokens.some((one) => /\p{Ll}/u.test(one.text))) return false
  if (/^(US|IT|ME|WE|HE|AM|OUR|AN)$/.test(token.text)) return true
  const before = tokens[tokens.indexOf(token) - 1]
  return token.text === 'A' && before !== undefined && !/^[.?!:]$/.test(before.text)
}

interface NameFound {
  length: number
  tables: TableMatch[]
  columns: ColumnMatch[]
}

function nameWords(part: readonly Token[]): string[] | null {
  const first = part[0]
  const last = part.at(-1)
  if (first === undefined || last === undefined || inner.has(first.lower) || inner.has(last.lower)) return null
  if (part.length > 1 && prepositions.has(first.lower)) return null
  return part.filter((one) => !inner.has(one.lower)).map((one) => writtenOut.get(one.word) ?? one.word)
}

function namesOf(phrases: PhraseIndex, part: readonly Token[]): NameFound | null {
  if (part.some((one) => one.quoted || /^[^\p{L}\p{N}]+$/u.test(one.text))) return null
  const words = nameWords(part)
  if (words === null) return null
  const turned = part.findIndex((one) => one.lower === 'of')
  const direct = matchPhrase(phrases, words)
  const length = part.length
  if (turned < 0) return { length, ...direct }
  const head = part.slice(0, turned).map((one) => one.word)
  const tail = nameWords(part.slice(turned + 1)) ?? []
  const tailIsTable = (phrases.entries.get(tail.join(' '))?.tables ?? []).some((one) => one.quality >= quality.part)
  const swapped =
    tailIsTable || tail.length === 0 ? { tables: [], columns: [] } : matchPhrase(phrases, [...tail, ...head])
  const strong = direct.columns.filter(
    (one) => one.quality >= quality.bare && one.column.name.toLowerCase().includes('of'),
  )
  return {
    length,
    tables: [],
    columns: [...strong, ...swapped.columns.filter((one) => one.quality >= likely && !isAmong(strong, one))],
  }
}

function findName(phrases: PhraseIndex, tokens: readonly Token[], at: number): NameFound {
  for (let length = Math.min(longestName, tokens.length - at); length > 0; length--) {
    const found = namesOf(phrases, tokens.slice(at, at + length))
    if (found !== null && found.tables.length + found.columns.length > 0) return found
  }
  return { length: 0, tables: [], columns: [] }
}

function isAmong(matches: readonly ColumnMatch[], { column }: ColumnMatch): boolean {
  return matches.some((one) => one.column === column)
}

/** The longest name at a position, unless it begins with a function word that belongs before a longer name. */
function bestName(phrases: PhraseIndex, tokens: readonly Token[], at: number): NameFound {
  const found = findName(phrases, tokens, at)
  const first = tokens[at]
  if (found.length < 2 || first === undefined || keywordOf(first.lower) === null) return found
  const next = findName(phrases, tokens, at + 1)
  return next.length >= found.length ? { length: 0, tables: [], columns: [] } : found
}

interface ValueFound {
  length: number
  values: ValueMatch[]
}

function longestValueAt(values: ValueIndex, question: string, tokens: readonly Token[], at: number): ValueFound {
  for (let length = Math.min(longestValue, tokens.length - at); length > 0; length--) {
    const part = tokens.slice(at, at + length)
    const [first] = part
    const last = part.at(-1)
    if (first === undefined || last === undefined || (length > 1 && part.some((one) => one.quoted))) continue
    const text = first.quoted ? first.text : question.slice(first.start, last.end)
    const found = matchValue(values, text)
    if (found.length > 0) return { length, values: found }
  }
  return { length: 0, values: [] }
}

/** Function words keep their role, whatever the schema calls its columns. */
const closedKinds = new Set<Keyword['kind']>([
  'be',
  'do',
  'have',
  'and',
  'or',
  'comma',
  'relative',
  'filler',
  'pronoun',
  'all',
  'with',
  'not',
  'possessive',
  'preposition',
])

/** 'an order with …', 'is shipped …': a word of a table's name that happens to be a stored value too. */
function isDeedOf(source: ChunkSource, token: Token | undefined, name: NameFound): boolean {
  if (token === undefined || name.tables.every((one) => one.quality < quality.part)) return false
  const before = source.tokens[source.tokens.indexOf(token) - 1]
  return before === undefined || !/^(?:status|type|state|result|outcome|=)$/.test(before.word)
}

function nextChunk(source: ChunkSource, at: number, before: Chunk | undefined): Chunk {
  const { tokens } = source
  const keyword = longestKeyword(tokens, at)
  const name = bestName(source.phrases, tokens, at)
  const value = longestValueAt(source.values, source.question, tokens, at)
  const date = matchDate(tokens.slice(at, at + longestDate), source.today)
  const best = Math.max(...name.tables.map((one) => one.quality), ...name.columns.map((one) => one.quality), 0)
  const nameLength = isNamed(keyword, name, best) ? name.length : 0
  const isValue = !isRatherKeyword(tokens[at], at, keyword, value) && !isRatherName(source, at, value, name, best)
  const valueLength = isValue ? value.length : 0
  const length = Math.max(keyword.length, nameLength, valueLength, date?.length ?? 0, 1)
  const defined = definedChunk(source, at, before, Math.max(length, isValue ? 0 : value.length))
  if (defined !== null) return { ...emptyChunk(tokens.slice(at, at + defined.length)), ...defined.meaning }
  const chunk = emptyChunk(tokens.slice(at, at + length))
  if (keyword.length === length && !isState(tokens[at], value)) chunk.keyword = keyword.keyword
  if (nameLength === length) {
    chunk.tables = name.tables
    chunk.columns = name.columns
  }
  if (valueLength === length) chunk.values = value.values
  if (date !== null && date.length === length) {
    chunk.date = date.range
    if (chunk.number === null) chunk.keyword = null
  }
  return chunk
}

/** 'which tasks are done': a stored state, not a verb. */
function isState(token: Token | undefined, value: ValueFound): boolean {
  return token?.lower === 'done' && value.length === 1
}

function isClosed({ keyword }: Found): boolean {
  return keyword !== null && closedKinds.has(keyword.kind)
}

/** Whether a name is read as a name, not as the function word that it contains. */
function isNamed(keyword: Found, name: NameFound, best: number): boolean {
  if (name.length === 0) return false
  const isFunctionWord = isClosed(keyword) && name.length <= keyword.length
  if (isFunctionWord && (best < quality.whole || keyword.length === 1)) return false
  return best >= strongerThanKeyword || name.length > keyword.length
}

/** A stored value that is also a keyword: only quotes, or a capital inside the question, make it a value. */
function isRatherKeyword(token: Token | undefined, at: number, keyword: Found, value: ValueFound): boolean {
  if (keyword.keyword === null || keyword.length < value.length || token?.quoted === true) return false
  if (isState(token, value)) return false
  return !(token?.capital === true && at > 0 && !isClosed(keyword))
}

/** A stored value in lower case that also names something in the schema. */
function isRatherName(source: ChunkSource, at: number, value: ValueFound, name: NameFound, best: number): boolean {
  const said = source.tokens.slice(at, at + value.length)
  if (said.some((one) => one.quoted || one.capital)) return false
  if (isArticleAndName(source.phrases, said)) return true
  const isLoose = value.values.every((one) => one.quality < certainValue)
  if (value.length !== 1) return isLoose && best >= certain
  const isEquivalent = best === 0 && value.values.some((one) => one.quality === equivalent)
  return best >= certain || (isLoose && !isEquivalent) || isDeedOf(source, source.tokens[at], name)
}

/** 'the mountain': an article and a certain name don't form a stored text, unless quotes or capitals say so. */
function isArticleAndName(phrases: PhraseIndex, [article, ...rest]: readonly Token[]): boolean {
  if (article === undefined || rest.length === 0 || !inner.has(article.lower)) return false
  const found = namesOf(phrases, rest)
  return [...(found?.tables ?? []), ...(found?.columns ?? [])].some((one) => one.quality >= certain)
}

/** Splits the question into chunks: at each position the longest stretch that means something. */
export function chunksOf(source: ChunkSource): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 0; at < source.tokens.length;) {
    const chunk = nextChunk(source, at, chunks.at(-1))
    if (chunk.keyword === null) chunk.keyword = signOf(chunk)
    const last = chunks.at(-1)
    const extended = last === undefined ? null : withNoun(source, last, at)
    if (extended !== null) {
      chunks[chunks.length - 1] = extended
      at++
      continue
    }
    chunks.push(chunk)
    at += chunk.tokens.length
  }
  return withDefinedNouns(source, chunks).map((one, at, all) =>
    isPlainUnder(all, at) ? { ...one, keyword: { kind: 'preposition', word: 'in' } } : one,
  )
}

/** How many chunks behind 'under' may come before its number: 'under the age of 30'. */
const beforeNumber = 4

/** 'the songs under the label X': without a number behind it, 'under' compares nothing. */
function isPlainUnder(chunks: readonly Chunk[], at: number): boolean {
  if (chunks[at]?.text.toLowerCase() !== 'under' || chunks[at].keyword?.kind !== 'compare') return false
  const behind = chunks.slice(at + 1, at + 1 + beforeNumber)
  return !behind.some(
    ({ number, date, keyword }) =>
      number !== null || date !== null || keyword?.kind === 'aggregate' || keyword?.kind === 'superlative',
  )
}

const genericTails = new Set(names.generic)
const amountNouns = new Set(questions.amountNouns)
const kindNouns = new Set(questions.kindNouns)

/** 'enrollment size', 'phone number': a noun without its own name adds nothing to the column before it. */
function withNoun({ phrases, tokens }: ChunkSource, before: Chunk, at: number): Chunk | null {
  const token = tokens[at]
  if (token === undefined || before.quoted || before.values.length > 0) return null
  const best = Math.max(0, ...before.columns.map((one) => one.quality))
  const likeliest = before.columns.filter((one) => one.quality === best)
  const isName = best >= (before.keyword === null ? fair : exact) || (best >= quality.part && likeliest.length === 1)
  if (!isName || before.tables.some((one) => one.quality >= best)) return null
  return addsNothing(phrases, token, before, likeliest) ? widened(before, token) : null
}

/** Whether a noun behind a column says nothing that the column doesn't. */
function addsNothing(
  phrases: PhraseIndex,
  { word }: Token,
  { keyword }: Chunk,
  columns: readonly ColumnMatch[],
): boolean {
  if (word === 'year' && columns.every(({ column }) => isYearOf(column))) return true
  if (word === 'name') return keyword === null && columns.every(({ column }) => isNamedValue(column))
  const own = matchPhrase(phrases, [word])
  const isUnnamed = own.tables.length + own.columns.length === 0
  if (columns.some(({ column }) => isMeasurable(column))) return amountNouns.has(word) && isUnnamed
  return keyword === null && (word === 'number' || (kindNouns.has(word) && isUnnamed))
}

/** The column with one more word that its name doesn't have. */
function widened(before: Chunk, token: Token): Chunk {
  const weaker = before.columns.map((one) => ({ ...one, quality: Math.min(one.quality, quality.longer) }))
  const text = `${before.text} ${token.text}`
  return { ...before, text, tokens: [...before.tokens, token], columns: weaker, keyword: null }
}

/** 'the city name' is the city, if a text column has it. */
function isNamedValue({ kind, isKey, isForeignKey, words }: ColumnModel): boolean {
  return kind === 'text' && !isKey && !isForeignKey && !genericTails.has(words.at(-1) ?? '')
}

/** 'the founded year', 'the creation year': the year of what a column is named after, if no other column has it. */
function isYearOf({ words, kind, table }: ColumnModel): boolean {
  const isEvent = /(?:ed|ion|ing)$/.test(words.at(-1) ?? '') && kind !== 'boolean'
  return isEvent && !table.columns.some((one) => one.words.includes('year'))
}

function signOf(chunk: Chunk): Keyword | null {
  if (chunk.quoted || chunk.tokens.length !== 1) return null
  const lower = chunk.tokens[0]?.lower ?? ''
  if (lower === ',') return { kind: 'comma' }
  if (['.', '?', '!', ';', ':'].includes(lower)) return { kind: 'end' }
  if (lower === '(' || lower === ')') return { kind: 'filler' }
  if (prepositions.has(lower) && chunk.tables.length + chunk.columns.length === 0)
    return { kind: 'preposition', word: lower }
  return null
}
