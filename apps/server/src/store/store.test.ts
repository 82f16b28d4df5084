import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { isOneOf } from './is-one-of.ts'
import { openStore } from './open-store.ts'
import { describeStores } from '../testing/test-store.ts'
import { initial } from './migrations/001-initial.ts'
import { isUniqueViolation } from './store-errors.ts'

const setting = (key: string, value = '1') => ({
  key,
  value,
  is_secret: 0 as const,
  updated_at: '2026-01-01T00:00:00.000Z',
  updated_by: null,
})

describeStores('the store', (current) => {
  test('R03 values are parameters: quotes, backslashes and unicode come back unchanged', async () => {
    const { store } = current()
    const hostile = `'; drop table settings; -- \\ " \u2028 ${'é'.repeat(3)}`
    await store.db.insertInto('settings').values(setting(hostile, hostile)).execute()
    const row = await store.db.selectFrom('settings').selectAll().where('key', '=', hostile).executeTakeFirstOrThrow()
    expect(row.value).toBe(hostile)
  })

  test('finds one of more values than a query can have parameters', async () => {
    const { db } = current().store
    await db
      .insertInto('settings')
      .values([setting('known'), setting('unknown')])
      .execute()
    const listed = Array.from({ length: 70_000 }, (_, number) => `'${number}"`).concat('known')
    const rows = await db
      .selectFrom('settings')
      .select('key')
      .where((row) => isOneOf(db, row.ref('key'), listed))
      .execute()
    expect(rows).toEqual([{ key: 'known' }])
  })

  test('returns counts as numbers and the number of affected rows', async () => {
    const { store } = current()
    await store.db
      .insertInto('settings')
      .values([setting('a'), setting('b')])
      .execute()
    const { count } = await store.db
      .selectFrom('settings')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(2)
    const result = await store.db.updateTable('settings').set({ value: '2' }).executeTakeFirstOrThrow()
    expect(result.numUpdatedRows).toBe(2n)
  })

  test('a transaction is all or nothing', async () => {
    const { store } = current()
    const attempt = store.transaction(async (transaction) => {
      await transaction.insertInto('settings').values(setting('half')).execute()
      throw new Error('stop')
    })
    await expect(attempt).rejects.toThrow('stop')
    expect(await store.db.selectFrom('settings').selectAll().execute()).toEqual([])
    await store.db.insertInto('settings').values(setting('after')).execute()
    expect(await store.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'after' }])
  })

  test('transactions behave as if they ran one after the other', async () => {
    const { store } = current()
    await store.db.insertInto('settings').values(setting('counter', '0')).execute()
    const increment = () =>
      store.transaction(async (transaction) => {
        const { value } = await transaction
          .selectFrom('settings')
          .select('value')
          .where('key', '=', 'counter')
          .executeTakeFirstOrThrow()
        await transaction
          .updateTable('settings')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', 'counter')
          .execute()
      })
    await Promise.all(Array.from({ length: 8 }, increment))
    const { value } = await store.db.selectFrom('settings').select('value').executeTakeFirstOrThrow()
    expect(value).toBe('8')
  })

  test('distinguishes a unique violation from other errors', async () => {
    const { store } = current()
    await store.db.insertInto('settings').values(setting('once')).execute()
    const again = await store.db
      .insertInto('settings')
      .values(setting('once'))
      .execute()
      .catch((error: unknown) => error)
    expect(isUniqueViolation(again)).toBe(true)
    const broken = await sql`select * from nowhere`.execute(store.db).catch((error: unknown) => error)
    expect(isUniqueViolation(broken)).toBe(false)
  })

  test('enforces foreign keys: a session needs its user', async () => {
    const { store } = current()
    const orphan = store.db
      .insertInto('sign_ins')
      .values({ id: 's', user_id: 'nobody', created_at: '', expires_at: '', revoked_at: null })
      .execute()
    await expect(orphan).rejects.toThrow(/foreign key/i)
  })

  test('runs at most one turn of a session', async () => {
    const { store } = current()
    await insertUserAndSession(store)
    await insertTurn(store, 'turn-one', 1, 'running')
    await expect(insertTurn(store, 'turn-two', 2, 'running')).rejects.toSatisfy(isUniqueViolation)
    await store.db.updateTable('turns').set({ status: 'final' }).where('id', '=', 'turn-one').execute()
    await insertTurn(store, 'turn-two', 2, 'running')
  })

  test('the bus delivers to every subscriber until it ends its subscription', async () => {
    const { store } = current()
    const seen: string[] = []
    const first = Promise.withResolvers<void>()
    const end = store.bus.subscribe('turn_event', ({ turn }) => void seen.push(`gone ${turn}`))
    end()
    store.bus.subscribe('invalidate', () => void seen.push('other channel'))
    store.bus.subscribe('turn_event', ({ turn }) => {
      seen.push(`kept ${turn}`)
      first.resolve()
    })
    await store.bus.publish('turn_event', { turn: 't1' })
    await first.promise
    expect(seen).toEqual(['kept t1'])
  })

  test('reopening keeps the data; refuses a newer version’s store and leaves it unchanged', async () => {
    const { store, dataDir, databaseUrl } = current()
    await store.db.insertInto('settings').values(setting('kept')).execute()
    const again = await openStore({ dataDir, databaseUrl })
    expect(await again.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'kept' }])
    await again.close()
    await sql`insert into schema_migrations (name, applied_at) values ('999-future', 'x')`.execute(store.db)
    await expect(openStore({ dataDir, databaseUrl })).rejects.toThrow(
      /^A newer version of Parlance wrote this data \(999-future\)\. Version [\d.]+ cannot read it\. Start the newer version, or restore a backup from before the upgrade\.$/,
    )
  })

  test('a store of the first version keeps its connections', async () => {
    const { store, dataDir, databaseUrl } = current()
    await emptyStore(store)
    await initial(store.db as unknown as Kysely<unknown>)
    await sql`create table schema_migrations (name text primary key, applied_at text not null)`.execute(store.db)
    await sql`insert into schema_migrations values ('001-initial', 'then')`.execute(store.db)
    await sql`insert into connections (id, name, kind, config, visibility, is_valid, warnings, created_at, updated_at)
      values ('c', 'Kept', 'sqlite', '{}', 'public', 1, '[]', 'then', 'then')`.execute(store.db)
    const upgraded = await openStore({ dataDir, databaseUrl })
    expect(await upgraded.db.selectFrom('connections').select(['name', 'is_valid', 'revision']).execute()).toEqual([
      { name: 'Kept', is_valid: 1, revision: 1 },
    ])
    expect(await upgraded.db.selectFrom('catalogue_tables').select('name').execute()).toEqual([])
    await upgraded.close()
  })

  test('two concurrent first starts create one store', async () => {
    const { store, dataDir, databaseUrl } = current()
    await emptyStore(store)
    const stores = await Promise.all([openStore({ dataDir, databaseUrl }), openStore({ dataDir, databaseUrl })])
    await stores[0].db.insertInto('settings').values(setting('seen by both')).execute()
    expect(await stores[1].db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'seen by both' }])
    await Promise.all(stores.map((each) => each.close()))
  })
})

