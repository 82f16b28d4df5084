import type { Cell, SqlDialect } from '@parlance/contract'
import type { Identifier, TableNode } from '../parse/model.ts'
import { valueLiteral } from '../policy/literals.ts'
import { nameKey, quoteName } from '../prove/names.ts'

/** SQL text, or a value that becomes a placeholder. */
export type Piece = string | { value: Cell }

/** A place in the text and what stands there instead. */
export interface Edit {
  start: number
  end: number
  pieces: Piece[]
}

export interface Rendered {
  /** What the database is to run, with the driver's placeholders. */
  sql: string
  /** The same with placeholders that the parsers read. */
  parseText: string
  /** The same without any value, for people. */
  shown: string
  params: Cell[]
}

/**
 * Placeholders by dialect, as each driver binds them: `?` in order for SQLite, MySQL, Snowflake, BigQuery and HANA; `$1`
 * for PostgreSQL; `@p1` for SQL Server; `:1` for Oracle. Dremio binds none: its values are written as literals.
 */
export function placeholder(dialect: SqlDialect, position: number): string {
  if (dialect === 'postgresql') return `$${position}`
  if (dialect === 'tsql') return `@p${position}`
  if (dialect === 'oracle') return `:${position}`
  return '?'
}

/** A table's own written name as an alias, so that columns qualified with it are still found. */
export function nameAfter(name: Identifier, dialect: SqlDialect): string {
  const folded = name.quote === null && nameKey(name, dialect).toLowerCase() === name.text.toLowerCase()
  const spelled =
    folded && (dialect === 'oracle' || dialect === 'snowflake' || dialect === 'hana')
      ? nameKey(name, dialect)
      : name.text
  return `${dialect === 'oracle' ? ' ' : ' AS '}${quoteName(spelled, dialect)}`
}

/** Puts something in the place of a table's name, with PostgreSQL's `TABLE` before it and `*` behind it. */
export function replaceTable({ name, command, descendants }: TableNode, pieces: Piece[]): Edit[] {
  const end = descendants?.end ?? name.at(-1)!.end
  const replaced = { start: name[0]!.start, end, pieces }
  return command ? [{ ...command, pieces: ['SELECT * FROM '] }, replaced] : [replaced]
}

/**
 * Puts edits, which must not overlap, into the text; values are numbered in the order in which they stand.
 * @throws RangeError for a value that cannot be written where the engine binds none
 */
export function splice(text: string, edits: Edit[], dialect: SqlDialect): Rendered {
  const params: Cell[] = []
  let sql = ''
  let parseText = ''
  let at = 0
  let places = 0
  const append = (piece: Piece) => {
    if (typeof piece === 'string') {
      sql += piece
      parseText += piece
      return
    }
    places += 1
    parseText += dialect === 'postgresql' ? `$${places}` : '?'
    if (dialect === 'dremio') {
      sql += valueLiteral(piece.value, dialect)
      return
    }
    params.push(piece.value)
    sql += placeholder(dialect, places)
  }
  for (const edit of edits.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    if (edit.start < at) throw new Error('Edits of a query overlap.')
    append(text.slice(at, edit.start))
    for (const piece of edit.pieces) append(piece)
    at = edit.end
  }
  append(text.slice(at))
  const shown = dialect === 'dremio' ? parseText : sql
  return { sql: sql.trim(), parseText: parseText.trimEnd(), shown: shown.trim(), params }
}
