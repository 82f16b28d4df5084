import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupMoment, freshName, placeOrSkip } from '../testing/backed-up.ts'
import { createTestAppOver } from '../testing/test-app.ts'
import { openTestStore } from '../testing/test-store.ts'
import type { TestPlace } from '../testing/test-store.ts'
import { openStore, storePath } from './open-store.ts'
import type { Store } from './store.ts'
import { copyBeforeUpgrade, upgradeCopiesFolder } from './copy-before-upgrade.ts'
import { writeBackup } from './backup/write-backup.ts'

let place: TestPlace
beforeEach(async () => {
  place = await newPlace()
})
afterEach(() => place.remove())

const newPlace = () =>
  placeOrSkip('sqlite', (reason) => {
    throw new Error(reason)
  })

async function migrationsOf({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Creates a store with a setting but without the migrations from 008 on. @returns its migrations, and the next one */
async function olderStore({ dataDir, databaseUrl }: TestPlace): Promise<{ known: string[]; next: string }> {
  const elsewhere = await newPlace()
  const newest = await openStore(elsewhere)
  const all = await migrationsOf(newest)
  await newest.close()
  await elsewhere.remove()
  const known = all.slice(0, 7)
  const store = await openStore({ dataDir, databaseUrl, migrateTo: known })
  const row = { key: 'kept', value: '1', is_secret: 0 as const, updated_at: 'x', updated_by: null }
  await store.db.insertInto('settings').values(row).execute()
  await store.close()
  return { known, next: all[7] ?? '' }
}

async function open({ dataDir, databaseUrl }: TestPlace): Promise<string[]> {
  const said: string[] = []
  const store = await openStore({ dataDir, databaseUrl, say: (line) => void said.push(line) })
  await store.close()
  return said
}

const copies = (): string[] => readdirSync(upgradeCopiesFolder(place.dataDir))

describe('a store of an older version', () => {
  test('copies the store before upgrading it; the copy opens with the older version’s tables and rows', async () => {
    const { known, next } = await olderStore(place)
    const said = await open(place)
    const [name = ''] = copies()
    expect(copies()).toHaveLength(1)
    expect(name).toMatch(new RegExp(`^parlance-before-${next}-[\\dTZ-]+\\.sqlite$`))
    const path = join(upgradeCopiesFolder(place.dataDir), name)
    expect(said).toEqual([`Upgrading the store. A copy of it is in ${path}.`])
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])

    const back = await newPlace()
    copyFileSync(path, storePath(back.dataDir))
    const store = await openStore({ ...back, migrateTo: known })
    expect(await migrationsOf(store)).toEqual(known)
    expect(await store.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'kept' }])
    await store.close()
    await back.remove()
  })

  test('copies the store once if two programs open it at the same time', async () => {
    const { next } = await olderStore(place)
    const said = await Promise.all([open(place), open(place), open(place)])
    expect(said.flat()).toHaveLength(1)
    expect(copies()).toHaveLength(1)
    const store = await openStore(place)
    expect(await migrationsOf(store)).toContain(next)
    await store.close()
  })

  test('leaves the store unchanged if it cannot be copied', async () => {
    const { known } = await olderStore(place)
    writeFileSync(upgradeCopiesFolder(place.dataDir), '')
    await expect(open(place)).rejects.toThrow(
      /^Could not upgrade the store, because it could not be copied to .*backups first\. A file with this name exists\. Move it and start again\. The store was not changed\.$/,
    )
    const store = await openStore({ ...place, migrateTo: known })
    expect(await migrationsOf(store)).toEqual(known)
    await store.close()
  })

  test('keeps no copy after a failed upgrade, because nothing changed', async () => {
    const { known } = await olderStore(place)
    const inTheWay = await openStore({ ...place, migrateTo: known })
    await sql`create table attempts (id text)`.execute(inTheWay.db)
    await inTheWay.close()
    const said: string[] = []
    const opened = openStore({ ...place, say: (line) => void said.push(line) })
    await expect(opened).rejects.toThrow(/attempts.* already exists/)
    expect(said.at(-1)).toBe('The upgrade failed. The store was not changed, and the copy was removed.')
    expect(copies()).toEqual([])
    const store = await openStore({ ...place, migrateTo: known })
    expect(await migrationsOf(store)).toEqual(known)
    await store.close()
  })

  test('copies the store again after an interrupted copy', async () => {
    const { next } = await olderStore(place)
    mkdirSync(upgradeCopiesFolder(place.dataDir))
    writeFileSync(join(upgradeCopiesFolder(place.dataDir), `parlance-before-${next}.tmp`), 'half a copy')
    await open(place)
    expect(copies()).toHaveLength(1)
    expect(copies()[0]).toMatch(/\.sqlite$/)
  })
})

test('does not copy a new store or a store of this version', async () => {
  expect(await open(place)).toEqual([])
  expect(await open(place)).toEqual([])
  expect(readdirSync(place.dataDir)).not.toContain('backups')
})

test('a backup does not include copies of the store', async () => {
  const store = await openTestStore(place)
  const app = await createTestAppOver(store)
  const without = await writeBackup(store, freshName(), backupMoment)
  await copyBeforeUpgrade(storePath(place.dataDir), '999-later')
  expect((await writeBackup(store, freshName(), backupMoment)).files).toBe(without.files)
  await app.app.close()
  await store.store.close()
})
