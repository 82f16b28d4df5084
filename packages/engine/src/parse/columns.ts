import { certain, exact, fair, leastColumn, likely, quality } from '../match/quality.ts'
import { isTemporal } from '../schema/roles.ts'
import { stateOf } from '../lexicon/states.ts'
import type { Chunk } from '../match/chunks.ts'
import type { ColumnMention, TableMention } from './draft.ts'
import {
  attempt,
  bestColumn,
  bestTable,
  columnMention,
  isColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  isTable,
  keywordAt,
  noteTable,
  peek,
  tableMention,
  type Parser,
} from './parser.ts'

/**
 * A column, with an optional owner table before ('customer names', 'the customer's name') or after it ('of the
 * customer').
 */
export function columnPhrase(parser: Parser): ColumnMention | null {
  return attempt(parser, () => ownedColumn(parser) ?? compoundColumn(parser) ?? plainColumn(parser))
}

function ownedColumn(parser: Parser): ColumnMention | null {
  const first = peek(parser)
  if (!isTable(first)) return null
  const owner = tableMention(parser, first)
  const possessive = isKind(peek(parser, 1), 'possessive')
  const next = peek(parser, possessive ? 2 : 1)
  if (!isColumn(next) || (!possessive && (isStateWord(next) || isDated(parser, next)))) return null
  if (!possessive && isMainlyTable(next) && bestTable(next) === quality.whole) return null
  const owned = next.columns.filter((one) => owner.candidates.some((candidate) => candidate.table === one.column.table))
  if (owned.length === 0 && (!possessive || bestColumn(next) < fair)) return null
  parser.at += possessive ? 2 : 1
  const mention = columnMention(parser, next, owned.length > 0 ? owner : null)
  parser.at++
  noteTable(parser, owner)
  return mention
}

/** 'invoices paid late': not their paid date. */
function isStateWord(chunk: Chunk): boolean {
  return bestColumn(chunk) < certain && chunk.tokens.length === 1 && stateOf(chunk.tokens[0]?.lower ?? '') !== null
}

/** 'loans due this month': they are due then; their due dates aren't asked for. */
function isDated(parser: Parser, chunk: Chunk): boolean {
  const isDate = chunk.columns.every((one) => one.quality < certain && isTemporal(one.column))
  const ahead = isPreposition(peek(parser, 2)) || keywordAt(parser, 'compare', 2)?.temporal === true ? 3 : 2
  return isDate && (peek(parser, ahead)?.date ?? null) !== null
}

/** 'membership level': a table's word before a column that it doesn't own only says where to look. */
function compoundColumn(parser: Parser): ColumnMention | null {
  return attempt(parser, () => {
    const [first, next] = [peek(parser), peek(parser, 1)]
    if (!isMainlyTable(first) || next === null || bestColumn(next) < exact || isMainlyTable(next)) return null
    parser.draft.tables.push(tableMention(parser, first))
    parser.at++
    return plainColumn(parser)
  })
}

function plainColumn(parser: Parser): ColumnMention | null {
  const chunk = peek(parser)
  if (!isColumn(chunk) || bestColumn(chunk) < leastColumn || (bestTable(chunk) >= exact && bestColumn(chunk) < certain))
    return null
  const mention = columnMention(parser, chunk)
  parser.at++
  return withOwner(parser, mention)
}

/** 'name of each customer': the table is the group and also owns the column. */
function ownerOfEach(parser: Parser, mention: ColumnMention): ColumnMention | null {
  const chunk = peek(parser, 1)
  const isName = /^names?$/i.test(mention.text) && /^of /i.test(peek(parser)?.text ?? '')
  if (isName && chunk !== null && !isTable(chunk) && bestColumn(chunk) >= certain) return columnMention(parser, chunk)
  if (!/^(of|for) /i.test(peek(parser)?.text ?? '') || !isMainlyTable(chunk)) return null
  const owner: TableMention = { kind: 'table', text: chunk.text, candidates: chunk.tables, at: parser.at + 1 }
  const fits = mention.candidates.some((one) =>
    owner.candidates.some((candidate) => candidate.table === one.column.table),
  )
  return fits ? { ...mention, owner } : null
}

