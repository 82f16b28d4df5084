import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection, ReadableObject } from '../contract.ts'
import { failureOf, readAll } from '../testing/read.ts'
import { sqliteDriver } from './driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-wall-'))
const path = join(folder, 'wall.db')
let connection: Connection

beforeAll(async () => {
  const db = new DatabaseSync(path)
  db.exec(`
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER);
    CREATE TABLE secrets (word TEXT);
    CREATE TABLE pages (path TEXT PRIMARY KEY, hits INTEGER) WITHOUT ROWID;
    CREATE VIEW names AS SELECT name FROM people WHERE salary > 10;
    CREATE VIEW outer_names AS SELECT upper(name) AS name FROM names;
    CREATE VIEW one_each AS SELECT 1 AS one FROM people;
    CREATE VIEW secret_view AS SELECT word FROM secrets;
    CREATE VIRTUAL TABLE notes USING fts5(body);
    INSERT INTO people VALUES (1, 'Ada', 100), (2, 'Bob', 5);
    INSERT INTO secrets VALUES ('canary');
    INSERT INTO notes VALUES ('hello world');
  `)
  db.close()
  connection = await sqliteDriver.connect({ database: path })
})
afterAll(async () => {
  await connection.close()
  rmSync(folder, { recursive: true })
})

const object = (table: string, columns: string[] | null = null): ReadableObject => ({ schema: null, table, columns })
const run = (sql: string, readable?: ReadableObject[]) =>
  readAll(connection, sql, [], { timeoutMs: 5000, maxRows: null, maxBytes: null, readable })

describe('the second wall', () => {
  const people = object('people', ['id', 'name'])

  const allowed: [string, ReadableObject[]][] = [
    ['SELECT 1', []],
    ['SELECT name FROM people', [people]],
    ['SELECT NAME FROM "People" AS p', [object('PEOPLE', ['Name'])]],
    ['SELECT count(*) FROM people', [people]],
    ['SELECT * FROM people', [object('people')]],
    ['SELECT * FROM (SELECT id FROM people) AS p', [people]],
    ['WITH p AS (SELECT id FROM people) SELECT count(*) FROM p', [people]],
    ['WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 3) SELECT count(*) FROM r', []],
    ["SELECT value FROM json_each('[1, 2]')", []],
    ['SELECT name FROM names', [object('names')]],
    ['SELECT count(*) FROM names', [object('names')]],
    ['SELECT name FROM outer_names', [object('outer_names', ['name'])]],
    ['SELECT count(*) FROM one_each', [object('one_each')]],
    ["SELECT body FROM notes WHERE notes MATCH 'hello'", [object('notes')]],
    ['SELECT sum(hits) FROM pages', [object('pages')]],
  ]
  for (const [sql, readable] of allowed) {
    it(`lets through what was proven: ${sql}`, async () => {
      await expect(run(sql, readable)).resolves.toBeDefined()
    })
  }

  const refused: [string, ReadableObject[]][] = [
    ['SELECT salary FROM people', [people]],
    ['SELECT * FROM people', [people]],
    ['SELECT name FROM people WHERE salary > 1', [people]],
    ['SELECT name FROM people ORDER BY salary', [people]],
    ['SELECT count(*) FROM secrets', [people]],
    ['SELECT 1 FROM secrets', [people]],
    ['SELECT name FROM people WHERE EXISTS (SELECT 1 FROM secrets)', [people]],
    ["SELECT name FROM people WHERE 'canary' IN secrets", [people]],
    ['SELECT name FROM people NATURAL JOIN secrets', [people]],
    ['WITH p AS (SELECT word FROM secrets) SELECT * FROM p', [people]],
    ['WITH people AS (SELECT word AS name FROM secrets) SELECT name FROM people', [people]],
    ['WITH names AS (SELECT salary, word FROM people, secrets) SELECT * FROM names', [object('names')]],
    ['SELECT * FROM secret_view', [people]],
    ['SELECT count(*) FROM secret_view', [people]],
    ['SELECT name FROM people', [object('names')]],
    ['SELECT id FROM people', [object('names')]],
    ['SELECT sql FROM sqlite_schema', [people]],
    ['SELECT sql FROM sqlite_master', [people]],
    ["SELECT * FROM pragma_table_info('people')", [people]],
    ['SELECT * FROM pragma_table_list', [people]],
    ['SELECT * FROM dbstat', [people]],
    ['SELECT rowid FROM pages', [people]],
    ['SELECT c0 FROM notes_content', [people]],
  ]
  for (const [sql, readable] of refused) {
    it(`R04 refuses what was not proven: ${sql}`, async () => {
      const error = await failureOf(() => run(sql, readable))
      expect(['permission', 'missing-object']).toContain(error.kind)
      expect(error.message).not.toContain('canary')
    })
  }

  it('R06 refuses raw pages and extensions even without a list of reads', async () => {
    for (const sql of [
      'SELECT data FROM sqlite_dbpage',
      "SELECT load_extension('x')",
      "SELECT fts3_tokenizer('simple')",
    ]) {
      expect(['permission', 'missing-object']).toContain((await failureOf(() => run(sql))).kind)
    }
  })

  it('forgets the list of one query before the next', async () => {
    await failureOf(() => run('SELECT word FROM secrets', [people]))
    expect((await run('SELECT word FROM secrets')).rows).toEqual([['canary']])
    await failureOf(() => run('SELECT word FROM secrets', [people]))
  })
})

describe('parlance_hash', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

  it('returns the first 16 hex digits of SHA-256 of salt and value, and NULL for NULL', async () => {
    const { rows } = await run(
      "SELECT parlance_hash('salt', 'ada@example.com'), parlance_hash('salt', 42), parlance_hash('s', NULL)",
    )
    expect(rows).toEqual([[hash('saltada@example.com'), hash('salt42'), null]])
    expect((await run("SELECT parlance_hash('s', 9007199254740993)")).rows).toEqual([[hash('s9007199254740993')]])
  })
})
