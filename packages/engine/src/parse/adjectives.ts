import { certain, leastTable, quality } from '../match/quality.ts'
import type { ColumnModel } from '../schema/model.ts'
import type { Chunk } from '../match/chunks.ts'
import type { ColumnMention } from './draft.ts'
import {
  attempt,
  bestColumn,
  bestTable,
  columnMention,
  isColumn,
  isKind,
  isTable,
  peek,
  addCondition,
  type Parser,
} from './parser.ts'
import { add, isClauseEnd, type Context } from './condition-context.ts'
import { stateBefore } from './states.ts'

const flagName = /(?:ed|ive|able|ible)$/

/** 'active customers', 'discontinued products': a yes/no column, before the table that has it. */
function flag(parser: Parser): boolean {
  const found = attempt(parser, () => {
    const [chunk, next] = [peek(parser), peek(parser, 1)]
    if (
      chunk === null ||
      next === null ||
      !isColumn(chunk) ||
      chunk.values.length > 0 ||
      !isTable(next) ||
      bestTable(chunk) >= certain
    )
      return null
    const owned = chunk.columns.filter(
      ({ column, quality: match }) => match >= certain && next.tables.some(({ table }) => table === column.table),
    )
    const flags = owned.filter(({ column }) => isFlag(column))
    if (flags.length === 0) return null
    const left: ColumnMention = { ...columnMention(parser, chunk), candidates: flags }
    const negated = isKind(peek(parser, -1), 'not')
    parser.at++
    addCondition(parser, { kind: 'flag', left, negated, at: left.at })
    return true
  })
  return found !== null
}

function isFlag(column: ColumnModel): boolean {
  return column.kind === 'boolean' || column.words[0] === 'is' || flagName.test(column.words.at(-1) ?? '')
}

/** 'products that are discontinued': a yes/no column after the noun. */
export function flagSaid(parser: Parser, context: Context): true | null {
  const chunk = peek(parser)
  if (chunk === null || chunk.quoted || chunk.values.length > 0 || !saysBe(parser)) return null
  const flags = chunk.columns.filter(
    ({ column, quality: match }) => match >= certain && isFlag(column) && !['date', 'timestamp'].includes(column.kind),
  )
  if (flags.length === 0) return null
  const left: ColumnMention = { ...columnMention(parser, chunk), candidates: flags }
  parser.at++
  return isClauseEnd(parser) ? add(parser, { kind: 'flag', left, negated: context.negated, at: left.at }) : null
}

function saysBe(parser: Parser): boolean {
  const [last, before] = [peek(parser, -1), peek(parser, -2)]
  return (
    isKind(last, 'be') ||
    (isKind(last, 'not', 'filler') && isKind(before, 'be')) ||
    /(?:n't|not)$/i.test(last?.text ?? '')
  )
}

/** Values before a noun: 'French customers', 'cancelled and returned orders'. */
export function adjectives(parser: Parser): void {
  for (;;) {
    if (flag(parser) || stateBefore(parser)) continue
    const found = attempt(parser, () => {
      const chunk = peek(parser)
      if (
        chunk === null ||
        chunk.values.length === 0 ||
        bestTable(chunk) >= certain ||
        bestColumn(chunk) >= quality.bare
      )
        return null
      const next = peek(parser, 1)
      if (next === null) return null
      const hasTable: boolean = bestTable(next) >= leastTable
      if (!hasTable && !(next.values.length > 0 && isTable(peek(parser, 2)))) return null
      const noun = hasTable ? next : peek(parser, 2)
      const fitting = noun === null ? [] : chunk.values.filter((one) => chunk.capital || belongsTo(noun, one.column))
      const own = fitting.filter((one) => noun?.tables.some(({ table }) => table === one.column.table))
      const matches = own.length > 0 ? own : fitting
      if (matches.length === 0) return null
      const at = parser.at
      parser.at++
      addCondition(parser, {
        kind: 'one of',
        left: null,
        values: [{ kind: 'values', text: chunk.text, matches }],
        every: null,
        negated: false,
        at,
      })
      return true
    })
    if (found === null) return
  }
}

/** Whether an adjective before a noun can be about that noun: its own column, or that of a table it belongs to. */
function belongsTo(noun: Chunk, column: ColumnModel): boolean {
  return noun.tables.some(
    ({ table }) =>
      column.table === table ||
      table.columns.some((one) => one.isForeignKey && one.words.some((word) => column.table.words.includes(word))),
  )
}
