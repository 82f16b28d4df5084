import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeArea } from '../../../testing/factories.ts'
import { earlierSession, openChat } from '../../../testing/open-chat.tsx'
import { findInConversation } from '../../../testing/in-conversation.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../chat-screen.tsx'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const history = () => screen.getByRole('navigation', { name: 'Conversation History' })
const row = async (name: string) => (await within(history()).findByRole('button', { name })).closest('li')
const now = Date.now()
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()

describe('the list of conversations', () => {
  it('CH-077 CH-078 shows name, database, area, a preview and a date', async () => {
    const session = { ...earlierSession('s1', 'Orders'), business_area_id: 'a1', last_message: 'How many orders…' }
    await openChat(server, { areas: [makeArea()], sessions: [session] })
    const entry = await row('Orders')
    expect(entry?.querySelector('p')?.textContent).toMatch(
      /^\d{1,2}:\d{2} [AP]MSales · Sample Shop · How many orders…$/,
    )
    expect(entry?.querySelector('time')?.title).toMatch(/^Today \d{1,2}:\d{2} [AP]M$/)
  })

  it('CH-077 names the area of a conversation about another database, but not a deleted one', async () => {
    const sessions = ['a9', 'gone'].map((areaId) => ({
      ...earlierSession(areaId, `In ${areaId}`),
      business_area_id: areaId,
      last_message: 'How many?',
    }))
    const elsewhere = makeArea({ area_id: 'a9', area_name: 'Costs', application_id: 'app2' })
    server.use(
      http.get(at('/api/v1/business-areas/'), ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.has('application_id') ? [makeArea()] : [elsewhere]),
      ),
      ...chatBackend({ sessions }).handlers,
    )
    renderApp('/chat')
    await waitFor(async () => expect((await row('In a9'))?.textContent).toContain('Costs · Sample Shop · How many?'))
    expect((await row('In gone'))?.querySelector('p')?.textContent).toMatch(/Sample Shop · How many\?$/)
  })

  it('CH-080 CH-081 groups by day, most recently used first', async () => {
    const sessions = [
      { ...earlierSession('s3', 'Old'), last_accessed: '2025-01-03T09:05:00' },
      { ...earlierSession('s2', 'Day before'), last_accessed: daysAgo(1) },
      { ...earlierSession('s1', 'Now'), last_accessed: daysAgo(0) },
    ]
    await openChat(server, { sessions })
    await row('Now')
    const days = within(history()).getAllByRole('heading')
    expect(days.map((day) => day.textContent)).toEqual(['Today', 'Yesterday', 'Earlier'])
    const names = within(history())
      .getAllByRole('listitem')
      .map((entry) => within(entry).getAllByRole('button')[0]?.textContent)
    expect(names).toEqual(['Now', 'Day before', 'Old'])
    expect((await row('Old'))?.querySelector('time')?.textContent).toBe('Jan 3, 2025, 9:05 AM')
  })

  it('CH-085 leaves the name unchanged when a rename ends with Escape', async () => {
    const { user, backend } = await openChat(server, { sessions: [earlierSession('s1', 'Older')] })
    await user.dblClick(await within(history()).findByRole('button', { name: 'Older' }))
    await user.keyboard('Changed{Escape}')
    expect(await within(history()).findByRole('button', { name: 'Older' })).toBeDefined()
    expect(backend.changed).toEqual([])
  })

  it("CH-094 says 'No sessions to delete.' if there are none", async () => {
    // The list stays empty, as it is right after the last one was deleted elsewhere.
    server.use(...chatBackend().handlers)
    server.use(http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new Promise<Response>(() => undefined)))
    const { user } = renderApp('/chat')
    await user.click(await screen.findByRole('button', { name: 'Clear All Sessions' }))
    expect((await screen.findAllByText('No sessions to delete.')).length).toBeGreaterThan(0)
  })

  it('CH-073 reloads 300 to 500 ms after a conversation was created', async () => {
    const { user, backend } = await openChat(server, { sessions: [earlierSession('s1', 'Older')] })
    await findInConversation('Older?')
    const reads: number[] = []
    let made = 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
    server.use(
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => {
        reads.push(Date.now() - made)
        return HttpResponse.json([...backend.sessions.values()])
      }),
    )
    server.onAnswer((request) => {
      if (request.method === 'POST') made = Date.now()
    })
    await user.click(within(screen.getByRole('complementary')).getByRole('button', { name: /^New Conversation/ }))
    await waitFor(() => expect(backend.created).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(510)
    await waitFor(() => expect(reads).toHaveLength(1))
    expect(reads[0]).toBeGreaterThanOrEqual(300)
  })

  it('handles five hundred conversations, and names of any kind', async () => {
    const hostile = '<b>bold</b>\u202E evil'
    const sessions = Array.from({ length: 500 }, (_, index) => ({
      ...earlierSession(`s${index}`, index === 0 ? hostile : `Conversation ${index}x`, []),
      last_accessed: new Date(now - index * 1000).toISOString(),
    }))
    await openChat(server, { sessions })
    const entry = await row(hostile)
    expect(entry?.querySelector('b')).toBeNull()
    expect(entry?.querySelector('bdi')?.textContent).toBe(hostile)
    expect(history().querySelectorAll('li')).toHaveLength(500)
  })
})
