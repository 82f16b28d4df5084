import type { DatabaseConfiguration, Upload } from '@parlance/contract'
import { managementUrl } from './managed-app.ts'
import type { ManagedApp } from './managed-app.ts'

/** A file of an upload, with its content. */
export interface SentFile {
  name: string
  bytes: Buffer | string
}

/** Sends a piece of a file of an upload. */
export async function sendPiece(
  { app, admin }: ManagedApp,
  { id }: Upload,
  { file, offset, bytes }: { file: number; offset: number; bytes: Buffer },
) {
  const headers = { ...admin.headers, 'content-type': 'application/octet-stream' }
  const url = `${managementUrl}/uploads/${id}/files/${file}?offset=${offset}`
  return app.inject({ method: 'PUT', url, headers, payload: bytes })
}

/** Uploads files as the administrator, in two pieces each. */
export async function sendFiles(app: ManagedApp, files: SentFile[], replaces?: string): Promise<Upload> {
  const contents = files.map((file) => Buffer.from(file.bytes))
  const described = files.map(({ name }, index) => ({ name, size: contents[index]?.length ?? 0 }))
  const started = await app.call(app.admin, 'POST', 'uploads', { files: described, ...(replaces && { replaces }) })
  const upload = started.json<Upload>()
  for (const [file, content] of contents.entries()) {
    const half = Math.ceil(content.length / 2)
    await sendPiece(app, upload, { file, offset: 0, bytes: content.subarray(0, half) })
    const answer = await sendPiece(app, upload, { file, offset: half, bytes: content.subarray(half) })
    if (answer.json<{ received: number }>().received !== content.length) throw new Error(answer.body)
  }
  return upload
}

/** Makes a tested database from files. @param form the request without the files */
export async function createUploaded(app: ManagedApp, files: SentFile[], form: object): Promise<DatabaseConfiguration> {
  const { id } = await sendFiles(app, files)
  const read = await app.call(app.admin, 'POST', `uploads/${id}/read`)
  if (read.statusCode !== 200) throw new Error(read.body)
  const made = await app.call(app.admin, 'POST', `uploads/${id}/connection`, form)
  if (made.statusCode !== 200) throw new Error(made.body)
  return made.json<DatabaseConfiguration>()
}
