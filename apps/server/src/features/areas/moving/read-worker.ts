/** The thread that reads a user's file of definitions, so that a hostile file can neither block nor fill the server. */
import { message } from '@parlance/contract'
import { FileError, readDefinitions } from '@parlance/semantics/formats'
import { parentPort, workerData } from 'node:worker_threads'
import type { FileAnswer, FileJob } from './file-job.ts'

const { content, area } = workerData as FileJob
try {
  answer({ type: 'read', read: readDefinitions(content, area) })
} catch (error) {
  const reason =
    error instanceof FileError ? error.located : message('The file could not be read. Choose another file.')
  answer({ type: 'refused', reason })
}

function answer(reply: FileAnswer): void {
  parentPort?.postMessage(reply)
}
