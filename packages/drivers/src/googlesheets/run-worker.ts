import { Worker } from 'node:worker_threads'
import { DriverError } from '../contract.ts'
import { withDeadline } from '../deadline.ts'
import type { WorkerAnswer, WorkerJob } from './protocol.ts'

const heapMegabytes = 512

/**
 * Runs one job in a thread of its own, which is ended when the time is up or the signal aborts.
 * @throws DriverError
 */
export async function runWorker<Type extends 'checked' | 'copied'>(
  job: WorkerJob,
  expected: Type,
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<Extract<WorkerAnswer, { type: Type }>> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: job,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stdout: true,
    stderr: true,
  })
  worker.once('message', resolve)
  worker.once('error', (cause) => reject(describeCrash(cause)))
  worker.once('exit', () => reject(new DriverError('unknown', 'The copy of the spreadsheet ended early.')))
  const endWatch = withDeadline(limits, reject)
  try {
    const answer = await promise
    if (answer.type === 'failed') throw new DriverError(answer.kind, answer.message, { stage: answer.stage })
    if (!isAnswer(answer, expected)) throw new DriverError('unknown', `The worker answered ${answer.type}.`)
    return answer
  } finally {
    endWatch()
    await worker.terminate()
  }
}

function isAnswer<Type extends WorkerAnswer['type']>(
  answer: WorkerAnswer,
  type: Type,
): answer is Extract<WorkerAnswer, { type: Type }> {
  return answer.type === type
}

function describeCrash(cause: unknown): DriverError {
  const isMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (isMemory) return new DriverError('limit', 'The spreadsheet needs more memory than a copy may take.', { cause })
  return new DriverError('unknown', 'The copy of the spreadsheet failed unexpectedly.', { cause })
}
