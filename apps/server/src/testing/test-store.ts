import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import type { TestServer } from '@parlance/drivers/testing'
import { afterAll, afterEach, beforeEach, describe } from 'vitest'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

export const storeDialects = ['sqlite', 'postgresql'] as const
export type StoreDialect = (typeof storeDialects)[number]

/** A store of its own: a folder or a PostgreSQL database that ends with it. */
export interface TestStore {
  store: Store
  dataDir: string
  /** What openStore was given, to open the same store once more. */
  databaseUrl: string | null
  close(): Promise<void>
}

/** Runs `suite` on SQLite and on PostgreSQL; `current()` is the running test's own empty, migrated store. */
export function describeStores(name: string, suite: (current: () => TestStore, dialect: StoreDialect) => void): void {
  describe.each(storeDialects)(`${name} on %s`, (dialect) => {
    let made: TestStore | null = null
    beforeEach(async (context) => {
      const place = await createTestPlace(dialect)
      if ('skip' in place) return context.skip(place.skip)
      made = await openTestStore(place)
    })
    afterEach(async () => {
      await made?.close()
      made = null
    })
    suite(() => {
      if (made === null) throw new Error('A test store exists only inside a test')
      return made
    }, dialect)
  })
}

export interface TestPlace {
  dataDir: string
  databaseUrl: string | null
  remove(): Promise<void>
}

/** An empty data folder, and on PostgreSQL an empty database; or the reason that there is none. */
export async function createTestPlace(dialect: StoreDialect): Promise<TestPlace | { skip: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-test-'))
  const removeFolder = async () => rmSync(dataDir, { recursive: true, force: true })
  if (dialect === 'sqlite') return { dataDir, databaseUrl: null, remove: removeFolder }
  const server = await testPostgres()
  if ('skip' in server) {
    await removeFolder()
    return server
  }
  const database = await createPostgresDatabase(server.url)
  const remove = async () => {
    await database.drop()
    await removeFolder()
  }
  return { dataDir, databaseUrl: database.url, remove }
}

/** Opens the store of a place; closing it removes the place. */
export async function openTestStore(place: TestPlace): Promise<TestStore> {
  const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
  const close = async () => {
    await store.close()
    await place.remove()
  }
  return { store, dataDir: place.dataDir, databaseUrl: place.databaseUrl, close }
}

let postgresServer: Promise<TestServer> | null = null

/** One server for a test file, started when the first test needs it. */
function testPostgres(): Promise<TestServer> {
  postgresServer ??= startPostgres()
  return postgresServer
}

afterAll(async () => {
  const server = await postgresServer
  if (server !== null && 'stop' in server) await server.stop()
})