type Store = Awaited<ReturnType<typeof openStore>>

async function insertUserAndSession(store: Store): Promise<void> {
  await store.db
    .insertInto('users')
    .values({
      id: 'u',
      email: 'U@x.test',
      email_key: 'u@x.test',
      username: 'u',
      organization: 'x',
      password_hash: 'x',
      role: 'GENERAL',
      status: 'A',
      is_active: 1,
      tenant_id: null,
      tenant_name: null,
      dept_id: null,
      attributes: '{}',
      daily_query_limit: null,
      monthly_query_limit: null,
      daily_query_count: 0,
      monthly_query_count: 0,
      daily_query_reset_at: null,
      monthly_query_reset_at: null,
      created_at: 'now',
      last_login_at: null,
    })
    .execute()
  await store.db
    .insertInto('sessions')
    .values({
      id: 's',
      app_name: 'a',
      user_id: 'u',
      name: 'n',
      area_id: null,
      connection_id: null,
      state: '{}',
      created_at: 'now',
      last_accessed: 'now',
      last_message: null,
      next_turn: 1,
    })
    .execute()
}

async function insertTurn(store: Store, id: string, number: number, status: 'running' | 'final'): Promise<void> {
  await store.db
    .insertInto('turns')
    .values({
      id,
      session_id: 's',
      user_id: 'u',
      number,
      status,
      question: 'q',
      connection_id: null,
      area_id: null,
      memory: null,
      cancel_requested: 0,
      lease_owner: null,
      lease_until: null,
      created_at: 'now',
      ended_at: null,
      last_seq: 0,
    })
    .execute()
}

/** Every table, those that others reference last. */
const storeTables = [
  'schema_migrations',
  'identity_attributes',
  'identity_memberships',
  'identities',
  'sign_on_groups',
  'sign_on_providers',
  'group_access',
  'group_members',
  'group_domains',
  'user_groups',
  'waiting_changes',
  'protected_tables',
  'connection_identities',
  'value_terms',
  'value_chunks',
  'value_columns',
  'value_indexes',
  'protection_state',
  'attempts',
  'outgoing_mails',
  'evaluation_results',
  'evaluation_runs',
  'evaluation_questions',
  'evaluation_sets',
  'example_proofs',
  'examples',
  'artifacts',
  'default_areas',
  'definition_usage',
  'rejected_proposals',
  'asked_words',
  'area_versions',
  'area_draft_examples',
  'area_drafts',
  'area_access',
  'areas',
  'model_reservations',
  'budget_counters',
  'budgets',
  'usage_days',
  'turn_usage',
  'turn_prompts',
  'turn_events',
  'turns',
  'passed_tests',
  'invitations',
  'password_resets',
  'activations',
  'refresh_tokens',
  'api_tokens',
  'service_accounts',
  'sign_ins',
  'connection_access',
  'active_connections',
  'catalogue_refreshes',
  'catalogue_tables',
  'catalogues',
  'connections',
  'sessions',
  'applications',
  'settings',
  'licenses',
  'audit_log',
  'audit_sinks',
  'users',
]

async function emptyStore({ db }: Store): Promise<void> {
  for (const table of storeTables) await db.schema.dropTable(table).execute()
}
