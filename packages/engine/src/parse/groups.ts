import { certain } from '../match/quality.ts'
import type { Group } from './draft.ts'
import {
  attempt,
  bestColumn,
  isColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  keywordAt,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'
import { columnPhrase } from './columns.ts'

/** 'for each country', 'per month', 'grouped by status'. */
export function group(parser: Parser): boolean {
  if (parser.averages && startsOne(parser)) return groupTargets(parser)
  if (!isKind(peek(parser), 'each')) return unitAdverb(parser)
  parser.draft.saysPer ||= peek(parser)?.text.toLowerCase() === 'per'
  parser.at++
  return groupTargets(parser)
}

/** 'does a customer': moves to the table; false if the cursor is at no such phrase. */
function startsOne(parser: Parser): boolean {
  let ahead = 0
  while (isKind(peek(parser, ahead), 'do', 'be', 'have') || isPreposition(peek(parser, ahead))) ahead++
  if (!/^an?$/i.test(peek(parser, ahead)?.text ?? '') || !isMainlyTable(peek(parser, ahead + 1))) return false
  parser.at += ahead + 1
  return true
}

/** 'monthly' and 'yearly' name the grouping on their own. */
export function unitAdverb(parser: Parser): boolean {
  const unit = keywordAt(parser, 'unit')
  if (unit === null || !/ly$|month by month|year by year|day by day|over/.test(peek(parser)?.text.toLowerCase() ?? ''))
    return false
  parser.draft.groups.push({ kind: 'unit', unit: unit.unit, at: parser.at })
  parser.at++
  return true
}

/** Columns, tables, or periods to group by, joined by 'and'. */
export function groupTargets(parser: Parser): boolean {
  let found = 0
  for (;;) {
    const target = attempt(parser, () => {
      if (found > 0 && !skip(parser, 'and', 'comma')) return null
      skip(parser, 'filler', 'distinct', 'each', 'all')
      const one = groupTarget(parser)
      if (one === null) return null
      if (found > 0 && isKind(peek(parser), 'compare', 'between', 'be', 'like')) return null
      return one
    })
    if (target === null) return found > 0
    parser.draft.groups.push(target)
    found++
  }
}

/** A column, a table, or a period to group by; null if the cursor is at none. */
export function groupTarget(parser: Parser): Group | null {
  const chunk = peek(parser)
  const unit = keywordAt(parser, 'unit')
  if (chunk === null) return null
  if (unit !== null && bestColumn(chunk) < certain) {
    const made: Group = { kind: 'unit', unit: unit.unit, at: parser.at }
    parser.at++
    return made
  }
  if (isMainlyTable(chunk) && !isColumn(peek(parser, 1)) && !isKind(peek(parser, 1), 'possessive')) {
    const mention = tableMention(parser, chunk)
    parser.at++
    parser.draft.tables.push(mention)
    return mention
  }
  return columnPhrase(parser)
}
