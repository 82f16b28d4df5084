import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { DatabaseTables } from '@parlance/contract'
import { createServices } from '../../app.ts'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'
import { findChanges } from './changes.ts'

const wide = 'orders (id integer primary key, customer_id integer, amount integer, note text)'

function change(path: string, statements: string[]): void {
  const database = new DatabaseSync(path)
  for (const statement of statements) database.exec(statement)
  database.close()
}

async function tableNames(app: ManagedApp, id: string): Promise<string[]> {
  const answer = await app.call(app.admin, 'GET', `tables?database_config_id=${id}`)
  return answer.json<DatabaseTables>().tables.map(({ table_name }) => table_name)
}

/** Gives the lease to a process that reads this database now. */
async function leaseToOther(app: ManagedApp, id: string, until: Date): Promise<void> {
  await app.context.store.db
    .updateTable('catalogue_refreshes')
    .set({ owner: 'another process', lease_until: until.toISOString(), tables_seen: 17 })
    .where('connection_id', '=', id)
    .execute()
}

describeOneStore('the catalog', (current) => {
  test('reads the catalog in the test, stores one row per table, and reads it again on request with a list of changes', async () => {
    const app = await createManagedApp(current())
    const path = app.file('shop.sqlite', [wide, 'old_things (id integer)'])
    const { id } = await app.createTested({ name: 'Shop', db_type: 'sqlite', database: path })
    const url = `configurations/${id}/catalogue`
    const first = (await app.call(app.admin, 'GET', url)).json()
    expect(first).toMatchObject({
      id,
      config_id: id,
      refreshed_at: expect.any(String),
      table_count: 2,
      column_count: 5,
      refresh: null,
      error: null,
      changes: null,
    })
    change(path, [
      'drop table old_things',
      'create table new_things (id integer)',
      'alter table orders drop column note',
      'alter table orders add column paid text',
    ])
    const second = (await app.call(app.admin, 'POST', url, { wait: true })).json()
    expect(second.changes).toEqual({
      found_at: second.refreshed_at,
      since: first.refreshed_at,
      added: { count: 1, tables: ['new_things'] },
      removed: { count: 1, tables: ['old_things'] },
      changed: {
        count: 1,
        tables: [{ table: 'orders', added_columns: ['paid'], removed_columns: ['note'], changed_columns: [] }],
      },
    })
    const third = (await app.call(app.admin, 'POST', url, { wait: true })).json()
    expect(third.changes).toEqual(second.changes)
    expect(await tableNames(app, id)).toEqual(['orders', 'new_things'])
    const rows = await app.context.store.db.selectFrom('catalogue_tables').select('name').execute()
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['new_things', 'orders'])
    await app.app.close()
  })

  test('returns the same catalog object until it is read again, even if another process reads it', async () => {
    const app = await createManagedApp(current())
    const { id } = await app.createTested({
      name: 'Shop',
      db_type: 'sqlite',
      database: app.file('shop.sqlite', [wide]),
    })
    const other = await createServices(app.context)
    const [ours, theirs] = [await app.services.catalog.get(id), await other.catalog.get(id)]
    expect(await app.services.catalog.get(id)).toBe(ours)
    expect(theirs).toEqual(ours)
    const renewed = await other.catalog.refresh(id)
    const seen = await app.services.catalog.get(id)
    expect(seen).not.toBe(ours)
    expect(seen).toEqual(renewed)
    await other.close()
    await app.app.close()
  })

  test('reads a catalog in one process at a time, and takes over an expired lease', async () => {
    const app = await createManagedApp(current())
    const { id } = await app.createTested({
      name: 'Shop',
      db_type: 'sqlite',
      database: app.file('shop.sqlite', [wide]),
    })
    const status = async () => (await app.call(app.admin, 'GET', `configurations/${id}/catalogue`)).json()
    const { refreshed_at } = await status()
    await leaseToOther(app, id, new Date(app.context.now().getTime() + 60_000))
    expect(await status()).toMatchObject({ refreshed_at, refresh: { tables_seen: 17 } })
    const waiting = app.services.catalog.refresh(id)
    expect((await app.call(app.admin, 'POST', `configurations/${id}/catalogue`)).json()).toMatchObject({
      refresh: { tables_seen: 17 },
    })
    expect(await tableNames(app, id)).toEqual(['orders'])
    await app.context.store.db.updateTable('catalogue_refreshes').set({ owner: null }).execute()
    await waiting
    expect(await status()).toMatchObject({ refreshed_at, refresh: null })
    await leaseToOther(app, id, new Date(app.context.now().getTime() - 1))
    app.advance(1000)
    await app.services.catalog.refresh(id)
    expect((await status()).refreshed_at).not.toBe(refreshed_at)
    await app.app.close()
  })

  test('answers at once with an old catalog, and reads it again after the answer', async () => {
    const app = await createManagedApp(current())
    const { id } = await app.createTested({
      name: 'Shop',
      db_type: 'sqlite',
      database: app.file('shop.sqlite', [wide]),
    })
    const before = await app.services.catalog.get(id)
    app.advance(25 * 60 * 60 * 1000)
    await leaseToOther(app, id, new Date(app.context.now().getTime() + 60_000))
    // A caller that waited for the other process would wait forever.
    expect(await app.services.catalog.get(id)).toBe(before)
    await app.context.store.db.updateTable('catalogue_refreshes').set({ owner: null }).execute()
    const renewed = await app.services.catalog.refresh(id)
    expect(renewed).toEqual(before)
    await app.app.close()
  })

  test('explains a failed reading of the catalog and keeps the old one', async () => {
    const app = await createManagedApp(current())
    const { id } = await app.createTested({
      name: 'Shop',
      db_type: 'sqlite',
      database: app.file('shop.sqlite', [wide]),
    })
    const { db } = app.context.store
    await db.updateTable('connections').set({ config: '{"database":"gone.sqlite"}' }).where('id', '=', id).execute()
    const failed = await app.call(app.admin, 'POST', `configurations/${id}/catalogue`, { wait: true })
    expect([failed.statusCode, failed.json().code]).toEqual([502, 'database_unreachable'])
    expect((await app.call(app.admin, 'GET', `configurations/${id}/catalogue`)).json()).toMatchObject({
      table_count: 1,
      error: failed.json().detail,
      error_at: expect.any(String),
      refresh: null,
    })
    await app.app.close()
  })
})

