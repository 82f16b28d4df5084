import type { Cell, Row } from '@parlance/contract'
import type { ChartSettings, ResultShape } from './chart-settings.ts'
import type { ChartWords } from './chart-words.ts'

export interface ChartCategory {
  /** The value on the axis; null for NULL and for the rest. */
  cell: Cell
  label: string
  isOther: boolean
}

export interface ChartSeries {
  name: string
  /** Exact text by category; null if there is no value. */
  values: (string | null)[]
}

/** The content of a chart and its table: groups, or single points. */
export type ChartData =
  | { kind: 'groups'; categories: ChartCategory[]; series: ChartSeries[]; isCalendar: boolean; notes: ChartNotes }
  | { kind: 'points'; points: { x: number; y: number; texts: [string, string] }[]; notes: ChartNotes }

export interface ChartNotes {
  /** Values that should be numbers but are not, or cannot be drawn. */
  skipped: number
  /** The number of categories merged into 'Other'. */
  others: number
  /** The number of categories left out, because 'Other' would dwarf the rest. */
  leftOut: number
  /** The number of series merged into 'Other'. */
  otherSeries: number
  /** The number of series left out for the same reason. */
  seriesLeftOut: number
  /** How much is drawn, and of how much; null if everything is. */
  cut: { drawn: number; of: number } | null
}

export interface ChartRequest {
  rows: Row[]
  shape: ResultShape
  settings: ChartSettings
  words: ChartWords
  locale?: string | undefined
}
