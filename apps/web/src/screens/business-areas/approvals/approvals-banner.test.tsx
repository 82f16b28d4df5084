import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend } from '../../../testing/areas-backend.ts'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeUser } from '../../../testing/factories.ts'
import { makeApproval, protectionBackend } from '../../../testing/protection-backend.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { forgetAccessToken } from '../../../lib/access-token.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './approvals-screen.tsx'
import '../areas-screen.tsx'
import '../../chat/chat-screen.tsx'

const server = useTestServer()
useTestBrowser()

const two = [
  makeApproval(),
  makeApproval({ id: 'p2' }),
  makeApproval({ id: 'p3', area_id: 'a2', area_name: 'Payroll' }),
]
const text = '2 business areas are waiting for your approval.'

function openPage(address: string, { approvals = two, user = makeUser() } = {}) {
  server.use(
    ...protectionBackend({ approvals }).handlers,
    ...areasBackend().handlers,
    ...chatBackend({ user }).handlers,
    ...signedInHandlers({ user }),
  )
  return renderApp(address)
}

describe('the banner about pending approvals', () => {
  it.each(['/chat', '/business-areas'])('counts areas, not requests, on %s and links to them', async (page) => {
    const { user, address } = openPage(page)
    expect(await screen.findByText(text)).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Review' }))
    await waitFor(() => expect(address()).toBe('/business-areas/approvals'))
  })

  it('uses the singular for one area', async () => {
    openPage('/business-areas', { approvals: [makeApproval()] })
    expect(await screen.findByText('1 business area is waiting for your approval.')).toBeDefined()
  })

  it('stays closed until the next sign-in', async () => {
    const { user, unmount } = openPage('/business-areas')
    await screen.findByText(text)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(text)).toBeNull()
    unmount()
    const again = openPage('/business-areas')
    expect(await screen.findByRole('link', { name: 'Approvals, 3 waiting' })).toBeDefined()
    expect(screen.queryByText(text)).toBeNull()
    act(() => forgetAccessToken('chosen'))
    again.unmount()
    openPage('/business-areas')
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('is hidden from users who are not administrators, and requests nothing for them', async () => {
    server.use(
      http.get(at('/api/v1/area-approvals'), () => failure(403, 'Forbidden', 'forbidden')),
      ...areasBackend().handlers,
      ...signedInHandlers({ user: makeUser({ role: 'GENERAL' }) }),
    )
    const { app } = renderApp('/business-areas')
    await screen.findByText(/business areas used$/)
    expect(screen.queryByRole('link', { name: /^Approvals/ })).toBeNull()
    expect(app.queryClient.getQueryState(['areas', 'approvals'])?.fetchStatus).toBe('idle')
  })

  it('is hidden when nothing is pending, while the link to the approvals stays', async () => {
    openPage('/business-areas', { approvals: [] })
    const link = await screen.findByRole('link', { name: 'Approvals' })
    expect(link.getAttribute('href')).toBe('/business-areas/approvals')
    expect(screen.queryByText(/your approval/)).toBeNull()
  })

  it('has an entry in the command palette that opens the approvals', async () => {
    const { user, address } = openPage('/business-areas')
    await screen.findByText(text)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(
      await screen.findByRole('combobox', { name: 'Search actions, conversations, and pages' }),
      'approvals',
    )
    await user.click(await screen.findByRole('option', { name: /^Approvals/ }))
    await waitFor(() => expect(address()).toBe('/business-areas/approvals'))
  })
})
