import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { open as openFile, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStore, storePath } from './open-store.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parlance-store-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  chmodSync(dataDir, 0o700)
  rmSync(dataDir, { recursive: true, force: true })
})

const open = () => openStore({ dataDir, databaseUrl: null })
const setting = (key: string, value: string) => ({
  key,
  value,
  is_secret: 0 as const,
  updated_at: '2026-01-01',
  updated_by: null,
})

/** Lets every sync wait until `finish`. */
async function holdDisk() {
  const file = await openFile(join(dataDir, 'any'), 'w')
  const prototype = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  const held: PromiseWithResolvers<void>[] = []
  let count = 0
  vi.spyOn(prototype, 'datasync').mockImplementation(() => {
    const sync = Promise.withResolvers<void>()
    held.push(sync)
    count += 1
    return sync.promise
  })
  return {
    waiting: () => held.length,
    syncs: () => count,
    finish: (error?: Error) => {
      const sync = held.shift()
      if (error) sync?.reject(error)
      else sync?.resolve()
    },
  }
}

describe('the SQLite store', () => {
  test('writes through the log, and creates a file that only its owner can read', async () => {
    const store = await open()
    const mode = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(store.db)
    expect(mode.rows[0]?.journal_mode).toBe('wal')
    await store.close()
    expect(statSync(storePath(dataDir)).mode & 0o077).toBe(0)
  })

  test('a limit is part of the SQL, so that SQLite compiles a statement only once', async () => {
    const store = await open()
    const three = store.db.selectFrom('settings').select('key').orderBy('key').limit(3)
    expect(three.compile()).toMatchObject({ sql: expect.stringMatching(/ limit 3$/), parameters: [] })
    const keys = ['a', 'b', 'c', 'd']
    await store.db
      .insertInto('settings')
      .values(keys.map((key) => setting(key, 'x')))
      .execute()
    expect(await three.execute()).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }])
    expect(
      await three
        .limit(1.5)
        .execute()
        .catch((error: unknown) => error),
    ).toBeInstanceOf(Error)
    await store.close()
  })

  test('a write is acknowledged when it is on the disk, and concurrent writes share a sync', async () => {
    const store = await open()
    const disk = await holdDisk()
    const acknowledged: string[] = []
    const write = (key: string) => store.db.insertInto('settings').values(setting(key, 'x')).execute()
    const commit = (key: string) =>
      store.transaction((transaction) => transaction.insertInto('settings').values(setting(key, 'x')).execute())
    const writing = [write('a'), commit('b'), commit('c'), write('d')].map(async (each, index) => {
      await each
      acknowledged.push('abcd'[index] ?? '')
    })
    await expect.poll(() => disk.waiting()).toBe(1)
    // Others read meanwhile, and see the change as they would after a sync.
    await expect
      .poll(() =>
        store.db
          .selectFrom('settings')
          .select('key')
          .execute()
          .then((rows) => rows.length),
      )
      .toBe(4)
    expect(acknowledged).toEqual([])
    disk.finish()
    await expect.poll(() => disk.waiting()).toBe(1)
    expect(acknowledged).toEqual(['a'])
    disk.finish()
    await Promise.all(writing)
    expect(disk.syncs()).toBe(2)
    await store.close()
  })

  test('a commit without a sync does not wait for the disk, and a disk that fails refuses the write', async () => {
    const store = await open()
    const disk = await holdDisk()
    await store.transaction(
      (transaction) => transaction.insertInto('settings').values(setting('kept', 'x')).execute(),
      { isSynced: false },
    )
    expect(disk.syncs()).toBe(0)
    const other = new DatabaseSync(storePath(dataDir), { readOnly: true })
    expect(other.prepare('select key from settings').all()).toMatchObject([{ key: 'kept' }])
    other.close()
    const failing = store.db.insertInto('settings').values(setting('lost', 'x')).execute()
    await expect.poll(() => disk.waiting()).toBe(1)
    disk.finish(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    await expect(failing).rejects.toMatchObject({ code: 'storage_full' })
    await store.close()
  })

  test('using the store inside a transaction without its handle throws instead of waiting forever', async () => {
    const store = await open()
    const attempt = store.transaction(async () => {
      await store.db.selectFrom('settings').selectAll().execute()
    })
    await expect(attempt).rejects.toThrow('without the transaction’s own handle')
    expect(await store.db.selectFrom('settings').selectAll().execute()).toEqual([])
    await store.close()
  })

  test('a file that is not a database stops the start with one line and stays unchanged', async () => {
    writeFileSync(storePath(dataDir), 'this is not a database, whatever its name says '.repeat(100))
    const before = readFileSync(storePath(dataDir))
    await expect(open()).rejects.toThrow(/The store .* is damaged\. Move it .* restore your backup\./)
    expect(readFileSync(storePath(dataDir)).equals(before)).toBe(true)
  })

  test('finds a damaged page in the middle at startup', async () => {
    const store = await open()
    const rows = Array.from({ length: 400 }, (_, index) => setting(`key ${index}`, 'x'.repeat(500)))
    await store.db.insertInto('settings').values(rows).execute()
    await store.close()
    const file = openSync(storePath(dataDir), 'r+')
    writeSync(file, Buffer.alloc(8192, 0xff), 0, 8192, Math.floor(statSync(storePath(dataDir)).size / 8192) * 4096)
    closeSync(file)
    await expect(open()).rejects.toThrow(/is damaged/)
  })

  test('reports a full disk as storage_full, keeps acknowledged writes, and works again once there is space', async () => {
    const store = await open()
    await store.db.insertInto('settings').values(setting('before', 'kept')).execute()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(store.db)
    const tooMuch = store.db
      .insertInto('settings')
      .values(setting('big', 'x'.repeat(200_000)))
      .execute()
    await expect(tooMuch).rejects.toMatchObject({ name: 'AppError', code: 'storage_full', status: 507 })
    const inTransaction = store.transaction((transaction) =>
      transaction
        .insertInto('settings')
        .values(setting('big', 'x'.repeat(200_000)))
        .execute(),
    )
    await expect(inTransaction).rejects.toMatchObject({ code: 'storage_full' })
    expect(await store.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'before' }])
    await sql`pragma max_page_count = 1000000`.execute(store.db)
    await store.db
      .insertInto('settings')
      .values(setting('big', 'x'.repeat(200_000)))
      .execute()
    await store.close()
  })

  test('refuses a path through a file and says what to do', async () => {
    writeFileSync(join(dataDir, 'file'), '')
    await expect(openStore({ dataDir: join(dataDir, 'file', 'data'), databaseUrl: null })).rejects.toThrow(
      /part of its path is a file\. Set PARLANCE_DATA_DIR/,
    )
  })

  test('kill -9 in the middle of writing loses nothing that was acknowledged', async () => {
    const script = `
      import { openStore } from ${JSON.stringify(join(import.meta.dirname, 'open-store.ts'))}
      import { writeSync } from 'node:fs'
      const store = await openStore({ dataDir: process.argv[1], databaseUrl: null })
      for (let index = 0; index < 60; index += 1) {
        await store.transaction((transaction) => transaction.insertInto('settings').values({ key: String(index), value: 'v', is_secret: 0, updated_at: 'x', updated_by: null }).execute())
        writeSync(1, index + ' ')
        if (index === 40) process.kill(process.pid, 'SIGKILL')
      }`
    let acknowledged = ''
    try {
      execFileSync(process.execPath, ['--input-type=module', '-e', script, dataDir], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    } catch (error) {
      acknowledged = String((error as { stdout: Buffer }).stdout)
    }
    const expected = acknowledged.trim().split(' ')
    expect(expected).toHaveLength(41)
    const store = await open()
    const keys = (await store.db.selectFrom('settings').select('key').execute()).map(({ key }) => key)
    expect(expected.filter((key) => !keys.includes(key))).toEqual([])
    await store.close()
  })
})
