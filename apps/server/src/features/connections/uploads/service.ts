import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { message, uploadPieceBytes } from '@parlance/contract'
import type { CreateFromUploadRequest, StartUploadRequest, Upload, UploadPreview } from '@parlance/contract'
import { inspectFile } from '@parlance/drivers'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import { startPeriodicJob } from '../../../lib/periodic-job.ts'
import { findConnectionRow, listTakenNames } from '../store.ts'
import { compareTables } from './compare-tables.ts'
import { createDatabaseMaker } from './database-maker.ts'
import type { DatabaseMakerDependencies } from './database-maker.ts'
import { readUpload } from './read-upload.ts'
import type { ReadUpload } from './read-upload.ts'
import { createStagedUploads } from './staged-upload.ts'
import type { StagedUpload } from './staged-upload.ts'
import { suggestName } from './suggest-name.ts'
import { listIdleDatabases, uploadedDatabase, uploadedDatabaseName } from '../uploaded-database.ts'

const sweepMs = 10 * 60_000
const inspectMs = 60_000

/** Databases that are made from uploaded files. */
export interface Uploads {
  /**
   * Begins an upload.
   * @throws AppError payload_too_large, storage_full, license_limit; connection_not_found, admin_only, and conflict for a
   *   connection whose file cannot be replaced
   */
  start(principal: Principal, request: StartUploadRequest): Promise<Upload>
  /** @returns the bytes of the file that have arrived. Throws like `StagedUploads.write` */
  write(
    principal: Principal,
    id: string,
    piece: { file: number; offset: number; bytes: Readable; signal: AbortSignal },
  ): Promise<number>
  /**
   * Reads the files, and shows the database that they would become. If it fails or is stopped, the upload is removed.
   * @throws AppError file_refused with what is wrong with a file
   */
  read(principal: Principal, id: string, signal: AbortSignal): Promise<UploadPreview>
  /** Removes an upload and its files. */
  discard(principal: Principal, id: string): Promise<void>
  /**
   * Makes a tested connection from an upload that was read.
   * @returns the connection's id. Throws like `createConnection`
   */
  create(principal: Principal, id: string, request: CreateFromUploadRequest): Promise<string>
  /** Replaces the file of a connection. Its areas, rules, and access stay. Throws like `start` */
  replace(principal: Principal, connectionId: string, uploadId: string): Promise<void>
  /** Removes uploads that no one continued, and databases that never got a connection because the process ended. */
  removeIdle(): Promise<void>
  close(): Promise<void>
}

type UploadsDependencies = Omit<DatabaseMakerDependencies, 'staged'>

export function createUploads(context: AppContext, dependencies: UploadsDependencies): Uploads {
  const { store, config } = context
  const staged = createStagedUploads(context)
  const maker = createDatabaseMaker(context, { ...dependencies, staged })
  let queue: Promise<unknown> = Promise.resolve()
  async function removeIdle(): Promise<void> {
    await staged.removeIdle()
    for (const id of await listIdleDatabases(config, context.now())) {
      if ((await findConnectionRow(store.db, id)) === null) await dependencies.connector.removeFolder(id)
    }
  }

  const sweep = startPeriodicJob(
    context.log,
    { failure: 'could not remove unfinished uploads', everyMs: sweepMs, firstAfterMs: sweepMs / 10 },
    removeIdle,
  )

  /** Reads one upload at a time, because each may use a whole processor and much memory. */
  async function inTurn<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const mine = queue.then(() => {
      signal.throwIfAborted()
      return task()
    })
    queue = mine.catch(() => undefined)
    return mine
  }

  async function previewOf(principal: Principal, upload: StagedUpload, read: ReadUpload): Promise<UploadPreview> {
    const { tableCount, ...shown } = read
    return {
      id: upload.id,
      suggested_name: suggestName(upload.files, await listTakenNames(store.db, principal.userId)),
      table_count: tableCount,
      ...shown,
      changes: upload.replaces === null ? null : await changesOf(upload.replaces, staged.databaseOf(upload)),
    }
  }

  async function changesOf(connectionId: string, file: string) {
    const tablesOf = async (path: string) =>
      (await inspectFile(path, { name: uploadedDatabaseName, isOwn: true, timeoutMs: inspectMs })).tables
    // A file that is gone or damaged is a reason to replace it.
    const before = await tablesOf(uploadedDatabase(config, connectionId)).catch(() => [])
    return compareTables(before, await tablesOf(file))
  }

  async function readOf(principal: Principal, id: string): Promise<StagedUpload> {
    const upload = await staged.get(principal.userId, id)
    if (upload.preview !== null) return upload
    throw new AppError('conflict', { detail: message('The files have not been read yet. Read them first.') })
  }

  return {
    start: async (principal, request) => {
      if (request.replaces !== undefined) await maker.requireReplaceable(principal, request.replaces)
      else await store.transaction((transaction) => dependencies.license.assertCanAdd(transaction, 'databases'))
      const { id, files } = await staged.start(principal.userId, request)
      return { id, files, piece_bytes: uploadPieceBytes }
    },
    write: async (principal, id, piece) => staged.write(await staged.get(principal.userId, id), piece),
    read: async (principal, id, signal) => {
      const upload = await staged.get(principal.userId, id)
      if (upload.preview !== null) return upload.preview
      await staged.requireComplete(upload)
      const lease = await staged.leaseForReading(upload)
      try {
        if (lease.isTakenOver) await rm(staged.databaseOf(upload), { force: true })
        const stop = AbortSignal.any([signal, lease.lost])
        const read = await inTurn(stop, () => readUpload(staged, upload, stop))
        const preview = await previewOf(principal, upload, read)
        await staged.savePreview(upload, preview)
        return preview
      } catch (error) {
        // If another process took over, the files are in use.
        lease.lost.throwIfAborted()
        await staged.remove(id)
        throw error
      } finally {
        await lease.end()
      }
    },
    discard: async (principal, id) => {
      const upload = await staged.get(principal.userId, id)
      await staged.remove(upload.id)
    },
    create: async (principal, id, request) => maker.create(principal, await readOf(principal, id), request),
    replace: async (principal, connectionId, uploadId) =>
      maker.replace(principal, connectionId, await readOf(principal, uploadId)),
    removeIdle,
    close: () => sweep.close(),
  }
}
