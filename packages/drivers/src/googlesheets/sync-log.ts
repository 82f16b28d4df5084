import { readFile, rename, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { messageSchema, verbatim } from '@parlance/contract'
import { z } from 'zod'
import type { SyncReport } from '../contract.ts'

const mostReports = 50

/** Version 1.1 and older wrote texts without their patterns. */
const textSchema = z.union([messageSchema, z.string().transform(verbatim)])

const reportSchema: z.ZodType<SyncReport> = z.object({
  startedAt: z.string(),
  finishedAt: z.string(),
  tableCount: z.number(),
  rowCount: z.number(),
  warnings: z.array(textSchema),
  error: textSchema.nullable(),
})

/** Reads the last syncs of one folder, newest first; empty if there is no readable log. */
export async function readLog(folder: string): Promise<SyncReport[]> {
  try {
    return z.array(reportSchema).parse(JSON.parse(await readFile(logPath(folder), 'utf8')))
  } catch {
    return []
  }
}

export async function appendLog(folder: string, report: SyncReport): Promise<void> {
  const reports = [report, ...(await readLog(folder))].slice(0, mostReports)
  const written = `${logPath(folder)}.${randomUUID()}`
  await writeFile(written, JSON.stringify(reports))
  await rename(written, logPath(folder))
}

function logPath(folder: string): string {
  return join(folder, 'syncs.json')
}
