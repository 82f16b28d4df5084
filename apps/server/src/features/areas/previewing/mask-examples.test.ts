import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AreaPreview, ColumnMask, MaskExample, MaskExampleRequest } from '@parlance/contract'
import { createPostgresDatabase, runOnServer, startPostgres } from '@parlance/drivers/testing'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

const digits: ColumnMask = { mask_type: 'partial', pattern: 'XXX-####' }
const email: ColumnMask = { mask_type: 'partial', pattern: '****@domain.com' }

let app: AreaApp
let north: SignedInUser
let owner: SignedInUser

beforeAll(async () => {
  app = await createAreaApp(null)
  north = await app.signIn('GENERAL', { attributes: JSON.stringify({ region: 'north' }) })
  owner = await app.signIn('GENERAL', { attributes: JSON.stringify({ region: 'south' }) })
  app.alter(`
    create table people (id integer primary key, phone text, born date, wage real, photo blob, note text, gone text);
    insert into people values (1, '+49 30 0074321', '1990-01-02', 1234.5, x'00ff', '${'long '.repeat(100)}', null),
      (2, '+49 30 0074321', '1990-01-02', 99, null, null, null), (3, '030 12', '2001-09-09', null, null, null, null),
      (4, null, null, null, null, null, null), (5, '555', null, null, null, null, null), (6, '6', null, null, null, null, null);
    create table vacant (id integer primary key, phone text);
  `)
  await app.call(app.admin, 'POST', `configurations/${app.databaseId}/sync`)
})
afterAll(() => app.close())

const post = (who: SignedInUser, request: object) => app.api(who, 'POST', 'business-areas/mask-example', request)

