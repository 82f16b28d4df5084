import type { Session, ToolResponse, TurnEvent } from '@parlance/contract'
import { expect, test } from 'vitest'
import { appName, createAskingApp } from '../../testing/asking-app.ts'
import { textOf } from '../../testing/file-turn.ts'
import { describeOneStore } from '../../testing/test-store.ts'

function rowsOf(events: TurnEvent[]): ToolResponse | undefined {
  const parts = events.flatMap((event) => event.content?.parts ?? [])
  const responses = parts.flatMap((part) => ('functionResponse' in part ? [part.functionResponse] : []))
  return responses.findLast((each) => each.name === 'execute_sql_query')?.response
}

describeOneStore('a conversation with the built-in engine', (current) => {
  test('answers a question and a follow-up, exports all rows, and survives a reload', async () => {
    const store = { ...current(), close: async () => undefined }
    const app = await createAskingApp({ provider: 'builtin', model: 'builtin' }, {}, store)
    try {
      const ada = await app.signIn('GENERAL')
      const sessionId = await app.newSession(ada)
      const first = await app.ask(ada, sessionId, 'Which five products earned the most?')
      const products = rowsOf(first)
      expect(products?.results).toHaveLength(5)
      expect(products?.understood?.reading).toBeTruthy()
      expect(textOf(first.at(-1))).toContain(String(products?.results?.[0]?.find((cell) => typeof cell === 'string')))

      const second = await app.ask(ada, sessionId, 'and by month?')
      const months = rowsOf(second)
      expect(second.at(-1)).toMatchObject({ type: 'final' })
      expect(months?.columns?.map((column) => column.name).join(' ')).toMatch(/month/i)
      expect(months?.row_count).toBeGreaterThan(5)

      const sql_query = products?.sql_query
      const csv = await app.post(ada, '/api/v1/query/full-results', { sql_query, session_id: sessionId, format: 'csv' })
      expect(csv.body.trim().split('\r\n')).toHaveLength(6)

      const url = `/apps/${appName}/users/${ada.user.id}/sessions/${sessionId}`
      const reloaded = (await app.app.inject({ method: 'GET', url, headers: ada.headers })).json<Session>()
      expect(reloaded.events).toEqual([...first, ...second].filter((event) => !event.partial))
    } finally {
      await app.close()
    }
  })

  test('shows the rewritten SQL only to current administrators', async () => {
    const store = { ...current(), close: async () => undefined }
    const app = await createAskingApp({ provider: 'builtin', model: 'builtin' }, {}, store)
    try {
      const question = 'How many orders are there?'
      const [ada, ben] = [await app.signIn('ADMIN'), await app.signIn('GENERAL')]
      const sessionId = await app.newSession(ada)
      const asked = rowsOf(await app.ask(ada, sessionId, question))
      expect(asked?.executed_sql).toMatch(/LIMIT\s+1001$/)
      const others = rowsOf(await app.ask(ben, await app.newSession(ben), question))
      expect(others).toMatchObject({ display_sql: asked?.display_sql, executed_sql: null })

      const url = `/apps/${appName}/users/${ada.user.id}/sessions/${sessionId}`
      const reload = async () => rowsOf((await app.app.inject({ url, headers: ada.headers })).json<Session>().events)
      expect(await reload()).toMatchObject({ executed_sql: asked?.executed_sql })
      await store.store.db.updateTable('users').set({ role: 'GENERAL' }).where('id', '=', ada.user.id).execute()
      expect(await reload()).toMatchObject({ executed_sql: null, display_sql: asked?.display_sql })
    } finally {
      await app.close()
    }
  })

  test('says what it does not understand and offers questions that it does', async () => {
    const store = { ...current(), close: async () => undefined }
    const app = await createAskingApp({ provider: 'builtin', model: 'builtin' }, {}, store)
    try {
      const ada = await app.signIn('ADMIN')
      const events = await app.ask(ada, await app.newSession(ada), 'frobnicate the zyxxyq')
      expect(events.at(-1)).toMatchObject({ type: 'final' })
      expect(events.at(-1)?.follow_ups?.length).toBeGreaterThan(0)
      expect(rowsOf(events)).toBeUndefined()
    } finally {
      await app.close()
    }
  })
})
