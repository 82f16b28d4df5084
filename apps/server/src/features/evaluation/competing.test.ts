import type { EvaluationRun } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createEvaluationApp } from '../../testing/evaluation-app.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { RecordedRequest } from '../../testing/model-stand-ins/stand-in.ts'
import { createSecondServer } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'

const questions = ['First?', 'Second?', 'Third?', 'Fourth?', 'Fifth?', 'Sixth?']

/** Answers each question with a query and then a sentence. */
function replyTo(request: RecordedRequest) {
  if (request.text.includes('"role":"tool"')) return { text: ['See the table.'] }
  return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: 'SELECT COUNT(*) AS n FROM orders' } }] }
}

describeStores('servers that compete for a run', (current) => {
  async function openTwo() {
    const standIn = await startModelStandIn('openai-compatible', replyTo)
    const app = await createEvaluationApp(current())
    const { settings, models } = app.services
    const chosen = { provider: 'openai-compatible', model: 'test-model', base_url: standIn.baseUrl } as const
    await settings.chooseOrchestration(chosen, models.list()['openai-compatible'], null)
    const area = await app.newArea({ tables: [{ table_name: 'orders' }] })
    const set = await app.newSet(app.admin, area)
    for (const question of questions) await app.addQuestion(app.admin, set, question, 'SELECT COUNT(*) FROM orders')
    const other = await createSecondServer(current())
    const { db } = app.context.store
    const read = (id: string) =>
      db.selectFrom('evaluation_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const close = async () => {
      await other.close()
      await app.close()
      await standIn.close()
    }
    return { app, area, set, other, standIn, db, read, close }
  }

  test('one of them asks each question once', async () => {
    const { app, set, other, standIn, db, read, close } = await openTwo()
    const { id } = await app.run(app.admin, set)
    const { number, ...row } = await read(id)
    // A run of a process that died before its first question.
    const none = { right: 0, model_calls: 0, tokens: 0, ended_at: null }
    const dead = {
      status: 'running',
      active_set_id: set.id,
      lease_owner: 'elsewhere:1:x',
      lease_until: '2000',
    } as const
    await db
      .insertInto('evaluation_runs')
      .values({ ...row, ...none, ...dead, id: 'left', number: number + 1 })
      .execute()
    const asked = standIn.requests.length
    const servers = [app.services.evaluation, other.services.evaluation]
    for (const evaluation of servers) evaluation.start()
    await Promise.all(servers.map((evaluation) => evaluation.settled()))
    expect(await read('left')).toMatchObject({ status: 'finished', right: questions.length, lease_owner: null })
    expect(standIn.requests.length - asked).toBe(2 * questions.length)
    const results = db.selectFrom('evaluation_results').select('question').where('run_id', '=', 'left')
    expect((await results.orderBy('position').execute()).map(({ question }) => question)).toEqual(questions)
    await close()
  })

  test('one that was too slow to renew its lease stores nothing more, and the other one finishes', async () => {
    const { app, area, set, other, standIn, db, read, close } = await openTwo()
    const asked = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    standIn.script((request) => {
      if (!request.text.includes('Second?')) return replyTo(request)
      asked.resolve()
      return { ...replyTo(request), until: go.promise }
    })
    const run = await app.eval<EvaluationRun>(app.admin, 'POST', area, `sets/${set.id}/runs`, {})
    await asked.promise
    // Its lease expires although the process is alive.
    await db.updateTable('evaluation_runs').set({ lease_owner: 'elsewhere:1:x', lease_until: '2000' }).execute()
    standIn.script(replyTo)
    other.services.evaluation.start()
    await other.services.evaluation.settled()
    const ended = await read(run.id)
    expect(ended).toMatchObject({ status: 'finished', right: questions.length })
    go.resolve()
    await app.services.evaluation.settled()
    expect(await read(run.id)).toEqual(ended)
    await close()
  })
})
