import { noDefinitions } from '@parlance/contract'
import type { AreaWords, SavedDraft, Session, ToolResponse, TurnEvent } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import { appName, readEvents, runRequest } from '../../testing/asking-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

const shown = { description: null, dimensions: null, unit: null, format: null, deprecated: null }
const metrics = (expression: string): AreaWords['definitions'] => ({
  ...noDefinitions,
  metrics: [
    {
      ...shown,
      name: 'Turnover',
      synonyms: ['zorb'],
      computation: { kind: 'aggregate', table: 'orders', expression, condition: null, time_column: null },
    },
  ],
})
const words: AreaWords = {
  description: null,
  ai_instructions: 'Net of tax.',
  synonyms: [],
  sample_questions: [],
  tables: [],
  joins: [],
  definitions: metrics('SUM(amount) * 2'),
}
/** South's rows are hidden from people of the north. */
const ownRegion = {
  rules: [
    {
      name: 'Own region',
      tables: { orders: { condition: 'customer_id IN (SELECT id FROM customers WHERE region = :user.region)' } },
    },
  ],
}

describe('a conversation in the draft of an area', () => {
  let app: AreaApp
  let owner: SignedInUser
  let areaId: string
  let draft: SavedDraft

  const sessionsOf = (who: SignedInUser) => `/apps/${appName}/users/${who.user.id}/sessions`
  const open = (who: SignedInUser, state: object = {}) =>
    app.app.inject({
      method: 'POST',
      url: sessionsOf(who),
      headers: who.headers,
      payload: {
        state: {
          'user:database_config_id': app.databaseId,
          'user:business_area_id': areaId,
          'app:area_draft': true,
          ...state,
        },
      },
    })
  const change = (who: SignedInUser, sessionId: string, state_delta: object) =>
    app.app.inject({
      method: 'PATCH',
      url: `${sessionsOf(who)}/${sessionId}`,
      headers: who.headers,
      payload: { state_delta },
    })
  const post = (who: SignedInUser, sessionId: string, text: string, more: object = {}) =>
    app.app.inject({
      method: 'POST',
      url: '/run_sse',
      headers: who.headers,
      payload: { ...runRequest(who, sessionId, text), ...more },
    })
  const responseIn = (events: TurnEvent[]): ToolResponse | undefined =>
    events
      .flatMap(({ content }) => content?.parts ?? [])
      .flatMap((part) => ('functionResponse' in part ? [part.functionResponse.response] : []))
      .find(({ executed }) => executed === true)
  const ask = async (who: SignedInUser, sessionId: string, more: object = {}) => {
    const answer = await post(who, sessionId, 'zorb by rep', more)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const events = readEvents(answer.body)
    return { events, response: responseIn(events) }
  }
  const saveDraft = async (content: AreaWords, before: SavedDraft | null) => {
    const request = { revision: before?.revision ?? null, area_version: before?.area_version ?? 2, content }
    const answer = await app.api(owner, 'PUT', `business-areas/${areaId}/draft`, request)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<{ draft: SavedDraft }>().draft
  }
  const detailOf = (answer: { json<T>(): T }) => answer.json<{ detail: string }>().detail

  beforeAll(async () => {
    app = await createAreaApp(null)
    const { settings, models } = app.services
    await settings.chooseOrchestration({ provider: 'builtin', model: 'builtin' }, models.list().builtin, null)
    owner = await app.signIn('GENERAL', { attributes: JSON.stringify({ region: 'north' }) })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const made = await app.newArea({ definitions: metrics('SUM(amount)'), row_security_rules: ownRegion })
    areaId = made.area_id
    await app.api(app.admin, 'PUT', `business-areas/${areaId}/owner`, { user_id: owner.user.id })
    draft = await saveDraft(words, null)
  })

  test('answers with the draft below the rules of the published area, and says so everywhere', async () => {
    const session = (await open(owner)).json<Session>()
    expect(session.state).toMatchObject({ 'app:area_draft': true })
    const { events, response } = await ask(owner, session.id)
    expect(events[0]).toMatchObject({ author: 'user', in_draft: true })
    expect(response?.results).toEqual([['a', 100]])
    expect(response?.receipt).toMatchObject({
      in_draft: true,
      definitions: [{ name: 'Turnover', version: null }],
      rowRules: [expect.objectContaining({ rule: 'Own region' })],
    })
    const published = (await open(owner, { 'app:area_draft': false })).json<Session>()
    const plain = await ask(owner, published.id)
    expect(plain.response?.results).toEqual([['a', 50]])
    expect(plain.response?.receipt?.definitions).toMatchObject([{ version: 1 }])
    expect(plain.response?.receipt).not.toHaveProperty('in_draft')
  })

  test('counts no definition and gives no verified example', async () => {
    const session = (await open(owner)).json<Session>()
    const { events } = await ask(owner, session.id)
    const usage = await app.api(owner, 'GET', `business-areas/${areaId}/definition-usage`)
    expect(usage.json()).toEqual({ definitions: [] })
    const rated = await app.api(owner, 'POST', 'examples/', { turn_id: events[0]?.turn_id })
    expect([rated.statusCode, detailOf(rated)]).toEqual([
      400,
      'Answers in a draft cannot become verified examples. Publish the draft, and ask again.',
    ])
  })

  test('is only for those who may edit the area, and ends when they no longer may', async () => {
    const viewer = await app.signIn('GENERAL')
    expect((await open(viewer)).statusCode).toBe(409)
    const own = (await open(viewer, { 'app:area_draft': false })).json<Session>()
    expect((await change(viewer, own.id, { 'app:area_draft': true })).statusCode).toBe(409)
    const session = (await open(owner)).json<Session>()
    await app.api(app.admin, 'PUT', `business-areas/${areaId}/owner`, { user_id: viewer.user.id })
    const answer = await post(owner, session.id, 'zorb by rep')
    expect([answer.statusCode, detailOf(answer)]).toEqual([
      409,
      'Only the owner of Sales and administrators can ask questions in its draft. Start a new conversation.',
    ])
  })

  test('does not continue in the published area when the draft is gone or has errors', async () => {
    const session = (await open(owner)).json<Session>()
    const broken = await saveDraft({ ...words, definitions: metrics('SUM(nothing)') }, draft)
    expect(detailOf(await post(owner, session.id, 'zorb by rep'))).toBe(
      'The draft of Sales has errors. Fix them on the page of the business area, then ask again.',
    )
    await app.api(owner, 'DELETE', `business-areas/${areaId}/draft?revision=${broken.revision}`)
    expect(detailOf(await post(owner, session.id, 'zorb by rep'))).toBe(
      'The draft of Sales was published or discarded. Start a new conversation, or choose a business area.',
    )
    await change(owner, session.id, { 'app:area_draft': false })
    expect((await ask(owner, session.id)).response?.results).toEqual([['a', 50]])
  })

  test('offers questions to start with only to those who may ask in it', async () => {
    const path = `starter-questions?database_config_id=${app.databaseId}&business_area_id=${areaId}&in_draft=true`
    const offered = await app.api(owner, 'GET', path)
    expect(offered.statusCode).toBe(200)
    expect((await app.api(await app.signIn('GENERAL'), 'GET', path)).statusCode).toBe(409)
  })

  test('leaves the draft for another area', async () => {
    const other = await app.newArea({ area_name: 'Other', definitions: metrics('MAX(amount)') })
    const session = (await open(owner)).json<Session>()
    const { events, response } = await ask(owner, session.id, { businessAreaId: other.area_id })
    expect(events[0]).not.toHaveProperty('in_draft')
    expect(response?.results).toEqual([
      ['a', 50],
      ['b', 424242],
    ])
    const again = (await open(owner)).json<Session>()
    const moved = await change(owner, again.id, { 'user:business_area_id': other.area_id })
    expect(moved.json<Session>().state).not.toHaveProperty('app:area_draft')
  })
})
