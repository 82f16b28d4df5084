import { quoteName } from '@parlance/contract'
import type { Cell, SqlDialect } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type { Identifier, TableNode } from '../parse/model.ts'
import { valueLiteral } from './literals.ts'
import { nameKey } from '../prove/names.ts'

/** SQL text, or a value that becomes a placeholder. */
export type Piece = string | { value: Cell }

/** A range of the text and its replacement. */
export interface Edit {
  start: number
  end: number
  pieces: Piece[]
}

export interface Rendered {
  /** The SQL for the database to run, with the driver's placeholders. */
  sql: string
  /** The same with placeholders that the parsers read. */
  parseText: string
  /** The same without any value, for display. */
  shown: string
  params: Cell[]
}

/** A table's own written name as an alias, so that columns qualified with it are still found. */
export function nameAfter(name: Identifier, dialect: SqlDialect): string {
  const { folding, rewriting } = dialectOf(dialect)
  const folded = name.quote === null && nameKey(name, dialect).toLowerCase() === name.text.toLowerCase()
  const spelled = folded && folding === 'upper' ? nameKey(name, dialect) : name.text
  return rewriting.tableAlias + quoteName(spelled, dialect)
}

/** Replaces a table's name, including PostgreSQL's `TABLE` before it and `*` after it. */
export function replaceTable({ name, command, descendants }: TableNode, pieces: Piece[]): Edit[] {
  const end = descendants?.end ?? name.at(-1)!.end
  const replaced = { start: name[0]!.start, end, pieces }
  return command ? [{ ...command, pieces: ['SELECT * FROM '] }, replaced] : [replaced]
}

/**
 * Applies edits, which must not overlap, to the text and numbers values in order of appearance.
 * @throws RangeError for a value that can't be written if the engine can't bind
 */
export function splice(text: string, edits: Edit[], dialect: SqlDialect): Rendered {
  const { parserPlaceholder, rewriting } = dialectOf(dialect)
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
    parseText += parserPlaceholder(places)
    if (rewriting.placeholder === null) {
      sql += valueLiteral(piece.value, dialect)
      return
    }
    params.push(piece.value)
    sql += rewriting.placeholder(places)
  }
  for (const edit of edits.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    if (edit.start < at) throw new Error('Edits to a query overlap.')
    append(text.slice(at, edit.start))
    for (const piece of edit.pieces) append(piece)
    at = edit.end
  }
  append(text.slice(at))
  const shown = rewriting.placeholder === null ? parseText : sql
  return { sql: sql.trim(), parseText: parseText.trimEnd(), shown: shown.trim(), params }
}
