import { quoteName } from '@parlance/contract'
import type { Cell, SqlDialect } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type { Identifier, TableNode } from '../parse/model.ts'
import { valueLiteral } from './literals.ts'
import { nameKey } from '../prove/names.ts'

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

/** A table's own written name as an alias, so that columns qualified with it are still found. */
export function nameAfter(name: Identifier, dialect: SqlDialect): string {
  const { folding, rewriting } = dialectOf(dialect)
  const folded = name.quote === null && nameKey(name, dialect).toLowerCase() === name.text.toLowerCase()
  const spelled = folded && folding === 'upper' ? nameKey(name, dialect) : name.text
  return rewriting.tableAlias + quoteName(spelled, dialect)
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
    if (edit.start < at) throw new Error('Edits of a query overlap.')
    append(text.slice(at, edit.start))
    for (const piece of edit.pieces) append(piece)
    at = edit.end
  }
  append(text.slice(at))
  const shown = rewriting.placeholder === null ? parseText : sql
  return { sql: sql.trim(), parseText: parseText.trimEnd(), shown: shown.trim(), params }
}
