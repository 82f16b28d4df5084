import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { fewFiles, publicScript } from './chunks.ts'

const server = process.env.PARLANCE_SERVER ?? 'http://127.0.0.1:8000'

const serverPaths = ['/api', '/apps', '/auth', '/run', '/mcp', '/.well-known']
/** Paths of the server and of modules. Rendering the public pages for each of these requests would take a second. */
const otherPaths = [...serverPaths, '/src/', '/node_modules/', '/@']

/** In development the public pages are rendered at each request; `npm start` renders them once. */
function servePublicPages(): Plugin {
  return {
    name: 'public-pages',
    configureServer: (dev) => {
      const send = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        if (path === '/parts') request.url = '/parts.html'
        if (otherPaths.some((other) => path.startsWith(other))) return false
        const { renderPublicFiles } = await dev.ssrLoadModule('/src/public-pages/render-pages.tsx')
        const files: { file: string; text: string }[] = renderPublicFiles({
          script: `/${publicScript}`,
          styles: [],
          fonts: [],
        })
        const names = [`pages${path}.html`, `pages${path}index.html`, path.slice(1)]
        const found = files.find(({ file }) => names.includes(file))
        if (!found) return false
        const isPage = found.file.endsWith('.html')
        response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json')
        response.end(isPage ? await dev.transformIndexHtml(path, found.text) : found.text)
        return true
      }
      dev.middlewares.use((request, response, next) => {
        // oxlint-disable-next-line promise/no-callback-in-promise -- Connect's middlewares go on by a callback
        send(request, response).then((sent) => sent || next(), next)
      })
    },
  }
}

export default defineConfig(({ command }) => {
  // Pages are built for use whatever the environment of the one who builds them is for.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    // Tailwind's own pass would rewrite light-dark() for browsers older than the ones below.
    plugins: [react(), tailwindcss({ optimize: false }), servePublicPages()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: ['chrome123', 'firefox128', 'safari17.5'],
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      // A strict content security policy refuses data: scripts and fonts; every asset stays a file.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      manifest: true,
      rolldownOptions: {
        input: [resolve(import.meta.dirname, 'index.html'), resolve(import.meta.dirname, publicScript)],
        output: { codeSplitting: fewFiles },
      },
    },
    server: {
      // The host stays the page's own: the server refuses sign-in calls from pages of another origin.
      proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server }])),
    },
  }
})
