import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keysPath } from '../../secrets/keys.ts'
import { upgradeCopiesFolder } from '../../store/copy-before-upgrade.ts'
import { storePath } from '../../store/open-store.ts'
import { privateConnection } from '../../testing/owned-objects.ts'
import { createTestApp, createTestAppOver } from '../../testing/test-app.ts'
import type { SignedInUser, TestApp } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'

const base = '/api/v1/database-management'
const sqlite = (name: string, database: string) => ({
  name,
  description: null,
  kind: 'sqlite' as const,
  config: { database },
  applicationId: null,
  visibility: 'public' as const,
  ownerId: null,
})

let app: TestApp
let general: SignedInUser
let admin: SignedInUser

const get = (who: SignedInUser, url: string) => app.app.inject({ url: `${base}/${url}`, headers: who.headers })
const select = (who: SignedInUser, id: string) =>
  app.app.inject({
    method: 'POST',
    url: `${base}/configurations/set-active`,
    headers: who.headers,
    payload: { config_id: id },
  })

function makeFile(path: string, tables = ['people']): string {
  const file = new DatabaseSync(path)
  for (const table of tables) file.exec(`create table ${table} (id integer primary key, name text)`)
  file.close()
  return path
}

describeStores('connections', (current) => {
  test('OP-37 OP-39 OP-71 AC-390 AC-392 AC-395 shows everyone the public connections and their own, and stores a selection per user', async () => {
    app = await createTestAppOver(current(), { sample: true })
    general = await app.signIn('GENERAL')
    admin = await app.signIn('ADMIN')
    const own = await privateConnection(app, general.user.id)
    const names = async (who: SignedInUser) =>
      (await get(who, 'configurations'))
        .json()
        .map(({ name, is_active }: { name: string; is_active: boolean }) => [name, is_active])
    expect(await names(admin)).toEqual([['Sample Shop', true]])
    expect((await select(general, own)).json()).toMatchObject({
      id: own,
      config_id: own,
      is_active: true,
      is_owner: true,
    })
    expect((await names(general))[0]).toEqual(['Sample Shop', false])
    expect((await get(general, 'configurations/active')).json()).toMatchObject({ id: own })
    expect((await get(admin, 'configurations/active')).json()).toMatchObject({ name: 'Sample Shop' })
    const sample = (await get(admin, 'configurations/active')).json().id
    expect((await select(general, sample)).json()).toMatchObject({ id: sample, is_active: true })
    const active = async (who: SignedInUser) => (await names(who)).filter((entry: [string, boolean]) => entry[1])
    expect([await active(general), await active(admin)]).toEqual([[['Sample Shop', true]], [['Sample Shop', true]]])
    await app.app.close()
  })

  test('shows a restricted connection to the users it was granted to', async () => {
    app = await createTestAppOver(current(), { sample: true })
    general = await app.signIn('GENERAL')
    const id = await privateConnection(app, (await app.signIn('GENERAL')).user.id)
    const { db } = app.context.store
    await db.updateTable('connections').set({ visibility: 'restricted' }).where('id', '=', id).execute()
    expect((await get(general, `configurations/${id}`)).statusCode).toBe(404)
    await db
      .insertInto('connection_access')
      .values({ connection_id: id, user_id: general.user.id, granted_by: null, created_at: 'now' })
      .execute()
    expect((await get(general, `configurations/${id}`)).json()).toMatchObject({
      id,
      can_manage_access: false,
      is_owner: false,
    })
    await app.app.close()
  })
})

