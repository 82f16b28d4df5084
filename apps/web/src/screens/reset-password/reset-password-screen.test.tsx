import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readAccessToken } from '../../lib/access-token.ts'
import { speechless } from '../../testing/databases-backend.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const link = '/reset-password?token=12345e67&email=ada%2Bb@example.com'

async function open({ answer = () => HttpResponse.json({ message: 'Done.' }) as Response, signedIn = false } = {}) {
  const sent: unknown[] = []
  server.use(
    http.post(at('/api/v1/auth/reset-password'), async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
  const app = renderApp(link, { signedIn })
  const first = await screen.findByLabelText('New password')
  const submit = screen.getByRole('button', { name: 'Set new password' })
  return { ...app, sent, first, second: screen.getByLabelText('Confirm password'), submit }
}

describe('reset password', () => {
  it('AC-008 AC-057 AC-058 AC-062 has the two fields, the hint and the link back', async () => {
    const { first, second } = await open()
    expect(screen.getByText('For ada+b@example.com')).toBeDefined()
    expect(screen.getByText('Must be at least 8 characters.')).toBeDefined()
    expect([first, second].map((field) => field.getAttribute('autocomplete'))).toEqual(['new-password', 'new-password'])
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/login')
  })

  it.each([
    '/reset-password',
    '/reset-password?token=t',
    '/reset-password?email=ada@example.com',
    '/reset-password?token=&email=',
  ])('AC-059 AC-060 shows the notice instead of the fields for %s', async (address) => {
    renderApp(address, { signedIn: false })
    expect(await screen.findByText('This reset link is invalid or has expired.')).toBeDefined()
    expect(screen.queryByLabelText('New password')).toBeNull()
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password')
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/login')
  })

  it('AC-061 AC-063 requires eight characters, typed twice', async () => {
    const { user, first, submit, sent } = await open()
    await user.click(submit)
    expect(await screen.findByText('Confirm your password.')).toBeDefined()
    expect(document.activeElement).toBe(first)
    expect(first.getAttribute('aria-invalid')).toBe('true')
    await user.type(first, '1234567')
    expect(first.getAttribute('aria-invalid')).toBe('true')
    await user.type(first, '8')
    await waitFor(() => expect(first.getAttribute('aria-invalid')).toBe('false'))
    expect(sent).toEqual([])
  })

  it('AC-064 OP-83 reports that the passwords differ, until either is fixed', async () => {
    const { user, first, second, submit, sent } = await open()
    await user.type(first, 'correct horse')
    await user.type(second, 'correct hors')
    await user.click(submit)
    expect(await screen.findByText('Passwords do not match')).toBeDefined()
    expect(sent).toEqual([])
    await user.type(first, '{Backspace}')
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull())
  })

  it('AC-065 AC-066 AC-067 sends the parts of the link as text, and opens the sign-in after 2 s', async () => {
    const { user, first, second, submit, sent, address } = await open()
    await user.type(first, 'correct horse')
    await user.type(second, 'correct horse')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.dblClick(submit)
    expect(await screen.findByText('Done.')).toBeDefined()
    expect(sent).toEqual([{ email: 'ada+b@example.com', new_password: 'correct horse', token: '12345e67' }])
    await vi.advanceTimersByTimeAsync(1500)
    expect(address()).toMatch(/^\/reset-password/)
    await vi.advanceTimersByTimeAsync(600)
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('AC-066 shows its own message if the server sends none, and signs this browser out', async () => {
    const { user, first, second, address } = await open({ answer: () => HttpResponse.json({}), signedIn: true })
    await user.type(first, 'correct horse')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.type(second, 'correct horse{Enter}')
    expect(await screen.findByText('Password reset successfully. You can now log in.')).toBeDefined()
    await vi.advanceTimersByTimeAsync(2100)
    await waitFor(() => expect(address()).toBe('/login'))
    expect(readAccessToken()).toBeNull()
  })

  it.each([
    [
      'the server’s detail',
      () => failure(400, 'This link was used already.', 'reset_invalid'),
      'This link was used already.',
    ],
    ['a silent refusal', () => speechless(400), 'Unable to reset password. The link may have expired.'],
  ])('AC-068 OP-83 describes %s in words, and can be tried again', async (_case, answer, text) => {
    const { user, first, second, submit } = await open({ answer })
    await user.type(first, 'correct horse')
    await user.type(second, 'correct horse{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(submit.hasAttribute('disabled')).toBe(false)
    expect(screen.getByRole('link', { name: 'Request a new link' })).toBeDefined()
  })
})
