import type { SqlDialect } from '@parlance/contract'
import { tokenize } from '@parlance/sql/text'
import type { SemanticTable } from '../contract.ts'
import { isSameName } from './find.ts'

interface Column {
  table: SemanticTable
  name: string
}

/**
 * Reads a join condition that compares columns of two tables: `a.x = b.y AND a.z = b.w`.
 * @returns the pairs of columns, or an empty list if it says anything else
 */
export function pairsOfCondition(
  condition: string,
  left: SemanticTable,
  right: SemanticTable,
  dialect: SqlDialect,
): { from: string; to: string }[] {
  const tokens = tokenize(condition, dialect)
  if (!Array.isArray(tokens)) return []
  const words = tokens
    .filter(({ kind }) => kind !== 'comment')
    .map(({ kind, start, end }) => {
      const text = condition.slice(start, end)
      return kind === 'quoted' ? { text: text.slice(1, -1), isQuoted: true } : { text, isQuoted: false }
    })
  const pairs: { from: string; to: string }[] = []
  for (let at = 0; ; at++) {
    const first = readColumn(words, at, left, right)
    if (first === null || words[first.next]?.text !== '=') return []
    const second = readColumn(words, first.next + 1, left, right)
    if (second === null || first.column.table === second.column.table) return []
    const [from, to] = first.column.table === left ? [first, second] : [second, first]
    pairs.push({ from: from.column.name, to: to.column.name })
    at = second.next
    if (at === words.length) return pairs
    const word = words[at]
    if (word === undefined || word.isQuoted || !isSameName(word.text, 'and')) return []
  }
}

interface Word {
  text: string
  isQuoted: boolean
}

/** A column, with or without its table and the table's schema. */
function readColumn(
  words: readonly Word[],
  start: number,
  left: SemanticTable,
  right: SemanticTable,
): { column: Column; next: number } | null {
  const path: string[] = []
  let at = start
  for (;;) {
    const word = words[at]
    if (word === undefined) return null
    path.push(word.text)
    at++
    if (words[at]?.text !== '.') break
    at++
  }
  const [name = '', table] = path.toReversed()
  const owners = [left, right].filter(
    (one) =>
      (table === undefined || isSameName(one.entry.name, table)) &&
      one.entry.columns.some((column) => isSameName(column.name, name)),
  )
  const [owner, second] = owners
  return owner === undefined || second !== undefined ? null : { column: { table: owner, name }, next: at }
}
