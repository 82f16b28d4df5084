import { rm } from 'node:fs/promises'
import { runThread } from '../table-copy/run-thread.ts'
import { fileLimits } from './limits.ts'
import { TableFileError, type CopiedTables, type CopyAnswer, type TableFiles } from './protocol.ts'

export { TableFileError, type CopiedTables } from './protocol.ts'
export { recogniseTableFile, type TableFileKind } from './recognise.ts'

/**
 * Copies CSV files and Excel workbooks into one SQLite file, in a thread with limited time and memory. Error messages
 * are for the user who uploaded the file.
 * @throws TableFileError unsupported for another kind of file, limit for one that is too large; DriverError timeout,
 *   cancelled
 */
export async function copyTableFiles(
  job: TableFiles,
  { signal, timeoutMs = fileLimits.timeoutMs }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<CopiedTables> {
  const script = new URL('./worker.ts', import.meta.url)
  try {
    const limits = { timeoutMs, ...(signal && { signal }) }
    const answer = await runThread<CopyAnswer>(script, { job, subject: 'file', ...limits })
    if (answer.type === 'failed') throw new TableFileError(answer.kind, answer.text, answer.file)
    return answer.copied
  } catch (error) {
    await rm(job.target, { force: true })
    throw error
  }
}
