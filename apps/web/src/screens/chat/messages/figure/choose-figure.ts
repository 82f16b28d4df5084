import { momentInCell, numberInCell, type Row } from '@parlance/contract'
import { drawnParts } from '../../../../lib/charts/chart-series.ts'
import { chartChoices, type ChartSpec } from '../../../../lib/charts/chart-spec.ts'
import { chartsOf } from '../../../../lib/charts/result-chart.ts'
import { columnRoles, type ColumnRole } from '../../../../lib/charts/column-roles.ts'
import type { SqlResult } from '../../../../lib/turn/chat-message.ts'
import { isSumOfRows } from './additive.ts'

/** More bars than these are shortened to the first `shortBars`. */
const mostBars = 10
const shortBars = 5
const tableRows = 5
/** A record with more columns reads better as a table than as one number. */
const mostNamedColumns = 3
const leastPoints = 3
/** The small bars next to a number. */
const trendPeriods = 6

/** What an answer shows below its sentence. Columns are positions in the result. */
export type AnswerFigure =
  | { kind: 'number'; value: number; row: Row; before: Earlier | null; names: number[]; trend: Row[] }
  | { kind: 'bars'; name: number; value: number; rows: Row[]; others: Others | null }
  | { kind: 'line'; spec: Extract<ChartSpec, { kind: 'line' }> }
  /** A chart that the question or the model asks for and that only the charting library draws. */
  | { kind: 'chart'; spec: ChartSpec }
  | { kind: 'table'; rows: Row[]; others: number }

export type FigureKind = AnswerFigure['kind']

/** The value that a single number is compared with. */
export interface Earlier {
  value: number
  row: Row
  /** The column that names it; null if its own column does. */
  name: number | null
}

/** The rows without a bar, and the sum of their values if their values can be added up. */
export interface Others {
  count: number
  sum: number | null
}

type Shown = Pick<
  SqlResult,
  'columns' | 'rows' | 'notExecuted' | 'isSample' | 'truncated' | 'display' | 'look' | 'chart'
> &
  Pick<SqlResult, 'display_sql' | 'totalRows'>

/** The figures that fit a result, best first; empty if its sentence says everything. */
export function figuresOf(result: Shown): AnswerFigure[] {
  const { columns, rows } = result
  if (rows.length === 0 || result.notExecuted || result.isSample) return []
  if (rows.length === 1 && columns.length === 1 && numberInCell(rows[0]?.[0]) === null) return []
  const roles = columnRoles(columns, rows)
  const number = comparedIn(result, roles) ?? numberIn(roles, rows)
  if (number !== null && rows.length === 1) return [number]
  const line = lineIn(result)
  const latest = line === null ? null : latestIn(result, roles)
  const found = [number, line, latest, barsIn(result, roles), tableOf(result)]
  const figures = found.filter((figure) => figure !== null)
  const chart = wantedChart(result, figures)
  if (chart !== null) return [{ kind: 'chart', spec: chart }, ...figures.filter(({ kind }) => kind !== 'number')]
  const wanted = wantedKind(result)
  return figures.toSorted((one, other) => Number(other.kind === wanted) - Number(one.kind === wanted))
}

/** The chart of the model, or one that the question asks for and that isn't among the other figures. */
function wantedChart(result: Shown, figures: AnswerFigure[]): ChartSpec | null {
  const { chart, display, look } = result
  const isAsked = display !== null && display !== 'chart' && display !== 'table'
  const wanted = wantedKind(result)
  const isDrawn = look === null && (!isAsked || figures.some(({ kind }) => kind === wanted))
  return chart === null && isDrawn ? null : chartsOf(result).first
}

function wantedKind({ display }: Shown): FigureKind | null {
  const kinds = {
    bar: 'bars',
    line: 'line',
    table: 'table',
    combined: null,
    pie: null,
    scatter: null,
    chart: null,
  } as const
  return display === null ? null : kinds[display]
}

/** A value side by side with the one of another period, as the built-in engine compares them. */
function comparedIn({ columns, rows }: Shown, roles: ColumnRole[]): AnswerFigure | null {
  const [row, other] = rows
  const isCompared = columns.length === 3 && columns[2]?.name === 'change_percent'
  if (row === undefined || other !== undefined || !isCompared || positions(roles, 'measure').length < 2) return null
  return { kind: 'number', value: 1, row, before: { value: 0, row, name: null }, names: [], trend: [] }
}

