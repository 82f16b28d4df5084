import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAskingApp, type AskingApp } from '../../testing/asking-app.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let standIn: ModelStandIn
let app: AskingApp
let admin: SignedInUser

beforeAll(async () => {
  standIn = await startModelStandIn('openai-compatible', ({ body, text }) => {
    if (text.includes('"confirm"')) return { toolCalls: [{ name: 'confirm', args: {} }] }
    if (text.includes('"role":"tool"')) return { text: [`${String(body.model)} says: see the table.`] }
    return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: 'SELECT status FROM orders LIMIT 3' } }] }
  })
  app = await createAskingApp({ provider: 'openai-compatible', model: 'lead', base_url: standIn.baseUrl })
  admin = await app.signIn('ADMIN')
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})

const put = (payload: object) =>
  app.app.inject({ method: 'PUT', url: '/api/v1/preferences/', headers: admin.headers, payload })

async function modelsOfOneQuestion(): Promise<unknown[]> {
  const before = standIn.requests.length
  await app.ask(admin, await app.newSession(admin), 'Show 3 statuses')
  return standIn.requests.slice(before).map((request) => request.body.model)
}

test('answers with the model of System Setup, and writes SQL with that of LLM Settings once another is chosen there', async () => {
  expect(await modelsOfOneQuestion()).toEqual(['lead', 'lead'])
  expect((await put({ llm_provider: 'openai-compatible', llm_model: 'writer' })).json()).toMatchObject({
    llm_model: 'writer',
  })
  expect(await modelsOfOneQuestion()).toEqual(['writer', 'lead'])
  expect((await app.services.settings.orchestration())?.model).toBe('lead')
  expect((await put({ llm_model: 'lead' })).json()).toMatchObject({ llm_model: 'lead' })
  expect(await modelsOfOneQuestion()).toEqual(['lead', 'lead'])
})
