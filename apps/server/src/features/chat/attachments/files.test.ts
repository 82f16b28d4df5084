import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAskingApp, readEvents, type AskingApp } from '../../../testing/asking-app.ts'
import { describeStores } from '../../../testing/test-store.ts'
import {
  documentedApp,
  documentedClient,
  type Answer,
  type DocumentedClient,
  type DocumentedEvent,
} from '../../../testing/documented-client.ts'
import { base64, workbook } from '../../../testing/files.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

let app: AskingApp
let url: string
let ada: SignedInUser
let client: DocumentedClient
let sessionId: string

const sales = base64('Region,Amount,Sold on\r\nNorth,10,2026-01-02\r\nSouth,20.5,2026-02-03\r\nNorth,30,2026-03-04\r\n')
const salesFile = { inlineData: { data: sales, mimeType: 'text/csv', displayName: 'Sales 2026.csv' } }

beforeAll(async () => {
  app = await createAskingApp({ provider: 'builtin', model: 'builtin' })
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.signIn('GENERAL')
  client = clientOf(ada)
  sessionId = (await client.createSession({})).id
})

function clientOf(user: SignedInUser): DocumentedClient {
  return documentedClient(url, { userId: user.user.id, token: user.headers.authorization })
}

const sessionUrl = (id = sessionId) => `/apps/${documentedApp}/users/${ada.user.id}/sessions/${id}`
const events = (answer: Answer) => answer.json as DocumentedEvent[]

/** Returns the answer of the turn's last tool, whose rows the user sees. */
function resultOf(answer: Answer): Record<string, unknown> | undefined {
  const parts = events(answer).flatMap((event) => event.content?.parts ?? [])
  return parts.findLast((part) => part.functionResponse)?.functionResponse?.response
}

const folderOf = (id: string) => join(app.context.config.dataDir, 'conversations', id)