/** 'name of the customer': links the column to the table after it; 'name of each city' is the city. */
function withOwner(parser: Parser, mention: ColumnMention): ColumnMention {
  const found = attempt(parser, (): ColumnMention | null => {
    if (isKind(peek(parser), 'each')) return ownerOfEach(parser, mention)
    if (!isPreposition(peek(parser), 'of', 'for')) return null
    const isName = isPreposition(peek(parser), 'of') && /^names?$/i.test(mention.text)
    parser.at++
    while (isKind(peek(parser), 'filler', 'all', 'pronoun', 'distinct')) {
      if (isKind(peek(parser), 'distinct')) parser.draft.distinct = true
      parser.at++
    }
    limitOfOwner(parser)
    const chunk = peek(parser)
    if (chunk === null || isKind(chunk, 'each') || chunk.number !== null) return null
    return isName && !isTable(chunk) && bestColumn(chunk) >= certain
      ? columnBehind(parser, chunk)
      : ownerBehind(parser, mention, chunk)
  })
  return found ?? mention
}

/** 'the names of the top 3 teams with the most wins': how many of the owners, which are ranked later. */
function limitOfOwner(parser: Parser): void {
  const ahead = /^top$/i.test(peek(parser)?.text ?? '') ? 1 : 0
  const number = peek(parser, ahead)?.number ?? null
  if (number === null || peek(parser, ahead)?.quoted === true || !isMainlyTable(peek(parser, ahead + 1))) return
  const behind = parser.chunks.slice(parser.at + ahead + 2)
  const end = behind.findIndex((one) => isKind(one, 'end'))
  if (!behind.slice(0, end < 0 ? undefined : end).some((one) => isKind(one, 'superlative'))) return
  parser.draft.limit = number
  parser.at += ahead + 1
}

/** 'name of the city': the city is meant. */
function columnBehind(parser: Parser, chunk: Chunk): ColumnMention {
  const meant = columnMention(parser, chunk)
  parser.at++
  return meant
}

function ownerBehind(parser: Parser, mention: ColumnMention, chunk: Chunk): ColumnMention | null {
  if (!isMainlyTable(chunk) || isColumn(peek(parser, 1)) || isFragment(parser)) return null
  const table = tableMention(parser, chunk)
  const fits = mention.candidates.some((one) =>
    table.candidates.some((candidate) => candidate.table === one.column.table),
  )
  parser.at++
  noteTable(parser, table)
  return fits ? { ...mention, owner: table } : { ...mention, about: table }
}

export function ownsNext(parser: Parser): boolean {
  const [owner, next] = [peek(parser), peek(parser, 1)]
  if (owner === null || next === null) return false
  return next.columns.some(
    (one) => one.quality >= fair && owner.tables.some((candidate) => candidate.table === one.column.table),
  )
}

/** 'movie ratings': of two adjacent tables, the second is meant, linked to the first. */
export function compound(parser: Parser): void {
  attempt(parser, () => {
    const [first, second] = [peek(parser), peek(parser, 1)]
    if (!isMainlyTable(first) || bestTable(first) < likely || second === null || bestTable(second) < exact) return null
    if (isKind(second, 'count', 'aggregate')) return null
    const mention = tableMention(parser, first)
    parser.draft.tables.push(mention)
    parser.at++
    return true
  })
}

/** 'gas companies': only a part of one table's name before another table's name has an unknown meaning. */
export function isFragment(parser: Parser): boolean {
  const [first, second] = [peek(parser), peek(parser, 1)]
  return first !== null && bestTable(first) < fair && isMainlyTable(second) && bestTable(second) >= exact
}

export function tableItem(parser: Parser): TableMention | null {
  compound(parser)
  const chunk = peek(parser)
  if (chunk === null || isFragment(parser)) return null
  const table = tableMention(parser, chunk)
  parser.at++
  noteTable(parser, table)
  return table
}
