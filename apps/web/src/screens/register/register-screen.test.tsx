// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

async function register(answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(at('/api/v1/auth/register'), async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  const app = renderApp('/register', { signedIn: false })
  await app.user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await app.user.type(screen.getByLabelText('Username'), 'ada')
  await app.user.type(screen.getByLabelText('Password'), 'secret-1')
  await app.user.type(screen.getByLabelText('Organization'), 'Example')
  const submit = screen.getByRole('button', { name: 'Create account' })
  await waitFor(() => expect(submit.hasAttribute('disabled')).toBe(false))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await app.user.click(submit)
  return { ...app, bodies, submit }
}

describe('registration', () => {
  it('AC-036 to AC-040 says what is missing, field by field', async () => {
    const { user } = renderApp('/register', { signedIn: false })
    const fields: [string, string, string, string][] = [
      ['Email', 'Email is required', 'nobody', 'Please enter a valid email'],
      ['Username', 'Username is required', 'ab', 'Username must be at least 3 characters'],
      ['Password', 'Password is required', '12345', 'Password must be at least 6 characters'],
    ]
    for (const [label, missing, wrong, refusal] of fields) {
      await user.click(await screen.findByLabelText(label))
      await user.tab()
      expect(await screen.findByText(missing)).toBeDefined()
      await user.type(screen.getByLabelText(label), wrong)
      expect(await screen.findByText(refusal)).toBeDefined()
    }
    await user.click(screen.getByLabelText('Organization'))
    await user.tab()
    expect(await screen.findByText('Organization is required')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  it('AC-041 AC-043 sends the four fields; an activated account goes to the sign-in after 2 s', async () => {
    const { bodies, address } = await register(() =>
      HttpResponse.json({ status: 'activated', message: 'Welcome, Ada.' }),
    )
    expect(await screen.findByText('Welcome, Ada.')).toBeDefined()
    expect(bodies).toEqual([
      { email: 'ada@example.com', username: 'ada', password: 'secret-1', organization: 'Example' },
    ])
    await vi.advanceTimersByTimeAsync(1500)
    expect(address()).toBe('/register')
    await vi.advanceTimersByTimeAsync(600)
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('AC-044 shows that approval is awaited, without an activation step', async () => {
    await register(() =>
      HttpResponse.json({ status: 'pending_approval', message: 'An administrator will look at it.' }),
    )
    expect(await screen.findByText('An administrator will look at it.')).toBeDefined()
    expect(screen.queryByLabelText('Activation code')).toBeNull()
  })

  it('AC-045 to AC-050 asks for the code, filled in when it came with the answer', async () => {
    server.use(http.post(at('/api/v1/auth/activate'), () => HttpResponse.json({ message: 'ok' })))
    const { user, address } = await register(() =>
      HttpResponse.json({ status: 'activation_required', message: 'A code was sent.', activation_code: '4711' }),
    )
    const code = await screen.findByLabelText<HTMLInputElement>('Activation code')
    expect(code.value).toBe('4711')
    const activate = screen.getByRole('button', { name: 'Activate' })
    await user.clear(code)
    expect(activate.hasAttribute('disabled')).toBe(true)
    await user.type(code, '4711')
    await user.click(activate)
    expect(await screen.findByText('Account activated successfully! Redirecting to login...')).toBeDefined()
    await vi.advanceTimersByTimeAsync(2100)
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('AC-051 shows the server’s words and lets the person try again', async () => {
    const { submit } = await register(() => failure(409, 'An account with this email exists already.', 'email_taken'))
    expect((await screen.findByRole('alert')).textContent).toBe('An account with this email exists already.')
    expect(submit.hasAttribute('disabled')).toBe(false)
  })
})
