import type { Cell, Row } from '@parlance/contract'
import { accumulate, emptyAccumulator, type Accumulator } from './accumulator.ts'
import { breathing, isLook, type Breath } from '../../../lib/breath.ts'
import type { ChartSettings } from './chart-settings.ts'

/** Rows that were put into groups by the column of the axis and the column of the series. */
export interface Groups {
  /** Values of the axis in the order in which they came. */
  categories: Cell[]
  /** What each series is of: a value of the series column, or a column of numbers. */
  series: Cell[]
  /** By series, then by category; absent where the two never met. */
  cells: (Accumulator | undefined)[][]
  /** Cells that should be numbers and are none. */
  skipped: number
}

/**
 * Groups rows for a chart without keeping the page from answering.
 * @throws the signal's reason when it was aborted
 */
export async function groupRows(rows: Row[], settings: ChartSettings, breath: Breath): Promise<Groups> {
  const { aggregation, x, series, y } = settings
  const drawn = series === null ? y : y.slice(0, 1)
  const measures = drawn.length === 0 ? [null] : drawn
  const groups: Groups = {
    categories: [],
    series: series === null ? measures : [],
    cells: series === null ? measures.map(() => []) : [],
    skipped: 0,
  }
  const categoryOf = numbering(groups.categories)
  const seriesOf = series === null ? null : numbering(groups.series)
  const breathe = breathing(breath)
  for (const [index, row] of rows.entries()) {
    const category = x === null ? 0 : categoryOf(row[x] ?? null)
    for (const [position, measure] of measures.entries()) {
      const at = seriesOf === null || series === null ? position : seriesOf(row[series] ?? null)
      const cells = (groups.cells[at] ??= [])
      const cell = measure === null ? null : (row[measure] ?? null)
      if (!accumulate((cells[category] ??= emptyAccumulator()), cell, aggregation)) groups.skipped += 1
    }
    if (isLook(index)) await breathe()
  }
  if (x === null && groups.categories.length === 0) groups.categories.push(null)
  return groups
}

/** Gives each value a number in the order of coming, and notes the values. */
function numbering(values: Cell[]): (cell: Cell) => number {
  const numbers = new Map<Cell, number>()
  return (cell) => {
    const known = numbers.get(cell)
    if (known !== undefined) return known
    numbers.set(cell, values.length)
    return values.push(cell) - 1
  }
}
