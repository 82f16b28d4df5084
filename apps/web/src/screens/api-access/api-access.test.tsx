import type { OwnedApiToken, ServiceAccount } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const account: ServiceAccount = {
  user_id: 's1',
  name: 'Nightly report',
  is_active: true,
  tokens: 0,
  last_used_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
}
const token: OwnedApiToken = {
  token_id: 'k1',
  name: 'Sheet',
  token_start: 'parlance_aB3x',
  scopes: ['ask'],
  connection_ids: null,
  area_ids: null,
  created_at: '2026-11-01T09:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  owner: { user_id: 'u2', name: 'Ann', email: 'ann@example.com' },
}

it('creates a service account and a token for it, and revokes the token of a user', async () => {
  const accounts: ServiceAccount[] = []
  const tokens = [token]
  server.use(
    http.get(at('/api/v1/groups'), () => HttpResponse.json({ total: 0, groups: [] })),
    http.get(at('/api/v1/service-accounts'), () => HttpResponse.json(accounts)),
    http.post(at('/api/v1/service-accounts'), () => {
      accounts.push(account)
      return HttpResponse.json(account)
    }),
    http.post(at('/api/v1/service-accounts/s1/api-tokens'), () => {
      const { owner: _, ...made } = token
      return HttpResponse.json({ ...made, token: 'parlance_secret' })
    }),
    http.get(at('/api/v1/admin/api-tokens'), () => HttpResponse.json({ total: tokens.length, tokens })),
    http.delete(at('/api/v1/admin/api-tokens/k1'), () => {
      tokens.pop()
      return HttpResponse.json({ message: 'The API token was revoked.' })
    }),
    ...signedInHandlers({ user: makeUser({ role: 'ADMIN' }) }),
  )
  const { user } = renderApp('/users/api-access')
  expect(await screen.findByText('There are no service accounts yet.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'New service account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New service account' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(dialog.getByText('Enter a name.')).toBeDefined()
  await user.type(dialog.getByLabelText('Name'), 'Nightly report')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('button', { name: 'Create a token for Nightly report' }))
  const form = within(await screen.findByRole('dialog', { name: 'Token for Nightly report' }))
  await user.type(form.getByLabelText('Name'), 'Sheet')
  await user.click(form.getByRole('button', { name: 'Create token' }))
  expect(await form.findByText('parlance_secret')).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Done' }))
  const all = within(screen.getByRole('region', { name: 'API tokens of all users' }))
  expect(all.getByRole('listitem').textContent).toContain('Sheet parlance_aB3x…ann@example.com · Ask · never used')
  await user.click(all.getByRole('button', { name: 'Revoke Sheet' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(await all.findByText('No one has an API token.')).toBeDefined()
})
