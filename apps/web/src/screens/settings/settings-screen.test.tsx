import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chatBackend } from '../../testing/chat-backend.ts'
import { databasesBackend, speechless } from '../../testing/databases-backend.ts'
import { makeSession, makeUsage, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { makeLicense, settingsBackend } from '../../testing/settings-backend.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { usersBackend } from '../../testing/users-backend.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const general = makeUser({ role: 'GENERAL' })

async function openPage(address: string, { user = makeUser(), usage = makeUsage(), ...options }: Options = {}) {
  const backend = settingsBackend(options)
  server.use(
    http.get(at('/api/v1/license/usage'), () => HttpResponse.json(usage)),
    ...backend.handlers,
    ...usersBackend().handlers,
    ...signedInHandlers({ user }),
  )
  const app = renderApp(address)
  await screen.findByRole('tablist', { name: 'Settings' })
  return { ...app, backend }
}
type Options = Parameters<typeof settingsBackend>[0] & {
  user?: ReturnType<typeof makeUser>
  usage?: ReturnType<typeof makeUsage>
}
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
const selected = () => screen.getByRole('tab', { selected: true }).textContent
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

describe('the frame', () => {
  it('AC-144 AC-145 AC-146 AC-147 AC-148 AC-149 shows an administrator five tabs, with LLM Settings first', async () => {
    await openPage('/settings')
    expect(tabs()).toEqual(['Profile', 'LLM Settings', 'System Setup', 'License', 'User Management'])
    expect(selected()).toBe('LLM Settings')
  })

  it('AC-144 AC-147 AC-150 shows other users Profile and License, with Profile first', async () => {
    await openPage('/settings', { user: general })
    expect(tabs()).toEqual(['Profile', 'License'])
    expect(selected()).toBe('Profile')
  })

  it('AC-151 AC-148 opens the tab in the address, and updates the address', async () => {
    const { user, address } = await openPage('/settings?tab=users')
    expect(selected()).toBe('User Management')
    expect(await screen.findByRole('article', { name: 'bea@example.com' })).toBeDefined()
    const keys = { Profile: 'profile', 'LLM Settings': 'llm', 'System Setup': 'environment', License: 'license' }
    for (const [name, key] of Object.entries(keys)) {
      await user.click(screen.getByRole('tab', { name }))
      await waitFor(() => expect(address()).toBe(`/settings?tab=${key}`))
      expect(selected()).toBe(name)
    }
  })

  it('OP-79 AC-192 OP-25 opens the profile instead of an administrator’s tab, and says who can configure email', async () => {
    await openPage('/settings?tab=environment', { user: general })
    expect(selected()).toBe('Profile')
    expect(screen.getByText('Only administrators can configure outbound email.')).toBeDefined()
  })

  it('AC-152 AC-154 links a page back to the chat and to the wizard', async () => {
    const { user, address } = await openPage('/settings?tab=environment')
    expect(screen.getByRole('link', { name: 'Back to Chat' }).getAttribute('href')).toBe('/chat')
    await user.click(await screen.findByRole('button', { name: 'Reconfigure Environment' }))
    await waitFor(() => expect(address()).toBe('/env-config'))
    expect(await screen.findByText('AI Model Settings')).toBeDefined()
  })

  it('AC-152 AC-153 AC-155 gives a dialog only a close button, and a link to the main menu', async () => {
    const backend = settingsBackend()
    server.use(...chatBackend({ sessions: [makeSession()] }).handlers, ...backend.handlers)
    const { user, address } = renderApp('/chat')
    await screen.findByLabelText('Your question')
    await user.click(await screen.findByRole('button', { name: /ada@example.com/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }))
    expect(dialog.queryByText('Back to Chat')).toBeNull()
    await user.click(dialog.getByRole('tab', { name: 'System Setup' }))
    await waitFor(() => expect(address()).toContain('tab=environment'))
    await user.click(await dialog.findByRole('button', { name: 'Reconfigure Environment' }))
    const alert = within(await screen.findByRole('alertdialog'))
    expect(alert.getByText(/in the main menu\.$/)).toBeDefined()
    await user.click(alert.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull())
    expect(address()).not.toContain('dialog')
    await user.click(await screen.findByRole('button', { name: /ada@example.com/ }))
    expect((await screen.findByRole('menuitem', { name: 'Reconfigure Environment' })).getAttribute('href')).toBe(
      '/env-config',
    )
  })

  it('AC-015 AC-019 OP-33 shows each dialog of the user menu as a page too; dialogs are 800 px wide, the large ones 1200', async () => {
    const widths: Record<string, string> = {}
    for (const [dialog, page] of [
      ['Settings', '/settings'],
      ['User Management', '/users'],
      ['Database Management', '/databases'],
    ] as const) {
      const backends = [...settingsBackend().handlers, ...usersBackend().handlers, ...databasesBackend().handlers]
      server.use(...chatBackend({ sessions: [makeSession()] }).handlers, ...backends)
      const { user, unmount } = renderApp('/chat')
      await user.click(await screen.findByRole('button', { name: /ada@example.com/ }))
      await user.click(await screen.findByRole('menuitem', { name: dialog }))
      widths[page] = (await screen.findByRole('dialog', { name: dialog })).style.width
      unmount()
      const { unmount: leave } = renderApp(page)
      expect(
        await screen.findByRole('heading', { level: 1, name: new RegExp(dialog.split(' ')[0] ?? '') }),
      ).toBeDefined()
      expect(screen.getByRole('link', { name: 'Back to Chat' })).toBeDefined()
      leave()
    }
    expect(widths).toEqual({ '/settings': '800px', '/users': '1200px', '/databases': '1200px' })
  })

  it('CH-009 CH-010 CH-012 opens both from the user menu, in the documented order', async () => {
    server.use(...chatBackend({ sessions: [makeSession()] }).handlers)
    const { user } = renderApp('/chat')
    await screen.findByLabelText('Your question')
    await user.click(await screen.findByRole('button', { name: /ada@example.com/ }))
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.querySelector('span')?.textContent ?? '')
    expect(items.filter((item) => /Settings|Connections|Management|About|Logout/.test(item))).toEqual([
      'Settings',
      'View Database Connections',
      'Database Management',
      'User Management',
      'About',
      'Logout',
    ])
  })

  it('asks once before switching tabs discards unsaved changes', async () => {
    const { user, address } = await openPage('/settings?tab=profile')
    await user.type(await screen.findByLabelText('Current password'), 'x')
    await user.click(screen.getByRole('tab', { name: 'License' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('x')
    await user.click(screen.getByRole('tab', { name: 'License' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(address()).toBe('/settings?tab=license'))
  })
})

describe('the profile', () => {
  it('AC-157 AC-158 shows username, email, role and tenant', async () => {
    await openPage('/settings?tab=profile')
    expect(['Username', 'Email', 'Role', 'Tenant'].map(factOf)).toEqual([
      'ada',
      'ada@example.com',
      'Administrator',
      'N/A',
    ])
  })

  it('AC-158 shows the tenant by its name', async () => {
    await openPage('/settings', { user: makeUser({ role: 'GENERAL', tenant_name: 'Harbour' }) })
    expect(factOf('Tenant')).toBe('Harbour')
  })

  const fill = async (user: Awaited<ReturnType<typeof openPage>>['user'], texts: string[]) => {
    for (const [index, label] of ['Current password', 'New password', 'Confirm new password'].entries()) {
      await user.clear(screen.getByLabelText(label))
      const text = texts[index] ?? ''
      if (text !== '') await user.type(screen.getByLabelText(label), text)
    }
    await user.click(screen.getByRole('button', { name: 'Update password' }))
  }

  it('AC-159 AC-160 AC-161 AC-162 checks the three fields', async () => {
    const { user, backend } = await openPage('/settings?tab=profile')
    await fill(user, ['', 'short', 'other'])
    for (const text of [
      'Current password is required.',
      'New password must be at least 8 characters.',
      'Passwords do not match.',
    ]) {
      expect(screen.getByText(text)).toBeDefined()
    }
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
    expect(backend.sent).toEqual([])
  })

  it('AC-163 AC-156 sends both, shows the message for three seconds and stays signed in', async () => {
    const { user, backend } = await openPage('/settings?tab=profile')
    await fill(user, ['old password', 'new password', 'new password'])
    expect(await screen.findByText('Password changed successfully.')).toBeDefined()
    expect(backend.sent).toEqual([
      { call: 'password', body: { current_password: 'old password', new_password: 'new password' } },
    ])
    expect(localStorage.getItem('parlance:access_token')).toBe('fresh')
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'long enough' } })
    }
    fireEvent.click(screen.getByRole('button', { name: 'Update password' }))
    await vi.waitFor(() => expect(backend.sent).toHaveLength(2), { timeout: 60_000 })
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByText('Password changed successfully.')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(2700))
    expect(screen.getByText('Password changed successfully.')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.queryByText('Password changed successfully.')).toBeNull()
  })

  it('AC-164 reports a failure; AC-016 with the server’s message if there is one', async () => {
    const { user } = await openPage('/settings?tab=profile')
    server.use(http.post(at('/api/v1/auth/change-password'), () => speechless()))
    await fill(user, ['old password', 'new password', 'new password'])
    expect(await screen.findByText('Unable to update password. Please try again.')).toBeDefined()
    server.use(http.post(at('/api/v1/auth/change-password'), () => failure(400, 'The current password is incorrect.')))
    await user.click(screen.getByRole('button', { name: 'Update password' }))
    expect(await screen.findByText('The current password is incorrect.')).toBeDefined()
  })
})

