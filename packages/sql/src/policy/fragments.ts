import { message, type Message, type SqlDialect } from '@parlance/contract'
import type { SqlAround } from '../dialects/dialect.ts'
import { dialectOf } from '../dialects/index.ts'
import { prepareSql } from '../lexer/prepare.ts'
import type { Token } from '../tokens/token.ts'
import type { IndexedTable } from '../prove/catalogue-index.ts'
import { RuleTextError } from '../rule-text-error.ts'

/** A piece of a rule: text, a parameter of the asking user, or the salt of hashes. */
export type RulePiece = string | { parameter: string; condition: number } | { salt: true }

const lead = 'SELECT '

/**
 * Splits a rule's expression into pieces, without comments.
 * @param condition the number that identifies its parameters
 * @throws RangeError with a user-facing message unless it is one balanced expression
 */
export function ruleFragment(sql: string, dialect: SqlDialect, condition: number): RulePiece[] {
  const prepared = prepareSql(lead + sql, dialect)
  if ('problem' in prepared) throw new RuleTextError(prepared.problem.message)
  const { text, tokens, placeholders } = prepared.prepared
  if (tokens.length < 2) throw new RuleTextError(message('The expression is empty. Write one.'))
  if (!isBalanced(text, tokens)) throw new RuleTextError(message('The parentheses in the expression do not match.'))
  const pieces: RulePiece[] = []
  let at = lead.length
  for (const { name, start, end } of placeholders) {
    const [before, after] = aroundParameter(name, dialect)
    pieces.push(text.slice(at, start) + before, { parameter: name, condition })
    if (after) pieces.push(after)
    at = end
  }
  pieces.push(text.slice(at).trimEnd())
  return pieces
}

/**
 * An expression as it can be written into a larger query: without comments, and one expression that no content can end
 * early. It may still name anything; the gate proves the query.
 * @returns the text, or why it is none
 */
export function plainFragment(sql: string, dialect: SqlDialect): string | Message {
  const prepared = prepareSql(lead + sql, dialect)
  if ('problem' in prepared) return prepared.problem.message
  const { text, tokens, placeholders } = prepared.prepared
  if (tokens.length < 2) return message('The expression is empty. Write one.')
  if (!isBalanced(text, tokens)) return message('The parentheses in the expression do not match.')
  if (hasOuterComma(text, tokens)) return message('Write one expression, without a comma outside of parentheses.')
  if (placeholders.length > 0) return message('Parameters are not supported here. Write a value.')
  return text.slice(lead.length).trim()
}

/** SQL around a parameter that converts the bound text to a date. */
function aroundParameter(parameter: string, dialect: SqlDialect): SqlAround {
  const { dateParameter, timestampParameter } = dialectOf(dialect).values
  if (parameter === 'current_date') return dateParameter
  return parameter === 'current_timestamp' ? timestampParameter : ['', '']
}

/** An expression may only close parentheses that it opened; otherwise it could escape from its place in the query. */
function isBalanced(text: string, tokens: Token[]): boolean {
  let depth = 0
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue
    if (text[token.start] === '(') depth++
    else if (text[token.start] === ')' && --depth < 0) return false
  }
  return depth === 0
}

function hasOuterComma(text: string, tokens: Token[]): boolean {
  let depth = 0
  return tokens.some(({ kind, start }) => {
    if (kind !== 'symbol') return false
    if (text[start] === '(') depth++
    if (text[start] === ')') depth--
    return depth === 0 && text[start] === ','
  })
}

/** Unqualified columns of an expression that exist in both tables and are therefore ambiguous. */
export function ambiguousColumns(sql: string, dialect: SqlDialect, left: IndexedTable, right: IndexedTable): string[] {
  const prepared = prepareSql(lead + sql, dialect)
  if ('problem' in prepared) return []
  const { text, tokens } = prepared.prepared
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' && token.kind !== 'quoted') return []
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    if ((before && text[before.start] === '.') || (after && '.('.includes(text[after.start]!))) return []
    const written = text.slice(token.start, token.end)
    const name = (token.kind === 'quoted' ? written.slice(1, -1) : written).toLowerCase()
    const has = (table: IndexedTable) =>
      [...table.columns.values()].some((column) => column.name.toLowerCase() === name)
    return has(left) && has(right) ? [written] : []
  })
}