describe('CH-203 a table that comes with a question', () => {
  test.each([
    ['inlineData', salesFile],
    ['inline_data', { inline_data: { data: sales, mime_type: 'text/csv', display_name: 'Sales 2026.csv' } }],
    ['a flat part', { data: sales, mimeType: 'text/csv', name: 'Sales 2026.csv' }],
  ])('answers questions about the columns of %s', async (_, part) => {
    const answer = await client.run(sessionId, [{ text: 'What is the total amount by region?' }, part])
    expect(answer.status).toBe(200)
    expect(events(answer)[0]).toMatchObject({ attachments: [{ name: 'Sales 2026.csv', type: 'text/csv' }] })
    expect(resultOf(answer)).toMatchObject({ success: true, row_count: 2 })
    expect(JSON.stringify(resultOf(answer)?.['results'])).toContain('["North",40]')
  })

  test('uses an attached table for the next questions too, until the database is chosen again', async () => {
    await client.run(sessionId, [{ text: 'What is the total amount by region?' }, salesFile])
    const again = await client.run(sessionId, [{ text: 'What is the average amount?' }])
    expect(JSON.stringify(resultOf(again)?.['results'])).toContain('20.16')
    expect(resultOf(again)?.['source_name']).toBe('Sales 2026.csv')
    const state = (await client.call('GET', sessionUrl())).json as { state: Record<string, unknown> }
    const fileId = state.state['app:asked_file']
    expect(fileId).toEqual(expect.any(String))
    const back = await client.call('PATCH', sessionUrl(), { state_delta: { 'app:asked_file': null } })
    expect(back.json).not.toHaveProperty('state.app:asked_file')
    const orders = await client.run(sessionId, [{ text: 'How many orders are there?' }])
    expect(JSON.stringify(resultOf(orders)?.['results'])).toMatch(/^\[\[\d{4,}\]\]$/)
    const chosen = await client.call('PATCH', sessionUrl(), { state_delta: { 'app:asked_file': fileId } })
    expect(chosen.json).toMatchObject({ state: { 'app:asked_file': fileId } })
  })

  test('streams the steps of an answer about a file to a client that accepts an event stream', async () => {
    const newMessage = { role: 'user', parts: [{ text: 'What is the total amount by region?' }, salesFile] }
    const answer = await app.app.inject({
      method: 'POST',
      url: '/run',
      headers: { ...ada.headers, accept: 'text/event-stream' },
      payload: { appName: documentedApp, userId: ada.user.id, sessionId, newMessage },
    })
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const streamed = readEvents(answer.body)
    expect(streamed[0]).toMatchObject({ seq: 1, attachments: [{ name: 'Sales 2026.csv', type: 'text/csv' }] })
    expect(streamed.at(-1)).toMatchObject({ type: 'final', final: true })
  })

  test('adds no database to the conversation that its owner may not use', async () => {
    const newMessage = { role: 'user', parts: [{ text: 'What is the total amount by region?' }, salesFile] }
    for (const path of ['/run', '/api/v1/custom_run_sse']) {
      const answer = await client.call('POST', path, {
        appName: documentedApp,
        userId: ada.user.id,
        sessionId,
        newMessage,
        databaseConfigId: 'nowhere',
      })
      expect(answer).toMatchObject({ status: 404, json: { code: 'connection_not_found' } })
    }
    expect((await client.call('GET', sessionUrl())).json).toMatchObject({ events: [], database_config_id: null })
  })

  test('shows the rows of a table without a question', async () => {
    const answer = await client.run(sessionId, [salesFile])
    expect(resultOf(answer)).toMatchObject({ success: true, row_count: 3 })
  })

  test('makes a table of each sheet of an Excel file, and joins them', async () => {
    const data = workbook({
      Customers: [
        ['Id', 'Name'],
        [1, 'Ana'],
        [2, 'Ben'],
      ],
      Orders: [
        ['Order', 'Customer Id', 'Total'],
        [10, 1, 5.5],
        [11, 1, 4.5],
        [12, 2, 7],
      ],
    }).toString('base64')
    const answer = await client.run(sessionId, [
      { text: 'Show customers' },
      { inlineData: { data, displayName: 'shop.xlsx' } },
    ])
    expect(resultOf(answer)).toMatchObject({ success: true, row_count: 2 })
    const sql_query =
      'SELECT name, SUM(total) AS total FROM customers JOIN orders ON orders.customer_id = customers.id GROUP BY name ORDER BY 1'
    const all = await client.call('POST', '/api/v1/query/full-results', { sql_query, session_id: sessionId })
    expect(all.json).toMatchObject({
      results: [
        ['Ana', 10],
        ['Ben', 7],
      ],
    })
  })

  test("keeps a file's rows in the conversation, so full results find them by turn even with another database", async () => {
    await client.run(sessionId, [{ text: 'Show sales 2026' }, salesFile], { turnId: `turn-${sessionId}` })
    await client.call('PATCH', sessionUrl(), { state_delta: { 'app:asked_file': null } })
    const sql_query = 'SELECT region FROM sales_2026 ORDER BY 1'
    const found = await client.call('POST', '/api/v1/query/full-results', { sql_query, turn_id: `turn-${sessionId}` })
    expect(found.json).toMatchObject({ results: [['North'], ['North'], ['South']] })
    expect((await client.call('POST', '/api/v1/query/full-results', { sql_query, session_id: sessionId })).status).toBe(
      422,
    )
  })

  test('treats formulas in a file as text, and allows only one SELECT', async () => {
    const data = base64('Name,Note\nA,"=HYPERLINK(""http://x"")"\n')
    await client.run(sessionId, [{ inlineData: { data, displayName: 'f.csv' } }])
    const ask = (sql_query: string) =>
      client.call('POST', '/api/v1/query/full-results', { sql_query, session_id: sessionId })
    expect((await ask('SELECT note FROM f')).json).toMatchObject({ results: [['=HYPERLINK("http://x")']] })
    for (const sql of ['DROP TABLE f', "ATTACH 'x' AS y", 'SELECT * FROM sqlite_schema', 'SELECT 1; DELETE FROM f']) {
      expect((await ask(sql)).status).toBe(422)
    }
  })
})

