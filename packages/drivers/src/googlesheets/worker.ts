/**
 * The thread that reads a spreadsheet, so that its client library and its pages stay out of the server's own memory.
 */
import { message, type Message } from '@parlance/contract/messages'
import { parentPort, workerData } from 'node:worker_threads'
import { accountName } from '../google/account.ts'
import { CopyFile, mostColumns } from '../table-copy/copy-file.ts'
import { copySheet } from './copy-sheet.ts'
import { toSheetsError } from './errors.ts'
import type { WorkerAnswer, WorkerJob } from './protocol.ts'
import { Spreadsheet } from './spreadsheet.ts'

const job = workerData as WorkerJob

try {
  answer(job.type === 'check' ? await check() : await copy(job.path))
} catch (error) {
  const { kind, text, stage } = toSheetsError(error, accountName(job.source.account))
  answer({ type: 'failed', kind, text, stage })
}

async function check(): Promise<WorkerAnswer> {
  const spreadsheet = await Spreadsheet.open(job.source)
  return { type: 'checked', sheetCount: (await spreadsheet.sheets()).length }
}

async function copy(path: string): Promise<WorkerAnswer> {
  const spreadsheet = await Spreadsheet.open(job.source)
  const file = new CopyFile(path)
  const warnings: Message[] = []
  let tableCount = 0
  let rowCount = 0
  try {
    for (const sheet of await spreadsheet.sheets()) {
      if (sheet.columnCount === mostColumns) {
        warnings.push(
          message('Only the first {columns} columns of the sheet {sheet} were copied.', {
            columns: mostColumns,
            sheet: sheet.title,
          }),
        )
      }
      const rows = await copySheet(spreadsheet, sheet, file)
      if (rows === null) continue
      tableCount += 1
      rowCount += rows
    }
    file.finish({ keepsWritten: true })
  } catch (error) {
    file.abandon()
    throw error
  }
  return { type: 'copied', tableCount, rowCount, warnings }
}

function answer(reply: WorkerAnswer): void {
  parentPort?.postMessage(reply)
}