describe('a connection', () => {
  beforeEach(async () => {
    app = await createTestApp({ sample: true })
    general = await app.signIn('GENERAL')
    admin = await app.signIn('ADMIN')
  })
  afterEach(() => app.close())

  test("shows a connection's target only to administrators", async () => {
    const [forGeneral] = (await get(general, 'configurations')).json()
    const [forAdmin] = (await get(admin, 'configurations')).json()
    expect([forGeneral.database, forGeneral.driver_info]).toEqual([null, null])
    expect(forAdmin.database).toMatch(/sample-shop\.sqlite$/)
    expect(forAdmin.driver_info).toMatch(/SQLite/)
    expect(forAdmin).toMatchObject({
      db_type: 'sqlite',
      is_valid: true,
      table_count: 6,
      application_name: 'Sample Shop',
    })
  })

  test('leaves a user without a selection if no connection is shared, with null instead of an error', async () => {
    const { db } = app.context.store
    await db.updateTable('connections').set({ visibility: 'private' }).execute()
    const answer = await get(general, 'configurations/active')
    expect([answer.statusCode, answer.body]).toEqual([200, 'null'])
    expect((await get(general, 'tables')).json()).toMatchObject({ code: 'no_database' })
  })

  test('refuses to select or open a connection before its first test', async () => {
    const id = await app.services.connections.create(
      sqlite('new', makeFile(join(app.context.config.dataDir, 'x.sqlite'))),
    )
    const answer = await select(admin, id)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      'Database configuration must be tested before it can be activated.',
    ])
    await expect(
      app.services.connections.open(await app.services.users.principalOf(admin.user), id),
    ).rejects.toMatchObject({
      code: 'connection_untested',
    })
  })

  test('AC-394 AC-366 lets an administrator test a connection, names a failure, and stores it on the card', async () => {
    const path = join(app.context.config.dataDir, 'gone.sqlite')
    const id = await app.services.connections.create(sqlite('gone', path))
    const testIt = () =>
      app.app.inject({ method: 'POST', url: `${base}/configurations/${id}/test`, headers: admin.headers })
    const failed = (await testIt()).json()
    expect(failed).toMatchObject({
      success: false,
      message: expect.stringMatching(/^Could not find the database: There is no database file at /),
    })
    expect((await get(admin, `configurations/${id}`)).json()).toMatchObject({
      is_valid: false,
      test_error: failed.message,
    })
    expect((await get(general, `configurations/${id}`)).json()).toMatchObject({ is_valid: false, test_error: null })
    makeFile(path, ['people', 'pets'])
    expect((await testIt()).json()).toMatchObject({ success: true, message: 'Connection successful', table_count: 2 })
    expect((await get(admin, `tables?database_config_id=${id}`)).json()).toMatchObject({ total_count: 2 })
  })

  test('R05 refuses the product’s own store and keys as a data source, by any path', async () => {
    const { dataDir } = app.context.config
    symlinkSync(storePath(dataDir), join(dataDir, 'link.sqlite'))
    linkSync(storePath(dataDir), join(dataDir, 'hard.sqlite'))
    const copy = join(upgradeCopiesFolder(dataDir), 'parlance-before-009-x.sqlite')
    mkdirSync(dirname(copy))
    makeFile(copy)
    symlinkSync(copy, join(dataDir, 'copy.sqlite'))
    const paths = [
      storePath(dataDir),
      join(dataDir, 'sample', '..', 'parlance.sqlite'),
      'link.sqlite',
      'hard.sqlite',
      keysPath(dataDir),
      copy,
      'copy.sqlite',
    ]
    for (const path of paths) {
      await expect(app.services.connections.create(sqlite(path, path))).rejects.toMatchObject({
        code: 'forbidden',
        detail: 'This file belongs to Parlance. Choose another file.',
      })
    }
    const later = join(dataDir, 'later.sqlite')
    const id = await app.services.connections.create(sqlite('later', later))
    linkSync(storePath(dataDir), later)
    expect(await app.services.connections.test(id)).toMatchObject({
      success: false,
      message: 'This file belongs to Parlance. Choose another file.',
    })
  })

  test('R17 R05 refuses a file as soon as the path of an open database leads elsewhere, and uses it when it leads back', async () => {
    const { dataDir } = app.context.config
    const outside = mkdtempSync(join(tmpdir(), 'parlance-outside-'))
    const allowed = makeFile(join(dataDir, 'allowed.sqlite'))
    const foreign = makeFile(join(outside, 'foreign.sqlite'))
    const path = join(dataDir, 'linked.sqlite')
    const leadTo = (target: string) => {
      rmSync(path, { force: true })
      symlinkSync(target, path)
    }
    leadTo(allowed)
    const id = await app.services.connections.create(sqlite('linked', path))
    expect(await app.services.connections.test(id)).toMatchObject({ success: true })
    const open = async () => {
      const lent = await app.services.connections.openForServer(id)
      await lent.release()
    }
    await open()
    await open()
    for (const target of [foreign, storePath(dataDir), keysPath(dataDir)]) {
      leadTo(target)
      await expect(open()).rejects.toMatchObject({ code: 'forbidden' })
      await expect(open()).rejects.toMatchObject({ code: 'forbidden' })
      leadTo(allowed)
      await open()
    }
    rmSync(outside, { recursive: true })
  })

  test('AC-391 lets an administrator add, test, select and ask a connection that is private until it is shared', async () => {
    const { dataDir } = app.context.config
    const create = (payload: object) =>
      app.app.inject({ method: 'POST', url: `${base}/configurations`, headers: admin.headers, payload })
    const form = {
      name: 'Books',
      db_type: 'sqlite',
      database: makeFile(join(dataDir, 'books.sqlite')),
      host: '',
      port: null,
    }
    const made = (await create(form)).json()
    expect(made).toMatchObject({ name: 'Books', is_valid: false, is_owner: true, visibility: 'private' })
    const tested = await app.app.inject({
      method: 'POST',
      url: `${base}/configurations/${made.id}/test`,
      headers: admin.headers,
    })
    expect(tested.json()).toMatchObject({ success: true, table_count: 1 })
    expect((await select(admin, made.id)).statusCode).toBe(200)
    expect((await select(general, made.id)).statusCode).toBe(404)
    const refused = await Promise.all([
      create({ ...form, name: ' ' }),
      create({ ...form, database: '' }),
      create({ ...form, extra_params: { init: 'attach' } }),
      create({ ...form, application_id: 'nowhere' }),
      create({ ...form, db_type: 'paradox' }),
    ])
    expect(refused.map(({ statusCode, body }) => `${statusCode} ${JSON.parse(body).detail}`)).toEqual([
      '400 Please fill in all required fields',
      '400 Please fill in all connection details',
      '400 “init” is not a known field. Remove it.',
      '404 This application does not exist. Reload the list of applications.',
      '400 This database type is not supported. Choose one from the list.',
    ])
  })

  test('R14 refuses options of a connection that the manifest does not name', async () => {
    const hostile = { ...sqlite('x', '/tmp/x'), config: { database: '/tmp/x', init: 'attach' } }
    await expect(app.services.connections.create(hostile)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('refuses more connections than the edition allows', async () => {
    await app.context.store.db.deleteFrom('licenses').execute()
    const file = makeFile(join(app.context.config.dataDir, 'y.sqlite'))
    await app.services.connections.create(sqlite('2', file))
    await app.services.connections.create(sqlite('3', file))
    await expect(app.services.connections.create(sqlite('4', file))).rejects.toMatchObject({ code: 'license_limit' })
  })

  test('R21 reports a missing file to everyone without the engine’s words or its path', async () => {
    const path = makeFile(join(app.context.config.dataDir, 'secret-place.sqlite'))
    const id = await app.services.connections.create(sqlite('Books', path))
    await app.services.connections.test(id)
    writeFileSync(path, 'not a database any more, but something else '.repeat(200))
    const answer = await get(general, `tables?database_config_id=${id}`)
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'database_unreachable'])
    expect(answer.json().detail).toMatch(/^Parlance cannot read Books\. /)
    expect(answer.body).not.toContain('secret-place')
  })
})