describe('R11 R17 a file belongs to its conversation and its user', () => {
  async function fileId(): Promise<string> {
    await client.run(sessionId, [salesFile])
    const { json } = await client.call('GET', sessionUrl())
    return String((json as { state: Record<string, unknown> }).state['app:asked_file'])
  }

  test('hides a file from every list of databases, and lets no one else select, change or find it', async () => {
    const id = await fileId()
    const admin = clientOf(await app.signIn('ADMIN'))
    const base = '/api/v1/database-management/configurations'
    for (const each of [client, admin]) {
      expect(JSON.stringify((await each.call('GET', base)).json)).not.toContain(id)
      expect((await each.call('POST', `${base}/set-active`, { config_id: id })).status).toBe(404)
    }
    const body = { sql_query: 'SELECT * FROM sales_2026', database_config_id: id }
    expect((await admin.call('POST', '/api/v1/query/full-results', body)).status).toBe(404)
    expect((await admin.call('GET', `${base}/${id}`)).status).toBe(404)
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/access'],
    ] as const) {
      expect((await admin.call(method, `${base}/${id}${path}`, method === 'PUT' ? {} : undefined)).status).toBe(404)
    }
  })

  test("refuses a conversation's file as the file of a user's own database", async () => {
    const id = await fileId()
    const admin = clientOf(await app.signIn('ADMIN'))
    const database = join(folderOf(sessionId), `${id}.sqlite`)
    expect(existsSync(database)).toBe(true)
    const form = { name: 'Mine', db_type: 'sqlite', database, visibility: 'private' }
    expect((await admin.call('POST', '/api/v1/database-management/configurations', form)).status).toBe(403)
  })

  test('refuses a file in another user’s conversation', async () => {
    const id = await fileId()
    const other = (await client.createSession({})).id
    const patch = await client.call('PATCH', sessionUrl(other), { state_delta: { 'app:asked_file': id } })
    expect(patch.status).toBe(404)
  })

  test('deletes a file when its conversation is deleted, cleared or reset', async () => {
    const admin = clientOf(await app.signIn('ADMIN'))
    const ends = [
      () => client.call('DELETE', sessionUrl()),
      () => client.call('POST', '/api/v1/sessions/clear-all'),
      () => admin.call('DELETE', '/api/v1/admin/sessions/reset?filter=all'),
    ]
    for (const end of ends) {
      sessionId = (await client.createSession({})).id
      const id = await fileId()
      expect(readdirSync(folderOf(sessionId)).length).toBe(2)
      await end()
      expect(existsSync(folderOf(sessionId))).toBe(false)
      const left = await app.context.store.db.selectFrom('connections').select('id').where('id', '=', id).execute()
      expect(left).toEqual([])
    }
  })
})

describe('CH-204 artifacts', () => {
  test('lists artifacts by name and returns them as they were sent, as a download that no page can run', async () => {
    const html = base64('<script>alert(1)</script>,b\n1,2\n')
    await client.run(sessionId, [
      salesFile,
      { inlineData: { data: html, displayName: '../../Ünï"x\r\nset-cookie: a.csv' } },
    ])
    const names = (await client.call('GET', `${sessionUrl()}/artifacts`)).json as string[]
    expect(names.toSorted()).toEqual(['Sales 2026.csv', 'Ünï_x_set-cookie_ a.csv'].toSorted())
    for (const end of ['', '/']) {
      const blob = await client.call('GET', `${sessionUrl()}/artifacts/Sales%202026.csv${end}`)
      expect(blob.bytes.toString('base64')).toBe(sales)
      expect(blob.headers.get('content-type')).toBe('text/csv')
    }
    const blob = await client.call(
      'GET',
      `${sessionUrl()}/artifacts/${encodeURIComponent(names.find((name) => name.startsWith('Ü')) ?? '')}`,
    )
    expect(blob.status).toBe(200)
    expect(blob.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w .()-]+"; filename\*=UTF-8''/)
    expect(blob.headers.get('x-content-type-options')).toBe('nosniff')
    expect(blob.headers.get('content-security-policy')).toContain('sandbox')
    expect(blob.headers.get('set-cookie')).toBeNull()
  })

  test('shows artifacts only to their owner, and answers an unknown name with 404', async () => {
    await client.run(sessionId, [salesFile])
    const eve = clientOf(await app.signIn('ADMIN'))
    expect((await eve.call('GET', `${sessionUrl()}/artifacts/Sales%202026.csv`)).status).toBe(404)
    expect((await eve.call('GET', `${sessionUrl()}/artifacts`)).status).toBe(404)
    for (const name of ['other.csv', '..%2F..%2Fkeys.json', '%00']) {
      expect((await client.call('GET', `${sessionUrl()}/artifacts/${name}`)).status).toBe(404)
    }
  })

  test('renames artifacts that were sent with the same name', async () => {
    await client.run(sessionId, [salesFile, salesFile])
    await client.run(sessionId, [salesFile])
    const names = (await client.call('GET', `${sessionUrl()}/artifacts`)).json as string[]
    expect(names.toSorted()).toEqual(['Sales 2026 (2).csv', 'Sales 2026 (3).csv', 'Sales 2026.csv'])
  })
})

