import { message, type Cell, type ColumnKind, type ResultColumn } from '@parlance/contract'
import type { ColumnDefinition } from 'odbc'
import { DriverError } from '../../contract.ts'

/** https://learn.microsoft.com/sql/odbc/reference/appendixes/sql-data-types */
const types: Record<number, [name: string, kind: ColumnKind]> = {
  [-10]: ['VARCHAR', 'text'],
  [-9]: ['VARCHAR', 'text'],
  [-8]: ['VARCHAR', 'text'],
  [-7]: ['BOOLEAN', 'boolean'],
  [-6]: ['INTEGER', 'integer'],
  [-5]: ['BIGINT', 'integer'],
  [-4]: ['VARBINARY', 'binary'],
  [-3]: ['VARBINARY', 'binary'],
  [-2]: ['VARBINARY', 'binary'],
  [-1]: ['VARCHAR', 'text'],
  1: ['VARCHAR', 'text'],
  2: ['DECIMAL', 'number'],
  3: ['DECIMAL', 'number'],
  4: ['INTEGER', 'integer'],
  5: ['INTEGER', 'integer'],
  6: ['DOUBLE', 'number'],
  7: ['FLOAT', 'number'],
  8: ['DOUBLE', 'number'],
  12: ['VARCHAR', 'text'],
  91: ['DATE', 'date'],
  92: ['TIME', 'time'],
  93: ['TIMESTAMP', 'timestamp'],
}

/** Digits that a JavaScript number always keeps exactly. */
const exactDigits = 15

/**
 * Describes the columns of a result.
 * @throws DriverError unsupported for results that the library does not return exactly: duplicate column names, long
 * decimals
 */
export function describeColumns(columns: ColumnDefinition[]): ResultColumn[] {
  if (new Set(columns.map(({ name }) => name)).size < columns.length) {
    throw new DriverError(
      'unsupported',
      message('ODBC cannot return two columns with the same name. Give each column its own name.'),
    )
  }
  return columns.map(({ name, dataType, columnSize, decimalDigits }) => {
    const [typeName, kind] = types[dataType] ?? ['OTHER', 'other']
    if (typeName !== 'DECIMAL') return { name, dataType: typeName, kind }
    if (columnSize <= exactDigits) return { name, dataType: `DECIMAL(${columnSize},${decimalDigits})`, kind }
    const text = message(
      'The column {column} has {digits} digits, but ODBC returns only {exactDigits} exactly. Use Arrow Flight, or cast the column to text.',
      { column: name, digits: columnSize, exactDigits },
    )
    throw new DriverError('unsupported', text)
  })
}

/** Converts one value to a cell; decimals get the digits of their column. */
export function toCell(value: unknown, column: ColumnDefinition): Cell {
  if (value === null || value === undefined) return null
  const [name] = types[column.dataType] ?? []
  if (value instanceof ArrayBuffer) return `\\x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') {
    if (name === 'DECIMAL') return value.toFixed(column.decimalDigits)
    return Number.isFinite(value) ? value : String(value)
  }
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return name === 'BIGINT' && Number.isSafeInteger(Number(text)) ? Number(text) : text
}
