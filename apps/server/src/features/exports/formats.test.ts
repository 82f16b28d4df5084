import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileWorld, testPrincipal, type FileWorld } from '../../testing/file-turn.ts'
import { streamWriters, type StreamFormat } from './formats.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

async function write(
  format: StreamFormat,
  sql: string,
  { maxRows = null, readsExecutedSql = false }: { maxRows?: number | null; readsExecutedSql?: boolean } = {},
): Promise<string> {
  const place = { principal: testPrincipal, connectionId: 'c1', areaId: null }
  const query = await world.door.run({ ...place, sql, purpose: 'export', limits: { maxRows } })
  let text = ''
  for await (const piece of streamWriters[format].write(query, { sql, readsExecutedSql })) text += piece
  return text
}

const people = 'SELECT id, name, email FROM customers ORDER BY id'

test('writes CSV with a mark, a header, and an empty cell for NULL', async () => {
  expect(await write('csv', people)).toBe(
    '\uFEFFid,name,email\r\n1,Ana,ana@example.test\r\n2,Ben,ben@example.test\r\n3,Cem,\r\n',
  )
})

test('distinguishes columns of the same name with one object per line', async () => {
  const lines = (await write('ndjson', 'SELECT id, name AS id FROM customers ORDER BY 1')).trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({ id: 1, id_2: 'Ana' })
  expect(lines).toHaveLength(3)
})

test('never replaces a real column with the number of a repeated name', async () => {
  const sql = 'SELECT id, id + 10 AS id, name AS id_2 FROM customers ORDER BY 1'
  const lines = (await write('ndjson', sql)).trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({ id: 1, id_3: 11, id_2: 'Ana' })
})

test('writes the documented JSON as one valid object, also without rows', async () => {
  const whole = JSON.parse(await write('json', people)) as Record<string, unknown>
  expect(whole).toMatchObject({ query: people, row_count: 3, truncated: false })
  const none = JSON.parse(await write('json', `SELECT id FROM customers WHERE id > 99`)) as Record<string, unknown>
  expect(none).toMatchObject({ results: [], row_count: 0 })
})

test('includes how the SQL reads in the documented JSON, and the executed SQL only for users who may see it', async () => {
  expect(JSON.parse(await write('json', people))).toMatchObject({ executed_sql: null })
  expect(JSON.parse(await write('json', people, { readsExecutedSql: true }))).toMatchObject({
    display_sql: expect.stringContaining('FROM\n  customers'),
    executed_sql: expect.stringContaining('customers'),
    database_ms: expect.any(Number),
  })
})

test('fails a file that would be cut, and marks JSON as cut', async () => {
  await expect(write('csv', people, { maxRows: 2 })).rejects.toMatchObject({ code: 'result_too_large' })
  await expect(write('ndjson', people, { maxRows: 2 })).rejects.toMatchObject({ code: 'result_too_large' })
  expect(JSON.parse(await write('json', people, { maxRows: 2 }))).toMatchObject({ row_count: 2, truncated: true })
})
