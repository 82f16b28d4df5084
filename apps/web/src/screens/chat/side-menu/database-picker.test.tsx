import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeAnsweredTurn, makeArea, makeDatabase, makeSession } from '../../../testing/factories.ts'
import { findInConversation } from '../../../testing/in-conversation.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../chat-screen.tsx'

const server = useTestServer()
useTestBrowser()

const ledger = makeDatabase({ id: 'db2', name: 'Ledger', application_id: 'app2', is_active: false })
const session = makeSession({
  id: 's1',
  session_id: 's1',
  session_name: 'Older',
  events: makeAnsweredTurn('t1', 'Which products?'),
})

/** Opens a chat with one answered question; areas are requested by application. */
async function openAnswered({ second = ledger, areasOf = {} as Record<string, ReturnType<typeof makeArea>[]> } = {}) {
  const backend = chatBackend({ databases: [makeDatabase(), { ...second }], sessions: [session] })
  const asked: string[] = []
  server.use(
    http.get(at('/api/v1/business-areas/'), ({ request }) => {
      const application = new URL(request.url).searchParams.get('application_id') ?? ''
      asked.push(`areas of ${application}`)
      return HttpResponse.json(areasOf[application] ?? [])
    }),
    http.get(at('/api/v1/database-management/tables'), ({ request }) => {
      asked.push(`tables of ${new URL(request.url).searchParams.get('database_config_id')}`)
      return HttpResponse.json({ tables: [], total_count: 3 })
    }),
    ...backend.handlers,
  )
  const app = renderApp('/chat')
  await findInConversation('Which products?')
  const change = async () => {
    asked.length = 0
    await app.user.click(screen.getByRole('button', { name: /Change database/ }))
    await app.user.click(await screen.findByRole('menuitem', { name: /Ledger/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(app.address()).toContain('session=new-1'))
  }
  return { ...app, backend, asked, change }
}

describe('switching the database', () => {
  it('CH-119 CH-123 clears the messages and starts a session named after database and time', async () => {
    const { backend, change } = await openAnswered()
    await change()
    await waitFor(() => expect(screen.queryByText('Which products?')).toBeNull())
    expect(backend.created[0]?.['app:session_name']).toMatch(/^Ledger - \d+\/\d+\/\d{4}, \d+:\d{2}:\d{2} [AP]M$/)
  })

  it('CH-119 CH-120 CH-121 reloads the tables and areas of its application, and selects the default area', async () => {
    const areasOf = {
      app1: [makeArea({ area_id: 'a1', area_name: 'Sales' })],
      app2: [
        makeArea({ area_id: 'a2', area_name: 'Costs' }),
        makeArea({ area_id: 'a3', area_name: 'Books', is_default: true }),
      ],
    }
    const { backend, asked, change } = await openAnswered({ areasOf })
    expect((await screen.findByRole('button', { name: /^Sales/ })).getAttribute('aria-pressed')).toBe('true')
    await change()
    expect(asked).toContain('areas of app2')
    await waitFor(() => expect(asked).toContain('tables of db2'))
    expect((await screen.findByRole('button', { name: /^Books/ })).getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByRole('button', { name: /^Sales/ })).toBeNull()
    expect(backend.created[0]).toMatchObject({ 'user:database_config_id': 'db2', 'user:business_area_id': 'a3' })
  })

  it('CH-122 shows the prompt if there are no areas', async () => {
    const { change } = await openAnswered({ areasOf: { app1: [makeArea()] } })
    await change()
    expect(await screen.findByText('No business areas yet. Questions can use any table.')).toBeDefined()
  })

  it('CH-124 starts a session without areas for a database without an application', async () => {
    const second = { ...ledger, application_id: null, application: null, application_name: null }
    const { backend, asked, change } = await openAnswered({ second })
    await change()
    expect(asked.filter((call) => call.startsWith('areas'))).toEqual([])
    expect(backend.created[0]).toMatchObject({ 'user:database_config_id': 'db2', 'user:business_area_id': null })
  })
})

describe('failures of databases and areas', () => {
  it('CH-223 CH-224 leaves the list empty if areas fail to load, and still starts the session', async () => {
    const { backend, change } = await openAnswered()
    server.use(http.get(at('/api/v1/business-areas/'), () => failure(500, 'broken')))
    await change()
    expect(
      await screen.findByText(
        'Failed to load business areas for the selected database. The database connection may be invalid or you may not have permission to access it.',
      ),
    ).toBeDefined()
    expect(screen.queryByRole('group', { name: 'Business area' })).toBeNull()
    expect(backend.created[0]).toMatchObject({ 'user:database_config_id': 'db2', 'user:business_area_id': null })
  })

  it('names no area of the database before if areas fail to load', async () => {
    const second = { ...ledger, application_id: 'app1', application: { id: 'app1', name: 'Shop', description: null } }
    const { change } = await openAnswered({ second, areasOf: { app1: [makeArea({ area_name: 'Sales' })] } })
    const header = () => within(screen.getByRole('banner'))
    expect(await header().findByText('Sales')).toBeDefined()
    server.use(http.get(at('/api/v1/business-areas/'), () => failure(500, 'broken')))
    await change()
    await waitFor(() => expect(header().queryByText('Sales')).toBeNull())
  })

  it.each([
    ['CH-226', () => failure(401, 'No.'), 'Authentication error. Please try logging out and back in.'],
    ['CH-227', () => HttpResponse.error(), 'Network error. Please check your connection.'],
    ['CH-228', () => failure(500, 'broken'), 'Error loading database configurations.'],
  ])('%s shows why the list of databases could not be loaded', async (_row, answer, text) => {
    server.use(...chatBackend({ sessions: [session] }).handlers)
    server.use(
      http.get(at('/api/v1/database-management/configurations'), answer),
      http.post(at('/api/v1/auth/refresh'), () => HttpResponse.json({ access_token: 'another-token' })),
    )
    renderApp('/chat')
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0)
  })
})
