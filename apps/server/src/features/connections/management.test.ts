import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { crowd } from '../../../../../packages/contract/src/testing/test-sample.ts'
import { createManagedApp, nowhere } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'
import { createTurn } from '../../testing/owned-objects.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'
import { openConfig } from './connector.ts'

async function storedPassword(app: ManagedApp, id: string): Promise<unknown> {
  const { db } = app.context.store
  const row = await db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return openConfig(app.context, row)['password']
}

describeOneStore('database management', (current) => {
  test('BA-002 BA-164 OP-40 OP-46 names the application and kind of every configuration, including spreadsheets', async () => {
    const app = await createManagedApp(current())
    const application = (await app.call(app.admin, 'POST', 'applications', { name: 'Shop' })).json<{ id: string }>()
    const sheet = {
      db_type: 'googlesheets',
      spreadsheet_id: 'one',
      credentials_path: 'no-such-key.json',
    }
    const plain = { ...nowhere, db_type: 'mysql' }
    for (const form of [sheet, plain]) await app.create({ ...form, name: form.db_type, application_id: application.id })
    const list = (await app.call(app.admin, 'GET', 'configurations')).json<{ id: string; config_id: string }[]>()
    expect(list.map(({ id, config_id }) => id === config_id)).toEqual([true, true])
    expect(list).toMatchObject([
      { db_type: 'googlesheets', is_valid: false, application: { id: application.id, name: 'Shop' } },
      { db_type: 'mysql', is_valid: false, application: { id: application.id, name: 'Shop' } },
    ])
    await app.close()
  })

  test('names the endpoint of a cloud warehouse, and when the last question about a connection was asked', async () => {
    const app = await createManagedApp(current())
    const warehouse = {
      name: 'Events',
      db_type: 'snowflake',
      account: 'acme_eu',
      database: 'E',
      username: 'u',
      password: 'p',
    }
    const { account, ...fields } = warehouse
    const made = await app.create({ ...fields, extra_params: { account } })
    expect(made.endpoint).toBe('acme-eu.snowflakecomputing.com')
    const server = await app.create(nowhere)
    expect(server.endpoint).toBe('127.0.0.1:9')
    const turn = await createTurn(app, app.admin.user.id)
    await app.context.store.db.updateTable('turns').set({ connection_id: made.id }).where('id', '=', turn).execute()
    const uses = await app.call(app.admin, 'GET', 'use')
    expect(uses.json()).toEqual([
      { id: made.id, last_asked_at: expect.stringMatching(/^\d{4}-.*Z$/) },
      { id: server.id, last_asked_at: null },
    ])
    await app.close()
  })

  test('AC-338 AC-339 AC-391 AC-393 creates, reads and changes a configuration without revealing its password', async () => {
    const app = await createManagedApp(current())
    const made = await app.create(nowhere)
    expect(made).toMatchObject({
      id: made.config_id,
      name: 'Nowhere',
      description: null,
      application_id: expect.any(String),
      application: expect.objectContaining({ name: 'Nowhere' }),
      application_name: 'Nowhere',
      db_type: 'postgresql',
      host: '127.0.0.1',
      port: 9,
      database: 'd',
      schema_name: null,
      username: 'u',
      extra_params: { tls: 'prefer', tls_ca: null },
      stored_secrets: ['password'],
      visibility: 'private',
      is_active: false,
      is_valid: false,
      last_tested: null,
      test_error: null,
      driver_info: null,
      can_manage: true,
      can_manage_access: false,
      user_id: app.admin.user.id,
      is_owner: true,
      owner_name: null,
      created_at: expect.stringMatching(/^\d{4}-/),
    })
    const read = await app.call(app.admin, 'GET', `configurations/${made.id}`)
    const list = await app.call(app.admin, 'GET', 'configurations')
    const changed = await app.call(app.admin, 'PUT', `configurations/${made.id}`, { description: 'New', password: '' })
    expect(changed.json()).toMatchObject({ id: made.id, config_id: made.id, description: 'New', name: 'Nowhere' })
    expect(await storedPassword(app, made.id)).toBe('first secret')
    expect(read.body + list.body + changed.body).not.toMatch(/first secret/)
    const rows = await app.context.store.db.selectFrom('connections').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/first secret/)
    await app.app.close()
  })

  test('AC-393 AC-364 resets the test and tables of a connection when a setting changes, but not when its name changes', async () => {
    const app = await createManagedApp(current())
    const { id } = await app.createTested({ name: 'Books', db_type: 'sqlite', database: app.file('books.sqlite') })
    const put = async (change: object) => (await app.call(app.admin, 'PUT', `configurations/${id}`, change)).json()
    const described = { name: 'Books 2', description: 'd', visibility: 'public', extra_params: {} }
    expect(await put(described)).toMatchObject({
      name: 'Books 2',
      visibility: 'public',
      is_valid: true,
      table_count: 1,
    })
    expect(await put({ database: 'books.sqlite' })).toMatchObject({
      is_valid: false,
      last_tested: null,
      test_error: null,
      driver_info: null,
      table_count: null,
    })
    expect((await app.call(app.admin, 'GET', `tables?database_config_id=${id}`)).json().code).toBe(
      'connection_untested',
    )
    expect((await app.call(app.admin, 'GET', `configurations/${id}/catalogue`)).json().refreshed_at).toBeNull()
    expect((await app.call(app.admin, 'POST', `configurations/${id}/test`)).json()).toMatchObject({ success: true })
    await app.app.close()
  })

  test('AC-327 AC-393 deletes a configuration with all its data unless the caller has selected it', async () => {
    const app = await createManagedApp(current())
    const general = await app.signIn('GENERAL')
    const form = { db_type: 'sqlite', database: app.file('books.sqlite'), visibility: 'public' }
    const first = await app.createTested({ ...form, name: 'First' })
    const second = await app.createTested({ ...form, name: 'Second' })
    await app.call(general, 'POST', 'configurations/set-active', { config_id: second.id })
    await app.call(app.admin, 'POST', 'configurations/set-active', { config_id: first.id })
    const refused = await app.call(app.admin, 'DELETE', `configurations/${first.id}`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    const deleted = await app.call(app.admin, 'DELETE', `configurations/${second.id}`)
    expect(deleted.json()).toEqual({
      id: second.id,
      config_id: second.id,
      name: 'Second',
      message: 'Database configuration deleted successfully',
    })
    expect((await app.call(app.admin, 'GET', `configurations/${second.id}`)).statusCode).toBe(404)
    expect((await app.call(app.admin, 'DELETE', `configurations/${second.id}`)).statusCode).toBe(404)
    expect((await app.call(general, 'GET', 'configurations/active')).json()).toMatchObject({ id: first.id })
    const left = await app.context.store.db.selectFrom('catalogue_tables').select('connection_id').execute()
    expect(left.map((row) => row.connection_id)).toEqual([first.id])
    await app.app.close()
  })
})

