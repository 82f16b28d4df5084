import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { productVersion } from '@parlance/contract'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { storePath } from '../../store/open-store.ts'
import { startServerProcess } from '../server-processes.ts'
import { dumpPostgres } from './dump-postgres.ts'
import { fillInstallation, signIn } from './fill.ts'
import type { People } from './fill.ts'
import { fixtureOrigin, fixturesFolder } from './fixture-files.ts'
import type { FixtureFacts } from './fixture-files.ts'
import { createHttpClient } from './http-client.ts'
import { recordAnswers } from './record.ts'
import { makeShopFiles } from './shop-files.ts'

/* Writes the fixtures of the current version: a data folder with the store in it, and one that belongs to a
   PostgreSQL store. Run it once, when a version is released; never rewrite an older version's fixtures. */

const kept = ['keys.json', 'databases', 'conversations']
const version = productVersion.split('.').slice(0, 2).join('.')

await writeSqliteFixture(join(fixturesFolder, version, 'sqlite'))
await writePostgresFixture(join(fixturesFolder, version, 'postgresql'))

async function writeSqliteFixture(target: string): Promise<void> {
  await withDataFolder(async (dataDir) => {
    const facts = await fill(dataDir, {})
    writeFolder(dataDir, target, facts)
    const database = new DatabaseSync(storePath(dataDir))
    database.prepare('update connections set config = replace(config, ?, ?)').run(dataDir, fixtureOrigin)
    database.prepare('vacuum into ?').run(storePath(join(target, 'folder')))
    database.close()
  })
}

async function writePostgresFixture(target: string): Promise<void> {
  const server = await startPostgres()
  if ('skip' in server) throw new Error(server.skip)
  const database = await createPostgresDatabase(server.url)
  try {
    await withDataFolder(async (dataDir) => {
      const facts = await fill(dataDir, { DATABASE_URL: database.url })
      writeFolder(dataDir, target, facts)
      const dump = await dumpPostgres(server.url, database.url)
      writeFileSync(join(target, 'store.sql'), dump.replaceAll(dataDir, fixtureOrigin))
    })
  } finally {
    await database.drop()
    await server.stop()
  }
}

async function withDataFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-fixture-'))
  try {
    await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A real server of this version writes the data. */
async function fill(dataDir: string, environment: Record<string, string>): Promise<FixtureFacts> {
  makeShopFiles(dataDir)
  const server = await startServerProcess({ PARLANCE_DATA_DIR: dataDir, ...environment })
  try {
    const client = createHttpClient(server.url)
    const filled = await fillInstallation(client, dataDir)
    const names = Object.keys(filled.people).filter((name) => name !== 'eric') as (keyof People)[]
    const people = { ...filled.people }
    // Their permissions changed in the meantime, which ended the first sign-ins.
    for (const name of names) people[name] = await signIn(client, name)
    const answers = await recordAnswers(client, { ...filled, people })
    const { areas, databases } = filled
    return { version: productVersion, moment: new Date().toISOString(), areas, databases, answers }
  } finally {
    server.kill('SIGTERM')
    await server.exited
  }
}

function writeFolder(dataDir: string, target: string, facts: FixtureFacts): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'folder'), { recursive: true })
  for (const name of kept) cpSync(join(dataDir, name), join(target, 'folder', name), { recursive: true })
  const { answers, ...others } = facts
  // One line per answer, so that diffs are readable.
  const lines = [others, ...answers].map((value) => `${JSON.stringify(value).replaceAll(dataDir, fixtureOrigin)}\n`)
  writeFileSync(join(target, 'facts.ndjson'), lines.join(''))
}
