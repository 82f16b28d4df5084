import type { ResultColumn, Row } from '@parlance/contract'
import type { CollectedResult, ReadResult } from '../../door/contract.ts'

/** A result of this turn that figures can refer to. */
export interface Step {
  /** `r1`, `r2`, … in the order in which the queries were asked for. */
  id: string
  sql: string
  result: CollectedResult
  /** Indexes of the columns whose values are masked for the user. */
  masked: ReadonlySet<number>
  /** The rules that mask them. */
  masks?: ReadResult['masks']
  /** Whether its rows are columns of another result, so that it counts nothing. */
  isUnpivoted?: true
}

/** A column of a step, by its index. */
export interface StepColumn {
  step: Step
  index: number
  column: ResultColumn
}

/** The step with this ID, or what to tell the model. */
export function stepNamed(id: string, steps: readonly Step[]): Step | { error: string } {
  const step = steps.find((one) => one.id === id)
  if (step) return step
  const known = steps.map((one) => one.id).join(', ')
  return {
    error: `There is no result "${id}". ${known === '' ? 'No query has run yet.' : `The results are ${known}.`}`,
  }
}

/** The column with this name, whatever its case, or what to tell the model. */
export function columnNamed(name: string, step: Step): StepColumn | { error: string } {
  const { columns } = step.result
  const exact = indexesOf(columns, (one) => one === name)
  const found = exact.length > 0 ? exact : indexesOf(columns, (one) => one.toLowerCase() === name.toLowerCase())
  const [index = -1] = found
  const column = columns[index]
  if (found.length > 1)
    return { error: `${step.id} has ${found.length} columns named "${name}". Name them apart with AS.` }
  if (column) return { step, index, column }
  return { error: `${step.id} has no column "${name}". Its columns are ${columns.map((one) => one.name).join(', ')}.` }
}

function indexesOf(columns: readonly ResultColumn[], matches: (name: string) => boolean): number[] {
  return columns.flatMap(({ name }, index) => (matches(name) ? [index] : []))
}

/** A row with its index in the result. */
export interface PlacedRow {
  at: number
  row: Row
}

export function placedRows({ result }: Step): PlacedRow[] {
  return result.rows.map((row, at) => ({ at, row }))
}
