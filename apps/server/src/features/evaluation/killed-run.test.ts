import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Area, DatabaseConfiguration, EvaluationRun, EvaluationSet } from '@parlance/contract'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createServices } from '../../app.ts'
import { loadConfig } from '../../config/config.ts'
import { openContext } from '../../context/open-context.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { RecordedRequest } from '../../testing/model-stand-ins/stand-in.ts'
import { programFlags } from '../../testing/program-flags.ts'
import { sharedParsers } from '../../testing/shared-parsers.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-killed-run-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const questions = ['First?', 'Second?', 'Third?', 'Fourth?']
const asks = (question: string) => (request: RecordedRequest) => request.text.includes(question)

/** Answers each question with a query and then a sentence. */
function replyTo(request: RecordedRequest) {
  if (request.text.includes('"role":"tool"')) return { text: ['See the table.'] }
  return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: 'SELECT COUNT(*) AS n FROM orders' } }] }
}

test('continues a run after its process was killed, and asks no question twice', async () => {
  const bothStall = Promise.withResolvers<void>()
  let stalled = 0
  const standIn = await startModelStandIn('openai-compatible', (request) => {
    if (!asks('Third?')(request) && !asks('Fourth?')(request)) return replyTo(request)
    stalled += 1
    if (stalled === 2) bothStall.resolve()
    return { until: new Promise(() => undefined) }
  })
  const script = join(import.meta.dirname, '../../testing/turn-victim.ts')
  const server = spawn(process.execPath, [...programFlags, script, folder, standIn.baseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit')
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
  const { url, headers } = JSON.parse(line) as { url: string; headers: Record<string, string> }
  const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as Answer
  }
  const [database] = await call<DatabaseConfiguration[]>('database-management/configurations')
  const area = await call<Area>('business-areas/', {
    area_name: 'Orders',
    application_id: database?.application?.id,
    visibility: 'public',
    tables: [{ table_name: 'orders' }],
  })
  const evaluation = `business-areas/${area.area_id}/evaluation`
  const set = await call<EvaluationSet>(`${evaluation}/sets`, { name: 'Four', database_config_id: database?.id })
  for (const question of questions) {
    const asked = { question, expected_sql: 'SELECT COUNT(*) FROM orders' }
    await call(`${evaluation}/sets/${set.id}/questions`, asked)
  }
  const run = await call<EvaluationRun>(`${evaluation}/sets/${set.id}/runs`, {})
  await bothStall.promise
  server.kill('SIGKILL')
  await exited

  standIn.script(replyTo)
  const context = await openContext(loadConfig({ PARLANCE_DATA_DIR: folder }), pino({ level: 'silent' }))
  const services = await createServices(context, sharedParsers)
  const { db } = context.store
  const read = () => db.selectFrom('evaluation_runs').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow()
  expect(await read()).toMatchObject({ status: 'running', right: 2 })
  services.evaluation.start()
  await services.evaluation.settled()
  expect(await read()).toMatchObject({ status: 'finished', right: 4, total: 4, lease_owner: null })
  const results = await db.selectFrom('evaluation_results').select('question').orderBy('position').execute()
  expect(results.map(({ question }) => question)).toEqual(questions)
  for (const question of ['First?', 'Second?']) expect(standIn.requests.filter(asks(question))).toHaveLength(2)
  await services.close()
  await context.store.close()
  await standIn.close()
})
