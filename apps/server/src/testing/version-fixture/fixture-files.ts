import { cpSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storePath } from '../../store/open-store.ts'
import type { Filled } from './fill.ts'
import type { RecordedAnswer } from './record.ts'

/** Where the fixtures' data folders were, as their connections name it. */
export const fixtureOrigin = '/var/lib/parlance'

export const fixturesFolder = join(import.meta.dirname, '../../store/__fixtures__')

/** The versions that have fixtures, for example `1.1`. */
export const fixtureVersions = readdirSync(fixturesFolder).filter((name) => /^\d+\.\d+$/.test(name))

/** Facts about a fixture that its data doesn't show. */
export interface FixtureFacts extends Pick<Filled, 'areas' | 'databases'> {
  version: string
  /** When it was created. A server that opens it uses this as its clock, because the license expires. */
  moment: string
  answers: RecordedAnswer[]
}

/** Copies the SQLite data folder of a version; its files are found in their new place. */
export function copyOfVersion(version: string, folder: string): FixtureFacts {
  const facts = copyFolder(join(fixturesFolder, version, 'sqlite'), folder)
  const store = new DatabaseSync(storePath(folder))
  store.prepare('update connections set config = replace(config, ?, ?)').run(fixtureOrigin, folder)
  store.close()
  return facts
}

/** Copies the data folder of a version's PostgreSQL store. `sql` creates that store in an empty database. */
export function copyOfPostgresVersion(version: string, folder: string): FixtureFacts & { sql: string } {
  const source = join(fixturesFolder, version, 'postgresql')
  const facts = copyFolder(source, folder)
  return { ...facts, sql: readFileSync(join(source, 'store.sql'), 'utf8').replaceAll(fixtureOrigin, folder) }
}

function copyFolder(source: string, folder: string): FixtureFacts {
  cpSync(join(source, 'folder'), folder, { recursive: true })
  const [others, ...answers] = readFileSync(join(source, 'facts.ndjson'), 'utf8')
    .replaceAll(fixtureOrigin, folder)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  return { ...(others as Omit<FixtureFacts, 'answers'>), answers: answers as RecordedAnswer[] }
}
