import { leastTable, rounding } from '../match/quality.ts'
import type { Keyword } from '../lexicon/keywords.ts'
import type { Chunk } from '../match/chunks.ts'
import { emptyDraft, type ColumnMention, type Condition, type Draft, type TableMention } from './draft.ts'

/** The grammar's state: a cursor over the chunks and the results so far. */
export interface Parser {
  chunks: readonly Chunk[]
  at: number
  draft: Draft
  /** Set by 'or': the next condition is an alternative to the last one. */
  alternative: boolean
  lastVerb: string | null
  /** The rule for one condition, for operands that have conditions of their own. */
  condition: (parser: Parser) => boolean
  /** The question asks for a number 'on average': 'a customer' then means each customer. */
  averages: boolean
}

export function newParser(chunks: readonly Chunk[], condition: Parser['condition'], averages = false): Parser {
  return { chunks, at: 0, draft: emptyDraft(), alternative: false, lastVerb: null, condition, averages }
}

export function peek(parser: Parser, ahead = 0): Chunk | null {
  return parser.chunks[parser.at + ahead] ?? null
}

type Kind = Keyword['kind']

export function isKind(chunk: Chunk | null, ...kinds: Kind[]): boolean {
  return chunk !== null && chunk.keyword !== null && kinds.includes(chunk.keyword.kind)
}

export function keywordAt<K extends Kind>(parser: Parser, kind: K, ahead = 0): Extract<Keyword, { kind: K }> | null {
  const keyword = peek(parser, ahead)?.keyword ?? null
  return keyword !== null && keyword.kind === kind ? (keyword as Extract<Keyword, { kind: K }>) : null
}

/** Skips chunks of these kinds; returns whether there were any. */
export function skip(parser: Parser, ...kinds: Kind[]): boolean {
  const start = parser.at
  while (isKind(peek(parser), ...kinds)) parser.at++
  return parser.at > start
}

export function isPreposition(chunk: Chunk | null, ...words: string[]): boolean {
  return chunk?.keyword?.kind === 'preposition' && (words.length === 0 || words.includes(chunk.keyword.word))
}

/** Runs a rule; if it finds nothing, restores the cursor and the draft's lists. */
export function attempt<T>(parser: Parser, rule: () => T | null): T | null {
  const { at, draft, alternative, lastVerb } = parser
  const before = {
    ...draft,
    items: [...draft.items],
    tables: [...draft.tables],
    conditions: [...draft.conditions],
    groups: [...draft.groups],
    orders: [...draft.orders],
    allOf: [...draft.allOf],
    passed: [...draft.passed],
    missed: [...draft.missed],
  }
  const found = rule()
  if (found === null) {
    parser.at = at
    parser.draft = before
    parser.alternative = alternative
    parser.lastVerb = lastVerb
  }
  return found
}

export function bestTable(chunk: Chunk): number {
  return Math.max(0, ...chunk.tables.map((one) => one.quality))
}

export function bestColumn(chunk: Chunk): number {
  return Math.max(0, ...chunk.columns.map((one) => one.quality))
}

export function isTable(chunk: Chunk | null): chunk is Chunk {
  return chunk !== null && bestTable(chunk) >= leastTable
}

/** A chunk that matches a table at least as well as any column. */
export function isMainlyTable(chunk: Chunk | null): chunk is Chunk {
  return isTable(chunk) && bestTable(chunk) >= bestColumn(chunk) - rounding
}

export function isColumn(chunk: Chunk | null): chunk is Chunk {
  return chunk !== null && chunk.columns.length > 0
}

export function tableMention(parser: Parser, chunk: Chunk): TableMention {
  return { kind: 'table', text: chunk.text, candidates: chunk.tables, at: parser.at }
}

export function columnMention(parser: Parser, chunk: Chunk, owner: TableMention | null = null): ColumnMention {
  return { kind: 'column', text: chunk.text, candidates: chunk.columns, owner, about: null, at: parser.at }
}

export function noteTable(parser: Parser, mention: TableMention): void {
  parser.draft.tables.push(mention)
  if (parser.draft.subject === null) parser.draft.subject = mention
}

export function addCondition(parser: Parser, condition: Condition): void {
  const { conditions } = parser.draft
  const last = conditions.at(-1)
  if (parser.alternative && last !== undefined) {
    conditions[conditions.length - 1] =
      last.kind === 'any'
        ? { ...last, of: [...last.of, condition] }
        : { kind: 'any', of: [last, condition], at: last.at }
  } else conditions.push(condition)
  parser.alternative = false
}
