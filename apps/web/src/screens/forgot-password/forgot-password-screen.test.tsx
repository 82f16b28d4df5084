import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { speechless } from '../../testing/databases-backend.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

async function open(answer: () => Response = () => HttpResponse.json({ message: 'ok' })) {
  const sent: unknown[] = []
  server.use(
    http.post(at('/api/v1/auth/forgot-password'), async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
  const app = renderApp('/forgot-password', { signedIn: false })
  const email = await screen.findByLabelText('Email')
  return { ...app, sent, email, submit: screen.getByRole('button', { name: 'Send reset link' }) }
}

describe('forgot password', () => {
  it('AC-007 AC-052 has the field and the link back', async () => {
    const { email } = await open()
    expect(email.getAttribute('type')).toBe('email')
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/login')
  })

  it.each(['', 'ada@', `${'a'.repeat(10_000)}@example.com`])('AC-053 refuses an address like "%.10s"', async (text) => {
    const { user, email, submit, sent } = await open()
    await user.click(email)
    if (text !== '') await user.paste(text)
    await user.click(submit)
    expect(await screen.findByText('Please enter a valid email address.')).toBeDefined()
    expect(document.activeElement).toBe(email)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  it('AC-054 AC-055 sends the address once and shows the server’s message', async () => {
    const { user, email, submit, sent } = await open(() => HttpResponse.json({ message: 'Look into your mail.' }))
    await user.type(email, 'ada@example.com')
    await user.dblClick(submit)
    expect(await screen.findByText('Look into your mail.')).toBeDefined()
    expect(sent).toEqual([{ email: 'ada@example.com' }])
    await user.click(screen.getByRole('button', { name: 'Send another link' }))
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  })

  it('AC-055 shows its own message if the server sends none', async () => {
    const { user, email } = await open(() => HttpResponse.json({}))
    await user.type(email, 'ada@example.com{Enter}')
    expect(await screen.findByText('If the email exists, a reset link has been sent.')).toBeDefined()
  })

  it.each([
    [
      'the server’s detail',
      () => failure(502, 'The mail server did not accept the email. Check the email settings.'),
      'The mail server did not accept the email. Check the email settings.',
    ],
    ['a silent refusal', () => speechless(500), 'Unable to process request. Please try again later.'],
    ['no answer at all', () => HttpResponse.error(), 'Unable to process request. Please try again later.'],
  ])('AC-056 describes %s in words, and can be tried again', async (_case, answer, text) => {
    const { user, email, submit } = await open(answer)
    await user.type(email, 'ada@example.com{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    await waitFor(() => expect(submit.hasAttribute('disabled')).toBe(false))
  })
})
