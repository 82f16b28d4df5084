// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { readAccessToken } from '../../lib/access-token.ts'
import { makeStatus, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const wizardFirst = makeStatus({ orchestration_configured: false, orchestration_has_api_key: false })

function loginAnswers(respond: () => Response) {
  server.use(http.post(at('/api/v1/auth/login'), respond))
}

const signedIn = () =>
  HttpResponse.json({ access_token: 'fresh', token_type: 'bearer', expires_in: 900, user: makeUser() })

async function openLogin(address = '/login') {
  const app = renderApp(address, { signedIn: false })
  const email = await screen.findByLabelText('Email')
  return {
    ...app,
    email,
    password: screen.getByLabelText('Password'),
    submit: screen.getByRole('button', { name: 'Sign in' }),
  }
}

describe('sign-in', () => {
  it('AC-021 AC-022 has the two fields and the way to an account', async () => {
    await openLogin()
    expect(screen.getByRole('link', { name: 'Create one' }).getAttribute('href')).toBe('/register')
  })

  it('AC-025 AC-026 AC-027 AC-028 says what is missing, field by field', async () => {
    const { user, email, password } = await openLogin()
    await user.click(email)
    await user.tab()
    expect(await screen.findByText('Email is required')).toBeDefined()
    await user.type(email, 'ada@')
    expect(await screen.findByText('Please enter a valid email')).toBeDefined()
    await user.click(password)
    await user.tab()
    expect(await screen.findByText('Password is required')).toBeDefined()
    await user.type(password, '12345')
    expect(await screen.findByText('Password must be at least 6 characters')).toBeDefined()
  })

  it('AC-029 lets the form go only when it is valid', async () => {
    const { user, email, password, submit } = await openLogin()
    expect(submit.hasAttribute('disabled')).toBe(true)
    await user.type(email, 'ada@example.com')
    await user.type(password, '123456')
    await waitFor(() => expect(submit.hasAttribute('disabled')).toBe(false))
  })

  it('AC-030 AC-031 shows the server’s words in an alert and lets the person try again', async () => {
    loginAnswers(() => failure(401, 'The email or password is not correct.', 'invalid_credentials'))
    const { user, email, password, submit } = await openLogin()
    await user.type(email, 'ada@example.com')
    await user.type(password, 'wrong-password')
    await user.click(submit)
    expect((await screen.findByRole('alert')).textContent).toBe('The email or password is not correct.')
    expect(submit.hasAttribute('disabled')).toBe(false)
    expect(readAccessToken()).toBeNull()
  })

  it('AC-032 AC-023 signs in and opens the page that was asked for', async () => {
    loginAnswers(signedIn)
    server.use(...signedInHandlers({ status: wizardFirst }))
    const { user, email, password, submit, address } = await openLogin('/login?returnUrl=%2Fenv-config')
    await user.type(email, 'ada@example.com')
    await user.type(password, 'secret-1')
    await user.click(submit)
    expect(await screen.findByRole('heading', { name: 'Set up Parlance' })).toBeDefined()
    expect(address()).toBe('/env-config')
    expect(readAccessToken()).toBe('fresh')
  })

  it('AC-024 sends whoever is signed in already to the page that was asked for', async () => {
    server.use(...signedInHandlers({ status: wizardFirst }))
    const { address } = renderApp('/login?returnUrl=%2Fenv-config')
    await waitFor(() => expect(address()).toBe('/env-config'))
  })
})

describe('guards', () => {
  it('AC-069 AC-071 lead to the sign-in with the way back', async () => {
    const { address } = renderApp('/chat?session=abc', { signedIn: false })
    await waitFor(() => expect(address()).toBe('/login?returnUrl=%2Fchat%3Fsession%3Dabc'))
  })

  it('AC-070 wait for the user: a token that no longer counts leads to the sign-in', async () => {
    server.use(http.get(at('/api/v1/auth/me'), () => failure(401, 'Please sign in.', 'not_authenticated')))
    const { address } = renderApp('/chat')
    await waitFor(() => expect(address()).toMatch(/^\/login\?returnUrl=/))
    expect(readAccessToken()).toBeNull()
  })

  it('AC-072 lead an administrator without a model to the wizard', async () => {
    server.use(...signedInHandlers({ status: wizardFirst }))
    const { address } = renderApp('/chat')
    await waitFor(() => expect(address()).toBe('/env-config'))
  })

  it('AC-073 let an administrator pass when the check fails', async () => {
    server.use(
      http.get(at('/api/v1/env-config/status'), () => failure(500, 'broken')),
      ...signedInHandlers(),
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new Promise<Response>(() => undefined)),
    )
    renderApp('/chat')
    expect(await screen.findByRole('heading', { name: 'Query Results' })).toBeDefined()
  })

  it('AC-012 AC-084 lead others from the wizard to the chat', async () => {
    server.use(
      ...signedInHandlers({ user: makeUser({ role: 'GENERAL' }) }),
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new Promise<Response>(() => undefined)),
    )
    const { address } = renderApp('/env-config')
    await waitFor(() => expect(address()).toMatch(/^\/chat/))
    expect(await screen.findByRole('heading', { name: 'Query Results' })).toBeDefined()
  })

  it('AC-004 AC-014 lead an unknown path to the landing page', async () => {
    const { address } = renderApp('/no-such-page', { signedIn: false })
    expect(
      await screen.findByRole('heading', { name: 'Ask your database. Read the answer and the proof.' }),
    ).toBeDefined()
    expect(address()).toBe('/')
  })
})
