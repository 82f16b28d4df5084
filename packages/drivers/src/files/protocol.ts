import { DriverError, type DriverErrorKind } from '../contract.ts'

export interface TableSource {
  /** The file as it came. */
  path: string
  /** What a table without a name of its own is called: the file's name without its ending. */
  title: string
  format: 'csv' | 'xlsx'
}

/** Files that become one database. */
export interface TableFiles {
  files: TableSource[]
  /** The SQLite file to write; it must not exist. */
  target: string
}

export interface CopiedTables {
  /** By the names in the database, and as the sheets are called. */
  tables: { name: string; title: string; rowCount: number }[]
}

export type CopyAnswer =
  | { type: 'copied'; copied: CopiedTables }
  | { type: 'failed'; kind: DriverErrorKind; message: string; file: number }

/** One of several files could not be copied. */
export class TableFileError extends DriverError {
  /** Its place among the files, from 0. */
  readonly file: number

  constructor(kind: DriverErrorKind, message: string, file: number) {
    super(kind, message)
    this.file = file
  }
}
