import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileWorld, testPrincipal, type FileWorld } from '../../testing/file-turn.ts'
import { envelopeWriter, streamWriters, type StreamFormat } from './formats.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

async function write(
  format: StreamFormat | 'envelope',
  sql: string,
  { maxRows = null, readsExecutedSql = false }: { maxRows?: number | null; readsExecutedSql?: boolean } = {},
): Promise<string> {
  const place = { principal: testPrincipal, connectionId: 'c1', areaId: null }
  const query = await world.door.run({ ...place, sql, purpose: 'export', limits: { maxRows } })
  let text = ''
  const writer = format === 'envelope' ? envelopeWriter : streamWriters[format]
  for await (const piece of writer.write(query, { sql, readsExecutedSql })) text += piece
  return text
}

const people = 'SELECT id, name, email FROM customers ORDER BY id'

test('writes CSV with a mark, a header, and an empty cell for NULL', async () => {
  expect(await write('csv', people)).toBe(
    '\uFEFFid,name,email\r\n1,Ana,ana@example.test\r\n2,Ben,ben@example.test\r\n3,Cem,\r\n',
  )
})

test('writes JSON as an array of objects, and JSON Lines as the same objects', async () => {
  const sql = 'SELECT id, name AS id, 9007199254740993 AS "2025" FROM customers ORDER BY 1 LIMIT 2'
  const first = '{"id":1,"id_2":"Ana","2025":"9007199254740993"}'
  const second = '{"id":2,"id_2":"Ben","2025":"9007199254740993"}'
  expect(await write('json', sql)).toBe(`[\n${first},\n${second}\n]\n`)
  expect(await write('ndjson', sql)).toBe(`${first}\n${second}\n`)
  expect(await write('json', `SELECT id FROM customers WHERE id > 99`)).toBe('[]\n')
})

test('never replaces a real column with the number of a repeated name', async () => {
  const sql = 'SELECT id, id + 10 AS id, name AS id_2 FROM customers ORDER BY 1'
  const lines = (await write('ndjson', sql)).trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({ id: 1, id_3: 11, id_2: 'Ana' })
})

test('writes the answer of the API as one valid object, also without rows', async () => {
  const whole = JSON.parse(await write('envelope', people)) as Record<string, unknown>
  expect(whole).toMatchObject({ query: people, row_count: 3, truncated: false })
  const none = JSON.parse(await write('envelope', `SELECT id FROM customers WHERE id > 99`)) as Record<string, unknown>
  expect(none).toMatchObject({ results: [], row_count: 0 })
})

test('includes how the SQL reads in the answer of the API, and the executed SQL only for users who may see it', async () => {
  expect(JSON.parse(await write('envelope', people))).toMatchObject({ executed_sql: null })
  expect(JSON.parse(await write('envelope', people, { readsExecutedSql: true }))).toMatchObject({
    display_sql: expect.stringContaining('FROM\n  customers'),
    executed_sql: expect.stringContaining('customers'),
    database_ms: expect.any(Number),
  })
})

test('fails a file that would be cut, and marks the answer of the API as cut', async () => {
  await expect(write('csv', people, { maxRows: 2 })).rejects.toMatchObject({ code: 'result_too_large' })
  await expect(write('json', people, { maxRows: 2 })).rejects.toMatchObject({ code: 'result_too_large' })
  await expect(write('ndjson', people, { maxRows: 2 })).rejects.toMatchObject({ code: 'result_too_large' })
  expect(JSON.parse(await write('envelope', people, { maxRows: 2 }))).toMatchObject({ row_count: 2, truncated: true })
})
