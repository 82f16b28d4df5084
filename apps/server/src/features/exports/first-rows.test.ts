import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createAreaApp } from '../../testing/area-app.ts'

const server = await startPostgres()

test('refuses a query that fails at its first row instead of breaking off the stream', async (context) => {
  if ('skip' in server) return context.skip(server.skip)
  const database = await createPostgresDatabase(server.url)
  const app = await createAreaApp(null)
  onTestFinished(async () => {
    await app.close()
    await database.drop()
  })
  const { hostname, port, pathname, username, password } = new URL(database.url)
  const application = await app.call(app.admin, 'POST', 'applications', { name: 'Numbers' })
  const made = await app.createTested({
    name: 'Numbers',
    db_type: 'postgresql',
    application_id: application.json<{ id: string }>().id,
    visibility: 'public',
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    username,
    password: decodeURIComponent(password),
  })
  const run = (sql_query: string, rest: object = {}) =>
    app.api(app.admin, 'POST', 'query/full-results', { sql_query, database_config_id: made.id, ...rest })
  const failing = "SELECT CAST('canary' || n AS integer) AS n FROM generate_series(1, 3) AS n"
  for (const rest of [{}, { format: 'csv' }]) {
    const answer = await run(failing, rest)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'query_failed'])
  }
  const whole = await run('SELECT n FROM generate_series(1, 5000) AS n ORDER BY n')
  const { results } = whole.json<{ results: number[][] }>()
  expect([whole.statusCode, results.length, results[0], results.at(-1)]).toEqual([200, 5000, [1], [5000]])
})
