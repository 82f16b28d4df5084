import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetAccessToken, storeAccessToken } from './lib/access-token.ts'
import { chatBackend } from './testing/chat-backend.ts'
import { makeAnsweredTurn, makeSession, makeUser } from './testing/factories.ts'
import { renderApp, useTestBrowser } from './testing/render-app.tsx'
import { at, failure, useTestServer } from './testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.restoreAllMocks())

describe('theme', () => {
  it('follows the system until the user chooses another, and remembers the choice', async () => {
    const { user } = renderApp('/login', { signedIn: false })
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
    renderApp('/login', { signedIn: false })
    await screen.findByLabelText('Email')
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/^You are offline\./)).toBeDefined()
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/^You are offline\./)).toBeNull()
  })
})

describe('the end of a sign-in', () => {
  it('opens the sign-in page and returns to the same conversation', async () => {
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

  it('keeps an unfinished question for the same user', async () => {
    const session = makeSession({ events: makeAnsweredTurn('t1', 'q') })
    server.use(
      ...chatBackend({ sessions: [session] }).handlers,
      http.post(at('/api/v1/auth/login'), () =>
        HttpResponse.json({ access_token: 'again', token_type: 'bearer', expires_in: 900, user: makeUser() }),
      ),
    )
    const { user, address } = renderApp('/chat?session=s1')
    await screen.findByText('85,149.47', { selector: 'strong' })
    await user.type(screen.getByLabelText('Your question'), 'How many orders')
    act(() => forgetAccessToken('expired'))
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'secret-1{Enter}')
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Your question')).value).toBe('How many orders')
    expect(address()).toBe('/chat?session=s1')
    await screen.findByText('85,149.47', { selector: 'strong' })
    act(() => forgetAccessToken('chosen'))
    await screen.findByLabelText('Email')
    expect(sessionStorage).toHaveLength(0)
  })

  it('reloads the page when another user signs in in another tab, without the first user’s data', async () => {
    const token = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
    server.use(...chatBackend({ sessions: [makeSession({ events: makeAnsweredTurn('t1', 'q') })] }).handlers)
    const { app, user } = renderApp('/chat')
    await screen.findByText('85,149.47', { selector: 'strong' })
    await user.type(screen.getByLabelText('Your question'), 'a secret')
    const navigate = vi.spyOn(app.router, 'navigate').mockResolvedValue()
    storeAccessToken(token('bea'))
    const change = { key: 'parlance:access_token', oldValue: token('ada'), newValue: token('bea') }
    act(() => void window.dispatchEvent(new StorageEvent('storage', change)))
    expect(navigate).toHaveBeenCalledWith({ to: '/chat', search: {}, reloadDocument: true })
    expect(app.queryClient.getQueryCache().getAll()).toEqual([])
    expect(sessionStorage).toHaveLength(0)
  })

  it('returns to the page after the session expired in another tab', async () => {
    server.use(...chatBackend({ sessions: [makeSession({ events: makeAnsweredTurn('t1', 'q') })] }).handlers)
    const { address } = renderApp('/chat?session=s1')
    await screen.findByText('85,149.47', { selector: 'strong' })
    localStorage.setItem('parlance:signed_out', 'expired')
    localStorage.removeItem('parlance:access_token')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'parlance:access_token', newValue: null })))
    await waitFor(() => expect(address()).toBe('/login?returnUrl=%2Fchat%3Fsession%3Ds1'))
  })

  it('signs out here when another tab signs out', async () => {
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
