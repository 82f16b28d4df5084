import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { collect, failureOf, readAll, unlimited } from '../testing/read.ts'
import { sqliteDriver } from './driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-file-'))
const path = join(folder, 'file.db')

beforeEach(() => makeDatabase(path, 'first'))
afterAll(() => rmSync(folder, { recursive: true }))

function makeDatabase(file: string, word: string): void {
  rmSync(file, { force: true })
  const db = new DatabaseSync(file)
  db.exec('CREATE TABLE words (word TEXT)')
  db.prepare('INSERT INTO words VALUES (?)').run(word)
  db.close()
}

describe('a database file', () => {
  it('R17 treats a URI or :memory: as a plain path', async () => {
    for (const database of [`file:${path}?mode=rwc`, ':memory:', 'file::memory:', `file:${folder}/made.db?mode=rwc`]) {
      expect((await failureOf(() => sqliteDriver.connect({ database }))).kind).toBe('unreachable')
    }
    expect(existsSync(join(folder, 'made.db'))).toBe(false)
  })

  it('R17 does not open a device or a socket', async (test) => {
    if (process.platform === 'win32') test.skip('no sockets in the file system')
    const socket = join(folder, 'socket')
    const server = createServer().listen(socket)
    await once(server, 'listening')
    for (const database of [socket, '/dev/zero']) {
      expect((await failureOf(() => sqliteDriver.connect({ database }))).kind).toBe('unsupported')
    }
    server.close()
  })

  it('lists only unique keys on plain columns of the whole table', async () => {
    const db = new DatabaseSync(path)
    db.exec(`CREATE TABLE people (id INTEGER PRIMARY KEY, mail TEXT UNIQUE, first TEXT, last TEXT, code TEXT);
      CREATE UNIQUE INDEX by_name ON people (last, first);
      CREATE UNIQUE INDEX by_code ON people (code) WHERE code > 'a';
      CREATE UNIQUE INDEX by_form ON people (lower(code));
      CREATE INDEX plain ON people (first);
      CREATE TABLE keyed (code TEXT PRIMARY KEY)`)
    db.close()
    const connection = await sqliteDriver.connect({ database: path })
    const tables = await collect(connection.introspect())
    await connection.close()
    const keys = tables.map(({ name, uniqueKeys }) => [name, uniqueKeys?.toSorted()])
    expect(keys).toEqual([
      ['words', undefined],
      ['people', [['last', 'first'], ['mail']]],
      ['keyed', undefined],
    ])
  })

  it('R17 never changes a file by querying it, and creates no journal', async () => {
    const before = readFileSync(path)
    const connection = await sqliteDriver.connect({ database: path })
    await connection.test(() => {})
    await collect(connection.introspect())
    await readAll(connection, 'SELECT * FROM words')
    await connection.close()
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(existsSync(`${path}-journal`) || existsSync(`${path}-wal`)).toBe(false)
  })

  it('reports a file that another program has locked', async () => {
    const connection = await sqliteDriver.connect({ database: path })
    const writer = new DatabaseSync(path)
    writer.exec('BEGIN EXCLUSIVE')
    const options = { timeoutMs: 100, maxRows: null, maxBytes: null }
    const error = await failureOf(() => readAll(connection, 'SELECT * FROM words', [], options))
    expect(error.kind).toBe('timeout')
    writer.exec('ROLLBACK')
    writer.close()
    expect((await readAll(connection, 'SELECT * FROM words')).rows).toEqual([['first']])
    await connection.close()
  })

  it('reads a replaced file again', async () => {
    const connection = await sqliteDriver.connect({ database: path })
    expect((await readAll(connection, 'SELECT * FROM words')).rows).toEqual([['first']])
    makeDatabase(`${path}.new`, 'second')
    renameSync(`${path}.new`, path)
    expect((await readAll(connection, 'SELECT * FROM words')).rows).toEqual([['second']])
    rmSync(path)
    const error = await failureOf(() => readAll(connection, 'SELECT * FROM words'))
    expect([error.kind, error.message]).toEqual(['unreachable', `There is no database file at ${path}.`])
    await connection.close()
  })

  it('reports a damaged file, and the next query works', async () => {
    const damaged = join(folder, 'damaged.db')
    const content = readFileSync(path)
    writeFileSync(damaged, content.fill(7, 4096))
    const connection = await sqliteDriver.connect({ database: damaged })
    const error = await failureOf(() => readAll(connection, 'SELECT * FROM words'))
    expect(error.message).toMatch(/damaged or changed/)
    copyFileSync(path, damaged)
    expect((await readAll(connection, 'SELECT * FROM words')).rows).toEqual([['first']])
    await connection.close()
  })

  it('opens an empty file as a database without tables', async () => {
    const empty = join(folder, 'empty.db')
    writeFileSync(empty, '')
    const connection = await sqliteDriver.connect({ database: empty })
    expect((await connection.test(() => {})).tableCount).toBe(0)
    expect(await collect(connection.introspect())).toEqual([])
    await connection.close()
  })

  it('reads a read-only file, even in WAL mode in a read-only folder', async () => {
    const sealed = join(folder, 'sealed')
    mkdirSync(sealed)
    const file = join(sealed, 'wal.db')
    const writer = new DatabaseSync(file)
    writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('kept')")
    writer.close()
    chmodSync(file, 0o444)
    chmodSync(sealed, 0o555)
    const connection = await sqliteDriver.connect({ database: file })
    expect((await readAll(connection, 'SELECT * FROM words')).rows).toEqual([['kept']])
    await connection.close()
    chmodSync(sealed, 0o755)
  })

  it('reads values of any type from a column of any type', async () => {
    const db = new DatabaseSync(path)
    db.exec(
      "CREATE TABLE mixed (v INTEGER); INSERT INTO mixed VALUES (1), ('two'), (3.5), (x'04'), (NULL), (9007199254740993)",
    )
    db.close()
    const connection = await sqliteDriver.connect({ database: path })
    const { rows } = await readAll(connection, 'SELECT v FROM mixed ORDER BY rowid')
    expect(rows).toEqual([[1], ['two'], [3.5], ['\\x04'], [null], ['9007199254740993']])
    await connection.close()
  })

  it('R03 lists hostile names, and as many columns as the engine allows', async () => {
    const names = ['select', 'a.b', "it's", 'quo"te', 'Ünïcødé 表', 'new\nline', '%_', ' lead', '[x]']
    const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
    const db = new DatabaseSync(path)
    for (const name of names) db.exec(`CREATE TABLE ${quote(name)} (${quote(name)} INTEGER)`)
    const wide = Array.from({ length: 2000 }, (_, index) => `c${index}`)
    db.exec(`CREATE TABLE wide (${wide.join(', ')}); INSERT INTO wide (c0) VALUES (1)`)
    db.close()
    const connection = await sqliteDriver.connect({ database: path })
    const tables = await collect(connection.introspect())
    expect(tables.slice(1, -1).map(({ name, columns }) => [name, columns[0]?.name])).toEqual(
      names.map((name) => [name, name]),
    )
    for (const name of names) {
      const readable = [{ schema: null, table: name, columns: [name] }]
      const sql = `SELECT ${quote(name)} FROM ${quote(name)}`
      expect((await readAll(connection, sql, [], { ...unlimited, readable })).columns).toEqual([name])
      const others = [{ schema: null, table: 'words', columns: null }]
      const refused = failureOf(() => readAll(connection, sql, [], { ...unlimited, readable: others }))
      expect((await refused).kind).toBe('permission')
    }
    expect(tables.at(-1)?.columns.map((column) => column.name)).toEqual(wide)
    expect((await readAll(connection, 'SELECT * FROM wide')).rows[0]).toHaveLength(2000)
    await connection.close()
  })

  it('gives a consistent answer while the file is written in WAL mode', async () => {
    const writer = new DatabaseSync(path)
    writer.exec('PRAGMA journal_mode = WAL')
    const connection = await sqliteDriver.connect({ database: path })
    writer.exec("INSERT INTO words VALUES ('more')")
    expect((await readAll(connection, 'SELECT count(*) FROM words')).rows).toEqual([[2]])
    await connection.close()
    writer.close()
  })
})

describe('the process that reads a database file', () => {
  it('has no secrets in its environment, and ends with the server even in the middle of a statement', async (test) => {
    if (process.platform !== 'linux') test.skip('reads the process table of Linux')
    const driver = new URL('./driver.ts', import.meta.url).href
    const script = `
      const { sqliteDriver } = await import(${JSON.stringify(driver)})
      const connection = await sqliteDriver.connect({ database: ${JSON.stringify(path)} })
      const endless = 'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r'
      connection.query(endless, [], { timeoutMs: 60000, maxRows: null, maxBytes: null }).catch(() => {})
      setTimeout(() => console.log('running'), 200)`
    const server = spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      script,
    ])
    await new Promise((resolve) => server.stdout.once('data', resolve))
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ')
    expect(children.length).toBeGreaterThan(0)
    for (const pid of children) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('secret')
    server.kill('SIGKILL')
    await expect.poll(() => children.filter(isRunning)).toEqual([])
  })
})

function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
