import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { speechless } from '../../testing/databases-backend.ts'
import { makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { makeLicense, settingsBackend } from '../../testing/settings-backend.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const general = makeUser({ role: 'GENERAL' })
const removeQuestion =
  'Are you sure you want to remove the current license? The application will require a new license to function.'

async function open({ role = 'ADMIN', license = makeLicense() } = {}) {
  const user = role === 'ADMIN' ? makeUser() : general
  server.use(...settingsBackend({ license }).handlers, ...signedInHandlers({ user }))
  const view = renderApp('/settings?tab=license')
  await screen.findByText(license.is_valid ? 'Valid' : 'No valid license')
  return view
}

const uploadButton = () => screen.getByRole('button', { name: /^(Upload|Update)$/ })
const key = () => screen.getByLabelText('License key')

describe('the upload form', () => {
  it('CH-168 CH-169 CH-170 is shown only to administrators', async () => {
    const { unmount } = await open()
    expect([uploadButton().textContent, screen.getByRole('button', { name: 'Remove' }).textContent]).toEqual([
      'Update',
      'Remove',
    ])
    unmount()
    await open({ role: 'GENERAL' })
    expect(screen.queryByLabelText('License key')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })

  it('CH-168 shows only the upload without a license', async () => {
    await open({
      license: makeLicense({ is_valid: false, license_info: null, error_message: 'No license is installed.' }),
    })
    expect(uploadButton().textContent).toBe('Upload')
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })

  it('CH-180 CH-179 is disabled while the key is blank, and shows a message for a key of spaces', async () => {
    const { user } = await open()
    expect(uploadButton()).toHaveProperty('disabled', true)
    await user.type(key(), '   ')
    expect(uploadButton()).toHaveProperty('disabled', true)
    await user.tab()
    expect(screen.getByText('Please enter a license key')).toBeDefined()
    await user.type(key(), 'a.b.c')
    expect(screen.queryByText('Please enter a license key')).toBeNull()
    expect(uploadButton()).toHaveProperty('disabled', false)
  })

  it('CH-180 CH-191 is disabled while uploading, shows the server’s message, and reloads the status', async () => {
    let answer: (response: Response) => void = () => undefined
    let sent: unknown = null
    let statusCalls = 0
    const { user } = await open()
    server.use(
      http.post(at('/api/v1/license/upload'), async ({ request }) => {
        sent = await request.json()
        return new Promise<Response>((settle) => (answer = settle))
      }),
      http.get(at('/api/v1/license/status'), () => {
        statusCalls += 1
        return HttpResponse.json(makeLicense({}, 200))
      }),
    )
    await user.type(key(), 'a.b.c')
    await user.click(uploadButton())
    expect(await screen.findByRole('button', { name: 'Uploading...' })).toHaveProperty('disabled', true)
    await waitFor(() => expect(sent).toEqual({ license_key: 'a.b.c' }))
    answer(HttpResponse.json({ success: true, message: 'License uploaded successfully: standard edition.' }))
    expect(await screen.findByText('License uploaded successfully: standard edition.')).toBeDefined()
    expect(await screen.findByText('200 days remaining')).toBeDefined()
    expect(statusCalls).toBe(1)
    expect(key()).toHaveProperty('value', '')
  })

  it.each([
    ['CH-188', () => failure(400, 'This license has expired.', 'license_invalid'), 'This license has expired.'],
    ['CH-188', speechless, 'Failed to upload license'],
    ['CH-189', () => HttpResponse.json({ success: false, message: 'Not this one.' }), 'Not this one.'],
  ])('%s keeps the key after a failed upload and says: %#', async (_row, respond, text) => {
    const { user } = await open()
    server.use(http.post(at('/api/v1/license/upload'), () => respond()))
    await user.type(key(), 'a.b.c')
    await user.click(uploadButton())
    expect(await screen.findByText(text)).toBeDefined()
    expect(key()).toHaveProperty('value', 'a.b.c')
  })

  it('CH-181 accepts .key, .txt and .license files, as text in the key field', async () => {
    const { user } = await open()
    const input = screen.getByLabelText('License file', { selector: 'input' })
    expect(input.getAttribute('accept')).toBe('.key,.txt,.license')
    await user.upload(input, new File(['a.b.c\n'], 'mine.license'))
    await waitFor(() => expect(key()).toHaveProperty('value', 'a.b.c\n'))
    await user.upload(input, new File(['x'.repeat(200_000)], 'large.txt'))
    expect(await screen.findByText('This file is too large to be a license key. Choose another file.')).toBeDefined()
    expect(key()).toHaveProperty('value', 'a.b.c\n')
  })
})

describe('removal', () => {
  it('CH-182 CH-192 asks first, then reports the removal', async () => {
    let removed = 0
    const { user } = await open()
    server.use(
      http.delete(at('/api/v1/license/remove'), () => {
        removed += 1
        return HttpResponse.json({ success: true, message: 'License removed successfully' })
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText(removeQuestion)).toBeDefined()
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(removed).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove license' }))
    expect(await screen.findByText('License removed successfully')).toBeDefined()
    expect(removed).toBe(1)
  })

  it.each([
    ['CH-190', () => failure(404, 'No license is installed.', 'not_found'), 'No license is installed.'],
    ['CH-190', speechless, 'Failed to remove license'],
  ])('%s reports a failure: %#', async (_row, respond, text) => {
    const { user } = await open()
    server.use(http.delete(at('/api/v1/license/remove'), () => respond()))
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    const question = await screen.findByRole('alertdialog')
    fireEvent.click(within(question).getByRole('button', { name: 'Remove license' }))
    expect(await screen.findByText(text)).toBeDefined()
  })
})
