import type { Cell, ResultColumn, Row } from '@parlance/contract'

const numericWords = new Set([
  'amount',
  'price',
  'cost',
  'total',
  'sum',
  'count',
  'qty',
  'quantity',
  'balance',
  'rate',
  'percentage',
])

/** Whether a column is numeric and therefore right-aligned: by its kind, its name, or its first ten values. */
export function isNumericColumn(column: ResultColumn, index: number, rows: Row[]): boolean {
  if (column.kind === 'integer' || column.kind === 'number') return true
  return hasNumericName(column.name) || hasNumericValues(index, rows)
}

/** Matches a whole word of the name, split at _ and camelCase: `total_sum` matches, `summary` does not. */
export function hasNumericName(name: string): boolean {
  const lower = name.toLowerCase()
  if (/(_id|_no|_num|number)$/.test(lower) || /^(tot_|avg_)/.test(lower)) return true
  return words(name).some((word) => numericWords.has(word))
}

function hasNumericValues(index: number, rows: Row[]): boolean {
  const values = rows
    .slice(0, 10)
    .map((row) => row[index] ?? null)
    .filter((value) => value !== null && value !== '')
  return values.length > 0 && values.filter(looksNumeric).length >= values.length * 0.8
}

function looksNumeric(value: Cell): boolean {
  if (typeof value === 'number') return true
  return typeof value === 'string' && /^[-+]?(\d[\d,]*)?(\.\d+)?\s*%?$/.test(value.trim()) && /\d/.test(value)
}

function words(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[_\s.-]+/)
    .map((word) => word.toLowerCase())
}
