import { expect, test } from 'vitest'
import type { ToolResponse } from '@parlance/contract'
import { createAskingApp } from '../../testing/asking-app.ts'
import { textOf } from '../../testing/file-turn.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'

const name = 'invoice\u202Efdp.exe'

test('R19 removes the characters that would reverse a sentence, and keeps every character in its rows and their export', async () => {
  const standIn = await startModelStandIn('openai-compatible', [])
  const app = await createAskingApp({ provider: 'openai-compatible', model: 'm', base_url: standIn.baseUrl })
  const ada = await app.signIn('GENERAL')
  const sql_query = `SELECT '${name}' AS file, count(*) AS n FROM orders WHERE id < 0`
  standIn.script([
    { toolCalls: [{ name: 'execute_sql_query', args: { sql_query } }] },
    { text: [`The file is ${name} `, 'and it has 0 orders \u2067here.'] },
  ])
  const sessionId = await app.newSession(ada)
  const events = await app.ask(ada, sessionId, `Which file is ${name}?`)
  const said = events.filter(({ author }) => author !== 'user').flatMap(({ content }) => content?.parts ?? [])
  const texts = said.flatMap((part) => ('text' in part ? [part.text] : []))
  expect(texts.join('')).not.toMatch(/[\u202E\u2067]/)
  expect(textOf(events.at(-1))).toContain('invoicefdp.exe')
  const [response] = said.flatMap((part): ToolResponse[] =>
    'functionResponse' in part ? [part.functionResponse.response] : [],
  )
  expect(response?.results).toEqual([[name, 0]])
  for (const format of ['csv', 'json']) {
    const file = await app.post(ada, '/api/v1/query/full-results', { sql_query, session_id: sessionId, format })
    expect(file.body).toContain(name)
  }
  await app.close()
  await standIn.close()
})
