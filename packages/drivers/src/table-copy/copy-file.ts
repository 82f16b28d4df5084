import { message } from '@parlance/contract/messages'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { DriverError } from '../contract.ts'
import { quoteIdentifier } from '../sqlite/authorizer.ts'
import type { SheetCell } from './cells.ts'
import { ColumnProfile, type ColumnType } from './columns.ts'
import { columnLetters, Names, ownTable } from './names.ts'

/** SQLite allows 2,000 columns, and each may need a second one for its raw text. */
export const mostColumns = 1000

/**
 * Converts a staged cell to a cell of each type. `v` is the value, `t` the displayed text; an error is an empty blob.
 */
const typedValue: Record<ColumnType, (v: string, t: string) => string> = {
  TEXT: (v, t) => `CASE WHEN typeof(${v}) = 'blob' THEN NULL ELSE coalesce(${t}, CAST(${v} AS TEXT)) END`,
  INTEGER: (v) => `CASE WHEN typeof(${v}) = 'integer' THEN ${v} END`,
  REAL: (v) => `CASE WHEN typeof(${v}) IN ('integer', 'real') THEN CAST(${v} AS REAL) END`,
  BOOLEAN: (v) => `CASE WHEN typeof(${v}) = 'integer' THEN ${v} END`,
  DATE: (v) => `CASE WHEN typeof(${v}) = 'text' THEN ${v} END`,
  DATETIME: (v) =>
    `CASE WHEN typeof(${v}) = 'text' THEN CASE WHEN length(${v}) = 10 THEN ${v} || ' 00:00:00' ELSE ${v} END END`,
  TIME: (v) => `CASE WHEN typeof(${v}) = 'text' THEN ${v} END`,
}

/** One SQLite file being written: a table for each sheet, and the names as written in the sheets. */
export class CopyFile {
  readonly #path: string
  readonly #db: DatabaseSync
  readonly #tables = new Names([ownTable])

  constructor(path: string) {
    this.#path = path
    this.#db = new DatabaseSync(path)
    // The file is made durable once, when it is complete; until then it is worthless.
    this.#db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; BEGIN;
      CREATE TABLE ${ownTable} (table_name TEXT NOT NULL, column_name TEXT, written TEXT NOT NULL)`)
  }

  /** @param headers the text above each column; empty if there is none */
  beginSheet(title: string, headers: string[]): SheetCopy {
    return new SheetCopy(this.#db, { title, name: this.#tables.give(title, 'sheet'), headers })
  }

  /**
   * Completes the file and makes it durable.
   * @param keepsWritten whether to store the names as written in a separate table
   */
  finish({ keepsWritten }: { keepsWritten: boolean }): void {
    if (!keepsWritten) this.#db.exec(`DROP TABLE ${ownTable}`)
    this.#db.exec('COMMIT')
    this.#db.close()
    const file = openSync(this.#path, 'r+')
    fsyncSync(file)
    closeSync(file)
  }

  abandon(): void {
    if (this.#db.isOpen) this.#db.close()
  }
}

interface SheetNames {
  title: string
  name: string
  headers: string[]
}

/** One sheet: its rows are staged as they arrive, and typed once all are known. */
class SheetCopy {
  rowCount = 0
  readonly #db: DatabaseSync
  readonly #names: SheetNames
  readonly #profiles: ColumnProfile[]
  readonly #insert: StatementSync

  constructor(db: DatabaseSync, names: SheetNames) {
    this.#db = db
    this.#names = names
    this.#profiles = names.headers.map(() => new ColumnProfile())
    const columns = names.headers.flatMap((_, index) => [`v${index}`, `t${index}`])
    db.exec(`DROP TABLE IF EXISTS temp.stage; CREATE TEMP TABLE stage (${columns.join(', ')})`)
    this.#insert = db.prepare(`INSERT INTO temp.stage VALUES (${columns.map(() => '?').join(', ')})`)
  }

  /** The table's name. */
  get name(): string {
    return this.#names.name
  }

  add(cells: SheetCell[]): void {
    if (
      cells.length > this.#profiles.length &&
      cells.slice(this.#profiles.length).some(({ kind }) => kind !== 'empty')
    ) {
      throw new DriverError(
        'unsupported',
        message('Row {row} of {sheet} has more values than the rows above it.', {
          row: this.rowCount + 2,
          sheet: this.#names.title,
        }),
      )
    }
    this.rowCount += 1
    const values = this.#profiles.flatMap((profile, index) => {
      const cell = cells[index]
      if (!cell) return [null, null]
      profile.see(cell)
      return [stagedValue(cell), cell.shown]
    })
    this.#insert.run(...values)
  }

  /** Creates the table from the staged rows. Columns with neither a header nor a cell are left out. */
  finish(): void {
    const { title, name, headers } = this.#names
    const columns = describeColumns(headers, this.#profiles)
    const table = quoteIdentifier(name)
    this.#db.exec(`CREATE TABLE ${table} (${columns.map(({ definition }) => definition).join(', ')});
      INSERT INTO ${table} SELECT ${columns.map(({ source }) => source).join(', ')} FROM temp.stage ORDER BY rowid;
      DROP TABLE temp.stage`)
    const note = this.#db.prepare(`INSERT INTO ${ownTable} VALUES (?, ?, ?)`)
    note.run(name, null, title)
    for (const column of columns) note.run(name, column.name, column.written)
  }
}

interface CopyColumn {
  name: string
  written: string
  definition: string
  source: string
}

function describeColumns(headers: string[], profiles: ColumnProfile[]): CopyColumn[] {
  const names = new Names()
  const used = headers.flatMap((header, index) => {
    const profile = profiles[index]
    if (!profile || (header.trim() === '' && profile.isEmpty)) return []
    return [{ header, index, profile, name: names.give(header, `column_${columnLetters(index).toLowerCase()}`) }]
  })
  return used.flatMap(({ header, index, profile, name }) => {
    const [v, t] = [`v${index}`, `t${index}`]
    const typed = {
      name,
      written: header,
      definition: `${quoteIdentifier(name)} ${profile.type}`,
      source: typedValue[profile.type](v, t),
    }
    if (!profile.losesText) return [typed]
    const rawName = names.give(`${name} raw`, name)
    const raw = {
      name: rawName,
      written: `${header || columnLetters(index)} (as shown in the sheet)`,
      definition: `${quoteIdentifier(rawName)} TEXT`,
      source: `coalesce(${t}, CAST(${v} AS TEXT))`,
    }
    return [typed, raw]
  })
}

/** Whole numbers become BigInt, because SQLite would store a JavaScript number as floating-point. */
function stagedValue(cell: SheetCell): string | number | bigint | Uint8Array | null {
  if (cell.kind === 'error') return new Uint8Array(0)
  if (typeof cell.value === 'number' && cell.kind !== 'real') return BigInt(cell.value)
  return cell.value
}
