import { message, type Message } from '@parlance/contract'
import { Worker } from 'node:worker_threads'
import { DriverError } from '../contract.ts'
import { withDeadline } from '../deadline.ts'

const heapMegabytes = 512

/**
 * Runs one job in its own thread, which is terminated when the time is up or the signal aborts.
 * @param subject what is being read, for the messages of errors
 * @returns the thread's only message
 * @throws DriverError
 */
export async function runThread<Answer>(
  script: URL,
  { job, subject, ...limits }: { job: unknown; subject: Subject; timeoutMs: number; signal?: AbortSignal },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const worker = new Worker(script, {
    workerData: job,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stdout: true,
    stderr: true,
  })
  worker.once('message', resolve)
  worker.once('error', (cause) => reject(describeCrash(cause, subject)))
  worker.once('exit', () => reject(new DriverError('unknown', describeEnd(subject))))
  const endWatch = withDeadline(limits, reject)
  try {
    return await promise
  } finally {
    endWatch()
    await worker.terminate()
  }
}

type Subject = 'file' | 'spreadsheet'

function describeEnd(subject: Subject): Message {
  return subject === 'file'
    ? message('The file could not be read completely.')
    : message('The spreadsheet could not be read completely.')
}

function describeCrash(cause: unknown, subject: Subject): DriverError {
  const isMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (isMemory) return new DriverError('limit', describeSize(subject), { cause })
  const text =
    subject === 'file' ? message('The file could not be read.') : message('The spreadsheet could not be read.')
  return new DriverError('unknown', text, { cause })
}

function describeSize(subject: Subject): Message {
  const limit = heapMegabytes
  return subject === 'file'
    ? message('The file is too large. Copying it needs more than {limit, number} MB of memory.', { limit })
    : message('The spreadsheet is too large. Copying it needs more than {limit, number} MB of memory.', { limit })
}
