import type { ListedSession } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { usersBackend } from '../../testing/users-backend.ts'

const server = useTestServer()
useTestBrowser()

const conversation: ListedSession = {
  session_id: 's1',
  user_id: 'u2',
  user_email: 'bea@example.com',
  is_own: false,
  connection_id: 'c1',
  connection_name: 'Orders',
  area_id: 'a1',
  area_name: 'Sales',
  questions: 3,
  answered: 2,
  failed: 1,
  right: 0,
  wrong: 1,
  costs: [{ currency: 'USD', cost: 0.0421 }],
  created_at: new Date(2026, 0, 5, 15).toISOString(),
  last_activity: new Date(2026, 0, 5, 15, 4).toISOString(),
}

async function openPage(address = '/conversations') {
  const asked: string[] = []
  server.use(
    http.get(at('/api/v1/admin/sessions'), ({ request }) => {
      asked.push(new URL(request.url).search)
      const own = { session_id: 's2', is_own: true, connection_name: null, area_id: null, area_name: null, wrong: 0 }
      return HttpResponse.json({ conversations: [conversation, { ...conversation, ...own }], next_cursor: null })
    }),
    http.get(at('/api/v1/database-management/configurations'), () => HttpResponse.json([])),
    http.get(at('/api/v1/business-areas'), () => HttpResponse.json([])),
    ...usersBackend().handlers,
    ...signedInHandlers(),
  )
  const app = renderApp(address)
  await screen.findByRole('table', { name: 'Conversations' })
  return { ...app, asked }
}

it('shows who asked, where, and how it was rated, and opens only one’s own conversations', async () => {
  await openPage()
  const [first, second] = screen.getAllByRole('row').slice(1)
  expect(first?.textContent).toBe(
    'Jan 5, 2026, 3:04 PMbea@example.comOrdersSales3 questions1 without an answer1 wrongSee reports$0.0421',
  )
  expect(within(first!).queryByRole('link', { name: /Open your conversation/ })).toBeNull()
  const own = within(second!).getByRole('link', { name: /Open your conversation/ })
  expect(own.getAttribute('href')).toBe('/chat?session=s2')
  expect(second?.textContent).toContain('A private database, or none')
})

it('keeps its filters in the address', async () => {
  const { user, address, asked } = await openPage()
  await user.selectOptions(screen.getByLabelText('Result'), 'Reported as wrong')
  await waitFor(() => expect(address()).toBe('/conversations?show=wrong'))
  await waitFor(() => expect(asked.at(-1)).toBe('?feedback=wrong'))
  await user.click(screen.getAllByRole('button', { name: 'bea@example.com' })[0]!)
  await waitFor(() => expect(asked.at(-1)).toBe('?user_id=u2&feedback=wrong'))
})

it('shows the conversation of an audit entry, and all of them again', async () => {
  const { user, address, asked } = await openPage('/conversations?conversation=s2')
  expect(asked.at(-1)).toBe('?session_id=s2')
  await user.click(screen.getByRole('button', { name: 'Show all conversations' }))
  await waitFor(() => expect(address()).toBe('/conversations'))
})
