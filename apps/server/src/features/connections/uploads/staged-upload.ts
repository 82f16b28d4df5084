import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { message, uploadFileSchema, uploadPieceBytes, uploadPreviewSchema } from '@parlance/contract'
import type { StartUploadRequest, UploadPreview } from '@parlance/contract'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { AppContext } from '../../../context/context.ts'
import { translateStoreError } from '../../../store/store-errors.ts'
import { idleMs } from '../uploaded-database.ts'
import { takeReadingLease } from './reading-lease.ts'
import type { ReadingLease } from './reading-lease.ts'

/** The most uploads of one user at a time. A new one removes the oldest. */
const mostPerUser = 3

/** What the server notes next to the files of an upload. */
const stagedUploadSchema = z.object({
  id: z.string(),
  ownerId: z.string(),
  startedAt: z.string(),
  files: z.array(uploadFileSchema),
  /** The connection whose file they will replace. */
  replaces: z.string().nullable(),
  /** Null until the files have been read. */
  preview: uploadPreviewSchema.nullable(),
})
export type StagedUpload = z.infer<typeof stagedUploadSchema>

/** Files that are being uploaded, each upload in its own folder that no other user of the machine may read. */
export interface StagedUploads {
  start(ownerId: string, request: StartUploadRequest): Promise<StagedUpload>
  /** @throws AppError not_found, also for an upload of another user */
  get(ownerId: string, id: string): Promise<StagedUpload>
  /**
   * Writes a piece of a file as it arrives.
   * @returns the bytes of the file that have arrived
   * @throws AppError conflict if the piece does not follow what has arrived, payload_too_large
   */
  write(
    upload: StagedUpload,
    piece: { file: number; offset: number; bytes: Readable; signal: AbortSignal },
  ): Promise<number>
  /** @throws AppError bad_request if a file has not arrived completely */
  requireComplete(upload: StagedUpload): Promise<void>
  /** Keeps other readers out. Throws like `takeReadingLease` */
  leaseForReading(upload: Pick<StagedUpload, 'id'>): Promise<ReadingLease>
  savePreview(upload: StagedUpload, preview: UploadPreview): Promise<void>
  /** The path of an uploaded file. */
  pathOf(upload: Pick<StagedUpload, 'id'>, file: number): string
  /** The path of the database that becomes a connection's. */
  databaseOf(upload: Pick<StagedUpload, 'id'>): string
  remove(id: string): Promise<void>
  /** Removes uploads that no one continued. */
  removeIdle(): Promise<void>
}

