import { message, type Catalogue, type Message } from '@parlance/contract'
import type { Parse, TableRef } from '../contract.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import type { IndexedTable } from '../prove/catalogue-index.ts'
import type { CheckContext } from './check-context.ts'
import { proveFragment } from './check-fragment.ts'
import { ambiguousColumns } from './fragments.ts'
import { qualifiedName } from './guard-template.ts'
import { columnNamed } from './table-rules.ts'

/** A join of two tables as an area defines it; the columns may be missing if a condition describes the join. */
export interface JoinToCheck {
  leftTable: TableRef
  leftColumn: string | null
  rightTable: TableRef
  rightColumn: string | null
  condition: string | null
}

export interface JoinProblem {
  table: TableRef
  part: 'table' | 'left_column' | 'right_column' | 'join_condition'
  message: Message
  position: number | null
}

/** Proves that a join's tables and columns exist, and that its condition uses only these two tables. */
export async function checkJoin(join: JoinToCheck, catalogue: Catalogue, parse: Parse): Promise<JoinProblem[]> {
  const index = indexOf(catalogue)
  const left = index.findRef(join.leftTable)
  const right = index.findRef(join.rightTable)
  if (!left || !right) return [missingTable(left ? join.rightTable : join.leftTable)]
  const problems = [
    ...missingColumn('left_column', join.leftColumn, left),
    ...missingColumn('right_column', join.rightColumn, right),
  ]
  if (join.condition === null || problems.length > 0) return problems
  const problem = (text: Message, position: number | null = null): JoinProblem[] => [
    { table: join.leftTable, part: 'join_condition', message: text, position },
  ]
  if (left.ref.table.toLowerCase() === right.ref.table.toLowerCase()) {
    return problem(message('A table can be joined to itself only by its columns. Remove the join condition.'))
  }
  const [first, second] = [left, right].map((table) => qualifiedName(table, index.dialect))
  const context: Pick<CheckContext, 'index' | 'parse'> = { index, parse }
  const lead = `SELECT 1 AS one FROM ${first} CROSS JOIN ${second} WHERE`
  const fragment = { sql: join.condition, lead, allowed: new Set([left, right]), takesParameters: false }
  const proof = await proveFragment(fragment, context)
  if ('problem' in proof) return problem(proof.problem.message, proof.problem.position)
  const [unclear] = ambiguousColumns(join.condition, index.dialect, left, right)
  if (unclear)
    return problem(message('Both tables have a column {column}. Write the table name before it.', { column: unclear }))
  return []
}

function missingTable(table: TableRef): JoinProblem {
  return {
    table,
    part: 'table',
    message: message('There is no table {table}.', { table: table.table }),
    position: null,
  }
}

function missingColumn(
  part: 'left_column' | 'right_column',
  column: string | null,
  table: IndexedTable,
): JoinProblem[] {
  if (column === null || columnNamed(column, table).length > 0) return []
  const text = message('There is no column {column} in {table}.', { column, table: table.ref.table })
  return [{ table: table.ref, part, message: text, position: null }]
}
