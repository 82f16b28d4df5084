import { message } from '@parlance/contract'
import type { Collector } from './collector.ts'
import type { Dataset } from './dataset.ts'
import type { Place } from './file-error.ts'

/** A field that a file marks as a time. */
export interface TimeField {
  /** Null if it is an expression. */
  column: string | null
  name: string
  /** Whether the file says that its values are dates, or not. Null if it doesn't say. */
  isDate: boolean | null
  place: Place
}

/** Adds the default time column of a table if only one field of the file can be it. Else notes the choice. */
export function addTimeColumn(dataset: Dataset, fields: readonly TimeField[], collector: Collector): void {
  if (fields.length === 0) return
  const dates = fields.filter((field) => field.column !== null && isDate(field, dataset))
  const [first, second] = dates
  const { name: table } = dataset.table
  if (first === undefined) {
    const reason = message('{table} has no time field that is a date column, so it gets no default time column.', {
      table,
    })
    collector.note(fields[0]!.place, 'part_left_out', reason)
  } else if (second !== undefined) {
    const names = dates.map((field) => field.name).join(', ')
    const reason = message('{table} has several time fields: {names}. Choose its default time column in the area.', {
      table,
      names,
    })
    collector.note(first.place, 'part_left_out', reason)
  } else if (first.column !== null) {
    collector.add({ kind: 'time_column', value: { table, column: first.column } }, first.place)
  }
}

function isDate(field: TimeField, dataset: Dataset): boolean {
  const kind = dataset.table.columns?.find((column) => column.name === field.column)?.kind
  if (kind === 'date' || kind === 'timestamp') return true
  // Some databases keep dates as texts, so the file decides.
  if (kind === undefined || kind === 'text' || kind === 'other') return field.isDate ?? kind === undefined
  return false
}
