import { turnPromptSchema, type PromptPart, type TurnEvent, type TurnPrompt } from '@parlance/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import { appName, readEvents, runRequest } from '../../testing/asking-app.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import { describeOneStore, type TestStore } from '../../testing/test-store.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let model: ModelStandIn
beforeEach(async () => {
  model = await startModelStandIn('openai-compatible', (request) =>
    request.text.includes('"role":"tool"')
      ? { text: ['There they are.'], usage: { input: 700, output: 9, cached: 512 } }
      : {
          toolCalls: [{ name: 'execute_sql_query', args: { sql_query: 'SELECT name FROM customers' } }],
          usage: { input: 900, output: 20 },
        },
  )
})
afterEach(() => model.close())

async function open(store: TestStore | null, hidden: string[] = []): Promise<AreaApp> {
  const app = await createAreaApp(store)
  for (const name of hidden) app.alter(`insert into customers (name, email, region) values ('${name}', 'x', 'south')`)
  await app.services.catalog.refresh(app.databaseId)
  const chosen = { provider: 'openai-compatible', model: 'scripted', base_url: model.baseUrl } as const
  await app.services.settings.chooseOrchestration(chosen, app.services.models.list()['openai-compatible'], null)
  return app
}

interface Asked {
  turnId: string
  sessionUrl: string
  last: TurnEvent | undefined
}

async function ask(app: AreaApp, who: SignedInUser, areaId: string | null): Promise<Asked> {
  const payload = { state: { 'user:database_config_id': app.databaseId, 'user:business_area_id': areaId } }
  const url = `/apps/${appName}/users/${who.user.id}/sessions`
  const session = await app.app.inject({ method: 'POST', url, headers: who.headers, payload })
  const { id } = session.json<{ id: string }>()
  const asked = runRequest(who, id, 'Which customers are there in the south?')
  const answer = await app.app.inject({ method: 'POST', url: '/run_sse', headers: who.headers, payload: asked })
  const last = readEvents(answer.body).at(-1)
  return { turnId: last?.turn_id ?? '', sessionUrl: `${url}/${id}`, last }
}

const promptOf = (app: AreaApp, who: SignedInUser, { turnId }: Asked) => app.api(who, 'GET', `turns/${turnId}/prompt`)

/** Whether the reloaded conversation offers the prompt. */
async function offers(app: AreaApp, who: SignedInUser, { sessionUrl }: Asked): Promise<boolean> {
  const answer = await app.app.inject({ method: 'GET', url: sessionUrl, headers: who.headers })
  return answer.body.includes('has_prompt')
}

describeOneStore('what a model was given', (current) => {
  test('administrators and the owner of the area get it for their own questions, and no one else', async () => {
    const app = await open({ ...current(), close: async () => undefined })
    try {
      const [owner, user] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
      const { area_id: areaId } = await app.newArea()
      await app.context.store.db
        .updateTable('areas')
        .set({ owner_id: owner.user.id })
        .where('id', '=', areaId)
        .execute()

      for (const who of [owner, app.admin]) {
        const asked = await ask(app, who, areaId)
        expect([asked.last?.has_prompt, await offers(app, who, asked)]).toEqual([true, true])
        const prompt = turnPromptSchema.parse((await promptOf(app, who, asked)).json())
        expect(prompt.calls).toMatchObject([
          { form: 'tools', prompt: 'whole', prompt_tokens: 900, results: [{ tool: 'execute_sql_query' }] },
          { form: 'tools', prompt: 'short', cached_tokens: 512, completion_tokens: 9, results: [] },
        ])
        // No one reads others' conversations, whatever their role.
        for (const other of [owner, app.admin, user].filter((one) => one !== who))
          expect((await promptOf(app, other, asked)).json()).toMatchObject({ code: 'turn_not_found' })
      }

      const asked = await ask(app, user, areaId)
      expect(asked.last).toMatchObject({ type: 'final', usage_metadata: { prompt_tokens: 1600 } })
      expect([asked.last?.has_prompt, await offers(app, user, asked)]).toEqual([undefined, false])
      expect((await promptOf(app, user, asked)).json()).toMatchObject({ code: 'forbidden' })
    } finally {
      await app.close()
    }
  })

  test('lasts as long as the conversation, and as the right to read it', async () => {
    const app = await open({ ...current(), close: async () => undefined })
    try {
      const owner = await app.signIn('GENERAL')
      const { area_id: areaId } = await app.newArea()
      const { db } = app.context.store
      const own = (owner_id: string) => db.updateTable('areas').set({ owner_id }).where('id', '=', areaId).execute()
      await own(owner.user.id)
      const asked = await ask(app, owner, areaId)
      expect((await promptOf(app, owner, asked)).statusCode).toBe(200)
      await own(app.admin.user.id)
      expect((await promptOf(app, owner, asked)).json()).toMatchObject({ code: 'forbidden' })
      expect(await offers(app, owner, asked)).toBe(false)

      expect(await db.selectFrom('turn_prompts').select('turn_id').execute()).toHaveLength(1)
      await app.app.inject({ method: 'DELETE', url: asked.sessionUrl, headers: owner.headers })
      expect(await db.selectFrom('turn_prompts').select('turn_id').execute()).toEqual([])
    } finally {
      await app.close()
    }
  })
})