/** One value, or a value of two periods. */
function numberIn(roles: ColumnRole[], rows: Row[]): AnswerFigure | null {
  const measures = positions(roles, 'measure')
  const [value] = measures
  const [row, other] = rows
  if (value === undefined || row === undefined || measures.length > 1) return null
  const names = roles.flatMap((role, index) => (index !== value && role !== 'none' ? [index] : []))
  if (rows.length === 1) {
    return roles.length > mostNamedColumns ? null : { kind: 'number', value, row, before: null, names, trend: [] }
  }
  const [date] = positions(roles, 'date')
  if (rows.length !== 2 || other === undefined || date === undefined || roles.length !== 2) return null
  const [earlier, later] = moment(row[date]) < moment(other[date]) ? [row, other] : [other, row]
  return { kind: 'number', value, row: later, before: { value, row: earlier, name: date }, names: [date], trend: [] }
}

/** The value of the latest period, with those of the periods before it. */
function latestIn({ rows }: Shown, roles: ColumnRole[]): AnswerFigure | null {
  const [value, another] = positions(roles, 'measure')
  const [date] = positions(roles, 'date')
  if (value === undefined || another !== undefined || date === undefined || roles.length !== 2) return null
  const trend = rows.toSorted((one, other) => moment(one[date]) - moment(other[date])).slice(-trendPeriods)
  const [earlier, row] = trend.slice(-2)
  if (earlier === undefined || row === undefined) return null
  return { kind: 'number', value, row, before: { value, row: earlier, name: date }, names: [date], trend }
}

function moment(cell: Row[number] | undefined): number {
  return momentInCell(cell) ?? 0
}

function lineIn({ columns, rows, truncated }: Shown): AnswerFigure | null {
  const spec = chartChoices(columns, rows).find((choice) => choice.kind === 'line')
  if (spec === undefined || truncated) return null
  const { series } = drawnParts(spec, rows)
  if (series !== null && series.of > series.shown.length) return null
  const dates = new Set(rows.map((row) => row[spec.x]))
  // Without one line per name, a date that repeats would jump up and down.
  if (dates.size < leastPoints || (spec.series === null && dates.size < rows.length)) return null
  // Columns of different sizes would flatten each other, so only the first is drawn.
  return { kind: 'line', spec: { ...spec, y: spec.y.slice(0, 1) } }
}

/** A bar for each row if all names differ, the largest first if they are too many. */
function barsIn(result: Shown, roles: ColumnRole[]): AnswerFigure | null {
  const { rows, truncated } = result
  const name = [...positions(roles, 'category'), ...positions(roles, 'date'), ...positions(roles, 'name')].find(
    (column) => new Set(rows.map((row) => row[column])).size === rows.length,
  )
  const measures = positions(roles, 'measure')
  const value = measures.find((column) => isSorted(rows, column)) ?? measures[0]
  if (rows.length < 2 || name === undefined || value === undefined) return null
  if (rows.some((row) => (numberInCell(row[value]) ?? 0) < 0)) return null
  const isRanked = isSorted(rows, value)
  if (!isRanked && (truncated || (roles[name] === 'date' && rows.length > 2 * mostBars))) return null
  if (rows.length <= mostBars) return { kind: 'bars', name, value, rows, others: null }
  if (roles[name] === 'date') return { kind: 'bars', name, value, rows: rows.slice(0, 2 * mostBars), others: null }
  const ranked = isRanked ? rows : rows.toSorted((one, other) => amount(other, value) - amount(one, value))
  return { kind: 'bars', name, value, rows: ranked.slice(0, shortBars), others: othersOf(result, ranked, value) }
}

function othersOf(result: Shown, ranked: Row[], value: number): Others | null {
  const rest = ranked.slice(shortBars)
  if (result.truncated) {
    return result.totalRows === null ? null : { count: result.totalRows - shortBars, sum: null }
  }
  const isAdditive = isSumOfRows(result.display_sql, value)
  return { count: rest.length, sum: isAdditive ? rest.reduce((sum, row) => sum + amount(row, value), 0) : null }
}

/** Whether the values only fall or only rise; NULL may be anywhere. */
function isSorted(rows: Row[], column: number): boolean {
  const values = rows.map((row) => numberInCell(row[column])).filter((value) => value !== null)
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? value))
  return steps.every((step) => step <= 0) || steps.every((step) => step >= 0)
}

function tableOf({ rows, totalRows, truncated }: Shown): AnswerFigure {
  const all = truncated ? totalRows : rows.length
  return { kind: 'table', rows: rows.slice(0, tableRows), others: Math.max(0, (all ?? rows.length) - tableRows) }
}

function amount(row: Row, column: number): number {
  return numberInCell(row[column]) ?? 0
}

function positions(roles: ColumnRole[], wanted: ColumnRole): number[] {
  return roles.flatMap((role, index) => (role === wanted ? [index] : []))
}
