import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import type { TestServer } from '@parlance/drivers/testing'
import { afterEach, beforeEach, describe } from 'vitest'
import { openStore, storePath } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { afterEachFile } from './after-file.ts'

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
      const place = await createMigratedPlace(dialect)
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
  return dialect === 'sqlite' ? makeFolderPlace() : makePostgresPlace()
}

/** The same with a store that is made and migrated: a copy of one that is made once for a test file. */
export async function createMigratedPlace(dialect: StoreDialect): Promise<TestPlace | { skip: string }> {
  const template = templates.get(dialect) ?? makeTemplate(dialect)
  templates.set(dialect, template)
  const made = await template
  if ('skip' in made) return made
  if (made.databaseUrl !== null) return makePostgresPlace(made.databaseUrl)
  const place = makeFolderPlace()
  copyFileSync(storePath(made.dataDir), storePath(place.dataDir))
  return place
}

const templates = new Map<StoreDialect, Promise<TestPlace | { skip: string }>>()

async function makeTemplate(dialect: StoreDialect): Promise<TestPlace | { skip: string }> {
  const place = await createTestPlace(dialect)
  if ('skip' in place) return place
  const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
  await store.close()
  return place
}

function makeFolderPlace(): TestPlace {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-test-'))
  return { dataDir, databaseUrl: null, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** @param template the URL of a database to begin as a copy of */
async function makePostgresPlace(template?: string): Promise<TestPlace | { skip: string }> {
  const server = await testPostgres()
  if ('skip' in server) return server
  const database = await createPostgresDatabase(server.url, template)
  const folder = makeFolderPlace()
  const remove = async () => {
    await database.drop()
    await folder.remove()
  }
  return { dataDir: folder.dataDir, databaseUrl: database.url, remove }
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

afterEachFile(async () => {
  for (const template of templates.values()) {
    const made = await template
    if (!('skip' in made)) await made.remove()
  }
  templates.clear()
  const server = await postgresServer
  if (server !== null && 'stop' in server) await server.stop()
  postgresServer = null
})
