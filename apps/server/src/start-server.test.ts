import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Modules of questions, sign-ins, files, and the API's description: hundreds that would slow a start down. */
const later =
  /packages\/(engine|sql)\/|node_modules\/(ai|@ai-sdk|ajv|jose|nodemailer|pg|mysql2|hyparquet-writer|@fastify\/swagger|@fastify\/static|vite)\//

/** Prints every module that a program has loaded when it ends. */
const recorder = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.on('exit', () => console.log(JSON.stringify(loaded)))
`

test('before listening, the server loads only what the first request needs', () => {
  const program = `await import(${JSON.stringify(new URL('start-server.ts', import.meta.url).href)})`
  const output = execFileSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '--import',
      `data:text/javascript,${encodeURIComponent(recorder)}`,
      '--eval',
      program,
    ],
    { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  )
  const loaded = JSON.parse(output) as string[]
  expect(loaded.length).toBeGreaterThan(300)
  expect(loaded.filter((url) => later.test(url))).toEqual([])
})