describe('files that are refused', () => {
  const file = (bytes: Buffer | string, displayName: string, mimeType = '') => ({
    inlineData: { data: Buffer.from(bytes).toString('base64'), displayName, mimeType },
  })
  const png = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')

  test.each([
    ['audio that is not audio', file('not a sound', 'voice.wav', 'audio/wav'), 422, /can't be read as audio/],
    [
      'an image, for the built-in engine',
      file(png, 'chart.png'),
      422,
      /built-in engine reads only CSV and Excel \(.xlsx\) files, so it can't read chart.png/,
    ],
    ['a program', file(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 'a.bin'), 422, /a.bin can't be read/],
    [
      'an old Excel file',
      file(Buffer.from('\xd0\xcf\x11\xe0....', 'latin1'), 'a.xls'),
      422,
      /Save it as .xlsx without a password/,
    ],
    [
      'a damaged workbook',
      file(workbook({ A: [['a'], [1]] }).subarray(0, 300), 'a.xlsx'),
      422,
      /a.xlsx: The file isn't an Excel workbook/,
    ],
    ['names without a row', file('a,b,c\n', 'a.csv'), 422, /a.csv: The file has no data/],
    ['nothing', file('', 'a.csv'), 400, /empty/],
    ['invalid base64', { inlineData: { data: '***', displayName: 'a.csv' } }, 400, /base64/],
  ])('explains the refusal of %s', async (_, part, status, words) => {
    const answer = await client.run(sessionId, [{ text: 'What is in it?' }, part])
    expect(answer.json).toMatchObject({ detail: expect.stringMatching(words) })
    expect(answer.status).toBe(status)
    expect((await client.call('GET', `${sessionUrl()}/artifacts`)).json).toEqual([])
    expect(existsSync(folderOf(sessionId)) ? readdirSync(folderOf(sessionId)) : []).toEqual([])
  })

  test.each([
    ['of an unknown kind', file(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 'bad.bin')],
    ['that the model does not read', file(png, 'bad.png')],
    ['that has no table', file('a,b,c\n', 'bad.csv')],
    ['that is empty', file('', 'bad.csv')],
  ])('names the one file %s by its position among several', async (_, bad) => {
    const good = file('a,b\n1,2\n', 'good.csv')
    const { json } = await client.run(sessionId, [{ text: 'How many?' }, good, bad, good])
    expect(json).toMatchObject({ file: 1 })
    expect(json).not.toMatchObject({ detail: expect.stringContaining('good.csv') })
  })

  test('accepts 50 files and refuses one more', async () => {
    const small = (index: number) => file(`a,b\n${index},2\n`, `f${index}.csv`)
    const many = (count: number) => Array.from({ length: count }, (_, index) => small(index))
    expect((await client.run(sessionId, many(51))).json).toMatchObject({
      detail: 'You can attach up to 50 files to a message.',
    })
    expect((await client.run(sessionId, many(20))).status).toBe(200)
    // Each file is a table, and questions about more than 25 tables need an area, which a conversation lacks.
    expect((await client.run(sessionId, many(50))).json).toMatchObject({ detail: expect.stringContaining('up to 25') })
  })

  test('stops a workbook that grows endlessly when unpacked', { timeout: 60_000 }, async () => {
    const bomb = workbook({ A: [['a']] }, { paddingMegabytes: 600 })
    expect(bomb.length).toBeLessThan(8 * 1024 * 1024)
    const answer = await client.run(sessionId, [file(bomb, 'bomb.xlsx')])
    expect(answer.json).toMatchObject({
      detail: expect.stringContaining('more than 8,388,608 characters between two XML tags'),
    })
  })

  test('refuses a file of 1 GB while it arrives, without holding it in memory', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'A')
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 0) controller.enqueue(Buffer.from('{"data":"'))
        if (sent++ >= 1024) controller.close()
        else controller.enqueue(piece)
      },
    })
    const headers = { ...ada.headers, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/run`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit).then(
      (response) => response.status,
      () => 'closed',
    )
    expect([413, 'closed']).toContain(answer)
    expect(sent).toBeLessThan(200)
  })

  test('reports 10 MB of text as too long', async () => {
    const answer = await client.run(sessionId, [{ text: 'x'.repeat(10 * 1024 * 1024) }])
    expect(answer).toMatchObject({ status: 413, json: { code: 'question_too_long' } })
  })
})

describeStores('files of conversations', (current) => {
  test('stores one set of files and runs once for the same post twice at once', async () => {
    const store = current()
    const second = await createAskingApp(
      { provider: 'builtin', model: 'builtin' },
      {},
      { ...store, close: async () => undefined },
    )
    try {
      const user = await second.signIn('GENERAL')
      const id = await second.newSession(user)
      const payload = {
        appName: documentedApp,
        userId: user.user.id,
        sessionId: id,
        turnId: 'turn-of-two-posts',
        newMessage: { role: 'user', parts: [salesFile] },
      }
      const answers = await Promise.all([second.post(user, '/run', payload), second.post(user, '/run', payload)])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect(answers[0]?.json()).toEqual(answers[1]?.json())
      expect(await second.context.store.db.selectFrom('artifacts').select('name').execute()).toEqual([
        { name: 'Sales 2026.csv' },
      ])
      expect(readdirSync(join(second.context.config.dataDir, 'conversations', id))).toHaveLength(2)
    } finally {
      await second.app.close()
    }
  })
})
