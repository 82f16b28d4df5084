import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { startModelStandIn } from './model-stand-ins/stand-in.ts'
import { callRemote, readStream } from './remote-client.ts'
import type { RemotePerson } from './remote-client.ts'

/** A model that begins an answer and never ends it. */
export function startStallingModel() {
  return startModelStandIn('openai-compatible', ({ text }) =>
    text.includes('confirm')
      ? { toolCalls: [{ name: 'confirm', args: { ready: true } }] }
      : { text: ['Let me ', 'think ', 'about it.'], stallAfter: 2 },
  )
}

/** Registers the administrator of a server process and chooses its model. */
export async function setUp(url: string, modelUrl: string): Promise<RemotePerson> {
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

/** Asks a question and resolves when the answer has begun. */
export async function ask(who: RemotePerson, url: string) {
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

/** Reads the events of a turn to the last one. */
export async function follow(who: RemotePerson, turnId: string, url: string) {
  return readStream(await fetch(`${url}/api/v1/turns/${turnId}/events?after=0`, { headers: who.headers }))
}
