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
  noteTable,
  peek,
  tableMention,
  type Parser,
} from './parser.ts'

/** A column, perhaps with the table that owns it before ('customer names', 'the customer's name') or behind ('of the customer'). */
export function columnPhrase(parser: Parser): ColumnMention | null {
  return attempt(parser, () => ownedColumn(parser) ?? compoundColumn(parser) ?? plainColumn(parser))
}

function ownedColumn(parser: Parser): ColumnMention | null {
  const first = peek(parser)
  if (!isTable(first)) return null
  const owner = tableMention(parser, first)
  const possessive = isKind(peek(parser, 1), 'possessive')
  const next = peek(parser, possessive ? 2 : 1)
  if (!isColumn(next) || (!possessive && isMainlyTable(next) && bestTable(next) === 1)) return null
  const owned = next.columns.filter((one) => owner.candidates.some((candidate) => candidate.table === one.column.table))
  if (owned.length === 0 && (!possessive || bestColumn(next) < 0.7)) return null
  parser.at += possessive ? 2 : 1
  const mention = columnMention(parser, next, owned.length > 0 ? owner : null)
  parser.at++
  noteTable(parser, owner)
  return mention
}

/** 'membership level': a table's word before a column that it does not own only says where to look. */
function compoundColumn(parser: Parser): ColumnMention | null {
  return attempt(parser, () => {
    const [first, next] = [peek(parser), peek(parser, 1)]
    if (!isMainlyTable(first) || next === null || bestColumn(next) < 0.95 || isMainlyTable(next)) return null
    parser.draft.tables.push(tableMention(parser, first))
    parser.at++
    return plainColumn(parser)
  })
}

function plainColumn(parser: Parser): ColumnMention | null {
  const chunk = peek(parser)
  if (!isColumn(chunk) || bestColumn(chunk) < 0.45 || (bestTable(chunk) >= 0.95 && bestColumn(chunk) < 0.9)) return null
  const mention = columnMention(parser, chunk)
  parser.at++
  return withOwner(parser, mention)
}

/** 'name of each customer': the table groups, and owns the column too. */
function ownerOfEach(parser: Parser, mention: ColumnMention): ColumnMention | null {
  const chunk = peek(parser, 1)
  const isName = /^names?$/i.test(mention.text) && /^of /i.test(peek(parser)?.text ?? '')
  if (isName && chunk !== null && !isTable(chunk) && bestColumn(chunk) >= 0.9) return columnMention(parser, chunk)
  if (!/^(of|for) /i.test(peek(parser)?.text ?? '') || !isMainlyTable(chunk)) return null
  const owner: TableMention = { kind: 'table', text: chunk.text, candidates: chunk.tables, at: parser.at + 1 }
  const fits = mention.candidates.some((one) =>
    owner.candidates.some((candidate) => candidate.table === one.column.table),
  )
  return fits ? { ...mention, owner } : null
}

/** 'name of the customer': ties the column to the table behind it; 'name of each city' is the city. */
function withOwner(parser: Parser, mention: ColumnMention): ColumnMention {
  const found = attempt(parser, (): ColumnMention | null => {
    if (isKind(peek(parser), 'each')) return ownerOfEach(parser, mention)
    if (!isPreposition(peek(parser), 'of', 'for')) return null
    const isOf = isPreposition(peek(parser), 'of')
    parser.at++
    while (isKind(peek(parser), 'filler', 'all', 'pronoun', 'distinct')) {
      if (isKind(peek(parser), 'distinct')) parser.draft.distinct = true
      parser.at++
    }
    if (isKind(peek(parser), 'each')) return null
    const chunk = peek(parser)
    if (chunk === null || chunk.number !== null) return null
    const isName = isOf && /^names?$/i.test(mention.text)
    if (isName && !isTable(chunk) && bestColumn(chunk) >= 0.9) {
      const meant = columnMention(parser, chunk)
      parser.at++
      return meant
    }
    if (!isMainlyTable(chunk) || isColumn(peek(parser, 1)) || isFragment(parser)) return null
    const table = tableMention(parser, chunk)
    const fits = mention.candidates.some((one) =>
      table.candidates.some((candidate) => candidate.table === one.column.table),
    )
    parser.at++
    noteTable(parser, table)
    return fits ? { ...mention, owner: table } : { ...mention, about: table }
  })
  return found ?? mention
}

export function ownsNext(parser: Parser): boolean {
  const [owner, next] = [peek(parser), peek(parser, 1)]
  if (owner === null || next === null) return false
  return next.columns.some(
    (one) => one.quality >= 0.7 && owner.tables.some((candidate) => candidate.table === one.column.table),
  )
}

/** 'movie ratings': of two tables in a row the second is meant, tied to the first. */
export function compound(parser: Parser): void {
  attempt(parser, () => {
    const [first, second] = [peek(parser), peek(parser, 1)]
    if (!isMainlyTable(first) || bestTable(first) < 0.8 || second === null || bestTable(second) < 0.95) return null
    if (isKind(second, 'count', 'aggregate')) return null
    const mention = tableMention(parser, first)
    parser.draft.tables.push(mention)
    parser.at++
    return true
  })
}

/** 'gas companies': a mere part of one table's name before another table's name says something that is not known. */
export function isFragment(parser: Parser): boolean {
  const [first, second] = [peek(parser), peek(parser, 1)]
  return first !== null && bestTable(first) < 0.7 && isMainlyTable(second) && bestTable(second) >= 0.95
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
