import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAskingApp, type AskingApp } from '../testing/asking-app.ts'
import { hashQuickly } from '../testing/quick-hash.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'parlance-examples-'))
const clientSource = join(root, 'packages/client/src/index.ts')
const run = promisify(execFile)

interface Example {
  page: string
  language: string
  text: string
}

/** The code of the pages about the API, in their order. */
const examples = ['api', 'tokens', 'client', 'chat', 'query'].flatMap((page): Example[] => {
  const text = readFileSync(join(root, 'docs/api', `${page}.md`), 'utf8')
  return [...text.matchAll(/^```(sh|ts|python)\n([^]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    page,
    language,
    text: code,
  }))
})

let app: AskingApp
let environment: Record<string, string>

beforeAll(async () => {
  app = await createAskingApp({ provider: 'builtin', model: 'builtin' })
  const server = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const demo = await app.signIn('ADMIN', {
    email: 'demo@example.com',
    email_key: 'demo@example.com',
    password_hash: await hashQuickly('parlance-demo'),
  })
  const made = await app.post(demo, '/api/v1/api-tokens', { name: 'Examples', scopes: ['ask', 'read_results'] })
  const { token } = made.json<{ token: string }>()
  environment = {
    SERVER: server,
    TOKEN: token,
    PARLANCE_TOKEN: token,
    USER_ID: demo.user.id,
    SESSION: await app.newSession(demo),
  }
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Runs an example as a reader would, at the address and with the token of this test. @returns what it printed */
async function runExample({ language, text }: Example): Promise<string> {
  const env = { ...process.env, ...environment }
  const here = text.replaceAll('http://localhost:8000', environment.SERVER ?? '')
  if (language === 'sh') return (await run('bash', ['-c', here.replace(/^export TOKEN=.*$/m, '')], { env })).stdout
  if (language === 'python') return (await run('python3', ['-c', text], { env })).stdout
  const file = join(folder, `${randomUUID()}.ts`)
  writeFileSync(file, here.replace("'@parlance/client'", JSON.stringify(clientSource)))
  return (await run(process.execPath, [file], { env })).stdout
}

const hasTool = (name: string) => spawnSync(name, ['--version']).status === 0

describe('the examples of the documentation', () => {
  test('run with curl', async () => {
    const shown = examples.filter(({ text }) => text.includes('curl '))
    expect(shown.length).toBeGreaterThan(6)
    const refused: string[] = []
    for (const example of hasTool('curl') ? shown : []) {
      const printed = await runExample(example)
      // The turn that the example cancels is over already.
      if (printed === '' || (/"code":/.test(printed) && !printed.includes('turn_not_found')))
        refused.push(`${example.page}: ${example.text}${printed}`)
    }
    expect(refused).toEqual([])
  })

  test('run in TypeScript', async () => {
    const printed = await Promise.all(examples.filter(({ language }) => language === 'ts').map(runExample))
    expect(printed).toEqual([
      expect.stringMatching(/delivered[^]*'order_count'[^]*\n\d+\n$/),
      expect.stringMatching(/^2 \[[^]*'delivered', \d+/),
      expect.stringMatching(/^[\w-]+ Sample Shop\n$/),
    ])
  })

  test('run in Python', async () => {
    const shown = examples.filter(({ language }) => language === 'python')
    expect(shown).toHaveLength(1)
    const printed = hasTool('python3') ? await Promise.all(shown.map(runExample)) : []
    expect(printed.filter((text) => !/^delivered \d+$/m.test(text))).toEqual([])
  })
})
