import type { FastifyReply } from 'fastify'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { ownVisualizationPage } from '@parlance/contract'
import type { WebBundle } from '../http/build-http.ts'
import { installFiles } from './bundle-files.ts'

/** What the prerendered pages say of the installation. */
export interface PageValues {
  salesEmail: string
  /** Where the pages are found from outside; null where nobody has said. */
  publicUrl: string | null
  /** Whether the administrator has named a page of another origin, which may open our visualize page with a query. */
  isVisualizedElsewhere: () => Promise<boolean>
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
    install: (fastify) => installFiles(fastify, folder),
    sendPage: async (reply, path) => {
      const address = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') : path
      // A browser cuts the page off from an opener of another origin unless both allow it: its message would be lost.
      if (address === ownVisualizationPage && (await values.isVisualizedElsewhere()))
        reply.header('cross-origin-opener-policy', 'unsafe-none')
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

function filled(page: string, { salesEmail, publicUrl, now }: PageValues): string {
  return page
    .replaceAll('%SALES_EMAIL%', escapeHtml(salesEmail))
    .replaceAll('%YEAR%', String(now().getFullYear()))
    .replace(/<link rel="canonical" href="%PUBLIC_URL%([^"]*)"\/?>/, (_, path: string) =>
      // An address that is relative is none for those who look for it.
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
