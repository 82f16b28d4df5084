import type { Message } from '@parlance/contract'
import type { DriverErrorKind, TestStage } from '../contract.ts'
import type { SheetSource } from './spreadsheet.ts'

/** The jobs that a worker thread can run. */
export type WorkerJob = { type: 'check'; source: SheetSource } | { type: 'copy'; source: SheetSource; path: string }

export type WorkerAnswer =
  | { type: 'checked'; sheetCount: number }
  | { type: 'copied'; tableCount: number; rowCount: number; warnings: Message[] }
  | { type: 'failed'; kind: DriverErrorKind; text: Message; stage: TestStage | null }
