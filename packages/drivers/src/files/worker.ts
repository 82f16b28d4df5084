/** The thread in which a person's file is read: what a hostile one costs stays out of the server's own memory. */
import { parentPort, workerData } from 'node:worker_threads'
import { DriverError } from '../contract.ts'
import { copyTables } from './copy-tables.ts'
import type { CopyAnswer, TableFiles } from './protocol.ts'

try {
  answer({ type: 'copied', copied: await copyTables(workerData as TableFiles) })
} catch (error) {
  const known = error instanceof DriverError ? error : new DriverError('unsupported', 'The file could not be read.')
  answer({ type: 'failed', kind: known.kind, message: known.message })
}

function answer(message: CopyAnswer): void {
  parentPort?.postMessage(message)
}
