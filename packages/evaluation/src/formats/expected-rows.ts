import { message, type Cell, type ColumnKind } from '@parlance/contract'
import type { ComparedResult } from '../encode.ts'
import { FormatError } from './format-error.ts'

/** The largest result that can be expected. */
export const mostExpectedRows = 10_000

/**
 * Reads expected rows from JSON: a list of lists such as `[["Germany", 12]]`, or of objects such as
 * `[{"country": "Germany", "orders": 12}]`. Large whole numbers stay exact.
 * @throws FormatError
 */
export function parseExpectedRows(json: string): ComparedResult {
  const parsed = parse(json)
  if (!Array.isArray(parsed)) throw notRows()
  if (parsed.length > mostExpectedRows) {
    throw new FormatError(message('Expect {most} rows or fewer.', { most: mostExpectedRows }))
  }
  const [first] = parsed as unknown[]
  const names = Array.isArray(first) ? first.map((_, at) => `column ${at + 1}`) : Object.keys(objectOf(first ?? {}))
  const rows = parsed.map((row: unknown) => (Array.isArray(first) ? listOf(row) : valuesOf(objectOf(row), names)))
  if (rows.some((row) => row.length !== names.length)) {
    throw new FormatError(message('Give every expected row the same number of values.'))
  }
  return { columns: names.map((name, at) => ({ name, kind: kindOf(rows.map((row) => row[at] ?? null)) })), rows }
}

/** A whole number that a JavaScript number can't hold is read as text, as drivers do. */
function parse(json: string): unknown {
  const exact = (_: string, value: unknown, context?: { source?: string }): unknown => {
    const isLarge = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    return isLarge && /^-?\d+$/.test(context?.source ?? '') ? new LargeNumber(context?.source ?? '') : value
  }
  try {
    return JSON.parse(json, exact)
  } catch (error) {
    throw notRows(error)
  }
}

class LargeNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
}

function notRows(cause?: unknown): FormatError {
  const text = message('Write the expected rows as JSON, for example: [["Germany", 12], ["Spain", 7]]')
  return new FormatError(text, { cause })
}

function objectOf(row: unknown): Record<string, unknown> {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw notRows()
  return row as Record<string, unknown>
}

function valuesOf(row: Record<string, unknown>, names: readonly string[]): Cell[] {
  if (Object.keys(row).length !== names.length || names.some((name) => !Object.hasOwn(row, name))) {
    throw new FormatError(message('Give every expected row the same columns.'))
  }
  return names.map((name) => cellOf(row[name]))
}

function listOf(row: unknown): Cell[] {
  if (!Array.isArray(row)) throw notRows()
  return row.map(cellOf)
}

function cellOf(value: unknown): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (value instanceof LargeNumber) return value.digits
  throw new FormatError(message('An expected value must be a text, a number, true, false, or null.'))
}

/** Written texts are texts, even if they look like numbers. */
function kindOf(cells: readonly Cell[]): ColumnKind {
  const types = new Set(cells.filter((cell) => cell !== null).map((cell) => typeof cell))
  if (types.size !== 1) return 'other'
  if (types.has('number')) return 'number'
  return types.has('boolean') ? 'boolean' : 'text'
}