describe('what changed between two readings', () => {
  const column = (name: string, dataType = 'TEXT') =>
    ({ name, dataType, kind: 'text', nullable: true, comment: null }) as const
  const table = (name: string, columns: ReturnType<typeof column>[]) => ({
    schema: 'sales',
    name,
    objectType: 'TABLE' as const,
    comment: null,
    columns,
    primaryKey: [],
    foreignKeys: [],
    rowEstimate: null as number | null,
    definition: null,
  })
  const at = (tables: ReturnType<typeof table>[], moment: string) => ({
    catalogue: { dialect: 'postgresql' as const, defaultSchema: 'public', tables },
    at: moment,
  })

  test('names a changed type, and ignores row estimates and comments', () => {
    const before = at([table('t', [column('a'), column('b')])], 'one')
    const same = at([{ ...table('t', [column('a'), column('b')]), rowEstimate: 5 }], 'two')
    const other = at([table('t', [column('a', 'INTEGER'), column('b')])], 'two')
    expect(findChanges(before, same)).toBeNull()
    expect(findChanges(before, other)?.changed).toEqual({
      count: 1,
      tables: [{ table: 'sales.t', added_columns: [], removed_columns: [], changed_columns: ['a'] }],
    })
  })

  test('lists two hundred names and counts them all', () => {
    const many = Array.from({ length: 500 }, (_, index) => table(`t${index}`, [column('a')]))
    const changes = findChanges(at([], 'one'), at(many, 'two'))
    expect([changes?.added.count, changes?.added.tables.length]).toEqual([500, 200])
  })
})
