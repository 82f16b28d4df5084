import { message } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import { runThread } from '../table-copy/run-thread.ts'
import type { WorkerAnswer, WorkerJob } from './protocol.ts'

/**
 * Runs one job in its own thread, which is terminated when the time is up or the signal aborts.
 * @throws DriverError
 */
export async function runWorker<Type extends 'checked' | 'copied'>(
  job: WorkerJob,
  expected: Type,
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<Extract<WorkerAnswer, { type: Type }>> {
  const script = new URL('./worker.ts', import.meta.url)
  const answer = await runThread<WorkerAnswer>(script, { job, subject: 'spreadsheet', ...limits })
  if (answer.type === 'failed') throw new DriverError(answer.kind, answer.text, { stage: answer.stage })
  if (!isAnswer(answer, expected))
    throw new DriverError(
      'unknown',
      message('The copy process sent an unexpected reply: {reply}.', { reply: answer.type }),
    )
  return answer
}

function isAnswer<Type extends WorkerAnswer['type']>(
  answer: WorkerAnswer,
  type: Type,
): answer is Extract<WorkerAnswer, { type: Type }> {
  return answer.type === type
}
