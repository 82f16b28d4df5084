import type { Area, CheckedDraftExample, DraftExamples, Example, SavedDraft } from '@parlance/contract'
import { noDefinitions } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

const counting = { question: 'How many orders are there?', sql_query: 'SELECT COUNT(*) AS n FROM orders' }
const summing = { question: 'What is the total of all orders?', sql_query: 'SELECT SUM(amount) AS total FROM orders' }
const counted = { ...counting, sql_query: 'SELECT COUNT(id) AS n FROM orders' }

describe('the verified examples of a draft', () => {
  let app: AreaApp
  let owner: SignedInUser
  let viewer: SignedInUser
  let area: Area
  let path: string
  let stored: Example

  beforeAll(async () => {
    app = await createAreaApp(null)
    owner = await app.signIn('GENERAL')
    viewer = await app.signIn('GENERAL')
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const made = await app.newArea()
    path = `business-areas/${made.area_id}`
    area = (await app.api(app.admin, 'PUT', `${path}/owner`, { user_id: owner.user.id })).json<Area>()
    stored = await ok<Example>(owner, 'POST', 'examples/written', { area_id: area.area_id, ...counting })
    const area_version = area.version
    const content = { ...emptyContent, description: area.description, ai_instructions: area.ai_instructions }
    await ok(owner, 'PUT', `${path}/draft`, { revision: null, area_version, content })
  })

  type Method = Parameters<AreaApp['api']>[1]
  async function ok<T = unknown>(who: SignedInUser, method: Method, url: string, body?: object): Promise<T> {
    const answer = await app.api(who, method, url, body)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<T>()
  }
  const emptyContent = {
    description: null,
    ai_instructions: null,
    synonyms: [],
    sample_questions: [],
    tables: [],
    joins: [],
    definitions: noDefinitions,
  }
  const list = (who = owner) => ok<DraftExamples>(who, 'GET', `${path}/draft/examples`)
  const add = (body: object, who = owner) => ok<CheckedDraftExample>(who, 'POST', `${path}/draft/examples`, body)
  const used = async (inDraft: boolean, question = counting.question) => {
    const place = { areaId: area.area_id, connectionId: app.databaseId }
    const found = await app.services.examples.examplesFor({ ...place, question, limit: 5, inDraft })
    return found.map(({ sql }) => sql)
  }
  const publish = async (change: object = {}) => {
    const { revision, area_version } = (await ok<{ draft: SavedDraft }>(owner, 'GET', `${path}/draft`)).draft
    const { revision: examples_revision } = await list()
    return app.api(owner, 'POST', `${path}/draft/publish`, { revision, area_version, examples_revision, ...change })
  }
  const published = async () =>
    (await ok<Example[]>(owner, 'GET', `examples?area_id=${area.area_id}`)).map(({ question, sql_query }) => ({
      question,
      sql_query,
    }))

  test('are used only in the draft until it is published, which writes them together', async () => {
    const { id, result } = await add(summing)
    expect(result).toMatchObject({ row_count: 1, truncated: false })
    const changed = await ok<CheckedDraftExample>(owner, 'PUT', `${path}/draft/examples/${stored.id}`, counted)
    expect(changed.id).toBe(stored.id)
    expect(await used(true)).toContain(counted.sql_query)
    expect(await used(true)).not.toContain(counting.sql_query)
    expect(await used(true, summing.question)).toContain(summing.sql_query)
    expect([...(await used(false)), ...(await used(false, summing.question))]).not.toContain(summing.sql_query)
    const { examples } = await list()
    expect(examples).toEqual([
      expect.objectContaining({ id, before: null, published: null, draft: summing, collides: false, problem: null }),
      expect.objectContaining({ id: stored.id, before: counting, published: counting, draft: counted }),
    ])
    const { draft } = await ok<{ draft: SavedDraft }>(owner, 'GET', `${path}/draft`)
    expect(draft.changes).toBe(2)

    expect((await publish()).statusCode).toBe(200)
    expect(await published()).toEqual(expect.arrayContaining([counted, summing]))
    expect(await used(false)).toContain(counted.sql_query)
    expect((await ok<{ draft: SavedDraft | null }>(owner, 'GET', `${path}/draft`)).draft).toBeNull()
  })

  test('are discarded with the draft, and a change of one can be taken back', async () => {
    await ok(owner, 'DELETE', `${path}/draft/examples/${stored.id}`)
    expect(await used(true)).toEqual([])
    expect(await used(false)).toEqual([counting.sql_query])
    await ok(owner, 'POST', `${path}/draft/examples/${stored.id}/revert`)
    expect((await list()).examples).toEqual([])
    const { id } = await add(summing)
    await ok(owner, 'DELETE', `${path}/draft/examples/${id}`)
    expect((await list()).examples).toEqual([])
    await add(summing)
    const { draft } = await ok<{ draft: SavedDraft }>(owner, 'GET', `${path}/draft`)
    await ok(owner, 'DELETE', `${path}/draft?revision=${draft.revision}`)
    expect((await list()).examples).toEqual([])
    expect(await published()).toEqual([counting])
    expect((await app.api(owner, 'POST', `${path}/draft/examples`, summing)).json()).toMatchObject({
      detail: 'This business area has no draft. Save a draft first.',
    })
  })

  test('collide with a change of the published example until someone decides', async () => {
    await ok(owner, 'PUT', `${path}/draft/examples/${stored.id}`, counted)
    const other = { ...counting, sql_query: 'SELECT COUNT(*) FROM orders WHERE amount > 0' }
    await ok(owner, 'PUT', `examples/${stored.id}`, other)
    expect((await list()).examples).toEqual([
      expect.objectContaining({ before: counting, published: other, draft: counted, collides: true }),
    ])
    expect((await publish()).json<{ detail: string }>().detail).toContain('Decide for each')
    const answer = await publish({ collisions: [{ id: stored.id, use: 'published' }] })
    expect(answer.statusCode).toBe(200)
    expect(await published()).toEqual([other])
  })

  test('are not published unseen, or if the gate refuses one', async () => {
    const { revision } = await list()
    await add(summing)
    expect((await publish({ examples_revision: revision })).statusCode).toBe(409)
    app.alter('ALTER TABLE orders RENAME COLUMN amount TO total')
    await app.services.catalog.refresh(app.databaseId)
    expect((await list()).examples).toEqual([expect.objectContaining({ problem: expect.anything() })])
    const answer = await publish()
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      409,
      expect.stringContaining('The example "What is the total of all orders?" cannot be published'),
    ])
    app.alter('ALTER TABLE orders RENAME COLUMN total TO amount')
    await app.services.catalog.refresh(app.databaseId)
    expect(
      (await app.api(owner, 'POST', `${path}/draft/examples`, { ...summing, sql_query: 'SELECT 1 FROM secrets' }))
        .statusCode,
    ).not.toBe(200)
  })

  test('are only for the owner and administrators', async () => {
    await add(summing, app.admin)
    const requests = [
      app.api(viewer, 'GET', `${path}/draft/examples`),
      app.api(viewer, 'POST', `${path}/draft/examples`, summing),
      app.api(viewer, 'PUT', `${path}/draft/examples/${stored.id}`, counted),
      app.api(viewer, 'DELETE', `${path}/draft/examples/${stored.id}`),
      app.api(viewer, 'POST', `${path}/draft/examples/${stored.id}/revert`),
    ]
    for (const answer of await Promise.all(requests)) expect([403, 404]).toContain(answer.statusCode)
  })
})
