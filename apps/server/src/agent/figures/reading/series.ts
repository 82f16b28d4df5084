import type { Step } from '../step.ts'

const periodCell =
  /^(?:\d{4}(?:-|\s|$)|[QW]\d|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)(?!\p{L})|(?:week|month|year|quarter|day)\s?\d)/iu

/** Rows that follow each other in time. */
export interface Series {
  /** The index of the column with the times. */
  column: number
  /** Indexes of the rows, earliest first. */
  rows: readonly number[]
}

/** The column whose cells are all periods. */
export function periodColumnOf({ result }: Step): number | null {
  const column = result.columns.findIndex((_, index) =>
    result.rows.every((row) => periodCell.test(String(row[index] ?? ''))),
  )
  return column < 0 ? null : column
}

/** The rows among some in the order of their times; null if they have none, or several rows have the same. */
export function seriesOf({ result }: Step, among: readonly number[]): Series | null {
  if (among.length < 2) return null
  const column = result.columns.findIndex((_, index) =>
    among.every((row) => periodCell.test(String(result.rows[row]?.[index] ?? ''))),
  )
  if (column < 0) return null
  const cellOf = (row: number): string => String(result.rows[row]?.[column] ?? '')
  if (new Set(among.map(cellOf)).size < among.length) return null
  const isSorted = among.every((row) => /^\d{4}/.test(cellOf(row)))
  const rows = isSorted ? among.toSorted((a, b) => (cellOf(a) < cellOf(b) ? -1 : 1)) : [...among]
  return { column, rows }
}

/** The row of the same period a year before, such as March 2025 for March 2026. */
export function yearBefore({ result }: Step, { column, rows }: Series, row: number): number | null {
  const [, year = '', rest = ''] = /^(\d{4})(.+)$/.exec(String(result.rows[row]?.[column] ?? '')) ?? []
  if (year === '') return null
  const wanted = `${Number(year) - 1}${rest}`
  return rows.find((other) => String(result.rows[other]?.[column] ?? '') === wanted) ?? null
}

export function yearOf({ result }: Step, { column }: Series, row: number): string | null {
  return /^\d{4}/.exec(String(result.rows[row]?.[column] ?? ''))?.[0] ?? null
}
