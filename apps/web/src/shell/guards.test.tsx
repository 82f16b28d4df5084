import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { readAccessToken } from '../lib/access-token.ts'
import { speechless } from '../testing/databases-backend.ts'
import { makeStatus, makeUser } from '../testing/factories.ts'
import { renderApp, useTestBrowser } from '../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../testing/test-server.ts'
import { takeUnknownAddress } from '../lib/unknown-address.ts'

const server = useTestServer()
useTestBrowser()

const withoutModel = makeStatus({ orchestration_configured: false, orchestration_has_api_key: false })
const silentSessions = () =>
  http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new Promise<Response>(() => undefined))
const chat = () => screen.findByRole('heading', { name: 'Query Results' })

describe('public pages', () => {
  it.each([
    ['AC-005', '/login', 'Sign in'],
    ['AC-006', '/register', 'Create an account'],
    ['AC-007', '/forgot-password', 'Forgot password'],
    ['AC-008', '/reset-password?token=t&email=ada@example.com', 'Set a new password'],
  ])('%s %s requires no sign-in', async (_row, path, heading) => {
    renderApp(path, { signedIn: false })
    expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
  })

  it('AC-014 redirects an unknown path to the landing page, which can say so once', async () => {
    const { address } = renderApp('/no/such?page=1', { signedIn: false })
    await waitFor(() => expect(address()).toBe('/'))
    expect(takeUnknownAddress()).toBe('/no/such')
    expect(takeUnknownAddress()).toBeNull()
  })
})

describe('the check of the sign-in', () => {
  it.each(['/chat?session=abc', '/env-config'])(
    'AC-069 AC-071 OP-29 redirects from %s to /login and back',
    async (path) => {
      const { address } = renderApp(path, { signedIn: false })
      await waitFor(() => expect(address()).toBe(`/login?returnUrl=${encodeURIComponent(path)}`))
      expect(await screen.findByLabelText('Email')).toBeDefined()
    },
  )

  it('AC-070 waits for the user before it decides', async () => {
    let answer: (response: Response) => void = () => undefined
    let asked = false
    server.use(
      http.get(at('/api/v1/auth/me'), () => {
        asked = true
        return new Promise<Response>((settle) => (answer = settle))
      }),
    )
    const { address } = renderApp('/chat')
    await waitFor(() => expect(asked).toBe(true))
    expect(address()).toBe('/chat')
    expect(screen.queryByLabelText('Email')).toBeNull()
    answer(failure(401, 'Sign in to continue.', 'not_authenticated'))
    await waitFor(() => expect(address()).toBe('/login?returnUrl=%2Fchat'))
    expect(readAccessToken()).toBeNull()
  })

  it('stays signed in while the server is unreachable', async () => {
    server.use(http.get(at('/api/v1/auth/me'), () => speechless(503)))
    const { address } = renderApp('/chat')
    await waitFor(() => expect(address()).toBe('/login?returnUrl=%2Fchat'))
    expect(readAccessToken()).toBe('test-token')
  })
})

describe('the checks before the chat', () => {
  it.each([
    ['nothing is chosen', { orchestration_configured: false, orchestration_has_api_key: false }],
    ['the key is missing', { orchestration_configured: true, orchestration_has_api_key: false }],
  ])('AC-013 AC-072 OP-29 redirects an administrator to the wizard while %s', async (_case, status) => {
    server.use(...signedInHandlers({ status: makeStatus(status) }))
    const { address } = renderApp('/chat')
    await waitFor(() => expect(address()).toBe('/env-config'))
    expect(await screen.findByRole('heading', { name: 'Set up Parlance' })).toBeDefined()
  })

  it('AC-073 lets an administrator pass if the check of the setup fails', async () => {
    server.use(
      http.get(at('/api/v1/env-config/status'), () => failure(500, 'broken')),
      ...signedInHandlers(),
      silentSessions(),
    )
    renderApp('/chat')
    expect(await chat()).toBeDefined()
  })

  it('AC-003 AC-074 lets an ordinary user pass, whatever is configured', async () => {
    server.use(...signedInHandlers({ user: makeUser({ role: 'GENERAL' }), status: withoutModel }), silentSessions())
    renderApp('/chat')
    expect(await chat()).toBeDefined()
  })

  it('AC-013 AC-075 OP-29 lets a user without a business area pass', async () => {
    server.use(...signedInHandlers(), silentSessions())
    renderApp('/chat')
    expect(await chat()).toBeDefined()
  })
})

describe('the wizard', () => {
  it('AC-002 AC-012 AC-084 redirects ordinary users from the wizard to the chat', async () => {
    server.use(...signedInHandlers({ user: makeUser({ role: 'GENERAL' }), status: withoutModel }), silentSessions())
    const { address } = renderApp('/env-config')
    await waitFor(() => expect(address()).toMatch(/^\/chat/))
    expect(await chat()).toBeDefined()
  })
})
