import type { Message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'

export interface TableSource {
  /** The uploaded file. */
  path: string
  /** The name of a table that has no name of its own: the file name without its extension. */
  title: string
  format: 'csv' | 'xlsx'
}

/** The files to copy into one database. */
export interface TableFiles {
  files: TableSource[]
  /** The SQLite file to write; it must not exist. */
  target: string
  /** The most rows and cells of all files together; by default, those for a question's files. */
  most?: { rows: number; cells: number }
}

export interface CopiedTables {
  /** By their names in the database, with the titles of the sheets, and the index of the file. */
  tables: { name: string; title: string; rowCount: number; file: number }[]
}

export type CopyAnswer =
  | { type: 'copied'; copied: CopiedTables }
  | { type: 'failed'; kind: DriverErrorKind; text: Message; file: number }

/** Reports which of several files could not be copied. */
export class TableFileError extends DriverError {
  /** Index of the file, from 0. */
  readonly file: number

  constructor(kind: DriverErrorKind, text: Message, file: number) {
    super(kind, text)
    this.file = file
  }
}
