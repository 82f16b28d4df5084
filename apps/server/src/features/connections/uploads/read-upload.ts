import { open, rename } from 'node:fs/promises'
import { message, previewColumnCount, previewTableCount } from '@parlance/contract'
import type { Message, UploadedTable } from '@parlance/contract'
import { copyTableFiles, DriverError, inspectFile, recogniseTableFile, TableFileError } from '@parlance/drivers'
import type { CopiedTables, InspectedTable, TableFileKind } from '@parlance/drivers'
import { AppError } from '../../../lib/errors.ts'
import type { StagedUpload, StagedUploads } from './staged-upload.ts'

const headBytes = 64 * 1024
/** A database can have more rows than a file of a question, and may take longer to read. */
const most = { rows: 50_000_000, cells: 1_000_000_000 }
/** Shorter than a proxy waits for an answer. */
const timeoutMs = 9 * 60_000

/** The tables of the database that was made from an upload. */
export interface ReadUpload {
  tableCount: number
  tables: UploadedTable[]
  warnings: Message[]
}

/**
 * Makes one database from the files of an upload: the SQLite file itself, or a table for each CSV file and sheet.
 * @throws AppError file_refused with the file, and what to do
 */
export async function readUpload(
  staged: StagedUploads,
  upload: StagedUpload,
  signal: AbortSignal,
): Promise<ReadUpload> {
  const kinds = await Promise.all(upload.files.map(({ name }, index) => kindOf(staged.pathOf(upload, index), name)))
  for (const [index, kind] of kinds.entries()) requireReadable(kind, upload, index)
  if (!kinds.includes('database')) return readTables(staged, upload, kinds, signal)
  if (kinds.length > 1)
    throw refused(
      message('Upload a SQLite file alone. Upload CSV and Excel files without it.'),
      kinds.indexOf('database'),
    )
  return readSqlite(staged, upload, signal)
}

async function kindOf(path: string, name: string): Promise<TableFileKind> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return recogniseTableFile(buffer.subarray(0, bytesRead), name)
  } finally {
    await file.close()
  }
}

function requireReadable(kind: TableFileKind, { files }: StagedUpload, index: number): void {
  const name = files[index]?.name ?? ''
  if (kind === 'old-office') {
    throw refused(
      message('{name} is in an old Office format or has a password. Save it as .xlsx without a password.', { name }),
      index,
    )
  }
  if (kind === 'other') {
    throw refused(
      message("{name} can't become a database. Upload a SQLite, CSV, or Excel (.xlsx) file.", { name }),
      index,
    )
  }
}

async function readSqlite(staged: StagedUploads, upload: StagedUpload, signal: AbortSignal): Promise<ReadUpload> {
  const path = staged.pathOf(upload, 0)
  const name = upload.files[0]?.name ?? ''
  try {
    const { tables, hadLog } = await inspectFile(path, { name, isOwn: false, timeoutMs, signal })
    await rename(path, staged.databaseOf(upload))
    const warning = message(
      '{name} was copied while a program could still write to it. Rows that the program had not moved into the file are missing. To include them, close the program and upload the file again.',
      { name },
    )
    return present(tables, () => ({ file: name, sheet: null }), hadLog ? [warning] : [])
  } catch (error) {
    throw describe(error, upload, 0)
  }
}

async function readTables(
  staged: StagedUploads,
  upload: StagedUpload,
  kinds: TableFileKind[],
  signal: AbortSignal,
): Promise<ReadUpload> {
  const target = staged.databaseOf(upload)
  const files = upload.files.map(({ name }, index) => ({
    path: staged.pathOf(upload, index),
    title: name.replace(/\.\w{1,8}$/, ''),
    format: kinds[index] === 'workbook' ? ('xlsx' as const) : ('csv' as const),
  }))
  try {
    const copied = await copyTableFiles({ files, target, most }, { signal, timeoutMs })
    const { tables } = await inspectFile(target, { name: target, isOwn: true, timeoutMs, signal })
    return present(tables, sourceIn(copied, upload, kinds), [])
  } catch (error) {
    throw describe(error, upload, null)
  }
}

type Source = Pick<UploadedTable, 'file' | 'sheet'>

function sourceIn(copied: CopiedTables, { files }: StagedUpload, kinds: TableFileKind[]): (table: string) => Source {
  return (table) => {
    const found = copied.tables.find(({ name }) => name === table)
    const index = found?.file ?? 0
    return { file: files[index]?.name ?? '', sheet: kinds[index] === 'workbook' ? (found?.title ?? null) : null }
  }
}

function present(tables: InspectedTable[], sourceOf: (table: string) => Source, warnings: Message[]): ReadUpload {
  return {
    tableCount: tables.length,
    tables: tables.slice(0, previewTableCount).map(({ name, isView, rowCount, isCounted, columns }) => ({
      name,
      is_view: isView,
      ...sourceOf(name),
      row_count: rowCount,
      is_counted: isCounted,
      column_count: columns.length,
      columns: columns.slice(0, previewColumnCount),
    })),
    warnings,
  }
}

/** The reader's error is about the user's own file, so it is safe to show. */
function describe(error: unknown, { files }: StagedUpload, alone: number | null): unknown {
  if (!(error instanceof DriverError)) return error
  // The file is not to blame.
  if (error.kind === 'storage') return new AppError('storage_full', { detail: error.text, cause: error })
  const index = error instanceof TableFileError ? error.file : alone
  const names = index === null ? files.map(({ name }) => name) : [files[index]?.name ?? '']
  const detail = message('{files}: {problem}', { files: names.join(', '), problem: error.text })
  return new AppError('file_refused', { detail, cause: error, ...(index !== null && { file: index }) })
}

function refused(detail: Message, file: number): AppError {
  return new AppError('file_refused', { detail, file })
}
