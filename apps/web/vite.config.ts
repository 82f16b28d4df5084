import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.PARLANCE_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  root: import.meta.dirname,
  // Tailwind's own pass would rewrite light-dark() for browsers older than the ones below.
  plugins: [react(), tailwindcss({ optimize: false })],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // A strict content security policy refuses data: scripts and fonts; every asset stays a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/apps', '/run'].map((path) => [path, { target: server, changeOrigin: true }])),
  },
})
