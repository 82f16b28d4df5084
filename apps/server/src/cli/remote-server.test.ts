import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAskingApp, type AskingApp } from '../testing/asking-app.ts'
import { programFlags } from '../testing/program-flags.ts'
import { runAsk } from './run-ask.ts'

let app: AskingApp
let server: string
let token: string

beforeAll(async () => {
  app = await createAskingApp({ provider: 'builtin', model: 'builtin' })
  server = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const ada = await app.signIn('GENERAL')
  const made = await app.post(ada, '/api/v1/api-tokens', { name: 'Terminal', scopes: ['ask'] })
  token = made.json<{ token: string }>().token
})
afterAll(() => app.close())

async function ask(args: string[], environment: NodeJS.ProcessEnv = { PARLANCE_TOKEN: token }) {
  const ended = { out: '', err: '' }
  const status = await runAsk(args, {
    environment,
    out: (text) => void (ended.out += text),
    err: (text) => void (ended.err += text),
    signal: AbortSignal.timeout(100_000),
  })
  return { status, ...ended }
}

const question = 'How many orders are there per status?'

describe('npm run ask with --server', () => {
  test('prints the answer of the server as its own', async () => {
    const text = await ask([question, '--server', server, '--database', 'sample shop'])
    expect(text).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringMatching(/^ {2}SELECT[^]*delivered[^]*Understood: /),
    })
    const { out } = await ask([question, '--server', server, '--json'])
    expect(JSON.parse(out)).toMatchObject({
      question,
      sql: expect.stringContaining('GROUP BY'),
      columns: ['status', 'order_count'],
      rows: expect.arrayContaining([['delivered', expect.any(Number)]]),
      provider: 'server',
    })
    expect(await ask(['What is the weather?', '--server', server])).toMatchObject({ status: 2 })
  })

  test('prints one line for what went wrong', async () => {
    const errors = await Promise.all([
      ask([question, '--server', server], {}),
      ask([question, '--server', server], { PARLANCE_TOKEN: 'parlance_unknown' }),
      ask([question, '--server', server, '--area', 'Nothing']),
      ask([question, '--server', 'http://127.0.0.1:9']),
      ask([question, '--server', 'here']),
      ask([question, '--server', server, '--as', 'ann@example.com']),
      ask([question, '--server', server, '--model', 'gpt']),
    ])
    expect(errors).toEqual(
      [
        'Set PARLANCE_TOKEN to an API token of the server. You create one in its settings, in Profile.',
        'This API token is unknown or was revoked. Create a new one in your settings.',
        'There is no business area "Nothing" that you can use.',
        expect.stringMatching(
          /^Could not reach http:\/\/127\.0\.0\.1:9.*\. Check the address, and whether the server is/,
        ),
        '--server needs an address, such as https://parlance.example.com.',
        '--as does not work with --server. The API token says who asks.',
        'With --server, the server chooses the model. Only --provider builtin works.',
      ].map((err) => ({ status: 1, out: '', err: typeof err === 'string' ? `${err}\n` : err })),
    )
  })
})

test('npm run mcp lets a program ask over standard input and output', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...programFlags, join(import.meta.dirname, 'mcp.ts'), '--server', server],
      env: { PARLANCE_TOKEN: token },
    }),
  )
  const { structuredContent } = await client.callTool({ name: 'ask', arguments: { question } })
  expect(structuredContent).toMatchObject({ rows: expect.arrayContaining([['delivered', expect.any(Number)]]) })
  await client.close()
})
