import type { ToolResponse } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import { appName, readEvents, runRequest } from '../../testing/asking-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

const definitions = {
  metrics: [
    {
      name: 'Net revenue',
      synonyms: ['turnover', 'zorb'],
      description: 'Without test orders.',
      computation: { kind: 'aggregate', table: 'orders', expression: 'SUM(amount - 1)', condition: "rep <> 'test'" },
      unit: 'EUR',
      format: { style: 'currency', decimals: 0 },
    },
  ],
  dimensions: [{ name: 'Market', table: 'customers', expression: 'region' }],
  filters: [{ name: 'Big', table: 'orders', condition: 'amount > 100' }],
  value_synonyms: [{ table: 'customers', column: 'region', value: 'north', synonyms: ['Nordics'] }],
}
const ownRegion = { condition: 'region = :user.region' }
const row_security_rules = { rules: [{ name: 'Own region', tables: { customers: ownRegion } }] }

let app: AreaApp
let areaId: string

beforeAll(async () => {
  app = await createAreaApp(null)
  const { settings, models } = app.services
  await settings.chooseOrchestration({ provider: 'builtin', model: 'builtin' }, models.list().builtin, null)
  app.alter("INSERT INTO orders VALUES (3, 1, 7000, 'test'), (4, 1, 11, 'a')")
  areaId = (await app.newArea({ definitions, row_security_rules })).area_id
})
afterAll(() => app.close())

async function ask(who: SignedInUser, text: string): Promise<{ response: ToolResponse | undefined; answer: string }> {
  const state = { 'user:database_config_id': app.databaseId, 'user:business_area_id': areaId }
  const url = `/apps/${appName}/users/${who.user.id}/sessions`
  const session = await app.app.inject({ method: 'POST', url, headers: who.headers, payload: { state } })
  const payload = runRequest(who, session.json<{ id: string }>().id, text)
  const events = readEvents(
    (await app.app.inject({ method: 'POST', url: '/run_sse', headers: who.headers, payload })).body,
  )
  const parts = events.flatMap(({ content }) => content?.parts ?? [])
  const responses = parts.flatMap((part) => ('functionResponse' in part ? [part.functionResponse.response] : []))
  const texts = (events.at(-1)?.content?.parts ?? []).flatMap((part) => ('text' in part ? [part.text] : []))
  return { response: responses.find((one) => one.executed === true), answer: texts.join('') }
}

const signIn = (region: string) => app.signIn('GENERAL', { attributes: JSON.stringify({ region }) })

test('an answer of the built-in engine lists the definitions that it used in its receipt', async () => {
  const { response, answer } = await ask(await signIn('north'), 'turnover by market')
  expect(response?.results).toEqual([['north', 59]])
  expect(response?.receipt?.definitions).toMatchObject([
    { kind: 'metric', name: 'Net revenue', definition: "SUM(amount - 1) WHERE rep <> 'test'", version: 1 },
    { kind: 'dimension', name: 'Market', definition: 'region' },
  ])
  expect(answer).toContain('€59')
})

test('an answer counts once for each definition', async () => {
  const usage = () =>
    app.context.store.db.selectFrom('definition_usage').select(['kind', 'name', 'answers']).orderBy('name').execute()
  const before = await usage()
  await ask(await signIn('north'), 'turnover by market')
  const counts = (all: Awaited<ReturnType<typeof usage>>) => all.map(({ answers }) => answers)
  expect(counts(await usage())).toEqual(counts(before).map((answers) => answers + 1))
})

test('row rules apply below a definition', async () => {
  expect((await ask(await signIn('south'), 'turnover by market')).response?.results).toEqual([['south', 424241]])
})

test('an answer without definitions lists none', async () => {
  const { response } = await ask(await signIn('north'), 'How many orders are there?')
  expect(response?.receipt).not.toHaveProperty('definitions')
})

test('a definition over a hidden column does not exist for those who may not see it', async () => {
  const hidden = { rules: [{ name: 'Hidden', tables: { orders: { amount: { mask_type: 'disallow' } } } }] }
  const other = await app.newArea({ area_name: 'Hidden', definitions, column_security_rules: hidden })
  const before = areaId
  areaId = other.area_id
  const ada = await signIn('north')
  const [missing, unknown] = [await ask(ada, 'zorb by market'), await ask(ada, 'frob by market')]
  areaId = before
  expect(missing.response).toBeUndefined()
  expect(missing.answer).toBe(unknown.answer.replaceAll('frob', 'zorb'))
})
