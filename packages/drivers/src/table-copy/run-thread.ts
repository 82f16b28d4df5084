import { Worker } from 'node:worker_threads'
import { DriverError } from '../contract.ts'
import { withDeadline } from '../deadline.ts'

const heapMegabytes = 512

/**
 * Runs one job in its own thread, which is terminated when the time is up or the signal aborts.
 * @param subject the user-visible name of what is being read: 'The spreadsheet'
 * @returns the thread's only message
 * @throws DriverError
 */
export async function runThread<Answer>(
  script: URL,
  { job, subject, ...limits }: { job: unknown; subject: string; timeoutMs: number; signal?: AbortSignal },
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
  worker.once('exit', () => reject(new DriverError('unknown', `${subject} could not be read completely.`)))
  const endWatch = withDeadline(limits, reject)
  try {
    return await promise
  } finally {
    endWatch()
    await worker.terminate()
  }
}

function describeCrash(cause: unknown, subject: string): DriverError {
  const isMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (isMemory)
    return new DriverError(
      'limit',
      `${subject} is too large. Copying it needs more than ${heapMegabytes} MB of memory.`,
      { cause },
    )
  return new DriverError('unknown', `${subject} could not be read.`, { cause })
}
