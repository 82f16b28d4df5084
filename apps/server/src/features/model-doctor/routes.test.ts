import type { CheckEvent, ModelReports } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAskingApp, type AskingApp } from '../../testing/asking-app.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { sampleQuestion } from './ask-sample.ts'

const url = '/api/v1/env-config/models/check'
let standIn: ModelStandIn
let app: AskingApp
let admin: SignedInUser

beforeAll(async () => {
  standIn = await startModelStandIn('openai-compatible', ({ text }) => {
    if (text.includes('"confirm"')) return { toolCalls: [{ name: 'confirm', args: {} }] }
    if (!text.includes('execute_sql_query')) return { text: ['one ', 'two ', 'three ', 'four ', 'five'] }
    if (text.includes('"role":"tool"')) return { text: ['The table lists the countries.'] }
    const sql_query = 'SELECT country, COUNT(*) AS customers FROM customers GROUP BY country'
    return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query } }] }
  })
  app = await createAskingApp({
    provider: 'openai-compatible',
    model: 'lead',
    base_url: standIn.baseUrl,
    api_key: 'sk-secret-1',
  })
  admin = await app.signIn('ADMIN')
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})

async function check(payload: object) {
  const answer = await app.post(admin, url, payload)
  const events = answer.body
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => JSON.parse(frame.slice(6)) as CheckEvent)
  return { answer, events }
}

test('streams each check, stores the report and what it learned, and records it without the key', async () => {
  const { answer, events } = await check({ role: 'orchestration' })
  expect(answer.headers['content-type']).toMatch(/^text\/event-stream/)
  const last = events.at(-1)
  expect(last).toMatchObject({
    type: 'report',
    report: { model: 'lead', sample: { question: sampleQuestion, sql: expect.stringContaining('country') } },
  })
  const stored = await app.app.inject({ method: 'GET', url, headers: admin.headers })
  expect(stored.json<ModelReports>().orchestration?.checks).toHaveLength(13)
  expect(answer.body + stored.body).not.toContain('sk-secret-1')
  const audited = await app.services.audit.list({ action: 'settings.check-model', limit: 10 })
  expect(audited.records[0]).toMatchObject({
    user_id: admin.user.id,
    detail: { model: 'lead', total: expect.any(Number) },
  })
  expect(JSON.stringify(audited)).not.toContain('sk-secret-1')
})

test('records every call, the sample question included, as a test of this administrator', async () => {
  const { db } = app.context.store
  await db.deleteFrom('usage_days').execute()
  const before = standIn.requests.length
  await check({ role: 'orchestration' })
  const rows = await db.selectFrom('usage_days').selectAll().execute()
  const uses = rows.map(({ purpose, user_id }) => `${purpose} ${user_id}`)
  expect([...new Set(uses)]).toEqual([`test ${admin.user.id}`])
  expect(rows.some(({ connection_id }) => connection_id !== '')).toBe(true)
  const asked = standIn.requests.slice(before).filter(({ text }) => text !== '')
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(asked.length)
})

test('never sends the stored key to another address', async () => {
  const other = await startModelStandIn('openai-compatible', [{ text: ['one two'] }])
  await check({ provider: 'openai-compatible', model: 'lead', base_url: other.baseUrl })
  await other.close()
  expect(JSON.stringify(other.requests)).not.toContain('sk-secret-1')
})

test.each([
  [{ provider: 'builtin', model: 'builtin' }, 400, /needs no check/],
  [{ provider: 'google', model: 'gemini' }, 400, /API key is required/],
] as const)('refuses %j before the stream begins', async (payload, status, words) => {
  const { answer } = await check(payload)
  expect(answer.statusCode).toBe(status)
  expect(answer.json<{ detail: string }>().detail).toMatch(words)
})
