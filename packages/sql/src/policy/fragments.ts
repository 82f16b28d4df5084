import type { SqlDialect } from '@parlance/contract'
import { prepareSql } from '../lexer/prepare.ts'
import type { Token } from '../lexer/tokenize.ts'

/** A piece of a rule: text, a parameter of the asking person, or the salt of hashes. */
export type RulePiece = string | { parameter: string; condition: number } | { salt: true }

const lead = 'SELECT '

/**
 * A rule's expression as pieces, without comments.
 * @param condition the number under which its parameters are known
 * @throws RangeError with a sentence for people unless it is one balanced expression
 */
export function ruleFragment(sql: string, dialect: SqlDialect, condition: number): RulePiece[] {
  const prepared = prepareSql(lead + sql, dialect)
  if ('problem' in prepared) throw new RangeError(prepared.problem.message)
  const { text, tokens, placeholders } = prepared.prepared
  if (tokens.length < 2) throw new RangeError('The expression is empty.')
  if (!isBalanced(text, tokens)) throw new RangeError('The parentheses of the expression do not match.')
  const pieces: RulePiece[] = []
  let at = lead.length
  for (const { name, start, end } of placeholders) {
    pieces.push(text.slice(at, start), { parameter: name, condition })
    at = end
  }
  pieces.push(text.slice(at).trimEnd())
  return pieces
}

/** Nothing may close a parenthesis that it did not open: else it would leave the place where it is put. */
function isBalanced(text: string, tokens: Token[]): boolean {
  let depth = 0
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue
    if (text[token.start] === '(') depth++
    else if (text[token.start] === ')' && --depth < 0) return false
  }
  return depth === 0
}
