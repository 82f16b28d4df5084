import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { WebBundle } from '../http/build-http.ts'

const hashedName = /[\\/]assets[\\/]/
/** What is no file of the bundle's own: the pages are sent by their addresses. */
const unlisted = ['**/*.br', '**/*.gz', '**/*.html', '.vite/**']

/** What the prerendered pages say of the installation. */
export interface PageValues {
  salesEmail: string
  now: () => Date
}

/**
 * Serves a built bundle: hashed files for ever, everything else asked for again, the prerendered page of an address
 * where there is one, the app's page for every other address.
 */
export function loadBundle(folder: string, values: PageValues): WebBundle {
  const indexHtml = readFileSync(join(folder, 'index.html'), 'utf8')
  const pages = loadPages(join(folder, 'pages'))
  const compressed = new Map<string, Promise<Buffer>>()

  async function sendHtml(reply: FastifyReply, html: string): Promise<FastifyReply> {
    reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
    if (!/\bbr\b/.test(String(reply.request.headers['accept-encoding'] ?? ''))) return reply.send(html)
    let bytes = compressed.get(html)
    if (!bytes) compressed.set(html, (bytes = compress(html)))
    return reply.header('content-encoding', 'br').send(await bytes)
  }

  return {
    indexHtml,
    install: async (fastify) => {
      await fastify.register(fastifyStatic, {
        root: folder,
        wildcard: false,
        index: false,
        preCompressed: true,
        cacheControl: false,
        globIgnore: unlisted,
        schemaHide: true,
        setHeaders: (reply, path) => {
          reply.header('cache-control', hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
    },
    sendPage: async (reply, path) => {
      const address = path.length > 1 ? path.replace(/\/+$/, '') : path
      // A section that is gone leads to the first one: the app would send its reader back here for ever.
      const page = pages.get(address) ?? (address.startsWith('/docs/') ? pages.get('/docs') : undefined)
      return sendHtml(reply, page === undefined ? indexHtml : filled(page, values))
    },
  }
}

/** The prerendered pages by their addresses; none in a bundle that has none. */
function loadPages(folder: string): Map<string, string> {
  const pages = new Map<string, string>()
  for (const name of readFolder(folder)) {
    if (!name.endsWith('.html')) continue
    const path = `/${name.slice(0, -'.html'.length).split(sep).join('/')}`
    pages.set(path === '/index' ? '/' : path, readFileSync(join(folder, name), 'utf8'))
  }
  return pages
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

function filled(page: string, { salesEmail, now }: PageValues): string {
  return page.replaceAll('%SALES_EMAIL%', escapeHtml(salesEmail)).replaceAll('%YEAR%', String(now().getFullYear()))
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? sign)
}

function compress(html: string): Promise<Buffer> {
  return promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}
