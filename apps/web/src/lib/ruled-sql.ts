import type { StoredReceipt, TableRef } from '@parlance/contract'
import { compareSql } from './sql-difference.ts'
import { sqlLines, type SqlToken } from './sql-tokens.ts'

export interface ReadLine {
  tokens: SqlToken[]
  /** Whether a rule added it. */
  isAdded: boolean
  /** The rules that this line enforces, where they are named. */
  rules: string[]
}

type Rules = Pick<StoredReceipt, 'rowRules' | 'masks'>

/**
 * The SQL of an answer to read: as it ran, with the lines that rules added, or as it was written if no rule changed it
 * or the reader may not see what ran.
 */
export function readableSql(written: string, executed: string | null, receipt: Rules | null): ReadLine[] {
  const isRuled = receipt !== null && receipt.rowRules.length + receipt.masks.length > 0
  if (executed === null || !isRuled) return sqlLines(written).map((tokens) => ({ tokens, isAdded: false, rules: [] }))
  const ran = compareSql(written, executed).flatMap(({ right, isSame }) =>
    right === null ? [] : [{ tokens: right, isAdded: !isSame, rules: [] }],
  )
  // The row limit of the product comes from no rule.
  const limit = ran.findLastIndex(({ tokens }) => /^(?:limit|fetch|offset)\b/i.test(textOf(tokens)))
  const lines = ran.map((line, at) => (limit >= 0 && at >= limit ? { ...line, isAdded: false } : line))
  return chunksOf(lines).flatMap((chunk) => (chunk[0]?.isAdded === true ? named(chunk, receipt) : chunk))
}

/** The written lines and the added ones, in turn. */
function chunksOf(lines: ReadLine[]): ReadLine[][] {
  const chunks: ReadLine[][] = []
  for (const line of lines) {
    const last = chunks.at(-1)
    if (last?.[0]?.isAdded === line.isAdded) last.push(line)
    else chunks.push([line])
  }
  return chunks
}

/** Names the rules of the tables that added lines read. Lines that read no such table come from no rule. */
function named(chunk: ReadLine[], { rowRules, masks }: Rules): ReadLine[] {
  const text = chunk.map(({ tokens }) => textOf(tokens)).join('\n')
  const isHere = ({ table }: { table: TableRef }) => hasName(text, table.table)
  const here = { rowRules: rowRules.filter(isHere), masks: masks.filter(isHere) }
  if (here.rowRules.length + here.masks.length === 0) return chunk.map((line) => ({ ...line, isAdded: false }))
  const places = new Map<number, Set<string>>()
  const name = (rule: string, at: number) => places.set(at, (places.get(at) ?? new Set()).add(rule))
  const condition = chunk.findIndex(({ tokens }) => textOf(tokens).trim().toLowerCase() === 'where') + 1
  for (const { rule } of here.rowRules) name(rule, condition)
  for (const { rule, column } of here.masks)
    name(
      rule,
      Math.max(
        0,
        chunk.findIndex(({ tokens }) => isAlias(textOf(tokens), column)),
      ),
    )
  return chunk.map((line, at) => ({ ...line, rules: [...(places.get(at) ?? [])] }))
}

function textOf(tokens: SqlToken[]): string {
  return tokens.map(({ text }) => text).join('')
}

function hasName(text: string, name: string): boolean {
  return plain(text)
    .split(/[^\p{L}\p{N}_$]+/u)
    .includes(plain(name))
}

function isAlias(line: string, column: string): boolean {
  return plain(line)
    .replace(/,$/, '')
    .endsWith(` as ${plain(column)}`)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/["`[\]]/g, '')
    .trimEnd()
}
