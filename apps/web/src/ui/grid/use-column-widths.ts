import type { ResultColumn, Row } from '@parlance/contract'
import { useCallback, useMemo, useState } from 'react'
import { fractionDigits, shownCellText } from '../../lib/cell-text.ts'
import { isNumericColumn } from '../../lib/numeric-column.ts'
import type { GridResult } from './grid-range.ts'
import { indexWidthOf } from './use-grid-columns.ts'

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

/** A column gets at most this many times the width that its values need, so that rows stay easy to follow. */
const mostStretch = 3
const widestStretched = 420

/** The alignment of a grid's columns, and their widths in pixels. */
export interface ColumnWidths {
  /** For each column, whether it is right-aligned. */
  numeric: boolean[]
  widths: number[]
  /** Sets a column's width, within limits; null returns to the first width. */
  resize: (column: number, width: number | null) => void
}

/**
 * The widths that the values need and the user chooses.
 * @param gridWidth in pixels; columns that need less grow into it
 */
export function useColumnWidths(result: GridResult, gridWidth: number): ColumnWidths {
  const { columns, rows } = result
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const numeric = useMemo(() => columns.map((column, index) => isNumericColumn(column, index, rows)), [columns, rows])
  const needed = useMemo(
    () => columns.map((_, index) => widthOf(result, index, numeric[index] ?? false)),
    // oxlint-disable-next-line react/exhaustive-deps -- the widths depend only on the result's columns and rows
    [columns, rows, numeric],
  )
  const sizes = stretched(needed, gridWidth - indexWidthOf(rows.length))
  const widths = useSame(sizes.map((size, index) => chosen.get(index) ?? size))
  const resize = useCallback((column: number, width: number | null) => {
    const size = width === null ? null : Math.round(Math.min(largestSize, Math.max(smallestSize, width)))
    setChosen(
      (known) =>
        new Map([...known].filter(([index]) => index !== column).concat(size === null ? [] : [[column, size]])),
    )
  }, [])
  return { numeric, widths, resize }
}

/** The widths in pixels as a list that keeps its identity while no width changes. */
function useSame(widths: number[]): number[] {
  const text = widths.join(' ')
  return useMemo(() => text.split(' ').map(Number), [text])
}

/** Shares spare width between columns by what they need. */
function stretched(needed: number[], available: number): number[] {
  const total = needed.reduce((sum, width) => sum + width, 0)
  if (needed.length < 2 || total >= available) return needed
  return needed.map((width) =>
    Math.floor(Math.max(width, Math.min((width * available) / total, width * mostStretch, widestStretched))),
  )
}

function widthOf(result: GridResult, index: number, isNumeric: boolean): number {
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
