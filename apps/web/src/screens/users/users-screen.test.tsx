import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chatBackend } from '../../testing/chat-backend.ts'
import { speechless } from '../../testing/databases-backend.ts'
import { makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../testing/users-backend.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const base = at('/api/v1/users')
const ada = makeAccount({
  ...makeUser(),
  user_name: 'ada',
  last_login_at: null,
  daily_query_limit: null,
  daily_query_reset_at: null,
})
const bea = makeAccount()
const cyd = makeAccount({
  user_id: 'u3',
  email: 'cyd@example.com',
  username: 'cyd',
  user_name: 'cyd',
  is_active: false,
})
const waiting = makeAccount({
  user_id: 'u4',
  email: 'dan@example.com',
  username: 'dan',
  user_name: 'dan',
  organization: 'Harbour',
  status: 'N',
  is_active: false,
  created_at: new Date(2026, 0, 5, 15, 4).toISOString(),
})
const everyone = [ada, bea, cyd, waiting]

async function openPage(
  options: Parameters<typeof usersBackend>[0] = { users: everyone },
  address = '/users?view=cards',
) {
  const backend = usersBackend(options)
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp(address)
  await screen.findByRole('heading', { name: 'User Management' })
  return { ...app, backend }
}
const card = (email: string) => screen.findByRole('article', { name: email })
const button = async (email: string, name: string) => within(await card(email)).getByRole('button', { name })
const cards = () => screen.queryAllByRole('article').map((shown) => shown.querySelector('h3')?.textContent)
const answerWith = async (user: Awaited<ReturnType<typeof openPage>>['user'], name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
const factOf = (shown: HTMLElement, name: string) =>
  within(shown).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

describe('the screen', () => {
  it('AC-222 is a page titled User Management; AC-253 AC-226 lists all users at first', async () => {
    await openPage()
    await card('bea@example.com')
    expect(cards()).toEqual(['dan@example.com', 'ada@example.com', 'bea@example.com', 'cyd@example.com'])
    expect(document.title).toContain('User Management')
  })

  it('AC-252 opens the settings for an ordinary user who requests the dialog', async () => {
    server.use(...chatBackend({ user: makeUser({ role: 'GENERAL' }) }).handlers)
    renderApp('/chat?dialog=users')
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeDefined()
    expect(screen.queryByRole('dialog', { name: 'User Management' })).toBeNull()
  })

  it('AC-222 CH-014 opens as a dialog of the chat', async () => {
    const backend = usersBackend({ users: everyone })
    server.use(...chatBackend().handlers, ...backend.handlers)
    renderApp('/chat?dialog=users')
    const dialog = within(await screen.findByRole('dialog', { name: 'User Management' }))
    expect(await dialog.findByRole('article', { name: 'bea@example.com' })).toBeDefined()
  })

  it('AC-223 redirects users who are not administrators to /', async () => {
    server.use(...signedInHandlers({ user: makeUser({ role: 'GENERAL' }) }))
    const { address } = renderApp('/users')
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('AC-227 shows that it is loading, AC-260 that this failed, and tries again', async () => {
    const asked = Promise.withResolvers<Response>()
    let calls = 0
    const backend = usersBackend()
    server.use(
      http.get(`${base}/search`, () => (++calls === 1 ? asked.promise : undefined)),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    const { user } = renderApp('/users?view=cards')
    expect(await screen.findByText('Loading users...')).toBeDefined()
    asked.resolve(speechless())
    expect(await screen.findByText('Failed to load users')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await card('bea@example.com')).toBeDefined()
  })

  it('AC-225 AC-226 AC-229 counts all users by status and shows those with one status', async () => {
    const { user } = await openPage()
    const filters = within(await screen.findByRole('group', { name: 'Status' })).getAllByRole('button')
    expect(filters.map((filter) => filter.textContent)).toEqual(['All Users 4', 'Active 2', 'Inactive 1', 'Pending 1'])
    expect(filters.map((filter) => filter.dataset.filter)).toEqual(['all', 'active', 'inactive', 'pending'])
    for (const [name, shown] of Object.entries({
      'Active 2': ['ada@example.com', 'bea@example.com'],
      'Inactive 1': ['cyd@example.com'],
      'Pending 1': ['dan@example.com'],
    })) {
      await user.click(screen.getByRole('button', { name }))
      await waitFor(() => expect(cards()).toEqual(shown))
    }
    expect(screen.getByRole('button', { name: 'Pending 1' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('AC-224 searches and clears; AC-228 says that no user matches', async () => {
    const { user } = await openPage()
    const search = await screen.findByPlaceholderText('Search users...')
    await user.type(search, 'harb')
    await waitFor(() => expect(cards()).toEqual(['dan@example.com']))
    await user.type(search, 'xyz')
    expect(await screen.findByText('No users found matching "harbxyz"')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear Search' }))
    await waitFor(() => expect(cards()).toHaveLength(4))
    await user.type(search, 'bea')
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(cards()).toHaveLength(4))
    expect(document.activeElement).toBe(search)
  })

  it('loads five hundred users fifty at a time, and finds the last of them', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      makeAccount({ user_id: `m${index}`, email: `person${index}@example.com` }),
    )
    const { user } = await openPage({ users: many })
    await card('person0@example.com')
    expect(cards()).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: 'Show 50 more' }))
    await waitFor(() => expect(cards()).toHaveLength(100))
    await user.type(screen.getByPlaceholderText('Search users...'), 'person499')
    await waitFor(() => expect(cards()).toEqual(['person499@example.com']))
  })

  it('shows names unchanged: markup as text, long and right-to-left ones in full', async () => {
    const name = '<b>עברית</b>'
    await openPage({ users: [makeAccount({ user_name: name, username: name, organization: 'x'.repeat(200) })] })
    const shown = await card('bea@example.com')
    expect(factOf(shown, 'Username')).toBe(name)
    expect(shown.querySelector('b')).toBeNull()
  })
})

describe('a pending card', () => {
  it('AC-236 AC-237 AC-238 shows who is waiting, with a role and the two decisions', async () => {
    await openPage()
    const shown = await card('dan@example.com')
    expect(within(shown).getByText('Pending Approval')).toBeDefined()
    expect(factOf(shown, 'Username')).toBe('dan')
    expect(factOf(shown, 'Organization')).toBe('Harbour')
    expect(factOf(shown, 'Registered')).toBe('Jan 5, 2026, 3:04 PM')
    const role = within(shown).getByLabelText('Role')
    expect(
      within(role)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['General', 'Administrator'])
    expect(within(shown).getByRole('button', { name: 'Approve' }).className).toContain('text-success')
    expect(within(shown).getByRole('button', { name: 'Reject' }).className).toContain('text-danger')
  })

  it('AC-239 AC-255 approves as General by default, once on a double click', async () => {
    const { user, backend } = await openPage()
    await user.dblClick(await button('dan@example.com', 'Approve'))
    expect(await screen.findByText('dan@example.com was approved.')).toBeDefined()
    expect(backend.sent).toEqual([{ call: 'approve', body: { role: 'GENERAL' } }])
    expect(await button('dan@example.com', 'Deactivate')).toBeDefined()
  })

  it('AC-239 AC-255 approves with the selected role', async () => {
    const { user, backend } = await openPage()
    await user.selectOptions(within(await card('dan@example.com')).getByLabelText('Role'), 'Administrator')
    await user.click(await button('dan@example.com', 'Approve'))
    await screen.findByText('dan@example.com was approved.')
    expect(backend.sent).toEqual([{ call: 'approve', body: { role: 'ADMIN' } }])
  })

  it('AC-240 AC-241 AC-256 asks before it rejects, then removes the registration', async () => {
    const { user, backend } = await openPage()
    await user.click(await button('dan@example.com', 'Reject'))
    expect(
      await screen.findByText('Are you sure you want to reject dan@example.com? This will delete their registration.'),
    ).toBeDefined()
    await answerWith(user, 'Cancel')
    expect(backend.sent).toEqual([])
    await user.click(await button('dan@example.com', 'Reject'))
    await answerWith(user, 'Reject')
    await waitFor(() => expect(cards()).toHaveLength(3))
    expect(backend.sent).toEqual([{ call: 'reject', body: null }])
  })

  it('AC-261 AC-262 reports a failure in an alert that disappears after five seconds', async () => {
    const { user } = await openPage()
    server.use(
      http.post(`${base}/:id/approve`, () => speechless()),
      http.post(`${base}/:id/reject`, () => speechless()),
    )
    await user.click(await button('dan@example.com', 'Reject'))
    await answerWith(user, 'Reject')
    expect(await screen.findByText('Failed to reject user')).toBeDefined()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    await vi.waitFor(() => expect(screen.getByText('Failed to approve user')).toBeDefined(), { timeout: 60_000 })
    await act(() => vi.advanceTimersByTimeAsync(4800))
    expect(screen.getByText('Failed to approve user')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.queryByText('Failed to approve user')).toBeNull()
  })

  it('AC-016 prefers the server’s message', async () => {
    const { user } = await openPage()
    server.use(
      http.post(`${base}/:id/approve`, () =>
        failure(403, 'You have reached the limit of your edition. Upgrade your license to raise it.'),
      ),
    )
    await user.click(await button('dan@example.com', 'Approve'))
    expect(
      await screen.findByText('You have reached the limit of your edition. Upgrade your license to raise it.'),
    ).toBeDefined()
  })
})

describe('a user card', () => {
  it('AC-242 AC-243 AC-244 AC-248 shows initial, badges, facts and actions', async () => {
    await openPage()
    const own = await card('ada@example.com')
    expect(own.querySelector('[aria-hidden="true"]')?.textContent).toBe('A')
    for (const badge of ['You', 'Active', 'Administrator']) expect(within(own).getByText(badge)).toBeDefined()
    expect(factOf(own, 'Last login')).toBe('Never')
    expect(factOf(own, 'Created')).toMatch(/2026/)
    const other = await card('bea@example.com')
    expect(within(other).queryByText('You')).toBeNull()
    expect(
      within(other)
        .getAllByRole('button')
        .map((shown) => shown.textContent),
    ).toEqual(['Manage database and business area access', 'Deactivate', 'Edit'])
    expect(within(await card('cyd@example.com')).getByText('Deactivated')).toBeDefined()
  })

  it('AC-249 does not offer to deactivate the user’s own account', async () => {
    await openPage()
    const own = within(await card('ada@example.com'))
    expect(own.queryByRole('button', { name: 'Deactivate' })).toBeNull()
  })

  it('AC-245 AC-246 AC-247 AC-233 shows usage, its bar and when it resets', async () => {
    await openPage()
    const shown = within(await card('bea@example.com'))
    const daily = shown.getByRole('progressbar', { name: 'Daily usage' })
    expect(daily.getAttribute('value')).toBe('40')
    expect(shown.getByText('4 / 10')).toBeDefined()
    expect(shown.getByText(/^40 \/ ∞/)).toBeDefined()
    expect(shown.getByRole('progressbar', { name: 'Monthly usage' }).getAttribute('value')).toBe('0')
    const reset = new Date(Date.UTC(2026, 2, 4)).toLocaleString('en-US', {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    })
    expect(shown.getByText(`Resets: ${reset}`)).toBeDefined()
    expect(shown.getByText('Resets: Not set')).toBeDefined()
  })

  it('AC-230 AC-231 AC-232 AC-234 AC-235 fills in values that the server leaves out', async () => {
    const bare = {
      user_id: 'u9',
      email: 'bare@example.com',
      user_name: null,
      organization: null,
      role: null,
      status: 'A',
      is_active: true,
      is_premium: true,
      created_at: '2026-01-01T00:00:00.000Z',
      last_login_at: null,
    }
    const states = { active: 1, inactive: 0, pending: 0, invited: 0, limit_reached: 0 }
    server.use(...usersBackend().handlers)
    server.use(
      http.get(`${base}/search`, () =>
        HttpResponse.json({ users: [bare], matching: 1, total: 1, conflicting: 0, states }),
      ),
      ...signedInHandlers(),
    )
    renderApp('/users?view=cards')
    const shown = await card('bare@example.com')
    expect(factOf(shown, 'Username')).toBe('bare@example.com')
    expect(factOf(shown, 'Organization')).toBe('Unknown')
    for (const badge of ['General', 'Premium']) expect(within(shown).getByText(badge)).toBeDefined()
    expect(within(shown).getAllByText(/^0 \/ ∞/)).toHaveLength(2)
  })

  it('AC-250 AC-259 deactivates and activates with an empty body', async () => {
    const { user, backend } = await openPage()
    await user.click(await button('bea@example.com', 'Deactivate'))
    await answerWith(user, 'Cancel')
    expect(backend.sent).toEqual([])
    await user.click(await button('bea@example.com', 'Deactivate'))
    await answerWith(user, 'Deactivate')
    expect(await screen.findByText('bea@example.com was deactivated.')).toBeDefined()
    expect(within(await card('bea@example.com')).getByText('Deactivated')).toBeDefined()
    await user.click(await button('bea@example.com', 'Activate'))
    expect(await screen.findByText('bea@example.com was activated.')).toBeDefined()
    expect(backend.sent).toEqual([
      { call: 'deactivate', body: null },
      { call: 'activate', body: null },
    ])
  })

  it('AC-264 AC-265 reports a failure, and shows the server’s message if it is the last administrator', async () => {
    const { user } = await openPage()
    server.use(http.post(`${base}/:id/:work`, () => speechless()))
    await user.click(await button('bea@example.com', 'Deactivate'))
    await answerWith(user, 'Deactivate')
    expect(await screen.findByText('Failed to deactivate user')).toBeDefined()
    await user.click(await button('cyd@example.com', 'Activate'))
    expect(await screen.findByText('Failed to activate user')).toBeDefined()
    server.use(http.post(`${base}/:id/:work`, () => failure(409, 'At least one administrator must stay active.')))
    await user.click(await button('bea@example.com', 'Deactivate'))
    await answerWith(user, 'Deactivate')
    expect(await screen.findByText('At least one administrator must stay active.')).toBeDefined()
  })
})
