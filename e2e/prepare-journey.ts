import type { APIRequestContext } from '@playwright/test'

export interface Credentials {
  email: string
  password: string
}

export interface Account extends Credentials {
  username: string
  organization: string
}

/** The account that `PARLANCE_DEMO=1` creates and prints. */
export const demo: Credentials = { email: 'demo@example.com', password: 'parlance-demo' }

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  data?: object
}
type Send = <Answer>(path: string, call?: Call) => Promise<Answer>

/** Makes the account an administrator, and removes what earlier journeys on this server left for everyone. */
export async function prepareJourney(request: APIRequestContext, address: string, account: Account): Promise<void> {
  const sender =
    (token: string): Send =>
    async <Answer>(path: string, { method = 'GET', data }: Call = {}) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await request.fetch(`${address}/api/v1/${path}`, { method, data, headers })
      if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
      return (await answer.json()) as Answer
    }
  const { access_token: token } = await sender('')<{ access_token: string }>('auth/login', {
    method: 'POST',
    data: demo,
  })
  const send = sender(token)
  await send('auth/register', { method: 'POST', data: account })
  const users = await send<{ user_id: string; email: string }[]>('users/')
  const id = users.find(({ email }) => email === account.email)?.user_id
  await send(`users/${id}/approve`, { method: 'POST', data: { role: 'ADMIN' } })
  await clearAreas(send)
}

/** Deletes all business areas, and opens the tables that their rules protected. */
async function clearAreas(send: Send): Promise<void> {
  const areas = await send<{ area_id: string }[]>('business-areas/')
  for (const area of areas) await send(`business-areas/${area.area_id}`, { method: 'DELETE' })
  const { id } = await send<{ id: string }>('database-management/configurations/active')
  const protection = `database-management/${id}/protection`
  const { tables } = await send<{ tables: { table_name: string; protection: object | null }[] }>(protection)
  for (const { table_name } of tables.filter((table) => table.protection !== null))
    await send(protection, { method: 'PUT', data: { table_name, protected: false } })
}
