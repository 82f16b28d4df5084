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
import { copiesOf } from './postgres-databases.ts'
import type { CopiedDatabases } from './postgres-databases.ts'

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

/** The same with a migrated store, like one that is created once per process. */
export async function createMigratedPlace(dialect: StoreDialect): Promise<TestPlace | { skip: string }> {
  if (dialect === 'postgresql') return takePostgresPlace()
  folderTemplate ??= makeTemplate(makeFolderPlace())
  const { dataDir } = await folderTemplate
  const place = makeFolderPlace()
  copyFileSync(storePath(dataDir), storePath(place.dataDir))
  return place
}

/** The folder is removed with the run's temporary folder. */
let folderTemplate: Promise<TestPlace> | null = null

async function makeTemplate(place: TestPlace): Promise<TestPlace> {
  const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
  await store.close()
  return place
}

interface PostgresTemplate {
  place: TestPlace
  copies: CopiedDatabases
}

let postgresTemplate: Promise<PostgresTemplate | { skip: string }> | null = null

async function makePostgresTemplate(): Promise<PostgresTemplate | { skip: string }> {
  const server = await testPostgres()
  if ('skip' in server) return server
  const made = await makePostgresPlace()
  if ('skip' in made) return made
  const place = await makeTemplate(made)
  return { place, copies: await copiesOf(server.url, place.databaseUrl ?? '') }
}

async function takePostgresPlace(): Promise<TestPlace | { skip: string }> {
  postgresTemplate ??= makePostgresTemplate()
  const template = await postgresTemplate
  if ('skip' in template) return template
  const database = await template.copies.take()
  const folder = makeFolderPlace()
  const remove = async () => {
    database.giveBack()
    await folder.remove()
  }
  return { dataDir: folder.dataDir, databaseUrl: database.url, remove }
}

function makeFolderPlace(): TestPlace {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-test-'))
  return { dataDir, databaseUrl: null, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function makePostgresPlace(): Promise<TestPlace | { skip: string }> {
  const server = await testPostgres()
  if ('skip' in server) return server
  const database = await createPostgresDatabase(server.url)
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

/** One server per test file, started when the first test needs it, or the server of the run. */
function testPostgres(): Promise<TestServer> {
  postgresServer ??= startPostgres()
  return postgresServer
}

afterEachFile(async () => {
  // The databases on a server that ends with the run are for the next files of this process, too.
  if (process.env.TEST_POSTGRES_IS_OWN === '1') return
  const template = await postgresTemplate
  if (template !== null && 'copies' in template) {
    await template.copies.drop()
    await template.place.remove()
  }
  postgresTemplate = null
  const server = await postgresServer
  if (server !== null && 'stop' in server) await server.stop()
  postgresServer = null
})
