import type { ToolResponse, TurnEvent } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAskingApp, runRequest, type AskingApp } from '../../testing/asking-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let app: AskingApp
let admin: SignedInUser
const areas = '/api/v1/business-areas/'

beforeAll(async () => {
  app = await createAskingApp({ provider: 'builtin', model: 'builtin' })
  admin = await app.signIn('ADMIN')
})
afterAll(() => app.close())

async function createArea(area_name: string, tables: string[]): Promise<string> {
  const active = await app.app.inject({
    url: '/api/v1/database-management/configurations/active',
    headers: admin.headers,
  })
  const application_id = active.json<{ application_id: string }>().application_id
  const answer = await app.post(admin, areas, {
    area_name,
    application_id,
    visibility: 'public',
    tables: tables.map((table_name) => ({ table_name })),
  })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<{ area_id: string }>().area_id
}

function responses(events: TurnEvent[]): (ToolResponse & { tool: string })[] {
  return events.flatMap((event) =>
    (event.content?.parts ?? []).flatMap((part) =>
      'functionResponse' in part ? [{ ...part.functionResponse.response, tool: part.functionResponse.name }] : [],
    ),
  )
}

describe('OP-58 a database with business areas and none selected', () => {
  test('chooses the area that fits the question, and says so in the turn', async () => {
    await createArea('Catalogue', ['products', 'categories'])
    const sales = await createArea('Sales', ['orders', 'customers'])
    const events = await app.ask(admin, await app.newSession(admin), 'How many orders are there for each status?')
    const message = 'No business area was selected, so Sales was chosen for this question.'
    expect(responses(events)[0]).toMatchObject({
      tool: 'recommend_business_area',
      success: true,
      business_area_fallback: { triggered: true, message },
      recommendation: { area_id: sales, area_name: 'Sales' },
    })
    expect(events.at(-1)?.type).toBe('final')
    expect(responses(events).at(-1)).toMatchObject({ tool: 'execute_sql_query', success: true })
  })

  test('asks the user to choose if no area fits', async () => {
    const session = await app.newSession(admin)
    const answer = await app.post(admin, '/api/v1/custom_run_sse', runRequest(admin, session, 'Where is the moon?'))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'area_required' })
  })
})
