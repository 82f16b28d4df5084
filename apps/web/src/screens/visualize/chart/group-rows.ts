import type { Cell, Row } from '@parlance/contract'
import { accumulate, emptyAccumulator, type Accumulator } from './accumulator.ts'
import { breathing, isLook, type Breath } from '../../../lib/breath.ts'
import type { ChartSettings } from './chart-settings.ts'

/** Rows grouped by the column of the axis and the column of the series. */
export interface Groups {
  /** Values of the axis in order of appearance. */
  categories: Cell[]
  /** What each series shows: a value of the series column, or a column of numbers. */
  series: Cell[]
  /** By series, then by category; undefined if the two never occur together. */
  cells: (Accumulator | undefined)[][]
  /** The number of cells that should be numbers but are not. */
  skipped: number
}

/**
 * Groups rows for a chart while the page stays responsive.
 * @throws the signal's reason if it was aborted
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

/** Numbers the values in order of appearance, and collects them. */
function numbering(values: Cell[]): (cell: Cell) => number {
  const numbers = new Map<Cell, number>()
  return (cell) => {
    const known = numbers.get(cell)
    if (known !== undefined) return known
    numbers.set(cell, values.length)
    return values.push(cell) - 1
  }
}
