import type { Chunk } from '../match/chunks.ts'
import type { ColumnMatch } from '../match/phrases.ts'
import { likely, quality } from '../match/quality.ts'
import { add, type Context } from './condition-context.ts'
import type { ColumnMention, Operand } from './draft.ts'
import { operandList } from './operands.ts'
import { bestTable, isColumn, isMainlyTable, isTable, peek, tableMention, type Parser } from './parser.ts'

/** 'course 301', 'department 70 or 90': the number is the key of the rows that are named right before it. */
export function numbered(parser: Parser, context: Context): true | null {
  const { at } = parser
  const [before, first] = [peek(parser, -1), peek(parser)]
  if (!isPlainNumber(first) || !isNoun(before)) return null
  const values = operandList(parser, false)
  const next = peek(parser)
  // '50 or under' compares.
  const isBound = /^or\b/i.test(next?.text ?? '')
  if (isBound || isTable(next) || isColumn(next) || !values.every(isPlain)) return null
  const candidates = keysOf(before)
  if (candidates.length === 0) return null
  const owner = { ...tableMention(parser, before), at: at - 1 }
  const left: ColumnMention = { kind: 'column', text: before.text, candidates, owner, about: null, at: at - 1 }
  withoutNoun(parser, at - 1)
  return add(parser, { kind: 'one of', left, values, every: null, negated: context.negated, at })
}

/** A number without a unit: '30 years' isn't a key. */
function isPlain(one: Operand): boolean {
  return one.kind === 'number' && one.unit === null
}

/** A whole number that is no year. */
function isPlainNumber(chunk: Chunk | null): boolean {
  return chunk !== null && chunk.number !== null && chunk.date === null && /^\d+$/.test(chunk.text)
}

function isNoun(chunk: Chunk | null): chunk is Chunk {
  return isMainlyTable(chunk) && bestTable(chunk) >= likely && chunk.keyword === null
}

function keysOf({ tables }: Chunk): ColumnMatch[] {
  return tables.flatMap(({ table, quality: fit }) => {
    const [key, other] = table.primaryKey
    return key === undefined || other !== undefined ? [] : [{ column: key, quality: Math.min(fit, quality.keyName) }]
  })
}

/** Takes back the condition that there are such rows, which the number narrows. */
function withoutNoun({ draft: { conditions } }: Parser, noun: number): void {
  const last = conditions.at(-1)
  if (last?.kind !== 'relation' || last.table.at !== noun || last.negated) return
  if (last.count === null && last.inner.length === 0) conditions.pop()
}
