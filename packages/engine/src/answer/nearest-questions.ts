import type { Chunk } from '../match/chunks.ts'
import { fair } from '../match/quality.ts'
import { bestTable, isKind } from '../parse/parser.ts'

/** Words that lead to a part of a sentence, so that they are left out together with it. */
const leading = [
  'preposition',
  'filler',
  'each',
  'and',
  'or',
  'comma',
  'relative',
  'whose',
  'with',
  'without',
  'not',
  'be',
  'do',
  'have',
  'compare',
  'like',
  'named',
] as const

/** Words at which the rest of a sentence can be left out. */
const boundaries = ['relative', 'whose', 'with', 'without', 'preposition', 'comma', 'and', 'each'] as const

/**
 * The question without the parts that could not be read, the least shortened ones first. The caller asks for those that
 * it understands.
 */
export function shortened(question: string, chunks: readonly Chunk[], missed: readonly string[]): string[] {
  const places = chunks.flatMap((one, at) => (missed.includes(one.text) ? [at] : []))
  const [first] = places
  const last = places.at(-1)
  if (first === undefined || last === undefined) return []
  const end = clauseEnd(chunks, first)
  if (last > end) return []
  const isAdjective = first === last && (chunks[first + 1]?.tables.length ?? 0) > 0
  const cuts: Cut[] = [
    ...(isAdjective ? [{ from: first, to: first + 1 }] : []),
    ...(endsPart(chunks[last + 1]) ? leadStarts(chunks, first).map((from) => ({ from, to: last + 1 })) : []),
    ...clauseStarts(chunks, first).map((from) => ({ from, to: end })),
  ]
  const found = cuts
    .filter((one) => isSentence([...chunks.slice(0, one.from), ...chunks.slice(one.to)]))
    .map((one) => withoutPart(question, chunks, one))
  return [...new Set(found)].filter((one) => one !== question.trim())
}

/** Words that lead to a part in the middle of a sentence. */
const inner = ['preposition', 'with', 'comma', 'and', 'each'] as const

/** The chunks to leave out; `to` is the first one after them. */
interface Cut {
  from: number
  to: number
}

function endsPart(next: Chunk | undefined): boolean {
  return next === undefined || isKind(next, 'end', ...boundaries)
}

const opening = ['question', 'command', 'count', 'everything', 'aggregate'] as const
const dangling = [
  'relative',
  'have',
  'be',
  'do',
  'preposition',
  'and',
  'or',
  'comma',
  'each',
  'not',
  'filler',
  'question',
] as const

/** Whether what is left still reads as a question about some table. */
function isSentence(chunks: readonly Chunk[]): boolean {
  const words = chunks.filter((one) => !isKind(one, 'end'))
  const start = words.findIndex((one) => isKind(one, ...opening) || namesSomething(one))
  const end = words.at(-1)
  if (start < 0 || end === undefined || hasLooseEnd(words, end)) return false
  const named = words
    .slice(isKind(words[start] ?? null, ...opening) ? start + 1 : start)
    .filter((one) => !isKind(one, 'filler', 'be', 'pronoun'))
  if (isKind(named[0] ?? null, 'preposition', 'each')) return false
  const tables = words.filter((one) => bestTable(one) >= fair).map((one) => one.text.toLowerCase())
  return tables.length > 0 && new Set(tables).size === tables.length
}

/** 'which students', 'how many customers', 'people who live': the verb or its object is missing. */
function hasLooseEnd(words: readonly Chunk[], end: Chunk): boolean {
  if (isKind(end, ...dangling)) return !/\bthere$/i.test(end.text)
  const isVerb = (one: Chunk) => isKind(one, 'be', 'have', 'do')
  const [first] = words
  if (/^how many\b/i.test(first?.text ?? '') && !words.some((one) => isVerb(one))) return true
  if (/^which\b/i.test(first?.text ?? '') && words.filter(namesSomething).length < 2) return true
  const relative = words.findLastIndex((one) => isKind(one, 'relative', 'whose'))
  if (relative >= 0 && !words.slice(relative).some(namesSomething)) return true
  return words.some((one) => isKind(one, 'do')) && namesSomething(end)
}

function namesSomething(chunk: Chunk): boolean {
  return chunk.tables.length + chunk.columns.length + chunk.values.length > 0 || chunk.number !== null
}

/** The words that a question needs at least: 'customers' alone asks for something, 'show customers' too. */
function leastWords([first]: readonly Chunk[]): number {
  return first !== undefined && bestTable(first) >= fair ? 1 : 2
}

/** The places where a part in the middle of a sentence may begin, the nearest one first. */
function leadStarts(chunks: readonly Chunk[], first: number): number[] {
  const starts: number[] = []
  for (let from = first - 1; from >= Math.max(leadStart(chunks, first), leastWords(chunks)); from--)
    if (isKind(chunks[from] ?? null, ...inner)) starts.push(from)
  return starts
}

function leadStart(chunks: readonly Chunk[], at: number): number {
  let from = at
  while (from > 0 && isKind(chunks[from - 1] ?? null, ...leading)) from--
  return from
}

/** The beginnings of the clauses before a part, the nearest one first; never that of the whole question. */
function clauseStarts(chunks: readonly Chunk[], at: number): number[] {
  const starts: number[] = []
  const least = leastWords(chunks)
  for (let from = at; from >= least; from--)
    if (isKind(chunks[from] ?? null, ...boundaries)) starts.push(leadStart(chunks, from))
  return [...new Set(starts)].filter((from) => from >= least)
}

function clauseEnd(chunks: readonly Chunk[], at: number): number {
  const next = chunks.findIndex((one, place) => place > at && isKind(one, 'end'))
  return next < 0 ? chunks.length : next
}

function withoutPart(question: string, chunks: readonly Chunk[], { from, to }: Cut): string {
  const start = chunks[from]?.tokens[0]?.start ?? question.length
  const rest = chunks[to]?.tokens[0]?.start ?? question.length
  const [before, after] = [question.slice(0, start).trimEnd(), question.slice(rest).trim()]
  return /^[?.!]/.test(after) ? `${before}${after}` : `${before} ${after}`.trim()
}
