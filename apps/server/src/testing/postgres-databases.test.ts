import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../store/open-store.ts'
import { copiesOf } from './postgres-databases.ts'

async function readAll(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const contents = `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM schema_migrations) AS migrations,
  (SELECT json_agg(p)::text FROM protection_state p) AS state`

test('a database of a finished test is like a new one again; one whose tables changed is not used again', async (context) => {
  const server = await startPostgres()
  if ('skip' in server) return context.skip(server.skip)
  onTestFinished(() => server.stop())
  const template = await createPostgresDatabase(server.url)
  onTestFinished(() => template.drop())
  await (await openStore({ dataDir: '', databaseUrl: template.url })).close()
  const before = await readAll(template.url, contents)
  const copies = await copiesOf(server.url, template.url)
  onTestFinished(() => copies.drop())

  const first = await copies.take()
  expect(await readAll(first.url, contents)).toEqual(before)
  const user =
    'id, email, email_key, username, organization, password_hash, role, status, is_active, attributes, created_at'
  await readAll(
    first.url,
    `INSERT INTO users (${user}) SELECT n::text, n, n, n, '', '', 'USER', 'A', 1, '{}', '' FROM generate_series(1, 100) n;
    DELETE FROM protection_state; DELETE FROM schema_migrations WHERE name > '010'`,
  )
  const left = new pg.Client({ connectionString: first.url })
  const isLost = new Promise((resolve) => left.on('error', resolve))
  await left.connect()
  await left.query('BEGIN; LOCK TABLE users')
  first.giveBack()
  const second = await copies.take()
  first.giveBack()
  const other = await copies.take()
  expect(other.url).not.toBe(second.url)
  other.giveBack()
  await isLost
  expect(second.url).toBe(first.url)
  expect(await readAll(second.url, contents)).toEqual(before)
  expect(await readAll(second.url, "SELECT pg_relation_size('users')::int AS size")).toEqual([{ size: 0 }])

  await readAll(second.url, 'ALTER TABLE users RENAME COLUMN email TO mail')
  second.giveBack()
  const third = await copies.take()
  expect(third.url).not.toBe(first.url)
  expect(await readAll(third.url, contents)).toEqual(before)
  third.giveBack()
})
