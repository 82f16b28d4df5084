import { certain } from '../match/quality.ts'
import type { Item } from './draft.ts'
import { items } from './items.ts'
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

/** Adds the things that a question asks for, joined by 'and' and commas, to the draft. */
export function itemList(parser: Parser): void {
  periodItem(parser)
  for (;;) {
    const found = items(parser)
    if (found === null) return
    shareOwner(parser.draft.items, found)
    const last = parser.draft.items.at(-1)
    parser.draft.items.push(...found.map((one) => alsoCounted(last, one)))
    const more = attempt(parser, () => {
      const joined =
        skip(parser, 'and', 'comma') ||
        (isKind(peek(parser), 'with', 'whose') &&
          (/^with their$/i.test(peek(parser)?.text ?? '') || withCount(parser)) &&
          skip(parser, 'with', 'whose'))
      if (!joined) return null
      skip(parser, 'filler', 'pronoun', 'comma', 'and', 'question', 'command')
      return startsItem(parser) ? true : null
    })
    if (more === null) return ownerBehind(parser)
  }
}

/** 'the name and city of the customers': a table shown next to a column of the following owner isn't the subject. */
function ownerBehind(parser: Parser): void {
  const { draft } = parser
  const [first, second, third] = draft.items
  if (first?.kind !== 'column' || first.owner !== null || second?.kind !== 'table' || third !== undefined) return
  if (!isPreposition(peek(parser), 'of', 'for') || draft.subject?.at !== second.at) return
  const ahead = isKind(peek(parser, 1), 'filler', 'all') ? 2 : 1
  const chunk = peek(parser, ahead)
  if (!isMainlyTable(chunk) || isColumn(peek(parser, ahead + 1))) return
  const owner = { ...tableMention(parser, chunk), at: parser.at + ahead }
  const isOwn = first.candidates.some(
    (one) => one.quality >= certain && owner.candidates.some(({ table }) => table === one.column.table),
  )
  if (!isOwn) return
  draft.items = [{ ...first, owner }, second]
  draft.subject = owner
}

/** 'the ids and dates of its logs': the owner after the last column also owns the earlier ones, if it has them. */
function shareOwner(before: Item[], found: readonly Item[]): void {
  const [last] = found
  const owner = last?.kind === 'column' ? (last.owner ?? last.about) : null
  if (owner === null) return
  for (let at = before.length - 1; at >= 0; at--) {
    const item = before[at]
    if (item?.kind !== 'column' || item.owner !== null || item.about !== null) return
    const isOwn = item.candidates.some(
      (one) => one.quality >= certain && owner.candidates.some(({ table }) => table === one.column.table),
    )
    if (isOwn) before[at] = { ...item, owner }
  }
}

/** 'how many students and teachers': counts both. */
function alsoCounted(last: Item | undefined, item: Item): Item {
  return last?.kind === 'count' && last.of?.kind === 'table' && item.kind === 'table'
    ? { kind: 'count', of: item, distinct: last.distinct, at: item.at }
    : item
}

/** 'which month had …': asks for the period itself. */
function periodItem(parser: Parser): void {
  const unit = keywordAt(parser, 'unit')
  const chunk = peek(parser)
  if (unit === null || chunk === null || bestColumn(chunk) >= certain || !isKind(peek(parser, -1), 'question')) return
  parser.draft.groups.push({ kind: 'unit', unit: unit.unit, at: parser.at })
  parser.at++
}

/** 'with the number of …' asks for a number. */
function withCount(parser: Parser): boolean {
  return (
    /^with( the)?$/i.test(peek(parser)?.text ?? '') &&
    isKind(peek(parser, isKind(peek(parser, 1), 'filler') ? 2 : 1), 'count')
  )
}

/** Whether another requested item follows 'and', not a condition that begins with a column. */
function startsItem(parser: Parser): boolean {
  const found = attempt(parser, () => {
    const before = parser.at
    const one = items(parser)
    if (one === null) return null
    const next = peek(parser)
    if (isKind(next, 'compare', 'between', 'like', 'missing', 'after-number')) return null
    const end = parser.at
    parser.at = before
    return { end }
  })
  if (found === null) return false
  return true
}
