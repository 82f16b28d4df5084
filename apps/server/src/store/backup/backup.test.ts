import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { loadKeys } from '../../secrets/keys.ts'
import { backedUp, backupMoment, copiedBackup, freshName, placeOrSkip } from '../../testing/backed-up.ts'
import { createTestAppOver, testPassword } from '../../testing/test-app.ts'
import { openTestStore, storeDialects } from '../../testing/test-store.ts'
import { openStore } from '../open-store.ts'
import { lockDataFolder } from '../server-lock.ts'
import { fileEntry } from './manifest.ts'
import { backupTables, leftOut } from './backup-tables.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const pairs = storeDialects.flatMap((from) => storeDialects.map((to) => [from, to] as const))

describe('a backup of a store in use', () => {
  test.each(pairs)('a backup of a store in use on %s restores to the same installation on %s', async (from, to) => {
    const { target, summary, email, fingerprint } = await backedUp(await placeOrSkip(from, skipTest))
    expect(summary.rows).toBeGreaterThan(10)
    expect(summary.isRecorded).toBe(true)
    const place = await placeOrSkip(to, skipTest)
    const restored = await restoreBackup(target, place)
    expect(restored).toEqual({ rows: summary.rows, files: summary.files })
    expect(readFileSync(join(place.dataDir, 'databases/notes.txt'), 'utf8')).toBe('kept')
    expect(loadKeys(place.dataDir, { expectedFingerprint: fingerprint }).fingerprint).toBe(fingerprint)

    const store = await openTestStore(place)
    const app = await createTestAppOver(store, { trial: false })
    const signIn = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email, password: testPassword },
    })
    expect(signIn.statusCode).toBe(200)
    const headers = { authorization: `Bearer ${signIn.json().access_token}` }
    const status = await app.app.inject({ url: '/api/v1/license/status', headers })
    expect(status.json()).toMatchObject({ is_valid: true, license_info: { edition: 'enterprise' } })
    const { last_backup: last } = (await app.app.inject({ url: '/api/v1/overview', headers })).json()
    expect(last).toEqual({ at: backupMoment.toISOString(), folder: target, bytes: expect.any(Number) as number })
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/v1/query/full-results',
      headers,
      payload: { sql_query: 'SELECT COUNT(*) AS n FROM orders' },
    })
    expect(answer.json()).toMatchObject({ row_count: 1 })
    await app.app.close()
    await store.close()
  })
})

function skipTest(reason: string): never {
  throw new Error(reason)
}

describe('the contents of a backup', () => {
  test('contains or explicitly excludes every table, each after those it references', async () => {
    const place = await placeOrSkip('sqlite', skipTest)
    const store = await openTestStore(place)
    const tables = (await store.store.db.introspection.getTables()).map(({ name }) => name)
    const known = [...backupTables, ...leftOut, 'schema_migrations']
    expect(known.toSorted()).toEqual(tables.toSorted())
    await store.close()
  })

  test('only the owner can read the backup, and it has no sign-ins', async () => {
    const { target } = await backedUp(await placeOrSkip('sqlite', skipTest))
    expect(statSync(target).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(target, 'store')).filter((name) => /sign_ins|refresh/.test(name))).toEqual([])
  })

  test('is described in the store, and refuses an existing folder or a folder without an installation', async () => {
    const place = await placeOrSkip('sqlite', skipTest)
    await expect(writeBackup(place, freshName(), backupMoment)).rejects.toThrow(/no installation in/)
    const store = await openTestStore(place)
    const app = await createTestAppOver(store)
    const full = freshName()
    mkdirSync(full)
    writeFileSync(join(full, 'x'), '')
    await expect(writeBackup(store, full, backupMoment)).rejects.toThrow(/is not empty/)
    expect(await app.services.settings.get('last_backup')).toBeNull()
    const target = freshName()
    await writeBackup(store, target, backupMoment)
    const last = await app.services.settings.get('last_backup')
    expect(last).toMatchObject({ at: backupMoment.toISOString(), folder: target })
    expect(last?.bytes).toBeGreaterThan(1000)
    await app.app.close()
    await store.close()
  })
})

describe('the backup of a store of another version', () => {
  test.each(storeDialects)(
    'backs up an older store on %s with its tables, and refuses a newer one',
    async (dialect) => {
      const place = await placeOrSkip(dialect, skipTest)
      const newest = await openStore(place)
      const all = (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(newest.db))
        .rows
      await newest.close()
      const older = await placeOrSkip(dialect, skipTest)
      const store = await openStore({ ...older, migrateTo: all.slice(0, 3).map(({ name }) => name) })
      const row = { key: 'kept', value: '1', is_secret: 0 as const, updated_at: 'x', updated_by: null }
      await store.db.insertInto('settings').values(row).execute()
      loadKeys(older.dataDir, { expectedFingerprint: null })
      const target = freshName()
      await writeBackup(older, target, backupMoment)
      const back = await placeOrSkip('sqlite', skipTest)
      expect((await restoreBackup(target, back)).rows).toBe(1)

      await sql`insert into schema_migrations (name, applied_at) values ('999-later', 'x')`.execute(store.db)
      await expect(writeBackup(older, freshName(), backupMoment)).rejects.toThrow(
        /newer version of Parlance wrote this data \(999-later\)/,
      )
      await store.close()
      await Promise.all([place.remove(), older.remove(), back.remove()])
    },
  )
})

