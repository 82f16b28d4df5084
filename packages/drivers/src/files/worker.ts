/** The thread that reads a user's file, so that a hostile file cannot fill the server's own memory. */
import { message } from '@parlance/contract/messages'
import { parentPort, workerData } from 'node:worker_threads'
import { copyTables } from './copy-tables.ts'
import { TableFileError, type CopyAnswer, type TableFiles } from './protocol.ts'

try {
  answer({ type: 'copied', copied: await copyTables(workerData as TableFiles) })
} catch (error) {
  const known =
    error instanceof TableFileError ? error : new TableFileError('unsupported', message('Could not read the file.'), 0)
  answer({ type: 'failed', kind: known.kind, text: known.text, file: known.file })
}

function answer(reply: CopyAnswer): void {
  parentPort?.postMessage(reply)
}
