import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { afterAll, expect, test } from 'vitest'
import { startModelStandIn } from './testing/model-stand-ins/stand-in.ts'
import { callRemote, readStream } from './testing/remote-client.ts'
import type { RemotePerson } from './testing/remote-client.ts'
import { startServerProcess } from './testing/server-processes.ts'
import { ensureBundle } from './web/build-bundle.ts'

/*
 * A process that is frozen lives as far as its machine can tell, but renews no lease: to the other process it is what a
 * dead one on another host is.
 */

const cleanUp: (() => unknown)[] = []

afterAll(async () => {
  for (const end of cleanUp.toReversed()) await end()
})

async function startBoth() {
  const postgres = await startPostgres()
  if ('skip' in postgres) return postgres
  cleanUp.push(() => postgres.stop())
  const folder = mkdtempSync(join(tmpdir(), 'parlance-frozen-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  const database = await createPostgresDatabase(postgres.url)
  cleanUp.push(() => database.drop())
  const model = await startModelStandIn('openai-compatible', ({ text }) =>
    text.includes('confirm')
      ? { toolCalls: [{ name: 'confirm', args: { ready: true } }] }
      : { text: ['Let me ', 'think ', 'about it.'], stallAfter: 2 },
  )
  cleanUp.push(() => model.close())
  await ensureBundle(() => undefined)
  const environment = { DATABASE_URL: database.url, PARLANCE_DATA_DIR: folder }
  const [frozen, other] = await Promise.all([startServerProcess(environment), startServerProcess(environment)])
  cleanUp.push(async () => {
    for (const server of [frozen, other]) server.kill('SIGKILL')
    await Promise.all([frozen.exited, other.exited])
  })
  return { frozen, other, model }
}

/** The administrator, with the model chosen. */
async function setUp(url: string, modelUrl: string): Promise<RemotePerson> {
  const account = { email: 'ann@example.test', password: 'correct horse battery' }
  const registration = { ...account, username: 'ann', organization: 'Example' }
  await callRemote(`${url}/api/v1/auth/register`, { who: null, method: 'POST', body: registration })
  const signIn = await callRemote<{ access_token: string; user: { user_id: string } }>(`${url}/api/v1/auth/login`, {
    who: null,
    method: 'POST',
    body: account,
  })
  const ann = { id: signIn.body.user.user_id, headers: { authorization: `Bearer ${signIn.body.access_token}` } }
  const settings = { provider: 'openai-compatible', model: 'slow', base_url: modelUrl, api_key: 'key' }
  const path = '/api/v1/env-config/orchestration-model'
  const chosen = await callRemote(url + path, { who: ann, method: 'POST', body: settings })
  expect(chosen.status).toBe(200)
  return ann
}

async function ask(who: RemotePerson, url: string) {
  const path = `/apps/nl_to_sql_agent/users/${who.id}/sessions`
  const session = await callRemote<{ id: string }>(url + path, { who, method: 'POST', body: {} })
  const turnId = randomUUID()
  const newMessage = { role: 'user', parts: [{ text: 'How many orders are there?' }] }
  const response = await fetch(`${url}/api/v1/custom_run_sse`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      appName: 'nl_to_sql_agent',
      userId: who.id,
      sessionId: session.body.id,
      turnId,
      newMessage,
    }),
  })
  const begun = Promise.withResolvers<void>()
  const rest = readStream(response, (events) => {
    if (events.some(({ author }) => author === 'assistant')) begun.resolve()
  })
  await Promise.race([begun.promise, rest])
  return { turnId, rest }
}

async function follow(who: RemotePerson, turnId: string, url: string) {
  return readStream(await fetch(`${url}/api/v1/turns/${turnId}/events?after=0`, { headers: who.headers }))
}

test('a question whose process stands still is ended by the other, once, and stays ended when that goes on', async (context) => {
  const started = await startBoth()
  if ('skip' in started) return context.skip(started.skip)
  const { frozen, other, model } = started
  const ann = await setUp(other.url, model.baseUrl)
  const { turnId, rest } = await ask(ann, frozen.url)
  frozen.kill('SIGSTOP')
  const events = await follow(ann, turnId, other.url)
  expect(events.at(-1)).toMatchObject({
    type: 'error',
    final: true,
    message: 'The server was restarted while answering this question. Please ask again.',
  })
  frozen.kill('SIGCONT')
  expect(await rest).toEqual(events)
  expect(await follow(ann, turnId, frozen.url)).toEqual(events)
}, 120_000)
