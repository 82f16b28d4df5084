import {
  uploadPreviewSchema,
  uploadProgressSchema,
  uploadSchema,
  type CreateFromUploadRequest,
  type Upload,
  type UploadPreview,
} from '@parlance/contract'
import { ApiError } from '../lib/api-error.ts'
import { call, callVoid } from './client.ts'
import { databaseSchema, type Database } from './databases.ts'

const base = '/api/v1/database-management'
/** How often a piece is sent again after the network failed. */
const mostRetries = 3

/** Announces files that become a database, or that replace those of a connection. */
export function startUpload(files: File[], replaces: string | null): Promise<Upload> {
  const described = files.map(({ name, size }) => ({ name, size }))
  const body = { files: described, ...(replaces !== null && { replaces }) }
  return call(`${base}/uploads`, uploadSchema, { method: 'POST', body })
}

/** Sends the bytes of all files, piece by piece. Throws ApiError; an aborted call throws the abort's error. */
export async function sendFiles(
  upload: Upload,
  files: File[],
  { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<void> {
  let before = 0
  for (const [index, file] of files.entries()) {
    let offset = 0
    while (offset < file.size) {
      const address = `${base}/uploads/${upload.id}/files/${index}?offset=${offset}`
      offset = await sendPiece(address, file.slice(offset, offset + upload.piece_bytes), signal)
      onSent(before + offset)
    }
    before += file.size
  }
}

/** Checks the files, and shows the database that they would become. */
export function readUpload(id: string, signal: AbortSignal): Promise<UploadPreview> {
  return call(`${base}/uploads/${id}/read`, uploadPreviewSchema, { method: 'POST', body: {}, signal })
}

export function discardUpload(id: string): Promise<void> {
  return callVoid(`${base}/uploads/${id}`, { method: 'DELETE' })
}

export function createFromUpload(id: string, body: CreateFromUploadRequest): Promise<Database> {
  return call(`${base}/uploads/${id}/connection`, databaseSchema, { method: 'POST', body })
}

export function replaceFile(configId: string, uploadId: string): Promise<Database> {
  const address = `${base}/configurations/${encodeURIComponent(configId)}/file`
  return call(address, databaseSchema, { method: 'PUT', body: { upload_id: uploadId } })
}

/** @returns the bytes of the file that have arrived */
async function sendPiece(address: string, bytes: Blob, signal: AbortSignal): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await call(address, uploadProgressSchema, { method: 'PUT', bytes, signal })).received
    } catch (error) {
      const isNetwork = error instanceof ApiError && (error.status === 0 || error.status >= 502)
      if (!isNetwork || signal.aborted || attempt > mostRetries) throw error
    }
  }
}
