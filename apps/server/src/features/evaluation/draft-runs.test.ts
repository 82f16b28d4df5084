import { noDefinitions } from '@parlance/contract'
import type {
  Area,
  AreaWords,
  EvaluationBadges,
  EvaluationComparison,
  EvaluationRun,
  EvaluationSet,
  SavedDraft,
} from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvaluationApp } from '../../testing/evaluation-app.ts'
import type { EvaluationApp } from '../../testing/evaluation-app.ts'

const shown = { description: null, synonyms: [], dimensions: null, unit: null, format: null, deprecated: null }
const metrics = (expression: string): AreaWords['definitions'] => ({
  ...noDefinitions,
  metrics: [
    {
      ...shown,
      name: 'Zorb',
      computation: { kind: 'aggregate', table: 'orders', expression, condition: null, time_column: null },
    },
  ],
})

describe('a run in the draft of an area', () => {
  let app: EvaluationApp
  let area: Area
  let set: EvaluationSet
  let draft: SavedDraft
  let published: EvaluationRun

  const save = async (expression: string, revision: string | null): Promise<SavedDraft> => {
    const empty = {
      description: null,
      ai_instructions: null,
      synonyms: [],
      sample_questions: [],
      tables: [],
      joins: [],
    }
    const content: AreaWords = { ...empty, definitions: metrics(expression) }
    const request = { revision, area_version: area.version, content }
    const answer = await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/draft`, request)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<{ draft: SavedDraft }>().draft
  }

  beforeAll(async () => {
    app = await createEvaluationApp(null)
    area = await app.newArea({ definitions: metrics('SUM(amount)') })
    set = await app.newSet(app.admin, area)
    await app.addQuestion(app.admin, set, 'zorb by rep', 'SELECT rep, MAX(amount) FROM orders GROUP BY rep')
    await app.addQuestion(app.admin, set, 'How many orders are there?', 'SELECT COUNT(*) FROM orders')
    app.alter("INSERT INTO orders VALUES (3, 1, 7, 'a')")
    published = await app.run(app.admin, set)
    draft = await save('MAX(amount)', null)
  })
  afterAll(() => app.close())

  test('is compared with the published run, and changes neither the last run, the badge, nor the notice', async () => {
    expect(published).toMatchObject({ in_draft: false, right: 1, total: 2 })
    const run = await app.run(app.admin, set, { in_draft: true })
    expect(run).toMatchObject({ in_draft: true, is_partial: false, right: 2, total: 2 })
    const path = `runs/${run.id}/comparison?before=${published.id}`
    const { counts } = await app.eval<EvaluationComparison>(app.admin, 'GET', area, path)
    expect(counts).toMatchObject({ fixed: 1, stayed_right: 1 })
    const shownSet = await app.eval<EvaluationSet>(app.admin, 'GET', area, `sets/${set.id}`)
    expect([shownSet.last_run?.id, shownSet.notice]).toEqual([published.id, null])
    const badges = (await app.api(app.admin, 'GET', 'business-areas/evaluation-badges')).json<EvaluationBadges>().badges
    expect(badges).toMatchObject([{ run_id: published.id, right: 1 }])
    const again = await app.run(app.admin, set, { like_run_id: run.id })
    expect(again.in_draft).toBe(true)
  })

  test('asks as another user, who may not see the draft', async () => {
    const viewer = await app.signIn('GENERAL')
    const run = await app.run(app.admin, set, { in_draft: true, run_as_user_id: viewer.user.id })
    expect(run).toMatchObject({ status: 'finished', right: 2 })
  })

  test('ends when the draft changes, and needs a draft', async () => {
    const { db } = app.context.store
    const begun = await app.run(app.admin, set, { in_draft: true })
    const row = await db.selectFrom('evaluation_runs').selectAll().where('id', '=', begun.id).executeTakeFirstOrThrow()
    const waiting = { ...row, id: 'waiting', status: 'waiting', active_set_id: set.id, ended_at: null } as const
    await db.insertInto('evaluation_runs').values(waiting).execute()
    draft = await save('MIN(amount)', draft.revision)
    const other = await app.newSet(app.admin, area, { name: 'Other' })
    await app.addQuestion(app.admin, other, 'How many orders are there?', 'SELECT COUNT(*) FROM orders')
    await app.run(app.admin, other)
    expect(await app.eval<EvaluationRun>(app.admin, 'GET', area, 'runs/waiting')).toMatchObject({
      status: 'stopped',
      reason: { text: 'The draft was changed while this run was in progress. Start a new run.' },
    })
    await app.api(app.admin, 'DELETE', `business-areas/${area.area_id}/draft?revision=${draft.revision}`)
    const refused = await app.eval(app.admin, 'POST', area, `sets/${set.id}/runs`, { in_draft: true })
    expect(refused.detail).toContain('The draft of Sales was published or discarded.')
  })
})
