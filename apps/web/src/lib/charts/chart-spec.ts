import { chartSeriesLimit, numberInCell } from '@parlance/contract'
import type { Cell, ResultChart, ResultColumn, Row } from '@parlance/contract'
import { columnRoles, type ColumnRole } from './column-roles.ts'
import { chartBarLimit, chartPointLimit } from './limits.ts'

/**
 * The closed set of charts: only columns by position. Text from a database or model reaches the charting library only
 * as a column name or a cell value.
 */
export type ChartSpec =
  | { kind: 'line'; x: number; y: number[]; series: number | null }
  | { kind: 'bar'; x: number; y: number[]; series?: number | null }
  | { kind: 'scatter'; x: number; y: number }
  | { kind: 'pie'; x: number; y: number }
  | { kind: 'figure'; value: number }

export type ChartKind = ChartSpec['kind']

/** The chart that best fits the shape of a result; null if none does. */
export function chooseChart(columns: ResultColumn[], rows: Row[]): ChartSpec | null {
  return chartChoices(columns, rows)[0] ?? null
}

/** Every chart that the shape of a result allows, one of each kind, best first. */
export function chartChoices(columns: ResultColumn[], rows: Row[]): ChartSpec[] {
  if (rows.length === 0) return []
  const roles = columnRoles(columns, rows)
  const measures = positions(roles, 'measure')
  if (rows.length === 1) {
    const [value] = measures
    return value !== undefined && measures.length === 1 && columns.length === 1 ? [{ kind: 'figure', value }] : []
  }
  const dates = positions(roles, 'date')
  const categories = positions(roles, 'category')
  const [firstMeasure, secondMeasure] = measures
  const [date] = dates
  const [category] = categories
  const choices: ChartSpec[] = []
  if (firstMeasure === undefined) return choices
  if (date !== undefined) choices.push(lineSpec(rows, date, measures, categories))
  const label = category ?? date ?? positions(roles, 'name')[0]
  if (label !== undefined) choices.push({ kind: 'bar', x: label, y: measures.slice(0, chartSeriesLimit) })
  if (category !== undefined && hasSlices(rows, firstMeasure))
    choices.push({ kind: 'pie', x: category, y: firstMeasure })
  if (secondMeasure !== undefined) choices.push({ kind: 'scatter', x: firstMeasure, y: secondMeasure })
  return choices
}

/** The chart that a model chose, as a chart to draw. */
export function specOf({ type, x, y, series }: ResultChart): ChartSpec {
  const [first = 0] = y
  return type === 'line' || type === 'bar' ? { kind: type, x, y, series } : { kind: type, x, y: first }
}

/** The rows in the order that a model's chart asks for. */
export function sortedRows({ x, y, sort }: ResultChart, rows: Row[]): Row[] {
  const [first = 0] = y
  const number = (row: Row) => numberInCell(row[first]) ?? -Infinity
  switch (sort) {
    case 'rows':
      return rows
    case 'ascending':
      return rows.toSorted((one, other) => number(one) - number(other))
    case 'descending':
      return rows.toSorted((one, other) => number(other) - number(one))
    case 'x':
      return rows.toSorted((one, other) => compareCells(one[x] ?? null, other[x] ?? null))
  }
}

function compareCells(one: Cell, other: Cell): number {
  const [left, right] = [numberInCell(one), numberInCell(other)]
  if (left !== null && right !== null) return left - right
  return String(one ?? '').localeCompare(String(other ?? ''))
}

/** Whether the numbers are parts of a whole, in as many slices as have colors of their own. */
function hasSlices(rows: Row[], measure: number): boolean {
  const values = rows.map((row) => numberInCell(row[measure]) ?? 0)
  return rows.length <= chartSeriesLimit && values.every((value) => value >= 0) && values.some((value) => value > 0)
}

/** The columns that a chart draws. */
export function drawnColumns(spec: ChartSpec): number[] {
  if (spec.kind === 'figure') return [spec.value]
  const series = 'series' in spec ? spec.series : null
  const y = typeof spec.y === 'number' ? [spec.y] : spec.y
  return [spec.x, ...y, ...(series === null || series === undefined ? [] : [series])]
}

/** The columns that a chart's numbers can come from. */
export function measureColumns(columns: ResultColumn[], rows: Row[]): number[] {
  return positions(columnRoles(columns, rows), 'measure')
}

/** The same chart of one column of numbers. */
export function withMeasure(spec: ChartSpec, measure: number): ChartSpec {
  switch (spec.kind) {
    case 'figure':
      return { ...spec, value: measure }
    case 'scatter':
    case 'pie':
      return { ...spec, y: measure }
    case 'line':
    case 'bar':
      return { ...spec, y: [measure] }
  }
}

/** How many of how many rows a chart draws; null if it draws all. */
export function chartNote(spec: ChartSpec, rowCount: number): { drawn: number; of: number } | null {
  const limit = spec.kind === 'bar' ? chartBarLimit : chartPointLimit
  return rowCount > limit ? { drawn: limit, of: rowCount } : null
}

/** A date that repeats for different categories becomes one line per category. */
function lineSpec(rows: Row[], x: number, measures: number[], categories: number[]): ChartSpec {
  const dates = new Set(rows.map((row) => row[x]))
  const [series] = categories
  const isLong = series !== undefined && dates.size < rows.length
  const names = isLong ? new Set(rows.map((row) => row[series] ?? null)) : new Set()
  if (isLong && names.size <= chartSeriesLimit) return { kind: 'line', x, y: measures.slice(0, 1), series }
  return { kind: 'line', x, y: measures.slice(0, chartSeriesLimit), series: null }
}

function positions(roles: ColumnRole[], wanted: ColumnRole): number[] {
  return roles.flatMap((role, index) => (role === wanted ? [index] : []))
}