test('lists the parts with their sizes, tables that fit of those that exist, and no value or hidden table', async () => {
  const app = await open(null)
  try {
    const { area_id: areaId } = await app.newArea()
    const asked = await ask(app, app.admin, areaId)
    const answer = await promptOf(app, app.admin, asked)
    const { whole, short } = answer.json<TurnPrompt>()
    const kinds = whole.map(({ kind }) => kind)
    for (const kind of ['product_instructions', 'tools', 'schema', 'area_instructions', 'question'])
      expect(kinds).toContain(kind)
    expect(whole.find(({ kind }) => kind === 'schema')).toMatchObject({
      count: 2,
      total: 2,
      tables: ['customers', 'orders'],
    })
    expect(short.map(({ kind }) => kind)).toEqual([
      'product_instructions',
      'tools',
      'schema',
      'area_instructions',
      'question',
    ])
    for (const { characters, tokens } of [...whole, ...short]) expect(Math.min(characters, tokens)).toBeGreaterThan(0)
    expect(answer.body).not.toMatch(/Canary|Ann|salaries|cents|SELECT/i)
  } finally {
    await app.close()
  }
})

test('is the same for a user whatever the rows are that rules hide', async () => {
  const seen: unknown[] = []
  const ownFacts = 'customers.region: ["north"]'
  for (const hidden of [[], Array.from({ length: 30 }, (_, at) => `Robin ${at}`)]) {
    const app = await open(null, hidden)
    await app.services.values.readDue(new AbortController().signal)
    const rule = { name: 'Own region', tables: { customers: { condition: 'region = :user.region' } } }
    const { area_id: areaId } = await app.newArea({ row_security_rules: { rules: [rule] } })
    const north = await app.signIn('ADMIN', { attributes: JSON.stringify({ region: 'north' }) })
    const prompt = (await promptOf(app, north, await ask(app, north, areaId))).json<TurnPrompt>()
    // Facts that are late are left out of a prompt.
    const isFact = ({ kind }: PromptPart) => kind === 'column_facts'
    for (const { characters } of prompt.whole.filter(isFact)) expect(characters).toBe(ownFacts.length)
    const whole = prompt.whole.filter((part) => !isFact(part))
    seen.push({ ...prompt, whole, calls: prompt.calls.map((call) => ({ ...call, milliseconds: 0 })) })
    await app.close()
  }
  expect(JSON.stringify(seen[0])).toContain('customers')
  expect(model.requests.at(-1)?.text).toMatch(/Ann/)
  expect(model.requests.map(({ text }) => text).join(' ')).not.toMatch(/Robin|Canary/)
  expect(seen[1]).toEqual(seen[0])
})

test('a question that the built-in engine answers has none', async () => {
  const app = await open(null)
  try {
    const { settings, models } = app.services
    await settings.chooseOrchestration({ provider: 'builtin', model: 'builtin' }, models.list().builtin, null)
    const asked = await ask(app, app.admin, null)
    expect(asked.last?.has_prompt).toBeUndefined()
    expect((await promptOf(app, app.admin, asked)).json()).toMatchObject({ code: 'not_found' })
  } finally {
    await app.close()
  }
})
