import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend } from '../../../testing/areas-backend.ts'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeArea, makeDatabase, makeSession, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'
import type { Database } from '../../../api/databases.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../chat-screen.tsx'

const server = useTestServer()
useTestBrowser()

const admin = makeUser()
const general = makeUser({ role: 'GENERAL' })
const foreign = { ...makeArea({ area_id: 'a8' }), is_owner: false, visibility: 'private' as const }
const inactive = makeArea({ area_id: 'a9', is_active: false })

interface Place {
  user?: typeof admin
  databases?: Database[]
  areas?: ReturnType<typeof makeArea>[]
  tables?: { count: number; allowed: boolean }
}

function open({ user = admin, databases = [makeDatabase()], areas = [], tables }: Place) {
  const session = makeSession({ id: 's1', session_id: 's1' })
  server.use(...areasBackend().handlers, ...chatBackend({ user, databases, sessions: [session] }).handlers)
  const { count, allowed } = tables ?? { count: 6, allowed: true }
  const one = { table_name: 'orders', display_name: 'orders', object_type: 'TABLE', is_synonym: false }
  server.use(
    http.get(at('/api/v1/business-areas/'), () => HttpResponse.json(areas)),
    http.get(at('/api/v1/database-management/tables'), () =>
      HttpResponse.json({ tables: [one], total_count: count, all_tables_allowed: allowed }),
    ),
  )
  renderApp('/chat?session=s1')
}
const noSamples = async () => {
  await waitFor(() => expect(screen.queryByRole('button', { name: /^How many/ })).toBeNull())
}

describe('a conversation in which no question can be answered', () => {
  const many = { tables: { count: 40, allowed: false } }
  it.each<[string, Place, string, string]>([
    ['too many tables', many, 'Set up business areas', '/business-areas/propose/db1'],
    ['a failed test', { databases: [makeDatabase({ is_valid: false })] }, 'Test the connection', '/databases'],
    ['no database', { databases: [] }, 'Connect a database', '/databases?form=new'],
    ['inactive areas only', { areas: [inactive] }, 'Activate a business area', '/business-areas'],
    ["others' areas only", { areas: [foreign] }, 'Set up business areas', '/business-areas/propose/db1'],
  ])('because of %s shows administrators the button that helps', async (_why, place, name, address) => {
    open(place)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(address)
    await noSamples()
  })

  it('shows other users whom to ask', async () => {
    open({ ...many, user: general })
    expect(await screen.findByText('Ask ada@example.com or another administrator.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Set up business areas' })).toBeNull()
    await noSamples()
  })
})

it('a conversation that can be answered begins with sample questions', async () => {
  open({})
  expect(await screen.findByRole('button', { name: 'How many orders are there?' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Set up business areas' })).toBeNull()
})

it('a conversation begins without sample questions if none returns rows or the database cannot be reached', async () => {
  const asked: string[] = []
  open({})
  server.use(
    http.get(at('/api/v1/starter-questions'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return failure(502, 'Could not reach the database.')
    }),
  )
  expect(await screen.findByText(/^Ask in your own words/)).toBeDefined()
  await waitFor(() => expect(asked).toEqual(['?database_config_id=db1']))
  await noSamples()
})
