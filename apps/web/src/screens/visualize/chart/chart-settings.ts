import { visibleText } from '@parlance/contract'
import type { ResultColumn, Row } from '@parlance/contract'
import { z } from 'zod'
import { chooseChart } from '../../../lib/charts/chart-spec.ts'
import { columnRoles, type ColumnRole } from '../../../lib/charts/column-roles.ts'
import type { ChartWords } from './chart-words.ts'

export const chartTypes = ['bar', 'line', 'area', 'pie', 'scatter', 'heatmap', 'table', 'number'] as const
export type ChartType = (typeof chartTypes)[number]

export const aggregations = ['sum', 'average', 'count', 'min', 'max'] as const
export type Aggregation = (typeof aggregations)[number]

/** 'given': the order of the query; dates of a line are always in calendar order. */
export const sortOrders = ['given', 'value-desc', 'value', 'name', 'name-desc'] as const
export type SortOrder = (typeof sortOrders)[number]

export const categoryLimits = [3, 5, 7, 10, 20, 30, 50] as const
/** The number of colors in the data palette; a chart starts at one of them and wraps around. */
export const paletteSize = 8

const columnSchema = z.int().min(0)

export const chartSettingsSchema = z.object({
  type: z.enum(chartTypes),
  x: columnSchema.nullable(),
  /** Columns of numbers; empty if rows are counted. */
  y: z.array(columnSchema).max(8),
  /** The column whose values each become a series; then only the first of `y` is drawn. */
  series: columnSchema.nullable(),
  aggregation: z.enum(aggregations),
  sort: z.enum(sortOrders),
  /** The number of categories shown; the rest is 'Other'. */
  limit: z.int().min(1).max(50),
  /** The index of the first color. */
  palette: z
    .int()
    .min(0)
    .max(paletteSize - 1),
  title: z.string().max(200),
})
export type ChartSettings = z.infer<typeof chartSettingsSchema>

/** The properties of a result before it is drawn. */
export interface ResultShape {
  columns: ResultColumn[]
  roles: ColumnRole[]
}

/** A result's shape; columns with equal names are numbered to distinguish them. */
export function shapeOf(columns: ResultColumn[], rows: Row[], words: ChartWords): ResultShape {
  return { columns: withOwnNames(columns, words), roles: columnRoles(columns, rows) }
}

function withOwnNames(columns: ResultColumn[], words: ChartWords): ResultColumn[] {
  const taken = new Set<string>()
  return columns.map((column, index) => {
    const plain = column.name.trim() === '' ? words.column(index + 1) : visibleText(column.name)
    let name = plain
    for (let number = 2; taken.has(name); number += 1) name = `${plain} (${number})`
    taken.add(name)
    return { ...column, name }
  })
}

/** The chart that fits the result, which every user sees first. */
export function autoSettings(columns: ResultColumn[], rows: Row[]): ChartSettings {
  const plain: ChartSettings = {
    type: 'table',
    x: null,
    y: [],
    series: null,
    aggregation: 'sum',
    sort: 'given',
    limit: 20,
    palette: 0,
    title: '',
  }
  const spec = chooseChart(columns, rows)
  switch (spec?.kind) {
    case undefined:
      return plain
    case 'figure':
      return { ...plain, type: 'number', y: [spec.value] }
    case 'scatter':
    case 'pie':
      return { ...plain, type: spec.kind, x: spec.x, y: [spec.y] }
    case 'line':
      return { ...plain, type: 'line', x: spec.x, y: spec.y, series: spec.series }
    case 'bar':
      return { ...plain, type: 'bar', x: spec.x, y: spec.y.slice(0, 1) }
  }
}

/** Stored settings, if all their columns still exist; else null. */
export function restoreSettings(value: unknown, columnCount: number): ChartSettings | null {
  const parsed = chartSettingsSchema.safeParse(value)
  if (!parsed.success) return null
  const { x, y, series } = parsed.data
  const named = [...y, ...(x === null ? [] : [x]), ...(series === null ? [] : [series])]
  return named.every((column) => column < columnCount) ? parsed.data : null
}

/** The same chart as another type, with the columns that the type needs. */
export function withType(settings: ChartSettings, type: ChartType, shape: ResultShape): ChartSettings {
  const next = { ...settings, type }
  if (type === 'table') return next
  const measures = columnsOf(shape, 'measure')
  if (type === 'number') return { ...next, y: next.y.length > 0 ? next.y.slice(0, 1) : measures.slice(0, 1) }
  if (type === 'scatter') return withNumbers(next, [...measures, ...columnsOf(shape, 'name')])
  const [firstLabel = null, secondLabel = null] = labelColumns(shape, type === 'line' || type === 'area')
  const isLabel = next.x !== null && shape.roles[next.x] !== 'measure'
  const x = isLabel ? next.x : firstLabel
  const counts = next.y.length === 0 && measures.length === 0
  const y = next.y.length > 0 ? next.y : measures.slice(0, 1)
  const one = type === 'pie' || type === 'heatmap' || next.series !== null ? y.slice(0, 1) : y
  const aggregation = counts ? 'count' : next.aggregation
  if (type !== 'heatmap') return { ...next, x, y: one, aggregation }
  const other = [next.series, firstLabel, secondLabel].find((column) => column !== null && column !== x)
  return { ...next, x, y: one, aggregation, series: other ?? null }
}

/** Why a chart cannot be drawn from these columns yet; null if it can. */
export function missingColumn({ type, x, y, series, aggregation }: ChartSettings): 'x' | 'y' | 'series' | null {
  if (type === 'table') return null
  if (type !== 'number' && x === null) return 'x'
  if (y.length === 0 && (aggregation !== 'count' || type === 'scatter')) return 'y'
  return type === 'heatmap' && series === null ? 'series' : null
}

function withNumbers(settings: ChartSettings, measures: number[]): ChartSettings {
  const isMeasure = settings.x !== null && measures.includes(settings.x)
  const [firstY = null] = settings.y
  const x = isMeasure ? settings.x : (measures.find((column) => column !== firstY) ?? null)
  const y = firstY !== null && firstY !== x ? firstY : measures.find((column) => column !== x)
  return { ...settings, x, y: y === undefined ? [] : [y], series: null }
}

/** Columns suitable for an axis, best first. */
function labelColumns(shape: ResultShape, datesFirst: boolean): number[] {
  const [dates, categories, names] = [columnsOf(shape, 'date'), columnsOf(shape, 'category'), columnsOf(shape, 'name')]
  return datesFirst ? [...dates, ...categories, ...names] : [...categories, ...dates, ...names]
}

function columnsOf({ roles }: ResultShape, wanted: ColumnRole): number[] {
  return roles.flatMap((role, index) => (role === wanted ? [index] : []))
}