describe('the catalog', () => {
  test('reads the catalog again only when the file changed', async () => {
    app = await createTestApp()
    admin = await app.signIn('ADMIN')
    const path = makeFile(join(app.context.config.dataDir, 'z.sqlite'))
    const id = await app.services.connections.create(sqlite('z', path))
    await app.services.connections.test(id)
    const first = await app.services.catalog.get(id)
    const readAt = async () =>
      (await app.context.store.db.selectFrom('catalogues').select('introspected_at').executeTakeFirst())
        ?.introspected_at
    const before = await readAt()
    await app.services.catalog.get(id)
    expect(await readAt()).toBe(before)
    makeFile(path, ['pets'])
    const second = await app.services.catalog.get(id)
    expect([first.tables.length, second.tables.map(({ name }) => name)]).toEqual([1, ['people', 'pets']])
    app.advance(25 * 60 * 60 * 1000)
    await Promise.all([app.services.catalog.get(id), app.services.catalog.get(id)])
    expect(await readAt()).not.toBe(before)
    await app.close()
  })

  test('allows All Tables for up to 25 tables, and knows no named area yet', async () => {
    app = await createTestApp()
    const principal = await app.services.users.principalOf((await app.signIn('GENERAL')).user)
    const path = makeFile(
      join(app.context.config.dataDir, 'many.sqlite'),
      Array.from({ length: 25 }, (_, index) => `t${index}`),
    )
    const id = await app.services.connections.create(sqlite('many', path))
    await app.services.connections.test(id)
    expect(await app.services.areas.resolve(principal, { connectionId: id, areaId: null })).toEqual({
      areaId: null,
      allowedTables: null,
      policies: null,
    })
    makeFile(path, ['one_more'])
    await expect(app.services.areas.resolve(principal, { connectionId: id, areaId: null })).rejects.toMatchObject({
      code: 'area_required',
      detail: expect.stringMatching(/^This database has 26 tables\./),
    })
    await expect(app.services.areas.resolve(principal, { connectionId: id, areaId: 'a' })).rejects.toMatchObject({
      code: 'area_not_found',
    })
    await app.close()
  })
})
