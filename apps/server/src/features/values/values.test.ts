import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { ValueIndexStatus } from '@parlance/contract'
import type { StoredPlace } from '../../agent/stored-values.ts'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'
import { createSecondServer } from '../../testing/test-app.ts'
import { createMigratedPlace, describeOneStore, describeStores, openTestStore } from '../../testing/test-store.ts'
import { buildIndex, newLease } from './build-index.ts'
import { valueBudget } from './limits.ts'
import { takeLease } from './store.ts'

const tables = [
  'places (id integer primary key, place text, visits integer, opened date, note text)',
  'plain (id integer primary key)',
]

/** 601 places, so that they can't be listed. */
const rows = `
  with recursive steps (n) as (select 1 union all select n + 1 from steps limit 600)
    insert into places (place, visits, opened) select 'Cité Nº ' || n, n, '2026-01-02' from steps;
  insert into places (place, visits, opened, note) values
    ('Sankt Pauli', 5, '2025-03-04', 'north'), ('Belém', 7, '2026-05-06', 'south'), ('Nordstadt', null, null, null);`

const place: StoredPlace = { schema: null, table: 'places', column: 'place' }

async function connect(app: ManagedApp, name = 'places.sqlite'): Promise<string> {
  const path = app.file(name, tables)
  fill(path, rows)
  const { id } = await app.createTested({ name, db_type: 'sqlite', database: path })
  return id
}

