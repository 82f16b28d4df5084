import type { Row } from '@parlance/contract'
import {
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { compareCells, shownCellText } from '../../../lib/cell-text.ts'
import { isNumericColumn } from '../../../lib/numeric-column.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnSizingFeature,
  columnResizingFeature,
})
const helper = createColumnHelper<typeof features, Row>()
const narrowest = 72
const widest = 320
const measuredRows = 50
const characterWidth = 7.4
const padding = 44

/** Sorting and column widths of a result; NULL sorts last either way. */
export function useResultTable(result: SqlResult) {
  const { columns: resultColumns, rows } = result
  const numeric = useMemo(
    () => resultColumns.map((column, index) => isNumericColumn(column, index, rows)),
    [resultColumns, rows],
  )
  const columns = useMemo(
    () =>
      helper.columns(
        resultColumns.map((column, index) =>
          helper.accessor((row) => row[index] ?? undefined, {
            id: String(index),
            header: column.name,
            size: widthOf(result, index),
            minSize: 48,
            maxSize: 1200,
            sortUndefined: 'last',
            sortDescFirst: numeric[index] ?? false,
            sortFn: (left, right) =>
              compareCells(left.original[index] ?? null, right.original[index] ?? null, numeric[index] ?? false),
          }),
        ),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the result's columns and rows are all that the widths read
    [resultColumns, rows, numeric],
  )
  const table = useTable({ features, columns, data: rows, columnResizeMode: 'onChange' })
  return { table, numeric }
}

function widthOf(result: SqlResult, index: number): number {
  const column = result.columns[index]
  if (column === undefined) return narrowest
  const longest = result.rows
    .slice(0, measuredRows)
    .reduce((length, row) => Math.max(length, shownCellText(row[index] ?? null, column).length), 0)
  const needed = Math.max(column.name.length * characterWidth + padding, longest * characterWidth + 22)
  return Math.round(Math.min(widest, Math.max(narrowest, needed)))
}