export function createStagedUploads(context: Pick<AppContext, 'config' | 'log' | 'now' | 'store'>): StagedUploads {
  const { config, now, store } = context
  const root = join(config.dataDir, 'uploads')
  const folderOf = (id: string) => join(root, id)
  const notePath = (id: string) => join(folderOf(id), 'upload.json')
  const pathOf = ({ id }: Pick<StagedUpload, 'id'>, file: number) => join(folderOf(id), `${file}.part`)
  const remove = (id: string) => rm(folderOf(id), { recursive: true, force: true })

  /** Renamed into place, so that no reader sees half a note. */
  async function save(upload: StagedUpload): Promise<void> {
    const written = `${notePath(upload.id)}.tmp`
    try {
      await writeFile(written, JSON.stringify(upload), { mode: 0o600 })
      await rename(written, notePath(upload.id))
    } catch (error) {
      throw translateStoreError(error)
    }
  }

  async function find(id: string): Promise<StagedUpload | null> {
    // R17: the id becomes the name of a folder.
    if (!z.uuid().safeParse(id).success) return null
    const text = await readFile(notePath(id), 'utf8').catch(() => null)
    return text === null ? null : stagedUploadSchema.parse(JSON.parse(text))
  }

  async function makeRoom(ownerId: string): Promise<void> {
    const all = await Promise.all((await idsIn(root)).map(find))
    const own = all.filter((each) => each !== null).filter((each) => each.ownerId === ownerId)
    const oldestFirst = own.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
    for (const { id } of oldestFirst.slice(0, Math.max(0, own.length - mostPerUser + 1))) await remove(id)
  }

  return {
    start: async (ownerId, { files, replaces = null }) => {
      const total = files.reduce((sum, { size }) => sum + size, 0)
      requireAllowed(total, config.uploadMaxBytes)
      await makeRoom(ownerId)
      await requireSpace(config.dataDir, total)
      const upload = { id: randomUUID(), ownerId, startedAt: now().toISOString(), files, replaces, preview: null }
      await mkdir(folderOf(upload.id), { recursive: true, mode: 0o700 })
      await save(upload)
      return upload
    },
    get: async (ownerId, id) => {
      const upload = await find(id)
      if (upload?.ownerId !== ownerId)
        throw new AppError('not_found', { detail: store.isShared ? gone.shared : gone.own })
      return upload
    },
    write: async (upload, { file, offset, bytes, signal }) => {
      const size = upload.files[file]?.size
      if (size === undefined) throw new AppError('not_found', { detail: message('The upload has no such file.') })
      const path = pathOf(upload, file)
      const received = await sizeOf(path)
      if (offset > received)
        throw new AppError('conflict', { detail: message('A part of the file is missing. Send it again.') })
      const most = Math.min(uploadPieceBytes, size - offset)
      try {
        if (received === 0) await (await open(path, 'a', 0o600)).close()
        await pipeline(bytes, limited(most), createWriteStream(path, { flags: 'r+', start: offset }), { signal })
      } catch (error) {
        throw translateStoreError(error)
      }
      return sizeOf(path)
    },
    requireComplete: async (upload) => {
      for (const [index, { name, size }] of upload.files.entries()) {
        if ((await sizeOf(pathOf(upload, index))) === size) continue
        throw new AppError('bad_request', {
          detail: message('{name} has not arrived completely. Send the rest of it.', { name }),
        })
      }
    },
    leaseForReading: ({ id }) => takeReadingLease(context, folderOf(id)),
    savePreview: (upload, preview) => save({ ...upload, preview }),
    pathOf,
    databaseOf: ({ id }) => join(folderOf(id), 'database.sqlite'),
    remove,
    removeIdle: async () => {
      for (const id of await idsIn(root)) {
        if (now().getTime() - (await lastChange(folderOf(id))) > idleMs) await remove(id)
      }
    },
  }
}

const gone = {
  own: message('This upload no longer exists. Upload the files again.'),
  shared: message(
    'This upload does not exist on this server. Upload the files again. If it happens again, the server processes do not share one data folder.',
  ),
}

async function idsIn(root: string): Promise<string[]> {
  return readdir(root).catch(() => [])
}

async function lastChange(folder: string): Promise<number> {
  const paths = [folder, ...(await idsIn(folder)).map((name) => join(folder, name))]
  const times = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => null))?.mtimeMs ?? 0))
  return Math.max(...times)
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

function limited(most: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let count = 0
    for await (const chunk of chunks) {
      count += chunk.length
      if (count > most) {
        throw new AppError('payload_too_large', {
          detail: message('The part of the file is too large. Send up to {most, number} bytes.', { most }),
        })
      }
      yield chunk
    }
  }
}

function requireAllowed(total: number, most: number): void {
  if (total <= most) return
  throw new AppError('payload_too_large', {
    detail: message(
      'The files are too large. Together they can have up to {megabytes, number} MB. The operator can raise PARLANCE_UPLOAD_MAX_MB.',
      { megabytes: Math.floor(most / 1024 / 1024) },
    ),
  })
}

/** The files and the database that is made from them need space at the same time. */
async function requireSpace(folder: string, total: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= total * 2) return
  throw new AppError('storage_full', {
    detail: message('The server has too little disk space for these files. Free some space and try again.'),
  })
}
