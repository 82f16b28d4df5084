import { describe, expect, test } from 'vitest'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'

const post = (app: ManagedApp, url: string, payload: object = {}) =>
  app.app.inject({ method: 'POST', url: `/api/v1/env-config/${url}`, headers: app.admin.headers, payload })

async function application(app: ManagedApp): Promise<string> {
  return (await post(app, 'applications', { name: 'Shop' })).json().id
}

describeOneStore('the wizard’s database', (current) => {
  test('AC-138 AC-139 AC-366 tests the database in the form without storing anything', async () => {
    const app = await createManagedApp(current())
    app.file('query_database.db', ['a (id integer)', 'b (id integer)'])
    const form = { type: 'sqlite', application_id: await application(app), sqlite_path: './query_database.db' }
    expect((await post(app, 'test/database', form)).json()).toMatchObject({
      success: true,
      message: 'Connection successful',
      table_count: 2,
    })
    const server = {
      ...form,
      type: 'mysql',
      sqlite_path: null,
      host: '127.0.0.1',
      database: 'd',
      username: 'u',
      password: 'p',
    }
    expect((await post(app, 'test/database', { ...server, port: 9 })).json()).toMatchObject({
      success: false,
      stage: 'reach',
      advice: expect.stringMatching(/^Check the host and port/),
    })
    expect((await post(app, 'test/database', { ...server, port: '9' })).statusCode).toBe(400)
    expect(await app.context.store.db.selectFrom('connections').select('id').execute()).toEqual([])
    await app.app.close()
  })

  test('stores the caller’s own database with save-all, tests and selects it, and gives a second one its own name', async () => {
    const app = await createManagedApp(current())
    const orchestration = { provider: 'builtin', model: app.services.models.list().builtin.models[0]?.id }
    const database = { type: 'sqlite', application_id: await application(app), sqlite_path: app.file('books.db') }
    expect((await post(app, 'save-all', { orchestration, database })).json()).toEqual({
      message: 'Configuration saved successfully!',
    })
    await post(app, 'save-all', { database })
    const list = (await app.call(app.admin, 'GET', 'configurations')).json()
    expect(list).toMatchObject([
      { name: 'books.db', is_valid: true, is_owner: true, visibility: 'private', application_name: 'Shop' },
      { name: 'books.db 2', is_active: true },
    ])
    await app.app.close()
  })
})

describe('refusals and limits of the wizard', () => {
  test('AC-118 AC-119 AC-131 AC-132 refuses incomplete and hostile forms, R14 addresses of clouds, R17 other folders', async () => {
    const app = await createManagedApp(null)
    const application_id = await application(app)
    const detailOf = async (form: object) => {
      const answer = await post(app, 'test/database', { application_id, ...form })
      return `${answer.statusCode} ${answer.json().detail ?? answer.json().stage}`
    }
    const details = '400 Please fill in all connection details'
    const server = { type: 'postgresql', host: 'h', port: 5432, database: 'd', username: 'u', password: 'p' }
    expect(await detailOf({ ...server, type: undefined })).toBe('400 Please fill in all required fields')
    expect(await detailOf({ ...server, application_id: '' })).toBe('400 Please fill in all required fields')
    expect(await detailOf({ ...server, application_id: 'nowhere' })).toBe(
      '404 This application does not exist. Reload the list of applications.',
    )
    expect(await detailOf({ ...server, database: '' })).toBe(details)
    expect(await detailOf({ ...server, host: undefined })).toBe(details)
    expect(await detailOf({ type: 'snowflake', database: 'd', username: 'u', password: 'p' })).toBe(details)
    expect(await detailOf({ type: 'bigquery', project_id: 'p' })).toBe(details)
    expect(await detailOf({ ...server, init: 'attach' })).toBe('400 “init” is not a known field. Remove it.')
    expect(await detailOf({ ...server, host: '169.254.169.254' })).toBe('200 resolve')
    const outside = await post(app, 'test/database', { application_id, type: 'sqlite', sqlite_path: '/etc/hostname' })
    expect(outside.body).toMatch(/Parlance only opens files in/)
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'x']))
    expect(await detailOf({ ...server, ...many })).toBe('400 The form can have at most 60 fields.')
    await app.close()
  })

  test('refuses more tests than a user could start by hand', async () => {
    const app = await createManagedApp(null, { config: { rateLimitScale: 1 } })
    const statuses = []
    for (let index = 0; index < 31; index += 1) {
      statuses.push((await post(app, 'test/database', { type: 'sqlite', application_id: 'x' })).statusCode)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    await app.close()
  })
})

test('AC-140 AC-141 AC-142 creates the sample database and its application from an empty post', async () => {
  const app = await createManagedApp(null)
  const answer = await post(app, 'create-sample-db')
  expect(answer.json()).toEqual({
    success: true,
    application_id: expect.any(String),
    application_name: 'Sample Shop',
    db_path: expect.stringMatching(/\.sqlite$/),
    message: 'Sample database is ready.',
    table_count: 6,
    is_premium: true,
  })
  const tables = (await app.call(app.admin, 'GET', 'tables'))
    .json()
    .tables.map((each: { table_name: string }) => each.table_name)
  expect(tables).toEqual(expect.arrayContaining(['products', 'customers', 'orders', 'reviews']))
  await app.close()
})

test('AC-142 counts the sample database toward the edition’s limit', async () => {
  const app = await createManagedApp(null, { trial: false })
  for (const name of ['1', '2', '3']) await app.create({ name, db_type: 'sqlite', database: `${name}.db` })
  const answer = await post(app, 'create-sample-db')
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'license_limit'])
  await app.close()
})
