import type { ResultColumn, Row } from '@parlance/contract'
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
import { compareCells, fractionDigits, shownCellText } from '../../../lib/cell-text.ts'
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
const smallestSize = 48
const largestSize = 1200
const widest = 320
const measuredRows = 50
const characterWidth = 7.4
/** In pixels: all digits of numbers and dates are as wide as the widest. */
const digitWidth = 8
const dated = new Set<ResultColumn['kind']>(['date', 'time', 'timestamp'])
const padding = 44
/** The width in pixels of 'masked' next to a name. */
const maskedWord = 52

/** Sorting and column widths of a result; NULL sorts last in both directions. */
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
            size: widthOf(result, index, numeric[index] ?? false),
            minSize: smallestSize,
            maxSize: largestSize,
            sortUndefined: 'last',
            sortDescFirst: numeric[index] ?? false,
            sortFn: (left, right) =>
              compareCells(left.original[index] ?? null, right.original[index] ?? null, numeric[index] ?? false),
          }),
        ),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the widths depend only on the result's columns and rows
    [resultColumns, rows, numeric],
  )
  const table = useTable({ features, columns, data: rows, columnResizeMode: 'onChange' })
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const widths = useWidths(headers)
  const widen = (index: number, pixels: number) => {
    const header = headers[index]
    if (header === undefined) return
    const size = Math.min(largestSize, Math.max(smallestSize, header.getSize() + pixels))
    table.setColumnSizing((sizes) => ({ ...sizes, [header.column.id]: size }))
  }
  return { table, numeric, headers, widths, widen }
}

/** The width of each column in pixels; the list keeps its identity while no width changes. */
function useWidths(headers: { getSize: () => number }[]): number[] {
  const text = headers.map((header) => header.getSize()).join(' ')
  return useMemo(() => text.split(' ').map(Number), [text])
}

function widthOf(result: SqlResult, index: number, isNumeric: boolean): number {
  const column = result.columns[index]
  if (column === undefined) return narrowest
  const measured = sampleOf(result.rows)
  const digits = fractionDigits(column, index, measured)
  const longest = measured.reduce(
    (length, row) => Math.max(length, shownCellText(row[index] ?? null, column, digits).length),
    0,
  )
  const isMasked = result.receipt?.maskedOutputs.some((mask) => mask.index === index) === true
  const header = column.name.length * characterWidth + padding + (isMasked ? maskedWord : 0)
  const cell = longest * (isNumeric || dated.has(column.kind) ? digitWidth : characterWidth) + 22
  return Math.round(Math.min(widest, Math.max(narrowest, header, cell)))
}

/** The first rows, and as many spread over the rest. */
function sampleOf(rows: Row[]): Row[] {
  const first = rows.slice(0, measuredRows)
  const step = Math.ceil(rows.length / measuredRows)
  return step <= 1 ? first : [...first, ...first.flatMap((_, index) => rows.slice(index * step, index * step + 1))]
}
