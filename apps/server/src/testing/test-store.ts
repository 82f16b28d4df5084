import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import type { TestServer } from '@parlance/drivers/testing'
import { afterEach, beforeEach, describe } from 'vitest'
import { takesAll, testHalf, testSeed } from '../../../../packages/contract/src/testing/test-sample.ts'
import { openStore, storePath } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { afterEachFile } from './after-file.ts'

export const storeDialects = ['sqlite', 'postgresql'] as const
export type StoreDialect = (typeof storeDialects)[number]

/** A separate store: a folder or a PostgreSQL database that is removed with it. */
export interface TestStore {
  store: Store
  dataDir: string
  /** The options of openStore, to open the same store again. */
  databaseUrl: string | null
  close(): Promise<void>
}

type StoreSuite = (current: () => TestStore, dialect: StoreDialect) => void

/**
 * Runs `suite` on SQLite and on PostgreSQL, for behavior of the store itself, such as limits, transactions, leases, and
 * concurrency. `current()` is the running test's own empty, migrated store.
 */
export function describeStores(name: string, suite: StoreSuite): void {
  describeOn(storeDialects, name, suite)
}

/**
 * Runs the suite on only one of the two, for behavior that is the same on both. The run's seed and the name choose one,
 * so each gets its turn over the days. `npm run test:all` runs both.
 */
export function describeOneStore(name: string, suite: StoreSuite): void {
  const [first = 0] = createHash('sha256').update(`${testSeed} ${name}`).digest()
  const drawn = storeDialects.filter((_, index) => takesAll || index === first % storeDialects.length)
  describeOn(drawn, name, suite)
}

/** @returns every second case, so that each store gets the other half; all of them in `npm run test:all` */
export function casesOfStore<Case>(cases: readonly Case[], dialect: StoreDialect): Case[] {
  return testHalf(cases, storeDialects.indexOf(dialect))
}

function describeOn(dialects: readonly StoreDialect[], name: string, suite: StoreSuite): void {
  describe.each(dialects)(`${name} on %s`, (dialect) => {
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

/** An empty data folder and, for PostgreSQL, an empty database; or the reason why there is none. */
export async function createTestPlace(dialect: StoreDialect): Promise<TestPlace | { skip: string }> {
  return dialect === 'sqlite' ? makeFolderPlace() : makePostgresPlace()
}

/** The same with a migrated store, copied from one that is created once per test file. */
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

/** @param template the URL of the database to copy */
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

/** One server per test file, started when the first test needs it. */
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
