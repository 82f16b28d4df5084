import { SqliteJobs, expectReply } from './jobs.ts'
import type { InspectedTable } from './protocol.ts'

export type { InspectedTable } from './protocol.ts'

export interface InspectedFile {
  tables: InspectedTable[]
  /** Whether the file had a write-ahead log elsewhere, whose newest rows it does not contain. */
  hadLog: boolean
}

/**
 * Checks a file that a user uploaded, in a process that can be killed: that it is undamaged, has tables, and that nothing
 * in it reads from elsewhere. The file is changed so that it needs no write-ahead log.
 * @param name what messages call the file
 * @param isOwn whether the server itself wrote the file, which then needs no check
 * @throws DriverError unsupported with the reason, for the user; timeout, cancelled, memory
 */
export async function inspectFile(
  path: string,
  { name, isOwn, timeoutMs, signal }: { name: string; isOwn: boolean; timeoutMs: number; signal?: AbortSignal },
): Promise<InspectedFile> {
  const jobs = new SqliteJobs(path)
  try {
    return await jobs.withChild({ timeoutMs, ...(signal && { signal }) }, async (child) => {
      child.send({ type: 'inspect', path, name, isOwn })
      const { tables, hadLog } = expectReply(await child.receive(), 'inspected')
      child.send({ type: 'close' })
      return { tables, hadLog }
    })
  } finally {
    jobs.close()
  }
}
