// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chatBackend } from '../testing/chat-backend.ts'
import { makeAnsweredTurn, makeSession } from '../testing/factories.ts'
import { renderApp, useTestBrowser } from '../testing/render-app.tsx'
import { at, failure, useTestServer } from '../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.restoreAllMocks())

describe('theme', () => {
  it('follows the system until another is chosen, and remembers the choice', async () => {
    const { user } = renderApp('/', { signedIn: false })
    expect((await screen.findByRole('button', { name: 'System' })).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('parlance:theme')).toBe('dark')
    await user.click(screen.getByRole('button', { name: 'System' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(localStorage.getItem('parlance:theme')).toBeNull()
  })
})

describe('network', () => {
  it('says that it is gone and that it is back', async () => {
    renderApp('/', { signedIn: false })
    await screen.findByRole('link', { name: 'Get Started Free' })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/^You are offline\./)).toBeDefined()
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/^You are offline\./)).toBeNull()
  })
})

describe('a sign-in that ends', () => {
  it('leads to the sign-in page and back to the same conversation', async () => {
    const session = makeSession({ events: makeAnsweredTurn('t1', 'q') })
    server.use(...chatBackend({ sessions: [session] }).handlers)
    const { user, address } = renderApp('/chat?session=s1')
    await screen.findByText('85,149.47', { selector: 'strong' })
    server.use(
      http.post(at('/api/v1/query/full-results'), () => failure(401, 'expired', 'token_expired')),
      http.post(at('/api/v1/auth/refresh'), () => failure(401, 'revoked', 'not_authenticated')),
    )
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(address()).toBe('/login?returnUrl=%2Fchat%3Fsession%3Ds1'))
  })

  it('in another tab ends here too', async () => {
    server.use(
      ...chatBackend({ sessions: [makeSession({ events: makeAnsweredTurn('t1', 'q') })] }).handlers,
      http.post(at('/api/v1/auth/logout'), () => HttpResponse.json({ message: 'bye' })),
    )
    const { address } = renderApp('/chat')
    await screen.findByText('85,149.47', { selector: 'strong' })
    localStorage.removeItem('parlance:access_token')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'parlance:access_token', newValue: null })))
    await waitFor(() => expect(address()).toBe('/login'))
  })
})
