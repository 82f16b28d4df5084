import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { readAccessToken, storeAccessToken } from '../../lib/access-token.ts'
import { speechless } from '../../testing/databases-backend.ts'
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

/** A chat whose conversations never arrive, because the tests look only at the page. */
const quietChat = (options: Parameters<typeof signedInHandlers>[0] = {}) => [
  ...signedInHandlers(options),
  http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new Promise<Response>(() => undefined)),
]

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
  it('AC-005 AC-021 AC-022 has the two fields and the link to register', async () => {
    const { email, password } = await openLogin()
    expect(email.getAttribute('autocomplete')).toBe('username')
    expect(password.getAttribute('autocomplete')).toBe('current-password')
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgot-password')
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

  it('AC-029 submits the form only if it is valid, and only once', async () => {
    let sent = 0
    let answer: (response: Response) => void = () => undefined
    server.use(
      http.post(at('/api/v1/auth/login'), () => {
        sent += 1
        return new Promise<Response>((settle) => (answer = settle))
      }),
    )
    const { user, email, password, submit } = await openLogin()
    expect(submit.hasAttribute('disabled')).toBe(true)
    await user.type(email, 'ada@example.com')
    await user.type(password, '123456')
    await waitFor(() => expect(submit.hasAttribute('disabled')).toBe(false))
    await user.dblClick(submit)
    await waitFor(() => expect(submit.textContent).toBe('Signing in...'))
    expect(submit.hasAttribute('disabled')).toBe(true)
    await user.type(password, '{Enter}')
    await waitFor(() => expect(sent).toBe(1))
    answer(failure(401, 'No.', 'invalid_credentials'))
    expect((await screen.findByRole('alert')).textContent).toBe('No.')
    expect(sent).toBe(1)
  })

  it('AC-030 AC-031 shows the server’s message in an alert and lets the user try again', async () => {
    loginAnswers(() => failure(401, 'The email or password is incorrect.', 'invalid_credentials'))
    const { user, email, password, submit } = await openLogin()
    await user.type(email, 'ada@example.com')
    await user.type(password, 'wrong-password')
    await user.click(submit)
    expect((await screen.findByRole('alert')).textContent).toBe('The email or password is incorrect.')
    expect(submit.hasAttribute('disabled')).toBe(false)
    expect(document.activeElement).toBe(password)
    expect(readAccessToken()).toBeNull()
  })

  it('AC-016 AC-030 shows its own message only if the server sends none', async () => {
    const { user, email, password, submit } = await openLogin()
    await user.type(email, 'ada@example.com')
    await user.type(password, 'secret-1')
    const texts: (string | null)[] = []
    for (const answer of [HttpResponse.error(), speechless(500), failure(503, 'Stopping.'), HttpResponse.json('?')]) {
      loginAnswers(() => answer)
      await user.click(submit)
      await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(texts.at(-1)))
      texts.push(screen.getByRole('alert').textContent)
    }
    expect(texts).toEqual([
      'Unable to connect to the server. Please check if the server is running.',
      'Internal server error. Please try again later.',
      'Stopping.',
      'Could not sign in. Try again.',
    ])
  })

  it('says how long to wait after too many failed attempts', async () => {
    loginAnswers(() =>
      HttpResponse.json(
        { detail: 'Too many failed attempts. Try again in 10 minutes.', code: 'rate_limited', request_id: 'r' },
        { status: 429, headers: { 'retry-after': '600' } },
      ),
    )
    const { user, email, password, submit } = await openLogin()
    await user.type(email, 'ada@example.com')
    await user.type(password, 'secret-1')
    await user.click(submit)
    expect((await screen.findByRole('alert')).textContent).toBe('Too many failed attempts. Try again in 10 minutes.')
  })

  it('asks for the code of an account that was never activated', async () => {
    loginAnswers(() => failure(403, 'Please activate your account.', 'activation_required'))
    const { user, email, password, submit } = await openLogin()
    await user.type(email, 'ada@example.com')
    await user.type(password, 'secret-1')
    await user.click(submit)
    await user.click(await screen.findByRole('link', { name: 'Enter activation code' }))
    expect(await screen.findByText('Enter the activation code sent to ada@example.com.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Activation code'))
  })

  it('refuses 10,000 pasted characters with a message', async () => {
    const { user, email, password } = await openLogin()
    await user.click(email)
    await user.paste(`${'a'.repeat(10_000)}@example.com`)
    await user.click(password)
    await user.paste('p'.repeat(10_000))
    await user.tab()
    expect(await screen.findByText('Please enter a valid email')).toBeDefined()
    expect(await screen.findByText('Password must be at most 1024 characters')).toBeDefined()
  })

  it('shows the password on request, and says that Caps Lock is on', async () => {
    const { user, password } = await openLogin()
    const show = screen.getByRole('button', { name: 'Show Password' })
    await user.click(show)
    expect(password.getAttribute('type')).toBe('text')
    expect(show.getAttribute('aria-pressed')).toBe('true')
    await user.click(show)
    expect(password.getAttribute('type')).toBe('password')
    await user.click(password)
    await user.keyboard('{CapsLock}A')
    expect(await screen.findByText('Caps Lock is on.')).toBeDefined()
    await user.keyboard('{CapsLock}a')
    await waitFor(() => expect(screen.queryByText('Caps Lock is on.')).toBeNull())
  })

  it('AC-032 AC-023 signs in and opens the requested page', async () => {
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

  it.each(['//evil.example', 'https://evil.example/chat', '/\\evil.example', 'javascript:alert(1)', '/\tevil.example'])(
    'AC-023 opens the chat instead of %s',
    async (returnUrl) => {
      loginAnswers(signedIn)
      server.use(...quietChat())
      const { user, email, password, submit, address } = await openLogin(
        `/login?returnUrl=${encodeURIComponent(returnUrl)}`,
      )
      await user.type(email, 'ada@example.com')
      await user.type(password, 'secret-1{Enter}')
      expect(submit).toBeDefined()
      await waitFor(() => expect(address()).toMatch(/^\/chat/))
      expect(await screen.findByRole('heading', { name: 'Query Results' })).toBeDefined()
    },
  )

  it('AC-024 follows a sign-in in another tab', async () => {
    const { address } = await openLogin('/login?returnUrl=%2Fenv-config')
    server.use(...signedInHandlers({ status: wizardFirst }))
    storeAccessToken('from-the-other-tab')
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'parlance:access_token', oldValue: null, newValue: 'from-the-other-tab' }),
    )
    await waitFor(() => expect(address()).toBe('/env-config'))
    expect(await screen.findByRole('heading', { name: 'Set up Parlance' })).toBeDefined()
  })

  it('AC-024 opens the requested page for users who are already signed in', async () => {
    server.use(...signedInHandlers({ status: wizardFirst }))
    const { address } = renderApp('/login?returnUrl=%2Fenv-config')
    await waitFor(() => expect(address()).toBe('/env-config'))
  })
})

