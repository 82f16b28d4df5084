import { message, type Message } from '@parlance/contract'
import type { ReadDefinitions } from '@parlance/semantics/formats'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../lib/errors.ts'
import type { FileAnswer, FileJob } from './file-job.ts'

/** A file of the largest size is read in a few seconds, also on a busy machine. */
const defaultTimeout = 30_000
const heapMegabytes = 1024

/**
 * Reads a file of definitions in its own thread, which is ended when the time is up.
 * @throws AppError bad_request if the file cannot be read, with the place and what to do
 */
export async function readInThread(job: FileJob, timeout = defaultTimeout): Promise<ReadDefinitions> {
  const { promise, resolve, reject } = Promise.withResolvers<FileAnswer>()
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: job,
    execArgv: ['--no-warnings'],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  worker.once('message', resolve)
  worker.once('error', () => reject(refused(message('The file is too large to read. Split it.'))))
  worker.once('exit', () => reject(refused(message('The file could not be read. Choose another file.'))))
  const timer = setTimeout(() => reject(refused(message('The file takes too long to read. Split it.'))), timeout)
  try {
    const answer = await promise
    if (answer.type === 'refused') throw refused(answer.reason)
    return answer.read
  } finally {
    clearTimeout(timer)
    void worker.terminate()
  }
}

function refused(detail: Message): AppError {
  return new AppError('bad_request', { detail })
}