describe('a restore', () => {
  test('refuses an incomplete or changed backup', async () => {
    const place = await placeOrSkip('sqlite', skipTest)
    const nothing = freshName()
    await expect(restoreBackup(nothing, place)).rejects.toThrow(/does not contain a complete backup/)
    const { target } = await copiedBackup()
    appendFileSync(join(target, 'data/databases/notes.txt'), '!')
    await expect(restoreBackup(target, place)).rejects.toThrow(/damaged. The file data\/databases\/notes.txt/)
    expect(existsSync(join(place.dataDir, 'keys.json'))).toBe(false)
    await place.remove()
  })

  test('refuses a place that is taken or in use, and leaves it unchanged', async () => {
    const { target } = await copiedBackup()
    const used = await placeOrSkip('sqlite', skipTest)
    const lock = lockDataFolder(used.dataDir)
    await expect(restoreBackup(target, used)).rejects.toThrow(/Another Parlance server is using/)
    lock.release()
    await restoreBackup(target, used)
    const before = readFileSync(join(used.dataDir, 'keys.json'), 'utf8')
    await expect(restoreBackup(target, used)).rejects.toThrow(/There is already an installation in/)
    expect(readFileSync(join(used.dataDir, 'keys.json'), 'utf8')).toBe(before)
    await used.remove()
  })

  test.each(storeDialects)('refuses an older installation on %s before migrating anything in it', async (dialect) => {
    const { target } = await copiedBackup()
    const path = join(target, 'backup.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    const place = await placeOrSkip(dialect, skipTest)
    const older = await openStore({ ...place, migrateTo: manifest.migrations.slice(0, 3) })
    const updated_at = backupMoment.toISOString()
    const row = { key: 'older', value: '1', is_secret: 0 as const, updated_at, updated_by: null }
    await older.db.insertInto('settings').values(row).execute()
    await older.close()

    await expect(restoreBackup(target, place)).rejects.toThrow(/There is already an installation in/)
    const after = await openStore({ ...place, migrateTo: [] })
    const tables = (await after.db.introspection.getTables()).map(({ name }) => name)
    expect([tables.includes('settings'), tables.includes('areas')]).toEqual([true, false])
    await after.close()
    await place.remove()
  })

  test('after the restore of an older backup, the next start runs the later migrations; a newer backup is refused', async () => {
    const { target } = await copiedBackup()
    const path = join(target, 'backup.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    const newTables = ['waiting_changes', 'protected_tables', 'connection_identities']
    const checkColumns = ['is_checked', 'check_failures', 'next_check_at', 'check_lease_until', 'unreported_change']
    const newColumns: Record<string, string[]> = {
      connections: ['test_message', 'uploaded_files', ...checkColumns],
      audit_log: ['user_email', 'changes', 'action_group'],
    }
    const tables = Object.fromEntries(Object.entries(manifest.tables).filter(([name]) => !newTables.includes(name)))
    const fileOf = (table: string) => `store/${table}.ndjson.gz`
    for (const [table, columns] of Object.entries(newColumns)) {
      for (const column of columns) dropColumn(join(target, fileOf(table)), column)
    }
    const changed = Object.keys(newColumns).map(fileOf)
    const others = manifest.files.filter((file: { path: string }) => !changed.includes(file.path))
    const files = [...others, ...(await Promise.all(changed.map((name) => fileEntry(target, name))))]
    const older = { ...manifest, tables, files, migrations: manifest.migrations.slice(0, 8) }
    writeFileSync(path, JSON.stringify(older))
    const place = await placeOrSkip('sqlite', skipTest)
    await restoreBackup(target, place)
    const store = await openStore(place)
    const users = await store.db.selectFrom('users').select('id').execute()
    expect([users.length, await store.db.selectFrom('outgoing_mails').selectAll().execute()]).toEqual([1, []])
    await store.close()

    writeFileSync(path, JSON.stringify({ ...older, migrations: [...manifest.migrations, '999-later'] }))
    const other = await placeOrSkip('sqlite', skipTest)
    await expect(restoreBackup(target, other)).rejects.toThrow(
      /newer version of Parlance wrote this data \(999-later\)/,
    )
    await Promise.all([place.remove(), other.remove()])
  })

  test('an interrupted restore can be run again', async () => {
    const { target, summary } = await copiedBackup()
    const path = join(target, 'backup.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...manifest, tables: { ...manifest.tables, users: 7 } }))
    const place = await placeOrSkip('sqlite', skipTest)
    await expect(restoreBackup(target, place)).rejects.toThrow(/Rows of the table users are missing/)
    writeFileSync(path, JSON.stringify(manifest))
    expect((await restoreBackup(target, place)).rows).toBe(summary.rows)
    await place.remove()
  })
})

/** Rewrites the rows of a backup as an older version wrote them. */
function dropColumn(file: string, column: string): void {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  const older = lines.map((line) => JSON.stringify({ ...JSON.parse(line), [column]: undefined }))
  writeFileSync(file, gzipSync(older.map((line) => `${line}\n`).join('')))
}
