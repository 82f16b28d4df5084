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

/** A value in small letters is meant as one only where something leads to it: 'are cancelled', 'with status open'. */
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
  let alsoBoth = false
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler', 'both')) {
    if (saysPlace(peek(parser))) return null
    alsoBoth ||= isKind(peek(parser), 'both')
    parser.at++
  }
  const chunk = peek(parser)
  if (chunk === null || (chunk.values.length === 0 && !chunk.quoted)) return null
  if (!chunk.quoted && isTable(chunk) && bestTable(chunk) >= 0.95 && !chunk.capital) return null
  if (!chunk.quoted && !chunk.capital && !isIntroduced(parser)) return null
  const start = parser.at
  const before = peek(parser, -1)
  const list = operandList(parser, true)
  const [first] = list
  if (
    first?.kind === 'values' &&
    parser.at > start &&
    start === at &&
    isMainlyTable(before) &&
    bestTable(before) >= 0.95
  )
    first.beside = { kind: 'table', text: before.text, candidates: before.tables, at: start - 1 }
  if (first?.kind === 'values' && isPreposition(parser.chunks[at] ?? null, 'of', 'by')) first.of = true
  if (list.length === 0 || list.some((one) => one.kind === 'number')) return null
  const left = attempt(parser, () => columnBehind(parser, list))
  const inPhrase = attempt(parser, () => tableBehind(parser))
  if (inPhrase !== null) restrict(list, inPhrase)
  add(parser, {
    kind: 'one of',
    left,
    values: list,
    every: list.length > 1 ? everyOf(parser, start, context.both || alsoBoth) : null,
    negated: context.negated,
    at,
  })
  if (inPhrase !== null && parser.draft.subject === null) parser.draft.subject = inPhrase
  return true
}

/** 'near Berlin' is not 'in Berlin'. */
function saysPlace(chunk: Chunk | null): boolean {
  return chunk?.keyword?.kind === 'preposition' && isLoaded(chunk.keyword.word)
}

/** How values in a row belong together: by 'both', by 'and', or as alternatives. */
function everyOf(parser: Parser, start: number, both: boolean): 'both' | 'and' | null {
  if (both) return 'both'
  return parser.chunks.slice(start, parser.at).some((one) => isKind(one, 'or')) ? null : 'and'
}

/** 'Monterey county', 'King bed': the column may stand behind its value. */
function columnBehind(parser: Parser, list: readonly { kind: string }[]): Left {
  const chunk = peek(parser)
  if (
    list.length !== 1 ||
    !isColumn(chunk) ||
    /^(first|last)$/i.test(chunk.text) ||
    bestColumn(chunk) < 0.7 ||
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

/** 'Statistics courses': where the noun has the value itself, no other table's value is meant. */
function restrict(list: Operand[], table: TableMention): void {
  for (const one of list) {
    if (one.kind !== 'values') continue
    const own = one.matches.filter((match) =>
      table.candidates.some((candidate) => candidate.quality >= 0.5 && candidate.table === match.column.table),
    )
    if (own.length > 0) one.matches = own
  }
}

function tableBehind(parser: Parser): TableMention | null {
  const chunk = peek(parser)
  if (!isMainlyTable(chunk) || bestTable(chunk) < 0.8 || isKind(peek(parser, 1), 'possessive')) return null
  const mention = tableMention(parser, chunk)
  parser.at++
  parser.draft.tables.push(mention)
  return mention
}
