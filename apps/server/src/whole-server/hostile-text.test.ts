import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSample } from '../../../../packages/contract/src/testing/test-sample.ts'
import { base64 } from '../testing/files.ts'
import { startModelStandIn, type ModelStandIn } from '../testing/model-stand-ins/stand-in.ts'
import type { ScriptedReply } from '../testing/model-stand-ins/wire.ts'
import { callRemote, readStream, type RemotePerson } from '../testing/remote-client.ts'
import { startServerProcess, type ServerProcess } from '../testing/server-processes.ts'
import { ensureBuilt } from '../testing/ensure-built.ts'

/* The product runs in its own process here, so a hostile text that blocks it can't block the test that ends it. */

/** Each case costs about a second of processor time, so `npm test` sends a third of them. */
const sampled = <const Case>(cases: readonly Case[]): Case[] => testSample(cases, 3)

/** The model's answer when it is chosen. */
const confirmed = { toolCalls: [{ name: 'confirm', args: { ready: true } }] }

let folder: string
let model: ModelStandIn
let server: ServerProcess
let ann: RemotePerson

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-hostile-'))
  model = await startModelStandIn('openai-compatible', [confirmed])
  await ensureBuilt()
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

/** Asks about an attached file; the model reads all of it and answers `answer`. */
async function askAbout(csv: string, answer: string[], sql = 'SELECT * FROM hostile') {
  const file = { inlineData: { data: base64(csv), mimeType: 'text/csv', displayName: 'hostile.csv' } }
  const query = { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql } }] }
  const { events, health } = await ask([{ text: 'What is in the file?' }, file], [query, { text: answer }])
  return { last: events.at(-1), health }
}

async function ask(parts: object[], replies: ScriptedReply[]) {
  let at = 0
  model.script(() => replies[at++] ?? { text: ['That is all.'] })
  const events = await readStream(await postQuestion(parts))
  const health = await fetch(`${server.url}/health`)
  return { events, health: health.status }
}

async function postQuestion(parts: object[]): Promise<Response> {
  const path = `${server.url}/apps/nl_to_sql_agent/users/${ann.id}/sessions`
  const session = await callRemote<{ id: string }>(path, { who: ann, method: 'POST', body: {} })
  return fetch(`${server.url}/api/v1/custom_run_sse`, {
    method: 'POST',
    headers: { ...ann.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      appName: 'nl_to_sql_agent',
      userId: ann.id,
      sessionId: session.body.id,
      turnId: randomUUID(),
      newMessage: { role: 'user', parts },
    }),
  })
}

describe('R25 a cell that is only an HTML tag does not block the process', () => {
  test.each(sampled(['<h1>', '<img src=a1.png>', '<svg/onload=a1>', '<div class=two>', '&#8203;a1<b2>']))(
    'the cell %s does not block the process',
    async (cell) => {
      const { last, health } = await askAbout(`title,amount\n${cell},5\nplain,6\n`, ['The amount is 5.'])
      expect(last).toMatchObject({ type: 'final', content: { parts: [{ text: 'The amount is 5.' }] } })
      expect(health).toBe(200)
    },
  )
})

describe('R25 the process answers others after hostile text', () => {
  const many = Array.from({ length: 1_000 }, (_, row) => `"Model ${row}-x ${'a1 '.repeat(60)}",${row}`).join('\n')

  test.each(
    sampled([
      ['a thousand long cells and an answer of numbers', `title,amount\n${many}\n`, '7, '.repeat(8_000)],
      ['an answer of tags', 'title,amount\na,5\nb,6\n', '<a'.repeat(12_000)],
      ['an answer of a million spaces', 'title,amount\na,5\nb,6\n', ' '.repeat(1_000_000)],
      ['a cell of a million letters', `title,amount\n${'a1'.repeat(500_000)},5\nb,6\n`, 'The amount is 5.'],
      ['cells of combining marks', `title,amount\n${'\u0301'.repeat(400_000)}1a,5\nb,6\n`, 'The amount is 5.'],
    ]),
  )('answers others after %s', async (_what, csv, answer) => {
    const { last, health } = await askAbout(csv, [answer])
    expect(last).toMatchObject({ type: 'final' })
    expect(health).toBe(200)
  })

  test.each(
    sampled([
      ['nested cases', `${'CASE WHEN amount > 0 THEN '.repeat(150)}1${' END'.repeat(150)}`],
      ['unclosed cases', 'CASE WHEN amount > 0 THEN '.repeat(1_000)],
      ['nested comments', `1 ${'/*'.repeat(10_000)}${'*/'.repeat(10_000)}`],
      ['a long list', `amount IN (${'1, '.repeat(8_000)}1)`],
      ['390,000 parentheses', '('.repeat(390_000)],
      ['390,000 quotes', "'".repeat(390_000)],
    ]),
  )('answers others after a model’s SQL with %s', async (_what, expression) => {
    const sql = `SELECT ${expression} AS found FROM hostile`
    const { last, health } = await askAbout('title,amount\na,5\nb,6\n', ['Done.'], sql)
    expect(last?.final).toBe(true)
    expect(health).toBe(200)
  })

  test.each(sampled(['(', 'a ', "'a ", '1,', '\u0301', '﷽', 'and ']))(
    'answers others after a question of 20,000 times %j',
    async (unit) => {
      const { events, health } = await ask([{ text: unit.repeat(20_000 / unit.length) }], [{ text: ['Ok.'] }])
      expect(events.at(-1)?.final).toBe(true)
      expect(health).toBe(200)
    },
  )

  test('refuses a question of a million characters and names the limit', async () => {
    const answer = await postQuestion([{ text: '('.repeat(1_000_000) }])
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('question_too_long')
  })
})