async function show(who: SignedInUser, request: MaskExampleRequest): Promise<MaskExample> {
  const answer = await post(who, request)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

async function newArea(change: object = {}) {
  const tables = ['people', 'vacant', 'customers', 'orders'].map((table_name) => ({ table_name }))
  return (await app.newArea({ area_name: `Area ${Math.random()}`, tables, ...change })).area_id
}

const columnRules = (columns: Record<string, ColumnMask>, table = 'people') => ({
  column_security_rules: { rules: [{ name: 'Saved', tables: { [table]: columns } }] },
})

const at = (area_id: string, column: string, mask: ColumnMask = digits, table_name = 'people') => ({
  area_id,
  table_name,
  column,
  mask,
})

describe('an example of a mask', () => {
  test.each<[string, ColumnMask, string]>([
    ['phone', digits, 'people'],
    ['phone', { mask_type: 'replace', replacement: "it's" }, 'people'],
    ['phone', { mask_type: 'null' }, 'people'],
    ['phone', { mask_type: 'hash' }, 'people'],
    ['born', { mask_type: 'custom', sql: "substr(born, 1, 4) || '-' || id" }, 'people'],
    [
      'wage',
      {
        mask_type: 'range',
        ranges: [
          { max: 1000, label: 'low' },
          { min: 1000, label: 'high' },
        ],
      },
      'people',
    ],
    ['email', email, 'customers'],
  ])('shows for %s what users see once it is saved, with %o', async (column, mask, table) => {
    const id = await newArea()
    const { state, columns, results } = await show(app.admin, at(id, column, mask, table))
    expect(state).toBe('shown')
    expect(columns.map(({ name }) => name)).toEqual([column, column])
    const sql_query = `SELECT ${column} FROM ${table} ORDER BY id`
    const rowsOf = async (draft: object) => {
      const request = { user_id: app.admin.user.id, sql_query, draft }
      return (await app.api(app.admin, 'POST', `business-areas/${id}/preview`, request)).json<AreaPreview>().results
    }
    const [open, masked] = await Promise.all([rowsOf({}), rowsOf(columnRules({ [column]: mask }, table))])
    const known = open.map((row, index) => JSON.stringify([row[0], masked[index]?.[0]]))
    expect(results.length).toBeGreaterThan(1)
    for (const row of results) expect(known).toContain(JSON.stringify(row))
  })

  test('has up to three different values, without NULL, and cuts long and binary ones', async () => {
    const id = await newArea()
    expect((await show(app.admin, at(id, 'PHONE'))).results).toEqual([
      ['+49 30 0074321', 'XXX-4321'],
      ['030 12', 'XXX-XX12'],
      ['555', 'XXX-XXX5'],
    ])
    const [note] = (await show(app.admin, at(id, 'note', { mask_type: 'custom', sql: 'note || note' }))).results
    expect(note?.map((cell) => String(cell).length)).toEqual([61, 61])
    expect((await show(app.admin, at(id, 'photo', { mask_type: 'replace' }))).results).toEqual([['\\x00ff', '***']])
    for (const request of [at(id, 'gone'), at(id, 'phone', digits, 'vacant')]) {
      expect(await show(app.admin, request)).toMatchObject({ state: 'empty', columns: [], results: [] })
    }
  })

  test('reads the first table of the area that has the column for a mask of all tables', async () => {
    const id = await newArea()
    expect((await show(app.admin, at(id, 'email', email, 'ALL'))).results[0]).toEqual([
      'ann@example.test',
      '****@example.test',
    ])
    expect((await show(app.admin, at(id, 'nowhere', email, 'ALL'))).state).toBe('no_access')
  })

  test('shows no value of a column that a saved rule masks or hides from the editor', async () => {
    const id = await newArea(columnRules({ phone: { mask_type: 'null' }, born: { mask_type: 'disallow' } }))
    const custom: ColumnMask = { mask_type: 'custom', sql: 'substr(phone, 1, 1)' }
    const hidden: ColumnMask = { mask_type: 'custom', sql: 'substr(born, 1, 1)' }
    for (const request of [at(id, 'phone'), at(id, 'born'), at(id, 'note', custom), at(id, 'note', hidden)]) {
      expect(await show(app.admin, request)).toMatchObject({ state: 'masked', columns: [], results: [] })
    }
    expect((await show(app.admin, at(id, 'wage'))).state).toBe('shown')
  })

  test('R26 follows the saved row rules for the editor, whatever the hidden rows contain', async () => {
    const rules = { rules: [{ name: 'Own', tables: { customers: { condition: 'region = :user.region' } } }] }
    const id = await newArea({ row_security_rules: rules })
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    const request = at(id, 'email', email, 'customers')
    const before = await show(owner, request)
    expect(before.results).toEqual([['bob@example.test', '****@example.test']])
    expect((await show(app.admin, request)).state).toBe('empty')
    const failing = at(id, 'email', { mask_type: 'custom', sql: 'json_extract(email, 1)' }, 'customers')
    const failed = (await post(owner, failing)).body
    app.alter("update customers set email = 'Canary' || email where region = 'north'")
    expect(await show(owner, request)).toEqual(before)
    expect((await show(app.admin, request)).state).toBe('empty')
    expect((await post(owner, failing)).body).not.toContain('Canary')
    expect(failed).not.toContain('bob@')
    app.alter("update customers set email = substr(email, 7) where region = 'north'")
  })

  test('R11 is for editors who can ask about the table', async () => {
    const id = await newArea({ visibility: 'restricted' })
    expect((await post(north, at(id, 'phone'))).statusCode).toBe(404)
    await app.api(app.admin, 'POST', `business-areas/${id}/access`, { user_id: north.user.id })
    expect((await post(north, at(id, 'phone'))).statusCode).toBe(403)
    expect((await show(app.admin, at(id, 'person', digits, 'salaries'))).state).toBe('no_access')
    expect((await show(app.admin, at(id, 'person', digits, 'nowhere'))).state).toBe('no_access')
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    await app.api(app.admin, 'PUT', `business-areas/${id}`, { area_name: 'Private', visibility: 'private' })
    expect((await show(app.admin, at(id, 'phone'))).state).toBe('no_access')
    expect((await show(owner, at(id, 'phone'))).state).toBe('shown')
    await app.call(app.admin, 'PUT', `configurations/${app.databaseId}`, { visibility: 'private' })
    expect((await post(owner, at(id, 'phone'))).json()).toMatchObject({ code: 'no_database' })
    await app.call(app.admin, 'PUT', `configurations/${app.databaseId}`, { visibility: 'public' })
  })

  test('for a new area, shows administrators what they see without areas', async () => {
    const { applicationId } = await app.newDatabase('fresh', ['phones (phone text)', 'others (phone text)'])
    const request = { application_id: applicationId, table_name: 'phones', column: 'phone', mask: digits }
    expect((await show(app.admin, request)).state).toBe('empty')
    expect((await post(owner, request)).statusCode).toBe(403)
    await app.newArea({ area_name: 'Fresh', application_id: applicationId, tables: [{ table_name: 'others' }] })
    expect((await show(app.admin, request)).state).toBe('no_access')
    const { application_id: _, ...nowhere } = request
    expect((await post(app.admin, nowhere)).json()).toMatchObject({ code: 'bad_request' })
  })

  test('refuses a mask that cannot be enforced, and never shows the salt of hashes', async () => {
    const id = await newArea()
    for (const sql of ['nowhere + 1', '(SELECT person FROM salaries)', ':parlance_mask_salt', 'phone, note']) {
      const answer = await post(app.admin, at(id, 'phone', { mask_type: 'custom', sql }))
      expect(answer.json()).toMatchObject({ code: 'area_invalid' })
    }
    for (const request of [at(id, 'phone', { mask_type: 'disallow' }), at(id, 'nowhere')]) {
      expect((await post(app.admin, request)).json()).toMatchObject({ code: 'area_invalid' })
    }
    expect((await post(app.admin, at(id, 'phone', { mask_type: 'range', ranges: [] }))).statusCode).toBe(422)
  })

  test('says why the database cannot be read', async () => {
    const id = await newArea()
    const path = join(app.context.config.dataDir, 'shop.sqlite')
    renameSync(path, `${path}.away`)
    const answer = await post(app.admin, at(id, 'phone'))
    renameSync(`${path}.away`, path)
    expect(answer.json()).toMatchObject({ code: 'database_unreachable' })
  })

  test('is recorded in the audit log, with its query and without values', async () => {
    const id = await newArea()
    await show(app.admin, at(id, 'phone'))
    const entries = await app.context.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where((each) => each.or([each('target_id', '=', id), each('detail', 'like', `%${id}%`)]))
      .execute()
    const of = (name: string) => entries.find(({ action }) => action === name)
    expect(of('area.show-mask-example')).toMatchObject({
      user_id: app.admin.user.id,
      target_id: id,
      outcome: 'allowed',
    })
    const details = ['area.show-mask-example', 'query.run'].map((name) => JSON.parse(of(name)?.detail ?? '') as object)
    expect(details[0]).toMatchObject({ table: 'people', column: 'phone', end: 'shown' })
    expect(details[1]).toMatchObject({ purpose: 'preview', area: id, tables: 'people' })
    expect(JSON.stringify(entries)).not.toContain('4321')
  })
})

describe('an example of a mask on PostgreSQL', async () => {
  const server = await startPostgres()
  const reason = 'skip' in server ? server.skip : null

  test.skipIf(reason !== null)(`has the values of the database${reason ? `: ${reason}` : ''}`, async () => {
    if ('skip' in server) throw new Error(server.skip)
    const { url, drop } = await createPostgresDatabase(server.url)
    await runOnServer(
      url,
      `CREATE TABLE people (id integer, phone varchar(40), born date, wage numeric(10, 2), photo bytea, seen timestamptz);
       INSERT INTO people VALUES (1, '+49 30 0074321', '1990-01-02', 1234.50, '\\x00ff', '2026-01-02 03:04:05+00')`,
    )
    const { hostname: host, port, pathname, username, password } = new URL(url)
    const address = { host, port: Number(port), database: pathname.slice(1), username, password }
    const applicationId = (await app.call(app.admin, 'POST', 'applications', { name: 'PostgreSQL' })).json<{
      id: string
    }>().id
    await app.createTested({
      ...address,
      name: 'PostgreSQL',
      db_type: 'postgresql',
      application_id: applicationId,
      visibility: 'public',
    })
    const id = await newArea({ application_id: applicationId, tables: [{ table_name: 'people' }] })
    const valuesOf = async (column: string, mask: ColumnMask) => (await show(app.admin, at(id, column, mask))).results
    expect(await valuesOf('phone', digits)).toEqual([['+49 30 0074321', 'XXX-4321']])
    expect(await valuesOf('born', digits)).toEqual([['1990-01-02', 'XXX-0102']])
    expect(await valuesOf('born', { mask_type: 'custom', sql: "date_trunc('year', born)::date" })).toEqual([
      ['1990-01-02', '1990-01-01'],
    ])
    expect(await valuesOf('wage', { mask_type: 'range', ranges: [{ min: 1000, label: 'high' }] })).toEqual([
      ['1234.50', 'high'],
    ])
    expect(await valuesOf('photo', { mask_type: 'null' })).toEqual([['\\x00ff', null]])
    expect(await valuesOf('seen', { mask_type: 'replace', replacement: 'once' })).toHaveLength(1)
    expect(await valuesOf('phone', { mask_type: 'hash' })).toEqual([
      ['+49 30 0074321', expect.stringMatching(/^[\da-f]{16}$/)],
    ])
    const failing = await post(app.admin, at(id, 'phone', { mask_type: 'custom', sql: 'phone::integer' }))
    expect(failing.json()).toMatchObject({ code: 'query_failed' })
    await drop()
    await server.stop()
  })
})
