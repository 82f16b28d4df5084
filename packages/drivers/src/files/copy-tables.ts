import { message } from '@parlance/contract/messages'
import { DriverError } from '../contract.ts'
import { fullDiskText } from '../sqlite/errors.ts'
import type { SheetCell } from '../table-copy/cells.ts'
import { CopyFile } from '../table-copy/copy-file.ts'
import { fileLimits, refuseBeyond, unreadable } from './limits.ts'
import { readCsvFile } from './csv-file.ts'
import { Workbook, type SheetOfFile } from './workbook.ts'
import { TableFileError, type CopiedTables, type TableFiles, type TableSource } from './protocol.ts'

/**
 * What SQLite reports when a disk is full, or a quota of it is used up. It tells the second from a failing disk only in
 * the error number of the system, which is not available here.
 */
const fullCodes = [13, 778]

/** Copies CSV files and workbooks into one SQLite file, with a table for each sheet that has rows. */
export async function copyTables({ files, target, most = fileLimits }: TableFiles): Promise<CopiedTables> {
  const copy = new CopyFile(target)
  const counter = new Counter(most)
  const tables: CopiedTables['tables'] = []
  try {
    for (const [index, file] of files.entries()) {
      const copied = await copyOne(file, copy, counter).catch((error: unknown) => failAt(index, error))
      tables.push(...copied.map((table) => ({ ...table, file: index })))
    }
    complete(copy)
    return { tables }
  } catch (error) {
    copy.abandon()
    throw error
  }
}

/** Most of a small file is written only now. */
function complete(copy: CopyFile): void {
  try {
    copy.finish({ keepsWritten: false })
  } catch (error) {
    failAt(0, error)
  }
}

function failAt(file: number, error: unknown): never {
  const known = error instanceof DriverError ? error : describe(error)
  throw new TableFileError(known.kind, known.text, file)
}

type CopiedTable = Omit<CopiedTables['tables'][number], 'file'>

function describe(error: unknown): DriverError {
  return isFull(error)
    ? new DriverError('storage', fullDiskText, { cause: error })
    : new DriverError('unsupported', message('Could not read the file.'), { cause: error })
}

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return fullCodes.includes(error.errcode)
  return 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
}

async function copyOne(source: TableSource, copy: CopyFile, counter: Counter): Promise<CopiedTable[]> {
  const { path, title, format } = source
  const workbook = format === 'xlsx' ? await Workbook.open(path) : null
  try {
    const sheets: SheetOfFile[] = workbook?.sheets ?? [{ title, rows: () => readCsvFile(path) }]
    const tables: CopiedTable[] = []
    for (const sheet of sheets) {
      const table = await copySheet(sheet, copy, counter)
      if (table !== null) tables.push({ title: sheet.title, ...table })
    }
    if (tables.length === 0) throw unreadable(message('The file has no data. Add at least one row below the header.'))
    return tables
  } finally {
    workbook?.close()
  }
}

/** @returns the table; null for a sheet without rows, which gets no table */
async function copySheet(
  sheet: SheetOfFile,
  file: CopyFile,
  counter: Counter,
): Promise<{ name: string; rowCount: number } | null> {
  const first = new FirstRows()
  let copy: ReturnType<CopyFile['beginSheet']> | null = null
  for await (const row of sheet.rows()) {
    if (row.every((cell) => cell.kind === 'empty')) continue
    counter.add(row)
    if (copy !== null) {
      copy.add(row)
      continue
    }
    if (!first.add(row)) continue
    copy = begin(sheet, file, first)
  }
  if (copy === null && first.hasTable) copy = begin(sheet, file, first)
  copy?.finish()
  return copy === null ? null : { name: copy.name, rowCount: copy.rowCount }
}

function begin(sheet: SheetOfFile, file: CopyFile, first: FirstRows): ReturnType<CopyFile['beginSheet']> {
  const copy = file.beginSheet(sheet.title, first.headers())
  for (const row of first.rows()) copy.add(row)
  return copy
}

/** The first rows show how wide a table is, and whether its columns have names. */
class FirstRows {
  readonly #rows: SheetCell[][] = []

  /** @returns true once it has enough rows */
  add(row: SheetCell[]): boolean {
    this.#rows.push(row)
    return this.#rows.length >= 1000
  }

  /** Names without rows don't make a table. */
  get hasTable(): boolean {
    return this.#rows.length > 1 || (this.#rows.length === 1 && !this.#isNamed)
  }

  headers(): string[] {
    const width = Math.max(...this.#rows.map((row) => row.length))
    const [names = []] = this.#isNamed ? this.#rows : []
    return Array.from({ length: width }, (_, column) => names[column]?.shown ?? String(names[column]?.value ?? ''))
  }

  rows(): SheetCell[][] {
    return this.#isNamed ? this.#rows.slice(1) : this.#rows
  }

  /** If no cell of the first row is text, it contains values like the rows below. */
  get #isNamed(): boolean {
    return (this.#rows[0] ?? []).some((cell) => cell.kind === 'text')
  }
}

class Counter {
  readonly #most: { rows: number; cells: number }
  #rows = 0
  #cells = 0

  constructor(most: { rows: number; cells: number }) {
    this.#most = most
  }

  add(row: SheetCell[]): void {
    this.#rows += 1
    this.#cells += row.length
    refuseBeyond(this.#rows, this.#most.rows, 'rows')
    refuseBeyond(this.#cells, this.#most.cells, 'cells')
  }
}
