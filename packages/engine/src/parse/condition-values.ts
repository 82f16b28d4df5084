import { exact, fair, likely, quality } from '../match/quality.ts'
import { isLoaded } from '../lexicon/neutral.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Left, Operand, TableMention } from './draft.ts'
import {
  attempt,
  bestColumn,
  bestTable,
  isColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  isTable,
  peek,
  tableMention,
  type Parser,
} from './parser.ts'
import { add, type Context } from './condition-context.ts'
import { columnPhrase } from './columns.ts'
import { operandList } from './operands.ts'

/** A value in lower case is recognized only after an introducing word: 'are cancelled', 'with status open'. */
function isIntroduced(parser: Parser): boolean {
  const before = peek(parser, -1)
  return (
    isKind(
      before,
      'be',
      'not',
      'with',
      'preposition',
      'or',
      'and',
      'comma',
      'have',
      'named',
      'filler',
      'both',
      'without',
    ) || (before?.columns.length ?? 0) > 0
  )
}

/** 'in Germany', 'from France or Spain', 'by "AC/DC"', '… is cancelled'. */
export function values(parser: Parser, context: Context): true | null {
  const { at } = parser
  const both = leadToValue(parser)
  if (both === null || !isValue(parser)) return null
  const start = parser.at
  const list = operandList(parser, true)
  if (list.length === 0 || list.some((one) => one.kind === 'number')) return null
  noteBefore(parser, list[0], at, start)
  const left = attempt(parser, () => columnBehind(parser, list))
  const inPhrase = attempt(parser, () => tableBehind(parser))
  if (inPhrase !== null) restrict(list, actorBefore(parser, at) ?? inPhrase)
  const every = list.length > 1 ? everyOf(parser, start, context.both || both) : null
  add(parser, { kind: 'one of', left, values: list, every, negated: context.negated, at })
  if (inPhrase !== null && parser.draft.subject === null) parser.draft.subject = inPhrase
  return true
}

/**
 * Skips the words before a value; returns whether 'both' is among them, or null if the place is near a value, not in
 * it.
 */
function leadToValue(parser: Parser): boolean | null {
  let both = false
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler', 'both')) {
    if (saysPlace(peek(parser))) return null
    both ||= isKind(peek(parser), 'both')
    parser.at++
  }
  return both
}

/** Whether the cursor is at a value: in quotes, in capitals, or in lower case after an introducing word. */
function isValue(parser: Parser): boolean {
  const chunk = peek(parser)
  if (chunk === null || chunk.quoted) return chunk !== null
  if (chunk.values.length === 0) return false
  return chunk.capital || (isIntroduced(parser) && !(isTable(chunk) && bestTable(chunk) >= exact))
}

/** The words before the values: the table whose names they are ('the track Yesterday'), or 'of' and 'by'. */
function noteBefore(parser: Parser, first: Operand | undefined, at: number, start: number): void {
  if (first?.kind !== 'values') return
  const before = parser.chunks[start - 1] ?? null
  if (start === at && isMainlyTable(before) && bestTable(before) >= exact)
    first.beside = { kind: 'table', text: before.text, candidates: before.tables, at: start - 1 }
  if (isPreposition(parser.chunks[at] ?? null, 'of', 'by')) first.of = true
}

/** 'near Berlin' isn't 'in Berlin'. */
function saysPlace(chunk: Chunk | null): boolean {
  return chunk?.keyword?.kind === 'preposition' && isLoaded(chunk.keyword.word)
}

/** How adjacent values belong together: by 'both', by 'and', or as alternatives. */
function everyOf(parser: Parser, start: number, both: boolean): 'both' | 'and' | null {
  if (both) return 'both'
  return parser.chunks.slice(start, parser.at).some((one) => isKind(one, 'or')) ? null : 'and'
}

/** 'Monterey county', 'King bed': the column may follow its value. */
function columnBehind(parser: Parser, list: readonly { kind: string }[]): Left {
  const chunk = peek(parser)
  if (
    list.length !== 1 ||
    !isColumn(chunk) ||
    /^(first|last)$/i.test(chunk.text) ||
    bestColumn(chunk) < fair ||
    (isMainlyTable(chunk) && bestTable(chunk) > bestColumn(chunk))
  )
    return null
  const value = list[0] as { kind: string; matches?: { column: unknown }[] }
  if (
    value.kind === 'values' &&
    !(value.matches ?? []).some((match) => chunk.columns.some((one) => one.column === match.column))
  )
    return null
  return columnPhrase(parser)
}

/** 'Statistics courses': if the noun has the value itself, no other table's value is meant. */
function restrict(list: Operand[], table: TableMention): void {
  for (const one of list) {
    if (one.kind !== 'values') continue
    const own = one.matches.filter((match) =>
      table.candidates.some((candidate) => candidate.quality >= quality.part && candidate.table === match.column.table),
    )
    if (own.length > 0) one.matches = own
  }
}

/** 'what did customers in Germany buy': what follows is a verb, so the value is about who did it; null if it isn't. */
function actorBefore(parser: Parser, at: number): TableMention | null {
  const actor = parser.chunks[at - 1] ?? null
  if (!isPreposition(parser.chunks[at] ?? null) || !isKind(parser.chunks[at - 2] ?? null, 'do')) return null
  return isMainlyTable(actor) ? { kind: 'table', text: actor.text, candidates: actor.tables, at: at - 1 } : null
}

function tableBehind(parser: Parser): TableMention | null {
  const chunk = peek(parser)
  if (!isMainlyTable(chunk) || bestTable(chunk) < likely || isKind(peek(parser, 1), 'possessive')) return null
  const mention = tableMention(parser, chunk)
  parser.at++
  parser.draft.tables.push(mention)
  return mention
}
