import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestHttp } from '../testing/test-http.ts'
import type { TestHttp } from '../testing/test-http.ts'
import { isBundleStale } from './bundle-folder.ts'
import { loadBundle } from './serve-bundle.ts'

let folder: string
let server: TestHttp
let publicUrl: string | null = null
let isVisualizedElsewhere = false
const page = '<!doctype html><script>window.theme = 1</script><script type="module" src="/assets/app-1a2b.js"></script>'

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-web-'))
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  mkdirSync(join(folder, 'src/deep'), { recursive: true })
  mkdirSync(join(folder, 'dist/pages/docs'), { recursive: true })
  writeFileSync(
    join(folder, 'dist/pages/index.html'),
    '<!doctype html><link rel="canonical" href="%PUBLIC_URL%/"/>landing, %YEAR%',
  )
  writeFileSync(join(folder, 'dist/pages/pricing.html'), '<!doctype html>mail %SALES_EMAIL%')
  writeFileSync(join(folder, 'dist/pages/docs/start.html'), '<!doctype html>start')
  writeFileSync(join(folder, 'dist/pages/docs.html'), '<!doctype html>first')
  writeFileSync(join(folder, 'src/deep/main.ts'), '')
  writeFileSync(join(folder, 'dist/index.html'), page)
  writeFileSync(join(folder, 'dist/assets/app-1a2b.js'), 'console.log(1)')
  writeFileSync(join(folder, 'dist/assets/app-1a2b.js.br'), 'compressed')
  writeFileSync(join(folder, 'dist/favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'dist/theme.js'), 'theme()')
  writeFileSync(join(folder, 'dist/manifest.webmanifest'), '{}')
  server = await createTestHttp(
    [],
    loadBundle(join(folder, 'dist'), {
      salesEmail: '<sales>@example.com',
      get publicUrl() {
        return publicUrl
      },
      isVisualizedElsewhere: async () => isVisualizedElsewhere,
      now: () => new Date('2027-03-01'),
    }),
  )
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.http.inject({ url, headers })

describe('the pages', () => {
  test.each(['/login', '/chat', '/settings?tab=llm', '/reset-password?token=a.b', '/features/none'])(
    '%s answers with the app, never from a cache',
    async (url) => {
      const answer = await get(url)
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, page, 'no-cache'])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    },
  )

  test.each([
    ['AC-004', '/', 'landing, 2027'],
    ['AC-009', '/pricing', 'mail &lt;sales&gt;@example.com'],
    ['AC-011', '/docs/start', 'start'],
    ['AC-011', '/docs/start/?from=mail', 'start'],
    ['AC-011', '/docs/no-such-section', 'first'],
  ])('%s %s answers with its prerendered page, compressed if the browser supports it', async (_row, path, text) => {
    const answer = await get(path)
    expect([answer.statusCode, answer.body]).toEqual([200, `<!doctype html>${text}`])
    expect([answer.headers['cache-control'], answer.headers.vary]).toEqual(['no-cache', 'accept-encoding'])
    const compressed = await get(path, { 'accept-encoding': 'gzip, br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(answer.body)
  })

  test('a page names its own address if the installation has one', async () => {
    publicUrl = 'https://ask.example.com/'
    expect((await get('/')).body).toContain('<link rel="canonical" href="https://ask.example.com/"/>landing')
    publicUrl = null
    expect((await get('/')).body).not.toContain('canonical')
  })

  test('the visualize page accepts an opener of another origin only if one is configured', async () => {
    const policyOf = async (url: string) => (await get(url)).headers['cross-origin-opener-policy']
    const ours = 'same-origin-allow-popups'
    expect([await policyOf('/visualize'), await policyOf('/chat')]).toEqual([ours, ours])
    isVisualizedElsewhere = true
    expect([await policyOf('/visualize?JSONDATA=%7B%7D'), await policyOf('/chat')]).toEqual(['unsafe-none', ours])
    isVisualizedElsewhere = false
  })

  test('a page is not served as a file, and the files next to it are hidden', async () => {
    for (const url of ['/pages/pricing.html', '/.vite/manifest.json']) expect((await get(url)).statusCode).toBe(404)
  })

  test('caches hashed files forever and revalidates others, compressed if the browser supports it', async () => {
    const script = await get('/assets/app-1a2b.js')
    expect([script.body, script.headers['cache-control']]).toEqual([
      'console.log(1)',
      'public, max-age=31536000, immutable',
    ])
    const compressed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
    expect([compressed.body, compressed.headers['content-encoding']]).toEqual(['compressed', 'br'])
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  })

  test('does not resend a file that the browser already has; its head comes without its body', async () => {
    const script = await get('/assets/app-1a2b.js')
    const etag = String(script.headers.etag)
    const again = await get('/assets/app-1a2b.js', { 'if-none-match': `"other", W/${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await get('/assets/app-1a2b.js', { 'if-none-match': etag, 'accept-encoding': 'br' })).statusCode).toBe(200)
    const head = await server.http.inject({ method: 'HEAD', url: '/assets/app-1a2b.js' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '14'])
    expect(head.headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test('does not use an encoding that the browser refuses', async () => {
    const script = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect([script.body, script.headers['content-encoding']]).toEqual(['console.log(1)', undefined])
    expect(script.headers.vary).toBe('accept-encoding')
  })

  test('a file that was removed while the server runs is missing', async () => {
    renameSync(join(folder, 'dist/theme.js'), join(folder, 'gone.js'))
    expect([(await get('/theme.js')).statusCode, (await get('/theme.js')).json().code]).toEqual([
      404,
      'endpoint_not_found',
    ])
  })

  test('a missing file and an unknown call do not return the page', async () => {
    for (const url of ['/assets/gone.js', '/api/v1/nowhere', '/apps/x', '/run', '/run_sse', '/api']) {
      const answer = await get(url)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'endpoint_not_found'])
    }
    expect((await server.http.inject({ method: 'POST', url: '/chat' })).statusCode).toBe(404)
  })

  test('says that an address is too long if it exceeds any that the chat produces', async () => {
    const address = await server.http.listen({ host: '127.0.0.1', port: 0 })
    const answer = await fetch(`${address}/visualize?JSONDATA=${'x'.repeat(100_000)}`)
    expect(answer.status).toBe(431)
    expect(await answer.text()).toContain('This address is too long')
  })

  test('no path leads out of the folder', async () => {
    for (const url of [
      '/../src/deep/main.ts',
      '/assets/..%2f..%2fsrc/deep/main.ts',
      '/assets/%2e%2e/%2e%2e/src/deep/main.ts',
    ]) {
      expect((await get(url)).headers['content-type']).toMatch(/html|json/)
    }
  })

  test('the policy allows the page’s own inline script by its hash, and no other', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })
})

test('a bundle is stale if it is missing or older than any source', () => {
  const [dist, src] = [join(folder, 'dist'), join(folder, 'src')]
  const at = (path: string, seconds: number) => utimesSync(path, seconds, seconds)
  for (const path of [src, join(src, 'deep'), join(src, 'deep/main.ts')]) at(path, 1000)
  at(join(dist, 'pages/index.html'), 2000)
  expect(isBundleStale(dist, [src])).toBe(false)
  at(join(src, 'deep/main.ts'), 3000)
  expect(isBundleStale(dist, [src])).toBe(true)
  expect(isBundleStale(join(folder, 'nowhere'), [src])).toBe(true)
  expect(isBundleStale(dist, [join(folder, 'no-sources')])).toBe(false)
})

test('builds the pages for production, whatever NODE_ENV says', async () => {
  const { resolveConfig } = await import('vite')
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'test'
  try {
    const configFile = join(import.meta.dirname, '../../../web/vite.config.ts')
    expect((await resolveConfig({ configFile, logLevel: 'silent' }, 'build')).isProduction).toBe(true)
  } finally {
    process.env.NODE_ENV = before
  }
})

test('leaves the page of the parts, which is for development, out of the build', async () => {
  const { resolveConfig } = await import('vite')
  const configFile = join(import.meta.dirname, '../../../web/vite.config.ts')
  const { build, root } = await resolveConfig({ configFile, logLevel: 'silent' }, 'build')
  // No other module imports the page's, which lint forbids.
  expect(build.rolldownOptions.input).toEqual(
    ['index.html', 'src/public-pages/script/main.ts'].map((path) => join(root, path)),
  )
})
