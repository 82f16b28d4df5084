import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfiguration, Upload, UploadPreview } from '@parlance/contract'
import { sql } from 'kysely'
import { createTestAppOver } from '../../../testing/test-app.ts'
import { createManagedApp, managementUrl } from '../../../testing/managed-app.ts'
import type { ManagedApp } from '../../../testing/managed-app.ts'
import { sendFiles, sendPiece } from '../../../testing/uploaded-files.ts'
import type { SentFile } from '../../../testing/uploaded-files.ts'

let app: ManagedApp
beforeAll(async () => {
  app = await createManagedApp(null)
})
afterAll(() => app.close())

const uploadsFolder = () => join(app.context.config.dataDir, 'uploads')
const folderOf = (id: string) => join(app.context.config.dataDir, 'connections', id)
const staged = () => (existsSync(uploadsFolder()) ? readdirSync(uploadsFolder()) : [])

const piece = (upload: Upload, file: number, offset: number, bytes: Buffer) =>
  sendPiece(app, upload, { file, offset, bytes })
const send = (files: SentFile[], replaces?: string) => sendFiles(app, files, replaces)
const read = (upload: Upload) => app.call(app.admin, 'POST', `uploads/${upload.id}/read`)
const createFrom = (upload: Upload, form: object) =>
  app.call(app.admin, 'POST', `uploads/${upload.id}/connection`, form)

function sqliteFile(name: string, statements: string[]): SentFile {
  const path = join(app.context.config.dataDir, name)
  const db = new DatabaseSync(path, { defensive: false })
  for (const statement of statements) db.exec(statement)
  db.close()
  return { name, bytes: readFileSync(path) }
}

async function lastSentence(action: string): Promise<string> {
  const page = await app.app.inject({ url: `/api/v1/audit?action=${action}`, headers: app.admin.headers })
  return page.json<{ records: { sentence: string }[] }>().records[0]?.sentence ?? ''
}

const orders = { name: 'order_items.csv', bytes: 'id,total,day\n1,12.50,2026-01-05\n2,3,2026-01-06\n' }
const customers = { name: 'customers.csv', bytes: 'name;city\nAda;Paris\nBob;Oslo\nEve;Rome\n' }

describe('CSV files', () => {
  test('become one tested database with a table each, which only its owner can read', async () => {
    const upload = await send([orders, customers])
    const preview = (await read(upload)).json<UploadPreview>()
    expect(preview).toMatchObject({ suggested_name: 'Order items', table_count: 2, warnings: [], changes: null })
    expect(preview.tables).toMatchObject([
      {
        name: 'order_items',
        file: 'order_items.csv',
        sheet: null,
        row_count: 2,
        is_counted: true,
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'total', type: 'REAL' },
          { name: 'day', type: 'DATE' },
        ],
      },
      { name: 'customers', file: 'customers.csv', row_count: 3 },
    ])
    const made = (await createFrom(upload, { name: 'Orders', visibility: 'public' })).json<DatabaseConfiguration>()
    expect(made).toMatchObject({
      name: 'Orders',
      db_type: 'sqlite',
      endpoint: null,
      is_valid: true,
      table_count: 2,
      uploaded_files: [
        { name: 'order_items.csv', size: orders.bytes.length },
        { name: 'customers.csv', size: customers.bytes.length },
      ],
    })
    expect(staged()).toEqual([])
    expect(readdirSync(folderOf(made.id))).toEqual(['database.sqlite'])
    expect(statSync(folderOf(made.id)).mode & 0o777).toBe(0o700)
    expect(await lastSentence('connection.upload')).toMatch(
      /uploaded order_items\.csv, customers\.csv as the connection Orders\.$/,
    )

    const again = (await read(await send([orders]))).json<UploadPreview>()
    expect(again.suggested_name).toBe('Order items')
    const colleague = await app.signIn('ADMIN')
    const taken = { name: 'order items', db_type: 'sqlite', database: app.file('taken.db'), visibility: 'public' }
    expect((await app.call(colleague, 'POST', 'configurations', taken)).statusCode).toBe(200)
    const third = (await read(await send([orders]))).json<UploadPreview>()
    expect(third.suggested_name).toBe('Order items 2')
  })

  test('are refused with the file and the line, and nothing of them stays', async () => {
    const before = staged()
    const broken = { name: 'broken.csv', bytes: 'a,b\n1,"open\n' }
    const refusal = await read(await send([customers, broken]))
    expect(refusal.statusCode).toBe(422)
    expect(refusal.json()).toMatchObject({ code: 'file_refused', file: 1 })
    expect(refusal.json<{ detail: string }>().detail).toMatch(
      /^broken\.csv: The file ends at line \d+ inside a quoted value/,
    )
    expect(staged()).toEqual(before)
  })
})

