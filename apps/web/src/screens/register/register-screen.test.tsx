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
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await app.user.click(submit)
  return { ...app, bodies, submit }
}

describe('registration', () => {
  it('AC-006 AC-033 AC-035 has the four fields, named for password managers, and the link to sign in', async () => {
    renderApp('/register', { signedIn: false })
    await screen.findByLabelText('Email')
    const purposes = ['Email', 'Username', 'Password', 'Organization'].map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    )
    expect(purposes).toEqual(['email', 'username', 'new-password', 'organization'])
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  it('sends nothing while a field is missing, and focuses the first such field', async () => {
    const { user } = renderApp('/register', { signedIn: false })
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('Organization is required')).toBeDefined()
    expect(screen.queryByText('Email is required')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  })

  it('AC-036 AC-037 AC-038 AC-039 AC-040 says what is missing, field by field', async () => {
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
  })

  it('AC-041 AC-042 AC-043 sends the four fields, and opens the sign-in after 2 s for an activated account', async () => {
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

  it('AC-042 AC-044 says that approval is pending, without an activation step', async () => {
    const { address } = await register(() =>
      HttpResponse.json({ status: 'pending_approval', message: 'An administrator will look at it.' }),
    )
    expect(await screen.findByText('An administrator will look at it.')).toBeDefined()
    expect(screen.queryByLabelText('Activation code')).toBeNull()
    await vi.advanceTimersByTimeAsync(5000)
    expect(address()).toBe('/register')
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  it.each(['activation_required', 'something_new'])(
    'AC-034 AC-042 AC-045 AC-046 AC-047 AC-048 AC-049 AC-050 asks for the code after %s, filled in if the response had it',
    async (status) => {
      const sent: unknown[] = []
      server.use(
        http.post(at('/api/v1/auth/activate'), async ({ request }) => {
          sent.push(await request.json())
          return HttpResponse.json({ status: 'activated', message: 'ok' })
        }),
      )
      const { user, address } = await register(() =>
        HttpResponse.json({ status, message: 'A code was sent.', activation_code: '4711' }),
      )
      const code = await screen.findByLabelText<HTMLInputElement>('Activation code')
      expect(screen.getByText('A code was sent.')).toBeDefined()
      expect(code.value).toBe('4711')
      expect(document.activeElement).toBe(code)
      const activate = screen.getByRole('button', { name: 'Activate account' })
      await user.clear(code)
      expect(activate.hasAttribute('disabled')).toBe(true)
      await user.type(code, '   ')
      expect(activate.hasAttribute('disabled')).toBe(true)
      await user.type(code, '4711 ')
      await user.click(activate)
      expect(await screen.findByText('Account activated successfully! Redirecting to login...')).toBeDefined()
      expect(sent).toEqual([{ email: 'ada@example.com', code: '4711' }])
      await vi.advanceTimersByTimeAsync(1500)
      expect(address()).toBe('/register')
      await vi.advanceTimersByTimeAsync(600)
      await waitFor(() => expect(address()).toBe('/login'))
    },
  )

  it('says after activation that an administrator must still approve the account', async () => {
    server.use(
      http.post(at('/api/v1/auth/activate'), () =>
        HttpResponse.json({ status: 'pending_approval', message: 'An administrator must still let you in.' }),
      ),
    )
    const { user } = await register(() =>
      HttpResponse.json({ status: 'activation_required', message: 'A code was sent.', activation_code: '4711' }),
    )
    await user.click(await screen.findByRole('button', { name: 'Activate account' }))
    expect(await screen.findByText('An administrator must still let you in.')).toBeDefined()
  })

  it('sends another code, shows why one is refused, and returns to the form without the password', async () => {
    const resent: unknown[] = []
    server.use(
      http.post(at('/api/v1/auth/activate'), () =>
        failure(400, 'This activation code is invalid.', 'activation_invalid'),
      ),
      http.post(at('/api/v1/auth/resend-activation'), async ({ request }) => {
        resent.push(await request.json())
        return HttpResponse.json({ message: 'Look into your mail again.' })
      }),
    )
    const { user } = await register(() =>
      HttpResponse.json({ status: 'activation_required', message: 'A code was sent.' }),
    )
    const code = await screen.findByLabelText<HTMLInputElement>('Activation code')
    await user.type(code, '1234{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('This activation code is invalid.')
    await user.click(screen.getByRole('button', { name: 'Send new code' }))
    expect(await screen.findByText('Look into your mail again.')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(resent).toEqual([{ email: 'ada@example.com' }])
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@example.com')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  })

  it('AC-051 shows the server’s message and lets the user try again', async () => {
    const { submit } = await register(() =>
      failure(409, 'An account with this email already exists. Sign in, or use another email.', 'email_taken'),
    )
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An account with this email already exists. Sign in, or use another email.',
    )
    expect(submit.hasAttribute('disabled')).toBe(false)
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  })

  it('AC-051 shows its own message if the server sends none', async () => {
    await register(() => HttpResponse.json('?'))
    expect((await screen.findByRole('alert')).textContent).toBe('Could not create the account. Try again.')
  })
})
