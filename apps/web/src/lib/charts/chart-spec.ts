import { chartSeriesLimit, numberInCell } from '@parlance/contract'
import type { Cell, ChartStack, ResultChart, ResultColumn, Row } from '@parlance/contract'
import { columnRoles, type ColumnRole } from './column-roles.ts'

/**
 * The closed set of charts: only columns by position. Text from a database or model reaches the charting library only
 * as a column name or a cell value.
 */
export type ChartSpec =
  | { kind: 'line'; x: number; y: number[]; series: number | null; references?: number[] }
  | {
      kind: 'bar'
      x: number
      y: number[]
      series?: number | null
      stack?: ChartStack
      /** Those of `y` that are drawn as lines over the bars. */
      lines?: number[]
      references?: number[]
    }
  | { kind: 'scatter'; x: number; y: number; references?: number[] }
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
  const groups = groupsOf(rows, date, categories)
  if (groups !== null) choices.push({ kind: 'bar', ...groups, y: [firstMeasure] })
  else if (label !== undefined) choices.push({ kind: 'bar', x: label, y: measures.slice(0, chartSeriesLimit) })
  if (category !== undefined && hasSlices(rows, firstMeasure))
    choices.push({ kind: 'pie', x: category, y: firstMeasure })
  if (secondMeasure !== undefined) choices.push({ kind: 'scatter', x: firstMeasure, y: secondMeasure })
  return choices
}

/** The chart that a model chose, as a chart to draw. */
export function specOf({ type, x, y, series, stack, lines, references }: ResultChart): ChartSpec {
  const [first = 0] = y
  switch (type) {
    case 'line':
      return { kind: type, x, y, series, references }
    case 'bar':
      return { kind: type, x, y, series, stack, lines, references }
    case 'scatter':
      return { kind: type, x, y: first, references }
    case 'pie':
      return { kind: type, x, y: first }
  }
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
  if (rows.length > chartSeriesLimit) return false
  const values = rows.map((row) => numberInCell(row[measure]) ?? 0)
  return values.every((value) => value >= 0) && values.some((value) => value > 0)
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
      return { ...spec, y: [measure] }
    case 'bar':
      return { ...spec, y: [measure], lines: [] }
  }
}

/** Two columns of which each pair has one row: the bars of a place stand for the values of the second one. */
function groupsOf(rows: Row[], date: number | undefined, categories: number[]): { x: number; series: number } | null {
  const [first, second] = categories
  const pair = date === undefined ? [first, second] : [date, first]
  const [one, other] = pair
  if (one === undefined || other === undefined) return null
  if (allDiffer(rows, [one]) || allDiffer(rows, [other]) || !allDiffer(rows, [one, other])) return null
  const count = (column: number) => new Set(rows.map((row) => row[column] ?? null)).size
  const isTurned = date === undefined && count(other) > count(one)
  return isTurned ? { x: other, series: one } : { x: one, series: other }
}

/** Whether no two rows have the same cells. It looks at no more rows than it needs, because there may be very many. */
function allDiffer(rows: Row[], columns: number[]): boolean {
  const known = new Set<string>()
  return rows.every((row) => {
    const { size } = known
    return known.add(JSON.stringify(columns.map((column) => row[column] ?? null))).size > size
  })
}

/** A date that repeats for different categories becomes one line per category. */
function lineSpec(rows: Row[], x: number, measures: number[], categories: number[]): ChartSpec {
  const [series] = categories
  const isLong = series !== undefined && !allDiffer(rows, [x])
  if (isLong) return { kind: 'line', x, y: measures.slice(0, 1), series }
  return { kind: 'line', x, y: measures.slice(0, chartSeriesLimit), series: null }
}

function positions(roles: ColumnRole[], wanted: ColumnRole): number[] {
  return roles.flatMap((role, index) => (role === wanted ? [index] : []))
}