describe('a SQLite file', () => {
  test('is checked in another process and needs no write-ahead log', async () => {
    const file = sqliteFile('shop.db', [
      'pragma journal_mode = wal',
      'create table a (x text)',
      "insert into a values ('y')",
    ])
    const upload = await send([file])
    const preview = (await read(upload)).json<UploadPreview>()
    expect(preview.warnings).toMatchObject([{ values: { name: 'shop.db' } }])
    expect(preview.tables).toMatchObject([{ name: 'a', row_count: 1 }])
    const made = (await createFrom(upload, { name: 'Shop' })).json<DatabaseConfiguration>()
    expect(made.is_valid).toBe(true)
    expect(readdirSync(folderOf(made.id))).toEqual(['database.sqlite'])
  })

  test.each([
    ['damaged', /damaged/],
    ['empty', /has no tables/],
    ['elsewhere', /reads its rows from elsewhere/],
    ['other', /can't become a database/],
    ['mixed', /Upload a SQLite file alone/],
  ])('that is %s is refused in words', async (kind, text) => {
    const plain = () => sqliteFile(`${kind}.db`, ['create table a (x text)', "insert into a values ('y')"])
    const files: Record<string, () => SentFile[]> = {
      damaged: () => {
        const file = plain()
        return [{ ...file, bytes: Buffer.from(file.bytes).fill(7, 4096, 8192) }]
      },
      empty: () => [sqliteFile('empty.db', ['create table a (x)', 'drop table a'])],
      elsewhere: () => [
        sqliteFile('elsewhere.db', [
          'create table a (x)',
          'pragma writable_schema = on',
          "insert into sqlite_schema values ('table', 'v USING fts5', 'v USING fts5', 0, 'CREATE VIRTUAL TABLE \"v USING fts5\" USING csv(x)')",
        ]),
      ],
      other: () => [{ name: 'notes.pdf', bytes: '%PDF-1.7' }],
      mixed: () => [plain(), customers],
    }
    const refusal = await read(await send(files[kind]?.() ?? []))
    expect(refusal.statusCode).toBe(422)
    expect(refusal.json<{ detail: string }>().detail).toMatch(text)
  })
})

describe('the file of an uploaded database', () => {
  test('can be replaced, which shows what is missing and keeps the connection', async () => {
    const first = await send([orders, customers])
    await read(first)
    const made = (await createFrom(first, { name: 'Replaced' })).json<DatabaseConfiguration>()
    const newer = { name: 'order_items.csv', bytes: 'id,day\n1,2026-02-01\n' }
    const upload = await send([newer], made.id)
    const preview = (await read(upload)).json<UploadPreview>()
    expect(preview.changes).toEqual({
      missing_tables: ['customers'],
      added_tables: [],
      missing_columns: [{ table: 'order_items', columns: ['total'] }],
    })
    const replaced = await app.call(app.admin, 'PUT', `configurations/${made.id}/file`, { upload_id: upload.id })
    expect(replaced.json()).toMatchObject({ id: made.id, name: 'Replaced', is_valid: true, table_count: 1 })
    expect(await lastSentence('connection.replace-file')).toMatch(
      /replaced the file of .*Replaced with order_items\.csv\.$/,
    )
    const edited = await app.call(app.admin, 'PUT', `configurations/${made.id}`, { database: '/etc/passwd' })
    expect(edited.json()).toMatchObject({ detail: expect.stringContaining('replace them with other files') })
    const renamed = await app.call(app.admin, 'PUT', `configurations/${made.id}`, { name: 'Renamed' })
    expect(renamed.json()).toMatchObject({ name: 'Renamed', is_valid: true })
    const path = join(folderOf(made.id), 'database.sqlite')
    renameSync(path, `${path}.away`)
    const tested = await app.call(app.admin, 'POST', `configurations/${made.id}/test`)
    expect(tested.json()).toMatchObject({ success: false, message: expect.stringContaining('share one data folder') })
    renameSync(`${path}.away`, path)
    const stolen = await app.call(app.admin, 'POST', 'configurations', { name: 'S', db_type: 'sqlite', database: path })
    expect(stolen.json()).toMatchObject({ code: 'forbidden' })
  })

  test('is refused for a connection that names its own database', async () => {
    const { id } = await app.create({ name: 'Plain', db_type: 'sqlite', database: app.file('plain.sqlite') })
    const refusal = await app.call(app.admin, 'POST', 'uploads', { files: [{ name: 'a.csv', size: 1 }], replaces: id })
    expect(refusal.json()).toMatchObject({ code: 'conflict' })
  })
})

describe('an upload', () => {
  test('is limited in size, accepts no piece beyond it, and continues where it was interrupted', async () => {
    const most = app.context.config.uploadMaxBytes
    const large = await app.call(app.admin, 'POST', 'uploads', { files: [{ name: 'a.csv', size: most + 1 }] })
    expect(large.json()).toMatchObject({ code: 'payload_too_large', detail: expect.stringContaining('1,024 MB') })
    const upload = (
      await app.call(app.admin, 'POST', 'uploads', { files: [{ name: 'a.csv', size: 6 }] })
    ).json<Upload>()
    expect((await piece(upload, 0, 0, Buffer.from('1234567'))).json()).toMatchObject({ code: 'payload_too_large' })
    expect((await piece(upload, 0, 7, Buffer.from('1'))).statusCode).toBe(409)
    expect((await read(upload)).json()).toMatchObject({ code: 'bad_request' })
    expect((await piece(upload, 0, 0, Buffer.from('a\n1\n2\n'))).json()).toEqual({ received: 6 })
    expect((await piece(upload, 1, 0, Buffer.from('1'))).statusCode).toBe(404)
    expect((await read(upload)).statusCode).toBe(200)
  })

  test('keeps its files if the name is taken, so that another name can be tried', async () => {
    await app.create({ name: 'Taken', db_type: 'sqlite', database: app.file('taken.sqlite') })
    const upload = await send([customers])
    await read(upload)
    expect((await createFrom(upload, { name: 'taken' })).statusCode).toBe(409)
    const made = (await createFrom(upload, { name: 'Free' })).json<DatabaseConfiguration>()
    expect(made.is_valid).toBe(true)
    await app.call(app.admin, 'DELETE', `configurations/${made.id}`)
    expect(existsSync(folderOf(made.id))).toBe(false)
  })

  test('is read and made a database only once, also by two processes at once', async () => {
    const { store, config } = app.context
    const place = { store, dataDir: config.dataDir, databaseUrl: null, close: async () => undefined }
    const second = await createTestAppOver(place)
    const url = `${managementUrl}/uploads`
    const both = async (path: string, payload?: object) => {
      const request = { method: 'POST' as const, url: `${url}/${path}`, headers: app.admin.headers, payload }
      const answers = await Promise.all([app.app, second.app].map((each) => each.inject(request)))
      return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    }
    const upload = await send([orders])
    // The later one finds the files being read, or read.
    expect(await both(`${upload.id}/read`)).toEqual([200, expect.toBeOneOf([200, 409])])
    const [first, refused] = await both(`${upload.id}/connection`, { name: 'Once', visibility: 'private' })
    expect(first).toBe(200)
    expect([404, 409]).toContain(refused)
    const { rows } = await sql<{ id: string }>`select id from connections where name = 'Once'`.execute(store.db)
    expect(rows).toHaveLength(1)
    expect(readdirSync(folderOf(rows[0]?.id ?? ''))).toEqual(['database.sqlite'])
    await second.app.close()
  })

  test('can be read again after a process that was reading it ended', async () => {
    const upload = await send([orders])
    const folder = join(uploadsFolder(), upload.id)
    const lease = join(folder, 'reading.1')
    writeFileSync(lease, 'elsewhere:1:owner')
    writeFileSync(join(folder, 'database.sqlite'), 'a part')
    expect((await read(upload)).json()).toMatchObject({ code: 'conflict' })
    const before = new Date(Date.now() - 60_000)
    utimesSync(lease, before, before)
    expect((await read(upload)).json()).toMatchObject({ table_count: 1 })
    expect(readdirSync(folder).filter((name) => name.startsWith('reading'))).toEqual([])
  })

  test.skipIf(!existsSync('/dev/full'))('says that the disk is full while it is read, and leaves nothing', async () => {
    const upload = await send([orders])
    // Every write to this device fails like one to a full disk.
    symlinkSync('/dev/full', join(uploadsFolder(), upload.id, 'database.sqlite'))
    expect((await read(upload)).json()).toMatchObject({
      code: 'storage_full',
      detail: 'The server is out of disk space. Free some space and try again.',
    })
    expect(staged()).not.toContain(upload.id)
    expect((await read(await send([orders]))).statusCode).toBe(200)
  })

  test.skipIf(!existsSync('/dev/full'))('says that the disk is full, and keeps what has arrived', async () => {
    const started = await app.call(app.admin, 'POST', 'uploads', { files: [{ name: 'a.csv', size: 4 }] })
    const upload = started.json<Upload>()
    const part = join(uploadsFolder(), upload.id, '0.part')
    // Every write to this device fails like one to a full disk.
    symlinkSync('/dev/full', part)
    expect((await piece(upload, 0, 0, Buffer.from('a\n1\n'))).json()).toMatchObject({ code: 'storage_full' })
    rmSync(part)
    expect((await piece(upload, 0, 0, Buffer.from('a\n1\n'))).json()).toEqual({ received: 4 })
    expect((await read(upload)).statusCode).toBe(200)
  })

  test('is removed when it is discarded, when no one continues it, and when its owner starts many', async () => {
    const upload = await send([customers])
    await app.call(app.admin, 'DELETE', `uploads/${upload.id}`)
    expect(staged()).not.toContain(upload.id)
    const idle = await send([customers])
    const before = new Date(Date.now() - 2 * 60 * 60_000)
    const folder = join(uploadsFolder(), idle.id)
    for (const name of ['.', ...readdirSync(folder)]) utimesSync(join(folder, name), before, before)
    await app.services.connections.uploads.removeIdle()
    expect(staged()).not.toContain(idle.id)
    for (let count = 0; count < 5; count += 1) await send([customers])
    expect(staged()).toHaveLength(3)
  })
})
