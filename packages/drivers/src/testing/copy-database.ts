import type { CatalogueTable, Cell, Row } from '@parlance/contract'

/** The SQL that a server needs to copy tables from SQLite. */
export interface CopyDialect {
  quote: (name: string) => string
  literal: (cell: Cell) => string
  /** By column kind; `key` for text columns in keys. */
  types: {
    text: string
    key: string
    integer: string
    number: string
    decimal: string
    boolean: string
    date: string
    timestamp: string
    binary: string
  }
}

export interface CopiedTable {
  table: CatalogueTable
  rows: Row[]
}

const rowsPerInsert = 500

/**
 * Returns statements that create the same tables with the same rows and keys. Foreign keys come last, because some are
 * circular.
 */
export function copyStatements(tables: CopiedTable[], dialect: CopyDialect): string[] {
  return [
    ...tables.map(({ table }) => createTable(table, dialect)),
    ...tables.flatMap(({ table, rows }) => insertRows(table, rows, dialect)),
    ...tables.flatMap(({ table }) => addForeignKeys(table, dialect)),
  ]
}

function createTable(table: CatalogueTable, dialect: CopyDialect): string {
  const { quote } = dialect
  const columns = table.columns.map(
    (column) =>
      `${quote(column.name)} ${typeOf(table, column.name, dialect)}${column.nullable ? ' NULL' : ' NOT NULL'}`,
  )
  const key = table.primaryKey.length > 0 ? [`PRIMARY KEY (${table.primaryKey.map(quote).join(', ')})`] : []
  return `CREATE TABLE ${quote(table.name)} (${[...columns, ...key].join(', ')})`
}

function typeOf(table: CatalogueTable, name: string, { types }: CopyDialect): string {
  const column = table.columns.find((candidate) => candidate.name === name)
  const isKey = table.primaryKey.includes(name) || table.foreignKeys.some((key) => key.columns.includes(name))
  if (column?.dataType === 'NUMERIC' || column?.dataType.startsWith('DECIMAL')) return types.decimal
  const ofKind = new Map<string | undefined, string>(Object.entries(types)).get(column?.kind)
  if (ofKind !== undefined && column?.kind !== 'text') return ofKind
  return isKey ? types.key : types.text
}

function insertRows(table: CatalogueTable, rows: Row[], { quote, literal }: CopyDialect): string[] {
  const statements: string[] = []
  for (let first = 0; first < rows.length; first += rowsPerInsert) {
    const values = rows.slice(first, first + rowsPerInsert).map((row) => `(${row.map(literal).join(', ')})`)
    statements.push(`INSERT INTO ${quote(table.name)} VALUES ${values.join(', ')}`)
  }
  return statements
}

function addForeignKeys(table: CatalogueTable, { quote }: CopyDialect): string[] {
  const list = (names: string[]) => names.map(quote).join(', ')
  return table.foreignKeys.map(
    (key) =>
      `ALTER TABLE ${quote(table.name)} ADD FOREIGN KEY (${list(key.columns)})
       REFERENCES ${quote(key.referencedTable)} (${list(key.referencedColumns)})`,
  )
}
