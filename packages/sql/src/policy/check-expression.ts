import { message, type Catalogue, type Message } from '@parlance/contract'
import type { Parse, TableRef } from '../contract.ts'
import { dialectOf } from '../dialects/index.ts'
import { tokenize } from '../lexer/tokenize.ts'
import type { ExpressionNode } from '../parse/model.ts'
import { indexOf, type CatalogueIndex, type IndexedTable } from '../prove/catalogue-index.ts'
import { proveFragment, type FragmentProblem, type FragmentProof } from './check-fragment.ts'
import { constantCondition } from './constant-conditions.ts'
import { plainFragment } from './fragments.ts'
import { qualifiedName } from './guard-template.ts'
import { columnNamed } from './table-rules.ts'

/** What an expression is for: a number of many rows, a value of each row, or a test of each row. */
export type ExpressionUse = 'aggregate' | 'value' | 'condition'

/** Functions that make one value of many rows, in any dialect. */
const aggregates: ReadonlySet<string> = new Set(
  (
    'sum avg total count min max median mode stddev stddev_pop stddev_samp stdev stdevp std variance var varp var_pop ' +
    'var_samp count_if countif sum_if sumif count_big approx_count_distinct approx_distinct percentile_cont ' +
    'percentile_disc approx_percentile bool_and bool_or every corr covar_pop covar_samp any_value group_concat ' +
    'string_agg listagg array_agg'
  ).split(' '),
)

/**
 * Proves that an expression reads only columns of one table, and that it is what its use needs.
 * @returns the first problem, or null
 */
export async function checkExpression(
  { sql, use, table: ref }: { sql: string; use: ExpressionUse; table: TableRef },
  catalogue: Catalogue,
  parse: Parse,
): Promise<FragmentProblem | null> {
  const index = indexOf(catalogue)
  const table = index.findRef(ref)
  const at = (text: Message, position: number | null = null): FragmentProblem => ({ message: text, position })
  if (table === null) return at(message('There is no table {table}.', { table: ref.table }))
  const plain = plainFragment(sql, index.dialect)
  if (typeof plain !== 'string') return at(plain)
  const over = wordFollowedByParenthesis(sql, 'over', index)
  if (over !== null) return at(message('Window functions (OVER) are not supported here.'), over)
  const from = ` FROM ${qualifiedName(table, index.dialect)}`
  const isCondition = use === 'condition'
  const proof: FragmentProof = await proveFragment(
    {
      sql,
      lead: isCondition ? `SELECT 1 AS one${from} WHERE` : 'SELECT',
      tail: isCondition ? '' : ` AS one${from}`,
      allowed: new Set([table]),
      takesParameters: false,
    },
    { index, parse },
  )
  if ('problem' in proof) return proof.problem
  const node = isCondition ? proof.where : firstItem(proof)
  if (node === null) return at(message('This is not an expression.'))
  const found = use === 'aggregate' ? aggregateProblem(node) : rowProblem(node)
  const problem = found ?? (isCondition ? conditionProblem(node, table, index) : null)
  if (problem === null) return null
  const position = problem.position === null ? null : problem.position - proof.offset
  return at(problem.message, position === null || position < 0 || position > sql.length ? null : position)
}

function firstItem({ query }: Exclude<FragmentProof, { problem: unknown }>): ExpressionNode | null {
  const [item] = query.body.type === 'select' ? query.body.items : []
  return item?.type === 'item' ? item.expression : null
}

