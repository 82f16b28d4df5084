import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { base64 } from './testing/files.ts'
import { startModelStandIn, type ModelStandIn } from './testing/model-stand-ins/stand-in.ts'
import { callRemote, readStream, type RemotePerson } from './testing/remote-client.ts'
import { startServerProcess, type ServerProcess } from './testing/server-processes.ts'
import { ensureBundle } from './web/build-bundle.ts'

/* The product runs in its own process here, so a hostile text that blocks it cannot block the test that ends it. */

/** What a model says when it is chosen. */
const confirmed = { toolCalls: [{ name: 'confirm', args: { ready: true } }] }

let folder: string
let model: ModelStandIn
let server: ServerProcess
let ann: RemotePerson

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-hostile-'))
  model = await startModelStandIn('openai-compatible', [confirmed])
  await ensureBundle(() => undefined)
  server = await startServerProcess({ PARLANCE_DATA_DIR: folder })
  ann = await signUp()
})
afterAll(async () => {
  server.kill('SIGKILL')
  await server.exited
  await model.close()
  rmSync(folder, { recursive: true, force: true })
})

async function signUp(): Promise<RemotePerson> {
  const account = { email: 'ann@example.test', password: 'correct horse battery' }
  const registration = { ...account, username: 'ann', organization: 'Example' }
  await callRemote(`${server.url}/api/v1/auth/register`, { who: null, method: 'POST', body: registration })
  const signIn = await callRemote<{ access_token: string; user: { user_id: string } }>(
    `${server.url}/api/v1/auth/login`,
    { who: null, method: 'POST', body: account },
  )
  const person = { id: signIn.body.user.user_id, headers: { authorization: `Bearer ${signIn.body.access_token}` } }
  const settings = { provider: 'openai-compatible', model: 'hostile', base_url: model.baseUrl, api_key: 'key' }
  const url = `${server.url}/api/v1/env-config/orchestration-model`
  const chosen = await callRemote(url, { who: person, method: 'POST', body: settings })
  expect(chosen.status).toBe(200)
  return person
}

/** Asks about an attached file; the model reads all of it and says `answer`. */
async function askAbout(csv: string, answer: string[]) {
  const sql = 'SELECT * FROM hostile'
  const replies = [{ toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql } }] }, { text: answer }]
  let at = 0
  model.script(() => replies[at++] ?? { text: answer })
  const path = `${server.url}/apps/nl_to_sql_agent/users/${ann.id}/sessions`
  const session = await callRemote<{ id: string }>(path, { who: ann, method: 'POST', body: {} })
  const file = { inlineData: { data: base64(csv), mimeType: 'text/csv', displayName: 'hostile.csv' } }
  const response = await fetch(`${server.url}/api/v1/custom_run_sse`, {
    method: 'POST',
    headers: { ...ann.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      appName: 'nl_to_sql_agent',
      userId: ann.id,
      sessionId: session.body.id,
      turnId: randomUUID(),
      newMessage: { role: 'user', parts: [{ text: 'What is in the file?' }, file] },
    }),
  })
  const events = await readStream(response)
  const health = await fetch(`${server.url}/health`)
  return { last: events.at(-1), health: health.status }
}

describe('R25 a cell that is only an HTML tag does not block the process', () => {
  test.each(['<h1>', '<img src=a1.png>', '<svg/onload=a1>', '<div class=two>', '&#8203;a1<b2>'])('%s', async (cell) => {
    const { last, health } = await askAbout(`title,amount\n${cell},5\nplain,6\n`, ['The amount is 5.'])
    expect(last).toMatchObject({ type: 'final', content: { parts: [{ text: 'The amount is 5.' }] } })
    expect(health).toBe(200)
  })
})
