import { dialectFacts, message, quoteName, type SqlDialect } from '@parlance/contract'
import type { TableOfArea } from './area-content.ts'
import { FileError, type Place } from './file-error.ts'
import { isSame } from './match-tables.ts'
import { readOtherwise } from './standard-sql.ts'
import { spliced, SqlText, type NameInSql } from './sql-text.ts'

/** A named expression of a table's rows. */
export interface Field {
  name: string
  /** SQL of the area's database, which reads only columns of the table. */
  sql: string
  /** The column, if the expression is only that. */
  column: string | null
}

/** What a file calls a dataset or a semantic model, and the area's table that it means. */
export class Dataset {
  readonly name: string
  readonly table: TableOfArea
  readonly #dialect: SqlDialect
  readonly #fields = new Map<string, Field>()

  constructor(name: string, table: TableOfArea, dialect: SqlDialect) {
    this.name = name
    this.table = table
    this.#dialect = dialect
  }

  addField(field: Field): void {
    this.#fields.set(field.name.toLowerCase(), field)
  }

  field(name: string): Field | null {
    return this.#fields.get(name.toLowerCase()) ?? null
  }

  /** The column's name as the database spells it. Null if the table does not have it. Any name if nothing is known. */
  column(name: string): string | null {
    if (this.table.columns === null) return name
    const exact = this.table.columns.find((column) => column.name === name)
    return (exact ?? this.table.columns.find((column) => isSame(column.name, name)))?.name ?? null
  }

  /** @throws FileError */
  needColumn(name: string, place: Place): string {
    const column = this.column(name)
    if (column !== null) return column
    const values = { table: this.table.name, column: name }
    throw new FileError(message('The table {table} has no column {column}.', values), place)
  }

  /** Whether a name in front of a dot means this dataset. */
  isCalled(qualifier: readonly string[]): boolean {
    const name = qualifier.join('.')
    const [last = '', schema = null] = qualifier.toReversed()
    const isTable = isSame(last, this.table.shortName) && (schema === null || isSame(schema, this.table.schema ?? ''))
    return isTable || isSame(name, this.name) || isSame(name, this.table.name)
  }

  /**
   * Reads an expression of the dataset's rows.
   * @param written the dialect that it is written in
   * @throws FileError if it reads anything else
   */
  read(text: string, written: SqlDialect, place: Place): { sql: string; column: string | null } {
    const sql = new SqlText(text, written, place)
    checkSpelling(sql, written, this.#dialect, place)
    const names = sql.names()
    const parts = names.flatMap((name) => {
      const column = this.#columnOf(name, place)
      return column === null ? [] : [{ start: name.start, end: name.end, text: this.spell(name, column), column }]
    })
    const [only] = names
    const isName = only !== undefined && only.end - only.start === text.trim().length
    const column = isName ? this.needColumn(only.parts.at(-1) ?? '', place) : null
    return { sql: spliced(text, parts).trim(), column }
  }

  /** A column in the area's SQL: as it is written if the database finds it so, else in its quotes. */
  spell(name: NameInSql, column: string): string {
    const written = name.parts.at(-1) ?? ''
    return !name.isQuoted && isFoundAs(written, column, this.#dialect) ? written : quoteName(column, this.#dialect)
  }

  #columnOf(name: NameInSql, place: Place): string | null {
    const written = name.parts.at(-1) ?? ''
    const qualifier = name.parts.slice(0, -1)
    if (qualifier.length > 0 && !this.isCalled(qualifier)) {
      const values = { name: name.parts.join('.') }
      throw new FileError(message('The expression reads {name}, which is not in the same table.', values), place)
    }
    if (qualifier.length > 0 || name.isQuoted) return this.needColumn(written, place)
    // Without the database's columns, a bare word may also be a keyword, so it stays as it is.
    return this.table.columns === null ? null : this.column(written)
  }
}

function isFoundAs(written: string, column: string, dialect: SqlDialect): boolean {
  if (!/^[A-Za-z_]\w*$/.test(written)) return false
  switch (dialectFacts[dialect].folding) {
    case 'lower':
      return column === written.toLowerCase()
    case 'upper':
      return column === written.toUpperCase()
    case 'insensitive':
      return isSame(column, written)
  }
}

/**
 * Refuses standard SQL that the area's database reads in another way, without an error.
 * @throws FileError
 */
export function checkSpelling(sql: SqlText, written: SqlDialect, dialect: SqlDialect, place: Place): void {
  if (written === dialect) return
  if (readOtherwise[dialect].pipesMeanOr && sql.concatenates()) {
    throw new FileError(message('This database reads || as OR. Use CONCAT.'), place)
  }
  if (readOtherwise[dialect].hasEscapes && sql.text.includes('\\')) {
    throw new FileError(message('This database reads a backslash in a text as an escape. Remove it.'), place)
  }
}
