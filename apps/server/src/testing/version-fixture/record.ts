import { defaultAppName } from '@parlance/contract'
import type { Filled, People } from './fill.ts'
import type { HttpClient } from './http-client.ts'

/** A fixture user's request and the recorded version's answer to it. */
export interface RecordedAnswer {
  as: keyof People
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  status: number
  answer: unknown
}

/** The columns and values that the rules of the protected area use. */
const protectedQueries = [
  'SELECT id, name, email, phone, region, credit, note, tax_id, card FROM customers ORDER BY id',
  'SELECT birthday FROM customers',
  'SELECT id, amount FROM orders ORDER BY id',
  'SELECT l.product FROM order_lines l JOIN orders o ON o.id = l.order_id ORDER BY l.id',
  'SELECT id FROM visits ORDER BY id',
]

/** Reads back everything that was filled in, as the users who may see it. */
export async function recordAnswers(client: HttpClient, filled: Filled): Promise<RecordedAnswer[]> {
  // Queries count toward limits that the reads show, so they come first here and last when they are repeated.
  const ofQueries = await record(client, filled, queries(filled))
  return [...(await record(client, filled, reads(filled))), ...ofQueries]
}

async function record(client: HttpClient, { people }: Filled, requests: Request[]): Promise<RecordedAnswer[]> {
  const recorded: RecordedAnswer[] = []
  for (const request of requests) {
    const { as, method, path, body } = request
    const found = await client.send(method, path, people[as], body)
    recorded.push({ ...request, status: found.status, answer: settled(found.json(), method) })
  }
  return recorded
}

type Request = Omit<RecordedAnswer, 'status' | 'answer'>

function reads({ people, areas, databases, sessions }: Filled): Request[] {
  const get = (as: keyof People, path: string): Request => ({ as, method: 'GET', path })
  const ofPeople = Object.keys(people) as (keyof People)[]
  return [
    get('ann', '/api/v1/users/'),
    get('ann', '/api/v1/license/status'),
    get('ann', '/api/v1/preferences/'),
    get('ann', '/api/v1/env-config/email'),
    get('ann', '/api/v1/env-config/registration'),
    get('ann', '/api/v1/env-config/status'),
    get('ann', '/api/v1/examples'),
    get('bea', '/api/v1/examples'),
    get('ann', `/api/v1/users/${people.carl.id}/access`),
    ...ofPeople
      .filter((as) => as !== 'eric')
      .flatMap((as) => [
        get(as, '/api/v1/auth/me'),
        get(as, '/api/v1/business-areas/'),
        get(as, '/api/v1/business-areas/default'),
        get(as, '/api/v1/database-management/configurations'),
      ]),
    ...Object.values(areas).map((id) => get('ann', `/api/v1/business-areas/${id}`)),
    get('bea', `/api/v1/business-areas/${areas.team}/access`),
    ...Object.values(databases).map((id) => get('ann', `/api/v1/database-management/configurations/${id}`)),
    ...sessions.map(({ who, id }) => get(who, `/apps/${defaultAppName}/users/${people[who].id}/sessions/${id}`)),
  ]
}

function queries({ areas, databases }: Filled): Request[] {
  const place = { business_area_id: areas.sales, database_config_id: databases.shop }
  return (['ann', 'bea', 'carl', 'dora'] as const).flatMap((as) =>
    protectedQueries.map((sql_query) => ({
      as,
      method: 'POST',
      path: '/api/v1/query/full-results',
      body: { sql_query, ...place },
    })),
  )
}

/** Fields that change when a user signs in or a query runs again. */
const unsettled = ['last_login_at', 'last_accessed', 'app:last_accessed', 'request_id']
const unsettledOfQueries = ['database_ms', 'display_sql', 'executed_sql', 'receipt', 'position']

function settled(answer: unknown, method: RecordedAnswer['method']): unknown {
  const left = method === 'GET' ? unsettled : [...unsettled, ...unsettledOfQueries]
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (left.includes(key) ? undefined : value)))
}
