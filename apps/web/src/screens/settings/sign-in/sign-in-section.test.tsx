import type { SaveSingleSignOn, SignOnProvider, SingleSignOn } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const provider: SignOnProvider = {
  id: 'corp1234',
  name: 'Corp',
  issuer: 'https://login.corp.test',
  client_id: 'parlance',
  is_enabled: true,
  scopes: ['groups'],
  allowed_domains: ['corp.test'],
  trusts_emails: false,
  account_creation: 'automatic',
  groups_claim: 'groups',
  groups: [{ value: 'sales-eu', group_id: 'g1' }],
  role_claim: '',
  admin_values: [],
  attributes: { region: 'region' },
  has_client_secret: true,
  callback_url: 'https://parlance.test/auth/oidc/corp1234/callback',
  user_count: 2,
  last_test: null,
}

const stored: SingleSignOn = {
  is_included: true,
  is_only: false,
  break_glass_user_ids: [],
  sign_in_hours: 24,
  signed_out_url: 'https://parlance.test/login',
  providers: [provider],
  administrators: [
    { user_id: 'u1', email: 'ada@example.com', is_connected: true },
    { user_id: 'u2', email: 'bob@example.com', is_connected: false },
  ],
  groups: [{ group_id: 'g1', name: 'Sales' }],
  version: 'v1',
}

/** Opens the page. @returns the bodies that were saved */
async function open(change: Partial<SingleSignOn> = {}) {
  const saved: SaveSingleSignOn[] = []
  const answer = { ...stored, ...change }
  server.use(
    ...signedInHandlers(),
    http.get(at('/api/v1/single-sign-on'), () => HttpResponse.json(answer)),
    http.put(at('/api/v1/single-sign-on'), async ({ request }) => {
      saved.push((await request.json()) as SaveSingleSignOn)
      return HttpResponse.json({ ...answer, version: 'v2' })
    }),
  )
  const app = renderApp('/settings/sign-in')
  const save = await screen.findByRole('button', { name: 'Save' })
  return { ...app, saved, save }
}

it('saves all providers at once, and keeps a stored secret that no one typed', async () => {
  const { user, saved, save } = await open()
  expect(save.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText(provider.callback_url)).toBeDefined()
  await user.type(screen.getByLabelText('Allowed domains'), ', corp.example')
  await user.click(screen.getByRole('button', { name: 'Add provider' }))
  const added = within(screen.getByRole('region', { name: 'New provider' }))
  await user.type(added.getByLabelText('Client secret'), 'hush')
  await user.type(added.getByLabelText('Name'), 'Partner')
  await user.click(save)
  expect(await screen.findByText('Saved.')).toBeDefined()
  const [first, second] = saved[0]?.providers ?? []
  expect(first).toMatchObject({
    allowed_domains: ['corp.test', 'corp.example'],
    groups: [{ value: 'sales-eu', group_id: 'g1' }],
    attributes: { region: 'region' },
  })
  expect(first).not.toHaveProperty('client_secret')
  expect(second).toMatchObject({ name: 'Partner', client_secret: 'hush', is_enabled: false })
  expect(second?.id).toMatch(/^[a-z0-9]{6,40}$/)
  expect(saved[0]?.expected_version).toBe('v1')
})

it('says what a test found, and tests a sign-in only with saved settings', async () => {
  const { user } = await open()
  const text = 'The provider calls itself https://other.test. Enter exactly this issuer.'
  server.use(http.post(at('/api/v1/single-sign-on/test'), () => HttpResponse.json({ success: false, message: text })))
  await user.click(screen.getByRole('button', { name: 'Test' }))
  expect(await screen.findByText(text)).toBeDefined()
  await user.type(screen.getByLabelText('Name'), '!')
  await user.click(screen.getByRole('button', { name: 'Test sign-in' }))
  expect(await screen.findByText('Save first. The test uses the saved settings.')).toBeDefined()
})

it('shows what the provider sent at the last test', async () => {
  const { user } = await open({
    providers: [
      {
        ...provider,
        last_test: {
          at: '2026-11-26T09:30:00.000Z',
          email: 'ada@other.test',
          problem: 'domain_not_allowed',
          claims: [{ name: 'groups', value: '["sales-eu"]' }],
          groups: ['Sales'],
          role: null,
          attributes: { region: 'EU' },
        },
      },
    ],
  })
  expect(screen.getByText(/domain that is not allowed here/)).toBeDefined()
  await user.click(screen.getByText('What the provider sent'))
  expect(screen.getByText('["sales-eu"]')).toBeDefined()
  expect(screen.getByText('region: EU')).toBeDefined()
})

it('asks before it closes passwords, names who would be locked out, and shows why the server refuses', async () => {
  const { user, save, saved } = await open()
  await user.click(screen.getByLabelText('Single sign-on only'))
  await user.click(screen.getByLabelText(/ada@example.com/))
  server.use(http.put(at('/api/v1/single-sign-on'), () => failure(400, 'Test first.', 'bad_request')))
  await user.click(save)
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/1 administrator is not connected .*: bob@example.com\./)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Test first.')).toBeDefined()
  expect(saved).toEqual([])
  expect(screen.getByLabelText<HTMLInputElement>('Single sign-on only').checked).toBe(true)
})

it('asks before a provider with users is deleted', async () => {
  const { user, save, saved } = await open()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(save)
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/Delete providers with 2 connected users\?/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved.')).toBeDefined()
  expect(saved[0]?.providers).toEqual([])
})

it('says which edition includes it', async () => {
  await open({ is_included: false, providers: [] })
  expect(screen.getByText(/part of the Enterprise edition/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add provider' })).toBeNull()
})
