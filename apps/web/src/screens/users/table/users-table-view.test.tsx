import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../../testing/users-backend.ts'

const server = useTestServer()
useTestBrowser()

const base = at('/api/v1/users')
const ada = makeAccount({ ...makeUser(), user_name: 'ada' })
const bea = makeAccount()
const off = makeAccount({
  user_id: 'u3',
  email: 'cyd@example.com',
  username: 'cyd',
  user_name: 'cyd',
  is_active: false,
})
const invited = {
  ...makeAccount({ user_id: 'u4', email: 'new@example.com', username: 'new@example.com', is_active: false }),
  state: 'invited' as const,
  invited_at: '2020-11-21T09:00:00.000Z',
  invitation_expires_at: '2999-11-28T09:00:00.000Z',
}

async function open(address = '/users', options: Parameters<typeof usersBackend>[0] = {}) {
  const backend = usersBackend({ users: [ada, bea, off, invited], ...options })
  server.use(
    ...backend.handlers,
    http.get(at('/api/v1/business-areas'), () => HttpResponse.json([])),
    http.get(at('/api/v1/database-management/configurations'), () => HttpResponse.json([])),
    ...signedInHandlers(),
  )
  const app = renderApp(address)
  await screen.findByRole('table', { name: 'Users' })
  return { ...app, backend }
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

describe('the table of users', () => {
  it('keeps search, filter, order, and page in the address, and says how many match', async () => {
    const { user, address } = await open('/users?role=GENERAL')
    expect(await screen.findByText('3 of 4 users')).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'cyd')
    await waitFor(() => expect(address()).toContain('q=cyd'))
    expect(await screen.findByText('1 of 4 users')).toBeDefined()
    expect(within(rowOf('cyd')).getByText('Deactivated')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Last active' }))
    await waitFor(() => expect(address()).toContain('sort=last_active'))
    await user.click(screen.getByRole('button', { name: 'Last active' }))
    await waitFor(() => expect(address()).toContain('order=desc'))
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).not.toContain('role'))
  })

  it('shows questions of the limit, invitations with their day, and who reads the list', async () => {
    await open()
    expect(within(rowOf('bea@')).getByText('of 10')).toBeDefined()
    expect(within(rowOf('new@')).getByText('Invited Nov 21, 2020')).toBeDefined()
    expect(within(rowOf('ada@')).getByText('You')).toBeDefined()
  })

  it('says which group gives a value and why there is none, and filters by group and by conflict', async () => {
    const region = { group_id: 'g1', group_name: 'Sales', value: 'West' }
    const conflicts = [{ key: 'region', values: [region, { ...region, group_name: 'Analysts', value: 'East' }] }]
    const cyd = makeAccount({
      user_id: 'u3',
      email: 'cyd@example.com',
      daily_query_limit: null,
      effective_daily_query_limit: 50,
      effective_attributes: { team: 'field', desk: '7' },
      attribute_conflicts: conflicts,
      value_sources: {
        daily_query_limit: ['Sales'],
        monthly_query_limit: [],
        attributes: { team: ['Sales'] },
        providers: { desk: 'Entra ID' },
      },
    })
    const { user, address } = await open('/users', { users: [ada, bea, cyd] })
    const row = within(rowOf('cyd@'))
    expect(row.getByText('of 50')).toBeDefined()
    expect(row.getAllByText('from group Sales')).toHaveLength(2)
    expect(row.getByText('team = field')).toBeDefined()
    expect(row.getByText('desk = 7').parentElement?.textContent).toContain('from Entra ID')
    expect(row.getByText('region: Sales says West, Analysts says East')).toBeDefined()
    await user.click(screen.getByRole('button', { name: '1 user in conflict' }))
    expect(await screen.findByText('1 of 3 users')).toBeDefined()
    expect(address()).toContain('attributes=conflicting')
    await user.click(screen.getByRole('button', { name: '1 user in conflict' }))
    const group = { group_id: 'g1', name: 'Sales', description: '', member_count: 1 }
    const rest = {
      databases: [],
      business_areas: [],
      attributes: {},
      domains: [],
      source: 'manual',
      updated_at: '',
    }
    const limits = { daily_query_limit: 50, monthly_query_limit: null, conflict_count: 0 }
    server.use(
      http.get(at('/api/v1/groups'), () => HttpResponse.json({ total: 1, groups: [{ ...group, ...rest, ...limits }] })),
      http.get(at('/api/v1/groups/g1'), () => HttpResponse.json({ ...group, ...rest, ...limits, conflicts: [] })),
    )
    await user.type(screen.getByRole('combobox', { name: 'Group' }), 'sa')
    await user.click(await screen.findByRole('option', { name: /^Sales/ }))
    expect(await screen.findByRole('button', { name: 'Remove the filter Sales' })).toBeDefined()
    expect(address()).toContain('group=g1')
  })

  it('changes the selected users in one request after saying what happens, and lists who was skipped', async () => {
    const { user } = await open()
    const sent: unknown[] = []
    server.use(
      http.post(`${base}/bulk`, async ({ request }) => {
        sent.push(await request.json())
        const skipped = { user_id: 'u1', email: ada.email, result: 'skipped', detail: 'That is you.' }
        const changed = { user_id: 'u2', email: bea.email, result: 'changed', detail: null }
        return HttpResponse.json({ changed: 1, unchanged: 0, skipped: 1, outcomes: [changed, skipped] })
      }),
    )
    await user.click(screen.getByRole('checkbox', { name: `Select ${ada.email}` }))
    await user.click(screen.getByRole('checkbox', { name: `Select ${bea.email}` }))
    const bar = within(screen.getByRole('toolbar', { name: 'Actions for the selected users' }))
    expect(bar.getByText('2 selected')).toBeDefined()
    await user.click(bar.getByRole('button', { name: 'Deactivate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate users' }))
    expect(dialog.getByText(/^2 users are signed out/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Deactivate users' }))
    expect(await screen.findByText(/1 user was changed/)).toBeDefined()
    expect(screen.getByText(/That is you\./)).toBeDefined()
    expect(sent).toEqual([{ action: { kind: 'deactivate' }, user_ids: ['u1', 'u2'] }])
    expect(screen.queryByRole('toolbar', { name: 'Actions for the selected users' })).toBeNull()
  })

  it('selects all users that match, beyond the page', async () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      makeAccount({ user_id: `m${n}`, email: `person${n}@example.com` }),
    )
    const { user } = await open('/users?q=person', { users: many })
    expect(screen.getByText('1–50 of 60')).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Select all users on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 60 that match' }))
    expect(screen.getByText('60 selected')).toBeDefined()
    const sent: unknown[] = []
    server.use(
      http.post(`${base}/bulk`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ changed: 60, unchanged: 0, skipped: 0, outcomes: [] })
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Set daily limit' }))
    await user.type(await screen.findByLabelText('Daily query limit'), '7')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Set daily limit' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { action: { kind: 'set-daily-limit', daily_query_limit: 7 }, filter: { search: 'person' } },
      ]),
    )
  })

  it('disconnects a user from sign-in providers after asking', async () => {
    const connected = { ...bea, is_connected: true }
    const { user } = await open('/users', { users: [ada, connected] })
    const text = 'The user is no longer connected with a sign-in provider.'
    server.use(http.delete(`${base}/u2/identities`, () => HttpResponse.json({ message: text })))
    await user.click(within(rowOf('bea@')).getByRole('button', { name: 'Actions for bea' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Disconnect from sign-in providers' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('deletes a user after asking who gets what they own', async () => {
    const { user } = await open()
    const sent: string[] = []
    server.use(
      http.get(`${base}/u2/possessions`, () =>
        HttpResponse.json({
          areas: [{ area_id: 'a1', area_name: 'Sales' }],
          databases: [],
          private_databases: 1,
          evaluation_sets: 1,
          conversations: 3,
        }),
      ),
      http.delete(`${base}/u2`, ({ request }) => {
        sent.push(new URL(request.url).search)
        return HttpResponse.json({ user_id: 'u2', email: bea.email, message: 'gone' })
      }),
    )
    await user.click(within(rowOf('bea@')).getByRole('button', { name: 'Actions for bea' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete user' }))
    expect(await dialog.findByText('3 conversations are deleted.')).toBeDefined()
    expect(dialog.getByText('Sales')).toBeDefined()
    const confirm = dialog.getByRole('button', { name: 'Delete user' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('combobox', { name: /^New owner/ }), 'ada')
    const option = await screen.findByRole('option', { name: /ada@example/ })
    // The rest of the dialog stays available while the list is open.
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined()
    await user.click(option)
    await user.click(confirm)
    expect(await screen.findByText(`${bea.email} was deleted.`)).toBeDefined()
    expect(sent).toEqual(['?heir_id=u1'])
  })
})

describe('invitations', () => {
  it('turn a pasted list into chips, name a wrong address, and count the users after this', async () => {
    const { user, backend } = await open('/users', { room: { used: 38, max: 50 } })
    const sent: unknown[] = []
    server.use(
      http.post(`${base}/invitations`, async ({ request }) => {
        sent.push(await request.json())
        const link = { link: null, expires_at: '2026-12-01T00:00:00.000Z' }
        return HttpResponse.json({ invited: [{ user_id: 'n1', email: 'buyer@example.com', ...link }], skipped: [] })
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Invite users' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite users' }))
    const field = dialog.getByRole('textbox', { name: 'Email addresses' })
    await user.click(field)
    await user.paste('Buyer <buyer@example.com>; planner@example.com\nwarehouse.example.com')
    expect(dialog.getByText('“warehouse.example.com” isn’t an email address. Correct or remove it.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Remove warehouse.example.com' }))
    expect(await dialog.findByText('40 of 50 users after this')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
    expect(await screen.findByText('1 person was invited.')).toBeDefined()
    expect(sent).toEqual([
      { emails: ['buyer@example.com', 'planner@example.com'], role: 'GENERAL', access: [], group_ids: [] },
    ])
    expect(backend.calls()).toEqual([])
  })

  it('show the links to copy if there is no mail server', async () => {
    const { user } = await open('/users?form=invite', { room: { is_mailed: false } })
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const invite = (name: string) => ({
      user_id: name,
      email: `${name}@example.com`,
      link: `https://x.example/invitation?token=${name}`,
      expires_at: '2026-12-01T00:00:00.000Z',
    })
    server.use(
      http.post(`${base}/invitations`, () =>
        HttpResponse.json({
          invited: [invite('a'), invite('b')],
          skipped: [{ email: bea.email, detail: `${bea.email} already has an account.` }],
        }),
      ),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Email addresses' }), 'a@example.com,b@example.com,')
    await user.click(screen.getByRole('button', { name: 'Send 2 invitations' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invitation links' }))
    expect(dialog.getByLabelText('Link for a@example.com')).toHaveProperty(
      'value',
      'https://x.example/invitation?token=a',
    )
    await user.click(dialog.getByRole('button', { name: 'Copy all links' }))
    expect(writeText).toHaveBeenCalledWith(
      ['a', 'b'].map((name) => `${name}@example.com\thttps://x.example/invitation?token=${name}`).join('\n'),
    )
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/already has an account/)).toBeDefined()
  })

  it('are accepted with a name and a password, and sign the person in', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/v1/auth/invitation'), () =>
        HttpResponse.json({ email: 'a@example.com', expires_at: '2026-12-01T00:00:00.000Z' }),
      ),
      http.post(at('/api/v1/auth/accept-invitation'), async ({ request }) => {
        sent.push(await request.json())
        return failure(400, 'This invitation was already accepted. Sign in with your email address and password.')
      }),
    )
    const { user } = renderApp('/invitation?token=12e4', { signedIn: false })
    expect(await screen.findByText('For a@example.com')).toBeDefined()
    await user.type(screen.getByLabelText('Your name'), 'New Person')
    await user.type(screen.getByLabelText('Password'), 'long enough')
    await user.type(screen.getByLabelText('Confirm password'), 'long enough')
    await user.click(screen.getByRole('button', { name: 'Accept and sign in' }))
    expect(await screen.findByText(/was already accepted/)).toBeDefined()
    expect(sent).toEqual([{ token: '12e4', username: 'New Person', password: 'long enough' }])
  })

  it('lead to the sign-in providers where passwords are closed', async () => {
    server.use(
      http.post(at('/api/v1/auth/invitation'), () =>
        HttpResponse.json({ email: 'a@example.com', expires_at: '2026-12-01T00:00:00.000Z' }),
      ),
      http.get(at('/api/v1/auth/sign-in-options'), () =>
        HttpResponse.json({ passwords: false, providers: [{ id: 'corp', name: 'Corp' }] }),
      ),
    )
    renderApp('/invitation?token=12e4', { signedIn: false })
    const link = await screen.findByRole('link', { name: 'Continue with Corp' })
    expect(link.getAttribute('href')).toBe('/auth/oidc/corp')
    expect(screen.getByText('For a@example.com')).toBeDefined()
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  it('say what to do if a link is unknown', async () => {
    server.use(
      http.post(at('/api/v1/auth/invitation'), () =>
        failure(400, 'This invitation is invalid or has expired. Ask your administrator for a new one.'),
      ),
    )
    renderApp('/invitation?token=gone', { signedIn: false })
    expect(await screen.findByText(/Ask your administrator for a new one/)).toBeDefined()
    expect(screen.queryByLabelText('Password')).toBeNull()
  })
})
