import { readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { fileErrorCode } from '../lib/file-errors.ts'

/** Files that aren't served by name: the pages are sent by their addresses. */
const unlisted = /(^|[\\/])\.|\.html$/
const hashedName = /[\\/]assets[\\/]/
const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** A compressed copy next to a file. */
interface Encoding {
  name: string
  suffix: string
}

/** The preferred one first. */
const encodings: Encoding[] = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

interface BundleFile {
  path: string
  copies: Encoding[]
}

/**
 * Serves the files currently in a folder, only by their exact names. Hashed files are cached forever and others are
 * revalidated. Sends the compressed copy if there is one and the browser supports it. A missing file returns
 * endpoint_not_found.
 */
export function installFiles(fastify: FastifyInstance, folder: string): void {
  const files = listFiles(folder)
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const file = files.get(request.url.split('?', 1)[0] ?? '')
    if (file === undefined) throw new AppError('endpoint_not_found')
    return sendFile(request, reply, file)
  }
  // One route per folder, because hundreds of routes for files would take up most of the server's start.
  const addresses = new Set([...files.keys()].map((address) => address.replace(/^(\/[^/]+\/).*$/, '$1*')))
  for (const url of addresses) fastify.route({ method: ['GET', 'HEAD'], url, schema: { hide: true }, handler })
}

/** Every file by its address. */
function listFiles(folder: string): Map<string, BundleFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  )
  const isCopy = (name: string) => encodings.some(({ suffix }) => name.endsWith(suffix))
  const files = new Map<string, BundleFile>()
  for (const name of names) {
    if (isCopy(name) || unlisted.test(name)) continue
    const copies = encodings.filter(({ suffix }) => names.has(`${name}${suffix}`))
    files.set(`/${name.split(sep).join('/')}`, { path: join(folder, name), copies })
  }
  return files
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: BundleFile): Promise<FastifyReply> {
  const copy = file.copies.find(({ name }) => accepts(request, name))
  const handle = await openFile(`${file.path}${copy?.suffix ?? ''}`)
  try {
    const { size, mtimeMs } = await handle.stat()
    const etag = `"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`
    reply
      .type(contentTypes[extname(file.path)] ?? 'application/octet-stream')
      .header('cache-control', hashedName.test(file.path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('vary', 'accept-encoding')
      .header('etag', etag)
    if (copy !== undefined) reply.header('content-encoding', copy.name)
    if (isKnown(request, etag)) return await withoutBody(handle, reply.code(304))
    reply.header('content-length', size)
    if (request.method === 'HEAD') return await withoutBody(handle, reply)
    return reply.send(handle.createReadStream())
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function withoutBody(handle: FileHandle, reply: FastifyReply): Promise<FastifyReply> {
  await handle.close()
  return reply.send()
}

/** @throws AppError endpoint_not_found for a file that has been removed since the server started */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') throw new AppError('endpoint_not_found', { cause: error })
    throw error
  }
}

/** Whether the browser supports an encoding; one with weight zero is refused. */
function accepts(request: FastifyRequest, encoding: string): boolean {
  const header = String(request.headers['accept-encoding'] ?? '').toLowerCase()
  return header.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** Whether the browser already has this exact version. */
function isKnown(request: FastifyRequest, etag: string): boolean {
  const held = String(request.headers['if-none-match'] ?? '')
  return held.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
}