function fill(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

const call = async (app: ManagedApp, id: string, method: 'GET' | 'PUT' | 'POST', payload?: object) =>
  (await app.call(app.admin, method, `configurations/${id}/values`, payload)).json<ValueIndexStatus>()

async function stored(app: ManagedApp) {
  const { db } = app.context.store
  const counts = await Promise.all(
    (['value_indexes', 'value_columns', 'value_chunks', 'value_terms'] as const).map((table) =>
      db.selectFrom(table).selectAll().execute(),
    ),
  )
  return counts.map((list) => list.length)
}

const never = new AbortController().signal

describeStores('stored values', (current) => {
  test('are read by one process at a time, also after another one died', async () => {
    const app = await createManagedApp(current())
    const id = await connect(app)
    const { db } = app.context.store
    const moment = (ms: number) => new Date(app.context.now().getTime() + ms).toISOString()
    await takeLease(db, newLease(id), { now: moment(0), until: moment(60_000) })
    expect(await call(app, id, 'POST', { wait: true })).toMatchObject({ is_running: true, value_count: 0 })
    app.advance(61_000)
    expect(await call(app, id, 'POST', { wait: true })).toMatchObject({ is_running: false, value_count: 605 })
    await app.close()
  })
})

describeOneStore('what is stored of values', (current) => {
  test('are read after connecting, and found by word, beginning, typo, and without accents', async () => {
    const app = await createManagedApp(current())
    const id = await connect(app)
    expect(await call(app, id, 'GET')).toMatchObject({
      is_on: true,
      built_at: null,
      column_count: 0,
      is_running: false,
    })
    await app.services.values.readDue(never)
    expect(await call(app, id, 'GET')).toMatchObject({ built_at: expect.any(String), value_count: 605, error: null })
    const { stored: values } = app.services.values
    const find = async (...texts: string[]) => (await values.search(id, texts, [place])).found.map(({ value }) => value)
    expect(await find('sankt pauli')).toEqual(['Sankt Pauli'])
    expect(await find('Belem')).toEqual(['Belém'])
    expect(await find('Pauli')).toEqual(['Sankt Pauli'])
    expect(await find('Nordstdat')).toEqual(['Nordstadt'])
    expect(await find('cite 17')).toContain('Cité Nº 17')
    expect(await find('Zwolle', "' or 1 = 1 --")).toEqual([])
    expect(await values.search(id, ['Belem'], [{ ...place, column: 'id' }])).toEqual({ found: [], searched: [] })
    expect(await values.listOf(id, place)).toBeNull()
    expect(await values.listOf(id, { ...place, column: 'note' })).toEqual(['north', 'south'])
    expect(await values.profileOf(id, { ...place, column: 'visits' })).toEqual({
      rows: 603,
      nulls: 1,
      distinct: 600,
      min: 1,
      max: 600,
      top: [],
    })
    expect(await values.profileOf(id, { ...place, column: 'note' })).toMatchObject({
      nulls: 601,
      distinct: 2,
      top: [
        { value: 'north', rows: 1 },
        { value: 'south', rows: 1 },
      ],
    })
    const actions = await app.context.store.db.selectFrom('audit_log').select('action').execute()
    expect(actions.filter(({ action }) => action === 'connection.read-values')).toHaveLength(1)
    expect(actions.filter(({ action }) => action === 'query.run')).toEqual([])
    await app.close()
  })

  test('contain no value in plain text, and open only with the key of the installation', async () => {
    const app = await createManagedApp(current())
    const id = await connect(app)
    await app.services.values.readDue(never)
    const { db } = app.context.store
    const all = JSON.stringify([
      await db.selectFrom('value_columns').selectAll().execute(),
      await db.selectFrom('value_chunks').selectAll().execute(),
      await db.selectFrom('value_terms').selectAll().execute(),
      await db.selectFrom('value_indexes').selectAll().execute(),
    ])
    const shown = ['Sankt Pauli', 'sankt pauli', 'Nordstadt', 'nordstadt', '2026-05-06'].filter((text) =>
      all.includes(text),
    )
    expect(shown).toEqual([])
    await db.updateTable('value_chunks').set({ chunk: 99 }).where('chunk', '=', 0).execute()
    await expect(app.services.values.stored.listOf(id, { ...place, column: 'note' })).rejects.toThrow(/authenticate/)
    await app.close()
  })

  test('are read again after the tables were, at most once an hour, and old ones are replaced', async () => {
    const app = await createManagedApp(current())
    const id = await connect(app)
    const { values, catalog } = app.services
    await values.readDue(never)
    const before = await stored(app)
    await values.readDue(never)
    fill(
      join(app.context.config.dataDir, 'places.sqlite'),
      "update places set place = 'Südstadt' where place = 'Nordstadt'",
    )
    app.advance(60_000)
    await catalog.refresh(id)
    await values.readDue(never)
    const find = async (text: string) =>
      (await values.stored.search(id, [text], [place])).found.filter(({ value }) => value === text).length
    expect([await find('Nordstadt'), await find('Südstadt')]).toEqual([1, 0])
    app.advance(60 * 60_000)
    await values.readDue(never)
    expect([await find('Nordstadt'), await find('Südstadt')]).toEqual([0, 1])
    expect((await stored(app)).slice(0, 3)).toEqual(before.slice(0, 3))
    await app.close()
  })

  test('are deleted when they are switched off, with the connection, and when they are too old', async () => {
    const app = await createManagedApp(current())
    const id = await connect(app)
    const { values } = app.services
    await values.readDue(never)
    expect(await call(app, id, 'PUT', { is_on: false })).toMatchObject({ is_on: false, value_count: 0, built_at: null })
    expect(await stored(app)).toEqual([1, 0, 0, 0])
    await values.readDue(never)
    expect(await stored(app)).toEqual([1, 0, 0, 0])
    expect((await app.call(app.admin, 'POST', `configurations/${id}/values`, {})).statusCode).toBe(400)
    await call(app, id, 'PUT', { is_on: true })
    expect(await call(app, id, 'POST', { wait: true })).toMatchObject({ value_count: 605 })
    const other = await connect(app, 'other.sqlite')
    await app.call(app.admin, 'POST', 'configurations/set-active', { config_id: other })
    await app.call(app.admin, 'DELETE', `configurations/${id}`)
    expect(await stored(app)).toEqual([0, 0, 0, 0])
    await values.readDue(never)
    await app.call(app.admin, 'PUT', `configurations/${other}`, { database: app.file('gone.sqlite') })
    expect((await values.stored.search(other, ['Belem'], [place])).found).toEqual([])
    app.advance(8 * 24 * 60 * 60_000)
    await values.readDue(never)
    expect((await stored(app)).slice(1)).toEqual([0, 0, 0])
    await app.close()
  })

  test('stay within the limits, and say how much was left out', async () => {
    const app = await createManagedApp(current())
    const id = await connect(app)
    const { catalog, protection, query } = app.services
    const build = async (budget: Partial<typeof valueBudget>) => {
      const lease = newLease(id)
      await takeLease(app.context.store.db, lease, { now: '9', until: '8' })
      const parts = { context: app.context, catalog, protection, query, budget: { ...valueBudget, ...budget } }
      return buildIndex(parts, lease, { revision: 1, signal: never })
    }
    expect(await build({ values: 10 })).toMatchObject({ value_count: 2, skipped_count: 1 })
    expect(await build({ bytes: 30 })).toMatchObject({ value_count: 2, byte_count: 10 })
    expect(await build({ columns: 1 })).toMatchObject({ column_count: 1 })
    expect(await build({ ms: -1 })).toMatchObject({ column_count: 0, skipped_count: 6 })
    await app.close()
  })

  test('report why they could not be read, keep the last ones, and try again later', async () => {
    const app = await createManagedApp(current())
    const id = await connect(app)
    const path = join(app.context.config.dataDir, 'places.sqlite')
    await app.services.values.readDue(never)
    renameSync(path, `${path}.away`)
    expect(await call(app, id, 'POST', { wait: true })).toMatchObject({ error: expect.any(String), value_count: 605 })
    expect((await app.services.values.stored.search(id, ['Belem'], [place])).found).toHaveLength(1)
    renameSync(`${path}.away`, path)
    await app.services.values.readDue(never)
    expect(await call(app, id, 'GET')).toMatchObject({ error: expect.any(String) })
    expect(await call(app, id, 'POST', { wait: true })).toMatchObject({ error: null, value_count: 605 })
    expect((await stored(app)).slice(0, 2)).toEqual([1, 6])
    await app.close()
  })

  test('can be managed only by administrators and the owner', async () => {
    const app = await createManagedApp(current())
    const id = await connect(app)
    const other = await app.signIn('GENERAL')
    for (const [method, payload] of [['GET'], ['PUT', { is_on: false }], ['POST', {}]] as const) {
      expect((await app.call(other, method, `configurations/${id}/values`, payload)).statusCode).toBeGreaterThan(399)
    }
    expect(await call(app, id, 'GET')).toMatchObject({ is_on: true })
    await app.close()
  })
})

test('two servers on one store read the values once, and both find them', async (context) => {
  const made = await createMigratedPlace('postgresql')
  if ('skip' in made) return context.skip(made.skip)
  const store = await openTestStore(made)
  const app = await createManagedApp(store)
  const second = await createSecondServer(store)
  const id = await connect(app)
  await Promise.all([app, second].map(({ services }) => services.values.readDue(never)))
  expect((await stored(app))[1]).toBe((await call(app, id, 'GET')).column_count)
  expect((await second.services.values.stored.search(id, ['Belem'], [place])).found).toHaveLength(1)
  await second.close()
  await app.close()
})
