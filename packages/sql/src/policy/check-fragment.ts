import { message, type Message } from '@parlance/contract'
import { prepareSql } from '../lexer/prepare.ts'
import { knownParameter } from './rule-parameters.ts'
import type { ExpressionNode, ParsedTrees, QueryNode } from '../parse/model.ts'
import type { IndexedTable } from '../prove/catalogue-index.ts'
import { proveQuery } from '../prove/prove-query.ts'
import type { CheckContext } from './check-context.ts'
import { ruleFragment } from './fragments.ts'
import { textOf as problemOf } from '../rule-text-error.ts'

export interface FragmentProblem {
  message: Message
  position: number | null
}

/** An expression as the user typed it, and the query in which it must be true. */
export interface Fragment {
  sql: string
  /** The query up to the expression's own parenthesis; `)` and `tail` follow it. */
  lead: string
  tail?: string
  /** Null: every table of the catalogue may be read. */
  allowed: ReadonlySet<IndexedTable> | null
  takesParameters: boolean
}

export type FragmentProof =
  | { problem: FragmentProblem }
  /** `offset` is where the expression begins in the text of the query. */
  | { where: ExpressionNode | null; query: QueryNode; offset: number }

/** Proves an expression inside a query; a problem's position refers to the expression. */
export async function proveFragment(
  fragment: Fragment,
  context: Pick<CheckContext, 'index' | 'parse'>,
): Promise<FragmentProof> {
  const { dialect } = context.index
  const lead = `${fragment.lead} (`
  const written = textOf(fragment, context)
  if (typeof written !== 'string') return { problem: written }
  const outcome = await context.parse(dialect, `${lead}${written})${fragment.tail ?? ''}`)
  const placed = ({ message, position }: FragmentProblem): FragmentProof => {
    const own = position === null ? null : position - lead.length
    return { problem: { message, position: own === null ? null : Math.min(Math.max(0, own), fragment.sql.length) } }
  }
  if (!outcome.ok) return placed(outcome)
  const trees = outcome.trees as ParsedTrees
  if ('refusal' in trees) return placed(trees.refusal)
  const { query } = trees
  const proof = proveQuery(query, context.index, { allowed: fragment.allowed })
  const [word] = proof.strings
  if (word) {
    const text = message('There is no column {column}. Put strings in single quotes.', { column: word.text })
    return placed({ message: text, position: word.start })
  }
  if (proof.problems[0]) return placed(proof.problems[0])
  const taken = proof.ctes.find((cte) => context.index.named(cte.name.text).length > 0)
  if (taken) {
    const text = message('{name} is also the name of a table. Rename the WITH query.', { name: taken.name.text })
    return placed({ message: text, position: taken.name.start })
  }
  return { where: query.body.type === 'select' ? query.body.where : null, query, offset: lead.length }
}

const before = 'SELECT '

/** The expression without comments and with placeholders for its parameters, in its original length. */
function textOf({ sql, takesParameters }: Fragment, { index }: Pick<CheckContext, 'index'>): string | FragmentProblem {
  const prepared = prepareSql(before + sql, index.dialect)
  if ('problem' in prepared) {
    const { message, position } = prepared.problem
    return { message, position: position === null ? null : Math.max(0, position - before.length) }
  }
  try {
    ruleFragment(sql, index.dialect, 0)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { message: problemOf(error), position: null }
  }
  for (const { name, start } of prepared.prepared.placeholders) {
    const position = start - before.length
    if (!takesParameters) return { message: message('Parameters are not supported here. Write a value.'), position }
    if (!knownParameter(name))
      return { message: message('There is no parameter :{parameter}.', { parameter: name }), position }
  }
  return prepared.prepared.text.slice(before.length).trimEnd()
}

/** Every word of an expression in lower case, quoted ones without their quotes. */
export function wordsOf(sql: string, { index }: Pick<CheckContext, 'index'>): ReadonlySet<string> {
  const prepared = prepareSql(before + sql, index.dialect)
  if ('problem' in prepared) return new Set()
  const { text, tokens } = prepared.prepared
  return new Set(
    tokens
      .filter(({ kind }) => kind === 'word' || kind === 'quoted' || kind === 'string')
      .map(({ kind, start, end }) => {
        const written = text.slice(start, end).toLowerCase()
        return kind === 'word' ? written : written.slice(1, -1)
      }),
  )
}