describe('the license', () => {
  it('AC-147 CH-167 CH-173 CH-174 CH-176 CH-178 shows the status, its details and how many users it allows', async () => {
    await openPage('/settings?tab=license')
    expect(await screen.findByText('Valid')).toBeDefined()
    expect(['Edition', 'Domain', 'Customer', 'Total', 'Allowed', 'Remaining', 'Used'].map(factOf)).toEqual([
      'Enterprise',
      'localhost',
      'N/A',
      '5',
      '50',
      '45',
      '10%',
    ])
  })

  it('says what ends when, what keeps working, and what stops, with the numbers of this installation', async () => {
    const license = makeLicense()
    const trial = {
      ...license,
      license_info: license.license_info && { ...license.license_info, origin: 'trial' as const },
    }
    const limits = [
      { kind: 'users' as const, used: 5, max: -1 },
      { kind: 'databases' as const, used: 4, max: 5 },
    ]
    await openPage('/settings?tab=license', { license: trial, usage: makeUsage({ limits }) })
    expect(
      await screen.findByText('You are in the trial of the Enterprise edition. It ends on Jan 15, 2026.'),
    ).toBeDefined()
    expect(await screen.findByText('4 of 5')).toBeDefined()
    expect(screen.getByText(/^Every user can sign in and ask\. Nothing is deleted/)).toBeDefined()
    expect(screen.getByText('Adding active users above 1. You have 5.')).toBeDefined()
    expect(screen.getByText('Adding database connections above 3. You have 4.')).toBeDefined()
    expect(screen.getByText('Exports other than CSV.')).toBeDefined()
  })

  it('CH-177 colors the remaining days', async () => {
    for (const [days, tone] of [
      [7, 'danger'],
      [30, 'warning'],
      [31, 'success'],
    ] as const) {
      const { unmount } = await openPage('/settings?tab=license', { license: makeLicense({}, days) })
      expect((await screen.findByText(`${days} days remaining`)).dataset.tone).toBe(tone)
      unmount()
    }
  })

  it('CH-171 CH-172 says what to do without a license', async () => {
    const license = makeLicense({ is_valid: false, license_info: null, error_message: 'The license has expired.' })
    await openPage('/settings?tab=license', { user: general, license })
    expect(await screen.findByText('No valid license')).toBeDefined()
    expect(screen.getByText('The license has expired.')).toBeDefined()
    expect(screen.getByText('Please contact your administrator to upload a license.')).toBeDefined()
  })

  it('CH-187 reports that loading failed, and tries again on request', async () => {
    let calls = 0
    const backend = settingsBackend()
    server.use(
      http.get(at('/api/v1/license/status'), () => (++calls === 1 ? speechless() : undefined)),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    const { user } = renderApp('/settings?tab=license')
    expect(await screen.findByText('Failed to load license status')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Valid')).toBeDefined()
  })
})