describe('sign-in with a provider', () => {
  const options = (passwords: boolean) =>
    server.use(
      http.get(at('/api/v1/auth/sign-in-options'), () =>
        HttpResponse.json({ passwords, providers: [{ id: 'corp1234', name: 'Corp' }] }),
      ),
    )

  it('links to the provider and back to the requested page', async () => {
    options(true)
    await openLogin('/login?returnUrl=%2Fenv-config')
    const link = await screen.findByRole('link', { name: 'Continue with Corp' })
    expect(link.getAttribute('href')).toBe('/auth/oidc/corp1234?returnUrl=%2Fenv-config')
  })

  it.each([
    ['no_account', /^There is no account for your email address/],
    ['%3Cb%3E', /^Could not sign in/],
  ])('says why it failed: %s', async (problem, text) => {
    options(true)
    await openLogin(`/login?problem=${problem}`)
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
  })

  it('shows the password form only on request if passwords are closed', async () => {
    options(false)
    const { user } = renderApp('/login', { signedIn: false })
    await user.click(await screen.findByRole('button', { name: 'Sign in as an administrator with a password' }))
    expect(screen.getByLabelText('Email')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
  })

  it('fetches the access token, and opens the requested page', async () => {
    server.use(http.post(at('/api/v1/auth/refresh'), signedIn), ...signedInHandlers({ status: wizardFirst }))
    const { address } = renderApp('/signed-in?returnUrl=%2Fenv-config', { signedIn: false })
    await waitFor(() => expect(address()).toBe('/env-config'))
    expect(readAccessToken()).toBe('fresh')
  })

  it('returns to the sign-in page without a cookie', async () => {
    server.use(http.post(at('/api/v1/auth/refresh'), () => failure(401, 'Sign in.', 'not_authenticated')))
    const { address } = renderApp('/signed-in?returnUrl=%2Fenv-config', { signedIn: false })
    await waitFor(() => expect(address()).toBe('/login?returnUrl=%2Fenv-config&problem=failed'))
  })
})