describeStores('database management under concurrent changes', (current) => {
  test(`lets exactly three of ${crowd} concurrent creations through with a limit of three`, async () => {
    const app = await createManagedApp(current(), { trial: false })
    const answers = await Promise.all(
      Array.from({ length: crowd }, (_, index) =>
        app.call(app.admin, 'POST', 'configurations', { ...nowhere, name: `n${index}` }),
      ),
    )
    const counts = Object.groupBy(answers, ({ statusCode, body }) => `${statusCode} ${JSON.parse(body).code ?? ''}`)
    expect(Object.entries(counts).map(([key, list]) => [key, list?.length])).toEqual(
      expect.arrayContaining([
        ['200 ', 3],
        ['403 license_limit', crowd - 3],
      ]),
    )
    expect(answers.find(({ statusCode }) => statusCode === 403)?.json().detail).toBe(
      'The personal edition allows 3 database connections. Delete a connection, or upgrade your license.',
    )
    await app.app.close()
  })

  test('informs the second of two administrators who change one configuration at once', async () => {
    const app = await createManagedApp(current())
    const { id, updated_at } = await app.create(nowhere)
    const change = (description: string) =>
      app.call(app.admin, 'PUT', `configurations/${id}`, { description, expected_updated_at: updated_at })
    const answers = await Promise.all([change('a'), change('b')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([200, 409])
    await app.app.close()
  })

  test('refuses duplicate names in any case, also for two concurrent creations', async () => {
    const app = await createManagedApp(current())
    const answers = await Promise.all(
      ['Books', 'BOOKS ', 'books'].map((name) => app.call(app.admin, 'POST', 'configurations', { ...nowhere, name })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([200, 409, 409])
    const other = await app.create({ ...nowhere, name: 'Other' })
    const renamed = await app.call(app.admin, 'PUT', `configurations/${other.id}`, { name: 'bOOKs' })
    expect([renamed.statusCode, renamed.json().detail]).toEqual([
      409,
      'A connection named bOOKs already exists. Choose another name.',
    ])
    await app.app.close()
  })
})

describe('refusals of database management', () => {
  test('AC-002 refuses a GENERAL user every call', async () => {
    const app = await createManagedApp(null)
    const general = await app.signIn('GENERAL')
    const form = { name: 'Shared', db_type: 'sqlite', database: app.file('x.sqlite'), visibility: 'public' }
    const { id } = await app.createTested(form)
    const answers = [
      await app.call(general, 'POST', 'configurations', nowhere),
      await app.call(general, 'PUT', `configurations/${id}`, { name: 'Mine' }),
      await app.call(general, 'DELETE', `configurations/${id}`),
      await app.call(general, 'POST', `configurations/${id}/test`),
      await app.call(general, 'POST', `configurations/${id}/sync`),
      await app.call(general, 'POST', `configurations/${id}/catalogue`),
      await app.call(general, 'GET', `configurations/${id}/catalogue`),
      await app.call(general, 'GET', `configurations/${id}/access`),
      await app.call(general, 'POST', 'applications', { name: 'Mine' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403))
    await app.close()
  })

  test('AC-354 AC-355 AC-356 AC-357 refuses incomplete forms in the documents’ words', async () => {
    const app = await createManagedApp(null)
    const detailOf = async (form: object) => {
      const answer = await app.call(app.admin, 'POST', 'configurations', form)
      return `${answer.statusCode} ${answer.json().detail}`
    }
    const required = '400 Please fill in all required fields'
    const details = '400 Please fill in all connection details'
    expect(await detailOf({ ...nowhere, name: '  ' })).toBe(required)
    expect(await detailOf({ ...nowhere, name: undefined })).toBe(required)
    expect(await detailOf({ ...nowhere, db_type: undefined })).toBe(required)
    expect(await detailOf({ ...nowhere, db_type: 'paradox' })).toBe(
      '400 This database type is not supported. Choose one from the list.',
    )
    expect(await detailOf({ ...nowhere, database: '' })).toBe(details)
    expect(await detailOf({ ...nowhere, host: null })).toBe(details)
    expect(await detailOf({ ...nowhere, username: undefined })).toBe(details)
    expect(await detailOf({ name: 'x', db_type: 'sqlite', database: ' ' })).toMatch(/^400 /)
    expect(await detailOf({ name: 'x', db_type: 'googlesheets', spreadsheet_id: 's' })).toBe(details)
    await app.close()
  })

  test('R14 refuses options that the kind’s manifest does not name, and invalid hosts', async () => {
    const app = await createManagedApp(null)
    const hostile = [
      { extra_params: { local_infile: true } },
      { extra_params: { init: 'attach' } },
      { extra_params: { options: '-c session_preload_libraries=x' } },
      { host: '/var/run/postgresql' },
      { host: 'db.example.com/?sslmode=disable' },
      { host: 'a:b@c' },
      { extra_params: { tls: 'whatever' } },
    ]
    const answers = await Promise.all(
      hostile.map((change) => app.call(app.admin, 'POST', 'configurations', { ...nowhere, ...change })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(hostile.map(() => 400))
    await app.close()
  })

  test('R17 refuses files outside the operator’s folders, by path or by link, and huge forms', async () => {
    const app = await createManagedApp(null)
    const create = (change: object) =>
      app.call(app.admin, 'POST', 'configurations', { name: 'x', db_type: 'sqlite', ...change })
    const outside = await create({ database: '/etc/passwd' })
    expect([outside.statusCode, outside.json().detail]).toEqual([
      403,
      expect.stringMatching(/^Parlance only opens files in /),
    ])
    expect((await create({ database: '../../../../../../etc/passwd' })).statusCode).toBe(403)
    symlinkSync('/etc', join(app.context.config.dataDir, 'link'))
    expect((await create({ database: 'link/passwd' })).statusCode).toBe(403)
    expect((await create({ database: './database.db' })).statusCode).toBe(200)
    const oracle = { ...nowhere, db_type: 'oracle', database: 'SHOP' }
    const libraries = (folder: string) => ({ use_thick_mode: true, oracle_client_lib_dir: folder })
    expect((await create({ ...oracle, extra_params: libraries('/usr/lib') })).statusCode).toBe(403)
    expect((await create({ ...oracle, extra_params: libraries('./instantclient') })).statusCode).toBe(200)
    const huge = await create({ database: 'x', extra_params: { note: 'x'.repeat(2_000_000) } })
    expect([huge.statusCode, huge.json().code]).toEqual([413, 'payload_too_large'])
    expect((await create({ database: 'x'.repeat(5000) })).statusCode).toBe(400)
    await app.close()
  })

  test('R11 refuses to send a stored password elsewhere for anyone but its owner', async () => {
    const app = await createManagedApp(null)
    const other = await app.signIn('ADMIN')
    const { id } = await app.create({ ...nowhere, visibility: 'restricted' })
    const put = (who: typeof other, change: object) => app.call(who, 'PUT', `configurations/${id}`, change)
    const refused = await put(other, { host: 'attacker.example', password: '' })
    expect([refused.statusCode, refused.json().detail]).toEqual([
      400,
      expect.stringMatching(/^Enter the password again/),
    ])
    expect((await put(other, { schema_name: 'sales' })).json()).toMatchObject({ schema_name: 'sales', is_valid: false })
    expect((await put(app.admin, { host: 'db.example', password: '' })).json().host).toBe('db.example')
    expect(await storedPassword(app, id)).toBe('first secret')
    expect((await put(other, { host: 'other.example', password: 'second' })).json().host).toBe('other.example')
    expect(await storedPassword(app, id)).toBe('second')
    await app.close()
  })
})

describe('applications', () => {
  test('OP-42 AC-389 AC-360 AC-359 lists and creates applications at both URLs with a required, unique name', async () => {
    const app = await createManagedApp(null)
    const made = await app.call(app.admin, 'POST', 'applications', { name: ' Shop ', description: 'd' })
    expect(made.json()).toEqual({ id: expect.any(String), name: 'Shop', description: 'd' })
    expect((await app.call(app.admin, 'POST', 'applications', { name: ' ' })).json().detail).toBe(
      'Application name is required',
    )
    expect((await app.call(app.admin, 'POST', 'applications', { name: 'shop' })).statusCode).toBe(409)
    const lists = await Promise.all(
      ['database-management', 'env-config'].map((area) =>
        app.app.inject({ url: `/api/v1/${area}/applications`, headers: app.admin.headers }),
      ),
    )
    expect(lists.map((answer) => answer.json())).toEqual([[made.json()], [made.json()]])
    const byWizard = { method: 'POST', url: '/api/v1/env-config/applications', headers: app.admin.headers } as const
    expect((await app.app.inject({ ...byWizard, payload: { name: 'Bank' } })).json()).toEqual({
      id: expect.any(String),
      name: 'Bank',
      description: null,
    })
    expect((await app.app.inject({ ...byWizard, payload: { name: 'SHOP' } })).statusCode).toBe(409)
    const used = await app.create({ ...nowhere, application_id: made.json().id })
    expect(used).toMatchObject({ application: made.json(), application_name: 'Shop', application_id: made.json().id })
    await app.close()
  })
})
