import type { ApiToken, CreateApiTokenRequest } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { settingsBackend } from '../../../testing/settings-backend.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const report: ApiToken = {
  token_id: 'k1',
  name: 'Report',
  token_start: 'parlance_aB3x',
  scopes: ['ask', 'read_results'],
  connection_ids: null,
  area_ids: ['a1'],
  created_at: '2026-11-01T09:00:00.000Z',
  expires_at: '2026-11-02T09:00:00.000Z',
  last_used_at: null,
}

async function openProfile(tokens: ApiToken[], role: 'ADMIN' | 'GENERAL' = 'GENERAL') {
  const asked: CreateApiTokenRequest[] = []
  server.use(
    http.get(at('/api/v1/api-tokens'), () => HttpResponse.json(tokens)),
    http.post(at('/api/v1/api-tokens'), async ({ request }) => {
      const body = (await request.json()) as CreateApiTokenRequest
      asked.push(body)
      const made = { ...report, ...body, token_id: 'k2', expires_at: null }
      tokens.unshift(made)
      return HttpResponse.json({ ...made, token: 'parlance_secret' })
    }),
    http.delete(at('/api/v1/api-tokens/:id'), ({ params }) => {
      tokens.splice(
        tokens.findIndex(({ token_id }) => token_id === params['id']),
        1,
      )
      return HttpResponse.json({ message: 'The API token was revoked.' })
    }),
    ...signedInHandlers({ user: makeUser({ role }) }),
    ...settingsBackend().handlers,
  )
  const app = renderApp('/settings?tab=profile')
  const section = within(await screen.findByRole('region', { name: 'API tokens' }))
  return { ...app, section, asked }
}

it('lists the tokens with what they may do, and revokes one after a question', async () => {
  const { user, section } = await openProfile([report])
  const item = await section.findByRole('listitem')
  expect(item.textContent).toContain(
    'Report parlance_aB3x…Ask, Read results · limited to 1 place · never used · expired Nov 2, 2026',
  )
  await user.click(section.getByRole('button', { name: 'Revoke Report' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Programs that use it stop working at once.')
  await user.click(within(question).getByRole('button', { name: 'Revoke' }))
  expect(await section.findByText('You have no API tokens.')).toBeDefined()
  expect(section.getByText('The token “Report” was revoked.')).toBeDefined()
})

it('creates a token and shows it once', async () => {
  const { user, section, asked } = await openProfile([])
  await user.click(section.getByRole('button', { name: 'Create token' }))
  expect(await section.findByText('Enter a name.')).toBeDefined()
  await user.type(section.getByLabelText('Name'), 'Nightly')
  await user.click(section.getByRole('checkbox', { name: /^Read results/ }))
  await user.selectOptions(section.getByLabelText('Expires'), 'Never')
  await user.click(section.getByRole('button', { name: 'Create token' }))
  expect(await section.findByText('parlance_secret')).toBeDefined()
  expect(asked).toEqual([
    { name: 'Nightly', scopes: ['ask', 'read_results'], connection_ids: null, area_ids: null, expires_in_days: null },
  ])
  await user.click(section.getByRole('button', { name: 'Done' }))
  expect(section.queryByText('parlance_secret')).toBeNull()
  expect((await section.findByRole('listitem')).textContent).toContain('Nightly')
})

it('offers to administer only to administrators, and keeps the form after a refusal', async () => {
  const { user, section } = await openProfile([])
  expect(section.queryByRole('checkbox', { name: /^Administer/ })).toBeNull()
  server.use(
    http.post(at('/api/v1/api-tokens'), () => failure(403, 'Upgrade your license to use it.', 'license_feature')),
  )
  await user.type(section.getByLabelText('Name'), 'Nightly')
  await user.click(section.getByRole('button', { name: 'Create token' }))
  expect(await section.findByText('Upgrade your license to use it.')).toBeDefined()
  await waitFor(() => expect(section.getByLabelText<HTMLInputElement>('Name').value).toBe('Nightly'))
})
