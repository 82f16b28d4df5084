import { joinMessages, message } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type { ExpressionNode, TableFunctionNode } from '../parse/model.ts'
import { mayCastTo } from './cast-types.ts'
import { report } from './scope.ts'
import type { Proof } from './scope.ts'
import { shown } from '../shown.ts'
import { nearest } from './suggest.ts'

type Call = Extract<ExpressionNode, { type: 'call' }>

/** Refuses a function that isn't on the dialect's list. */
export function checkCall(call: Call, proof: Proof): void {
  check(call.name, call.start, dialectOf(proof.index.dialect).functions.scalar, proof)
}

/** Refuses a function in FROM that isn't on the dialect's list of table functions. */
export function checkTableFunction(node: TableFunctionNode, proof: Proof): void {
  if (node.isSyntax) return
  check(
    node.name.map((part) => part.text),
    node.name[0]!.start,
    dialectOf(proof.index.dialect).functions.table,
    proof,
  )
}

function check(name: string[], start: number, listed: ReadonlySet<string>, proof: Proof): void {
  const last = name.at(-1)!.toLowerCase()
  const written = shown(name.join('.'))
  // BigQuery's NET.HOST and the like are listed with their first name.
  if (name.length === 2 && listed.has(name.join('.').toLowerCase())) return
  if (
    name.length > 2 ||
    (name.length === 2 && !dialectOf(proof.index.dialect).functions.schemas.has(name[0]!.toLowerCase()))
  ) {
    report(
      proof,
      'forbidden_function',
      message('{name} is not allowed, because it has a schema. Use a built-in function.', { name: written }),
      start,
    )
  } else if (!listed.has(last) && !proof.trusted.has(last)) {
    const hint = nearest(last, [...listed]) ?? message('Use another function.')
    const text = joinMessages([message('The function {name} is not allowed.', { name: written }), hint])
    report(proof, 'unknown_function', text, start)
  }
}

/** Refuses casts to types that reveal more than the value. */
export function checkCast(cast: Extract<ExpressionNode, { type: 'cast' }>, proof: Proof): void {
  const { castTypes } = dialectOf(proof.index.dialect).functions
  if (castTypes === null || mayCastTo(cast.to, castTypes, proof.index)) return
  const name = cast.to.replace('[]', '').split('.').at(-1)!
  report(
    proof,
    'forbidden_construct',
    message('A cast to {type} is not allowed. Remove it, or cast to text, a number, or a date.', { type: shown(name) }),
    null,
  )
}

/** The columns that a table function returns; null if they depend on its arguments. */
export function tableFunctionColumns(node: TableFunctionNode, proof: Proof): string[] | null {
  const names = node.alias?.columns ?? []
  if (node.columns) return node.columns.map((column, at) => (names[at] ?? column).text)
  if (names.length > 0) return names.map((column) => column.text)
  return dialectOf(proof.index.dialect).functions.tableColumns.get(node.name.at(-1)!.text.toLowerCase()) ?? null
}
