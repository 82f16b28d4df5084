import type { Cell, Row } from '@parlance/contract'
import type { ChartSettings, ResultShape } from './chart-settings.ts'

export interface ChartCategory {
  /** The value of the axis; null for NULL and for the rest. */
  cell: Cell
  label: string
  isOther: boolean
}

export interface ChartSeries {
  name: string
  /** Exact text by category; null where there is none. */
  values: (string | null)[]
}

/** What is drawn, and what a table beside it says: groups, or points as they are. */
export type ChartData =
  | { kind: 'groups'; categories: ChartCategory[]; series: ChartSeries[]; isCalendar: boolean; notes: ChartNotes }
  | { kind: 'points'; points: { x: number; y: number; texts: [string, string] }[]; notes: ChartNotes }

export interface ChartNotes {
  /** Values that should be numbers and are none, or cannot be drawn. */
  skipped: number
  /** Categories that became 'Other'. */
  others: number
  /** Categories that are not drawn, since 'Other' would leave nothing to read of those that are. */
  leftOut: number
  /** Series that became 'Other'. */
  otherSeries: number
  /** Series that are not drawn, for the same reason. */
  seriesLeftOut: number
  /** What is drawn, of how much; null where all is. */
  cut: { drawn: number; of: number } | null
}

export interface ChartRequest {
  rows: Row[]
  shape: ResultShape
  settings: ChartSettings
  locale?: string | undefined
}
