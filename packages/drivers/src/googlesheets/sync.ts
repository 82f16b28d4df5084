import { message } from '@parlance/contract'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DriverError, type SyncReport } from '../contract.ts'
import { releaseFile } from '../sqlite/pool.ts'
import { readAccount, type SheetsConfig } from './config.ts'
import { runWorker } from './run-worker.ts'
import { appendLog, readLog } from './sync-log.ts'

const syncTimeoutMs = 15 * 60_000
/** A copy or a failure younger than this is not retried just because another connection is opened. */
const freshMs = 60_000

const running = new Map<string, Promise<SyncReport>>()

/** The path of this spreadsheet's copy. A copy of another spreadsheet is never used for it. */
export function copyPath(folder: string, config: SheetsConfig): string {
  const spreadsheet = createHash('sha256').update(config.spreadsheet_id).digest('hex').slice(0, 16)
  return join(folder, `copy-${spreadsheet}.db`)
}

export function hasCopy(folder: string, config: SheetsConfig): boolean {
  return existsSync(copyPath(folder, config))
}

export function isSyncing(folder: string): boolean {
  return running.has(folder)
}

export async function wasTriedJustNow(folder: string): Promise<boolean> {
  const [last] = await readLog(folder)
  return last !== undefined && Date.now() - Date.parse(last.finishedAt) < freshMs
}

/**
 * Copies the spreadsheet again and swaps the file in one step, so that a query never reads half a copy. A second caller
 * during a sync gets the outcome of that sync. A failure leaves the old copy.
 * @throws DriverError, which is also logged
 */
export async function syncCopy(config: SheetsConfig, folder: string, endpoint: string | null): Promise<SyncReport> {
  const known = running.get(folder)
  if (known) return await known
  const sync = runSync(config, folder, endpoint).finally(() => running.delete(folder))
  running.set(folder, sync)
  return await sync
}

async function runSync(config: SheetsConfig, folder: string, endpoint: string | null): Promise<SyncReport> {
  const startedAt = new Date().toISOString()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written = join(folder, `sync-${randomUUID()}.tmp`)
  try {
    const account = await readAccount(config)
    const source = { spreadsheetId: config.spreadsheet_id, account, endpoint }
    const limits = { timeoutMs: syncTimeoutMs }
    const { tableCount, rowCount, warnings } = await runWorker(
      { type: 'copy', source, path: written },
      'copied',
      limits,
    )
    await swap(written, copyPath(folder, config), folder)
    const report = { startedAt, finishedAt: new Date().toISOString(), tableCount, rowCount, warnings, error: null }
    await appendLog(folder, report)
    return report
  } catch (error) {
    await rm(written, { force: true })
    const failure =
      error instanceof DriverError
        ? error
        : new DriverError('unknown', message('Could not write the copy of the spreadsheet.'), { cause: error })
    const finishedAt = new Date().toISOString()
    await appendLog(folder, { startedAt, finishedAt, tableCount: 0, rowCount: 0, warnings: [], error: failure.text })
    throw failure
  }
}

/** A running query continues to read the open file. The next query opens the new file. */
async function swap(written: string, path: string, folder: string): Promise<void> {
  releaseFile(path)
  await rename(written, path)
  await syncFolder(folder)
  await removeLeftovers(folder, path)
}

/** Removes copies of other spreadsheets, and half-written files of a killed process. */
async function removeLeftovers(folder: string, path: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const isOther = /^copy-\w+\.db$/.test(name) && file !== path
    const isUnfinished = /^sync-.*\.tmp$|^syncs\.json\..+$/.test(name) && (await ageOf(file)) > 2 * syncTimeoutMs
    if (isOther || isUnfinished) await rm(file, { force: true })
  }
}

async function ageOf(file: string): Promise<number> {
  const stats = await stat(file).catch(() => null)
  return stats === null ? 0 : Date.now() - stats.mtimeMs
}

/** Makes the rename durable. A system that cannot open a folder makes renames durable on its own. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
