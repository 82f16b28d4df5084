import type { Cell } from '@parlance/contract'
import type { Step } from './step.ts'

interface StepOptions {
  masked?: string[]
  truncated?: boolean
  sql?: string
}

/** A result for tests. A column's kind follows from its first value. */
export function stepOf(id: string, names: string[], rows: Cell[][], options: StepOptions = {}): Step {
  const { masked = [], truncated = false, sql = '' } = options
  const columns = names.map((name, index) => {
    const kind = typeof rows[0]?.[index] === 'number' ? ('number' as const) : ('text' as const)
    return { name, dataType: '', kind }
  })
  return { id, sql, result: { columns, rows, truncated }, masked: new Set(masked.map((name) => names.indexOf(name))) }
}
