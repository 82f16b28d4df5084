import type { FastifyReply } from 'fastify'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { ownVisualizationPage } from '@parlance/contract'
import type { WebBundle } from '../http/build-http.ts'
import { installFiles } from './bundle-files.ts'

/** The installation's values in the prerendered pages. */
export interface PageValues {
  salesEmail: string
  /** The public address of the pages; null if none is configured. */
  publicUrl: string | null
  /** Whether the administrator configured a page of another origin, which may open our visualize page with a query. */
  isVisualizedElsewhere: () => Promise<boolean>
  now: () => Date
}

/**
 * Serves a built bundle: hashed files cached forever, everything else revalidated, the prerendered page of an address
 * if there is one, and the app's page for every other address.
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
    install: (fastify) => installFiles(fastify, folder),
    sendPage: async (reply, path) => {
      const address = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') : path
      // A browser separates the page from an opener of another origin unless both allow it, and its message would be
      // lost.
      if (address === ownVisualizationPage && (await values.isVisualizedElsewhere()))
        reply.header('cross-origin-opener-policy', 'unsafe-none')
      // A removed section shows the first one; otherwise the app would redirect its reader back here forever.
      const page = pages.get(address) ?? (address.startsWith('/docs/') ? pages.get('/docs') : undefined)
      return sendHtml(reply, page === undefined ? indexHtml : filled(page, values))
    },
  }
}

/** The prerendered pages by address; empty if the bundle has none. */
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

function filled(page: string, { salesEmail, publicUrl, now }: PageValues): string {
  return page
    .replaceAll('%SALES_EMAIL%', escapeHtml(salesEmail))
    .replaceAll('%YEAR%', String(now().getFullYear()))
    .replace(/<link rel="canonical" href="%PUBLIC_URL%([^"]*)"\/?>/, (_, path: string) =>
      // Search engines ignore a relative address.
      publicUrl === null
        ? ''
        : `<link rel="canonical" href="${escapeHtml(publicUrl.replace(/(?<!\/)\/+$/, ''))}${path}"/>`,
    )
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? sign)
}

function compress(html: string): Promise<Buffer> {
  return promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}
