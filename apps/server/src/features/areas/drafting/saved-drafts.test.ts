import { noDefinitions } from '@parlance/contract'
import type { Area, AreaVersion, AreaWords, Definitions, SavedDraft } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

function metrics(...expressions: [name: string, expression: string][]): Definitions {
  const shown = { description: null, synonyms: [], dimensions: null, unit: null, format: null, deprecated: null }
  const made = { kind: 'aggregate' as const, table: 'orders', condition: null, time_column: null }
  const list = expressions.map(([name, expression]) => ({ ...shown, name, computation: { ...made, expression } }))
  return { ...noDefinitions, metrics: list }
}

describe('the draft of a business area', () => {
  let app: AreaApp
  let owner: SignedInUser
  let viewer: SignedInUser
  let area: Area
  let path: string

  beforeAll(async () => {
    app = await createAreaApp(null)
    owner = await app.signIn('GENERAL')
    viewer = await app.signIn('GENERAL')
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const made = await app.newArea({
      definitions: metrics(['Revenue', 'SUM(amount)']),
      row_security_rules: { rules: [{ name: 'Own', tables: { customers: { condition: "region = 'north'" } } }] },
    })
    path = `business-areas/${made.area_id}`
    area = (await app.api(app.admin, 'PUT', `${path}/owner`, { user_id: owner.user.id })).json<Area>()
  })

  const words = (change: Partial<AreaWords> = {}): AreaWords => ({
    description: area.description,
    ai_instructions: area.ai_instructions,
    synonyms: [],
    sample_questions: [],
    tables: area.tables.map(({ table_name, description, synonyms, columns }) => ({
      table_name,
      description,
      synonyms,
      columns,
    })),
    joins: [],
    definitions: area.definitions,
    ...change,
  })
  const save = async (content: AreaWords, before: SavedDraft | null = null, who = owner): Promise<SavedDraft> => {
    const request = { revision: before?.revision ?? null, area_version: area.version, content }
    const answer = await app.api(who, 'PUT', `${path}/draft`, request)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<{ draft: SavedDraft }>().draft
  }
  const read = async (who = owner) =>
    (await app.api(who, 'GET', `${path}/draft`)).json<{ draft: SavedDraft | null }>().draft
  const publish = (draft: SavedDraft, change: object = {}) =>
    app.api(owner, 'POST', `${path}/draft/publish`, {
      revision: draft.revision,
      area_version: draft.area_version,
      ...change,
    })
  const put = (change: object) =>
    app.api(app.admin, 'PUT', path, { area_name: area.area_name, visibility: area.visibility, ...change })

  test('changes nothing of the area until it is published as a version with a reason', async () => {
    const net = metrics(['Revenue', 'SUM(amount) - 1'], ['Orders', 'COUNT(*)'])
    const tables = [{ table_name: 'orders', description: 'Bought', synonyms: ['sales'], columns: [] }]
    const sample_questions = ['How many orders are there?']
    const draft = await save(words({ ai_instructions: 'Net of tax.', sample_questions, definitions: net, tables }))
    expect(draft).toMatchObject({ changes: 5, collisions: [], problems: [], can_ask: true })
    expect(draft.published.ai_instructions).toBe(area.ai_instructions)
    expect(draft.content.definitions).toEqual(net)
    expect(await read(app.admin)).toMatchObject({ revision: draft.revision, started_by_name: expect.any(String) })
    const published = (await app.api(owner, 'GET', path)).json<Area>()
    expect([published.version, published.definitions]).toEqual([area.version, area.definitions])
    const answer = await publish(draft, { reason: 'Without tax' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json<Area>()).toMatchObject({
      ai_instructions: 'Net of tax.',
      sample_questions,
      definitions: net,
      row_security_rules: area.row_security_rules,
      version: area.version + 1,
    })
    expect(await read()).toBeNull()
    const [newest] = (await app.api(owner, 'GET', `${path}/versions`)).json<{ versions: AreaVersion[] }>().versions
    expect(newest).toMatchObject({
      reason: 'Without tax',
      changes: ['ai_instructions', 'sample_questions', 'tables', 'definitions'],
    })
    const restored = await app.api(owner, 'POST', `${path}/versions/1/restore`, {})
    expect(restored.json<Area>()).toMatchObject({ definitions: area.definitions, sample_questions: [] })
    const actions = await app.context.store.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', area.area_id)
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['area.save-draft', 'area.publish-draft', 'area.restore-version']),
    )
  })

  test('stores errors, says what and where, and cannot be published with them', async () => {
    const broken = metrics(['Revenue', 'SUM(tax)'])
    const draft = await save(words({ definitions: broken }))
    expect(draft.can_ask).toBe(false)
    expect(draft.problems).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        definition: { kind: 'metric', name: 'Revenue' },
        part: 'expression',
      }),
    )
    expect((await publish(draft)).json()).toMatchObject({ code: 'area_invalid' })
    app.alter('ALTER TABLE orders ADD COLUMN tax integer')
    await app.services.catalog.refresh(app.databaseId)
    expect(await read()).toMatchObject({ can_ask: true, problems: [] })
    const fixed = await save(words({ definitions: metrics(['Revenue', 'MAX(amount)']) }), draft)
    expect(fixed).toMatchObject({ can_ask: true, problems: [] })
  })

  test('has an error when its definitions use a table that was removed meanwhile', async () => {
    const tables = [{ table_name: 'orders', description: 'Bought', synonyms: [], columns: [] }]
    const draft = await save(
      words({ tables, definitions: metrics(['Revenue', 'SUM(amount)'], ['Orders', 'COUNT(*)']) }),
    )
    await put({ tables: [{ table_name: 'customers' }], definitions: noDefinitions })
    const now = await read()
    expect(now).toMatchObject({ can_ask: false, area_version: area.version + 1 })
    expect(now?.problems.filter(({ table }) => table === 'orders')).toEqual([
      expect.objectContaining({ severity: 'warning', section: 'tables' }),
      expect.objectContaining({ severity: 'error', section: 'definitions' }),
    ])
    expect((await publish(draft)).statusCode).toBe(409)
  })

  test('keeps what was published meanwhile, and asks about what both changed', async () => {
    const draft = await save(words({ ai_instructions: 'Net.', definitions: metrics(['Revenue', 'MAX(amount)']) }))
    await put({ description: 'All sales', definitions: metrics(['Revenue', 'MIN(amount)'], ['New', 'COUNT(*)']) })
    const now = await read()
    expect(now?.content.description).toBe('All sales')
    expect(now?.content.definitions.metrics.map(({ name }) => name)).toEqual(['Revenue', 'New'])
    expect(now?.collisions).toEqual([
      expect.objectContaining({
        id: '["metrics","revenue"]',
        part: 'definitions',
        before: expect.objectContaining({ definitions: metrics(['Revenue', 'SUM(amount)']) }),
        published: expect.objectContaining({ definitions: metrics(['Revenue', 'MIN(amount)']) }),
        draft: expect.objectContaining({ definitions: metrics(['Revenue', 'MAX(amount)']) }),
      }),
    ])
    const seen = { ...draft, area_version: area.version + 1 }
    expect((await publish(draft)).statusCode).toBe(409)
    expect((await publish(seen)).json<{ detail: string }>().detail).toContain('One change of the draft collides')
    // A tab that has not seen the new version saves once more. The collision stays.
    const again = await save(
      words({ ai_instructions: 'Net!', definitions: metrics(['Revenue', 'MAX(amount)']) }),
      draft,
    )
    expect(again.collisions).toHaveLength(1)
    const decided = { collisions: [{ id: '["metrics","revenue"]', use: 'published' }] }
    const answer = await publish(again, decided)
    expect(answer.json<Area>()).toMatchObject({
      description: 'All sales',
      ai_instructions: 'Net!',
      definitions: metrics(['Revenue', 'MIN(amount)'], ['New', 'COUNT(*)']),
    })
  })

  test('is saved by one of two editors at once, and the other one keeps nothing of it by mistake', async () => {
    const first = await save(words({ ai_instructions: 'First.' }))
    const stale = { revision: null, area_version: area.version, content: words({ ai_instructions: 'Second.' }) }
    expect((await app.api(app.admin, 'PUT', `${path}/draft`, stale)).statusCode).toBe(409)
    await save(words({ ai_instructions: 'Third.' }), first, app.admin)
    expect((await publish(first)).statusCode).toBe(409)
    expect((await app.api(owner, 'DELETE', `${path}/draft?revision=${first.revision}`)).statusCode).toBe(409)
    const now = await read()
    expect(now?.content.ai_instructions).toBe('Third.')
    expect((await app.api(owner, 'DELETE', `${path}/draft?revision=${now?.revision}`)).statusCode).toBe(200)
    expect(await read()).toBeNull()
    expect((await publish(first)).statusCode).toBe(409)
  })

  test('is only for the owner and administrators, and goes with the area', async () => {
    await save(words({ ai_instructions: 'Canary-Draft.' }))
    const revision = 'x'
    const requests = await Promise.all([
      app.api(viewer, 'GET', `${path}/draft`),
      app.api(viewer, 'PUT', `${path}/draft`, { revision: null, area_version: area.version, content: words() }),
      app.api(viewer, 'DELETE', `${path}/draft?revision=${revision}`),
      app.api(viewer, 'POST', `${path}/draft/publish`, { revision, area_version: area.version }),
    ])
    expect(requests.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
    expect((await app.api(viewer, 'GET', path)).body).not.toContain('Canary-Draft')
    await app.api(owner, 'DELETE', path)
    expect(
      await app.context.store.db.selectFrom('area_drafts').selectAll().where('area_id', '=', area.area_id).execute(),
    ).toEqual([])
  })
})