function aggregateProblem(node: ExpressionNode): FragmentProblem | null {
  let isFound = false
  const visit = (one: ExpressionNode, isInside: boolean): FragmentProblem | null => {
    if (one.type === 'subquery') return subqueryProblem
    if (one.type === 'column' && !isInside) {
      const text = message('{column} is a column of each row. Write it inside of a function such as SUM or COUNT.', {
        column: one.parts.map((part) => part.text).join('.'),
      })
      return { message: text, position: one.parts[0]?.start ?? null }
    }
    const isOne = isAggregate(one)
    if (isOne && isInside)
      return { message: message('A function such as SUM cannot contain another one.'), position: startOf(one) }
    isFound ||= isOne
    return firstProblem(one, (child) => visit(child, isInside || isOne))
  }
  const problem = visit(node, false)
  if (problem !== null || isFound) return problem
  return { message: message('A metric summarizes rows. Use a function such as SUM, COUNT, or AVG.'), position: null }
}

function rowProblem(node: ExpressionNode): FragmentProblem | null {
  let hasColumn = false
  const visit = (one: ExpressionNode): FragmentProblem | null => {
    if (one.type === 'subquery') return subqueryProblem
    if (isAggregate(one)) {
      const text = message('This is a value of each row, so it cannot contain a function such as SUM or COUNT.')
      return { message: text, position: startOf(one) }
    }
    hasColumn ||= one.type === 'column'
    return firstProblem(one, visit)
  }
  const problem = visit(node)
  if (problem !== null || hasColumn) return problem
  return { message: message('This is the same for each row. Use a column of the table.'), position: null }
}

const subqueryProblem: FragmentProblem = {
  message: message('Subqueries are not supported here. Use columns of the table.'),
  position: null,
}

function conditionProblem(node: ExpressionNode, table: IndexedTable, index: CatalogueIndex): FragmentProblem | null {
  const text = message('This is not a condition. Compare a column with a value.')
  const whole = unwrapped(node)
  const { booleansAreNumbers } = dialectOf(index.dialect).values
  if (whole.type === 'column' && !booleansAreNumbers) {
    const found = columnNamed(whole.parts.at(-1)?.text ?? '', table)
    const isTruth = found.every(({ column }) => column.kind === 'boolean' || column.kind === 'other')
    return isTruth ? null : { message: text, position: whole.parts[0]?.start ?? null }
  }
  if (whole.type === 'operation' && arithmetic.has(operatorOf(whole.operator))) return { message: text, position: null }
  if (constantCondition(node, index.dialect) === null) return null
  return { message: message('This condition is the same for each row. Change it.'), position: null }
}

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '||', 'Plus', 'Minus', 'Multiply', 'Divide'])

function unwrapped(node: ExpressionNode): ExpressionNode {
  const [only] = node.type === 'operation' && node.operator === 'Nested' ? node.children : []
  return only === undefined ? node : unwrapped(only)
}

/** With two arguments, MIN and MAX are functions of one row in some dialects. */
function isAggregate(node: ExpressionNode): boolean {
  if (node.type !== 'call') return false
  const name = node.name.at(-1)?.toLowerCase() ?? ''
  if ((name === 'min' || name === 'max') && node.children.length > 1) return false
  return aggregates.has(name)
}

function startOf(node: ExpressionNode): number | null {
  return node.type === 'call' && node.start >= 0 ? node.start : null
}

function firstProblem(
  node: ExpressionNode,
  visit: (child: ExpressionNode) => FragmentProblem | null,
): FragmentProblem | null {
  for (const child of 'children' in node ? node.children : []) {
    const problem = visit(child)
    if (problem !== null) return problem
  }
  return null
}

/** The trees drop OVER, so this reads the text. */
function wordFollowedByParenthesis(sql: string, word: string, { dialect }: CatalogueIndex): number | null {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return null
  const at = tokens.findIndex(
    ({ kind, start, end }, position) =>
      kind === 'word' &&
      sql.slice(start, end).toLowerCase() === word &&
      sql[tokens[position + 1]?.start ?? sql.length] === '(',
  )
  return tokens[at]?.start ?? null
}

/** Without the prefix that PostgreSQL's parser adds. */
function operatorOf(written: string): string {
  return written.slice(written.lastIndexOf(' ') + 1).replace(/^.*:/, '')
}
