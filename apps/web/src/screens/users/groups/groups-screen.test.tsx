import type { GroupDetail } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load them before the first test so that the import does not use up that test's time.
import './group-screen.tsx'
import './groups-screen.tsx'

const server = useTestServer()
useTestBrowser()

const base = at('/api/v1/groups')

function makeGroup(fields: Partial<GroupDetail> = {}): GroupDetail {
  return {
    group_id: 'g1',
    name: 'Analysts',
    description: 'Reporting and planning',
    source: 'manual',
    domains: [],
    member_count: 3,
    databases: [{ id: 'db1', name: 'Warehouse' }],
    business_areas: [],
    attributes: { region: 'East' },
    daily_query_limit: 50,
    monthly_query_limit: null,
    conflict_count: 0,
    conflicts: [],
    updated_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

const values = [
  { group_id: 'g1', group_name: 'Analysts', value: 'East' },
  { group_id: 'g2', group_name: 'Sales', value: 'West' },
]
const torn = makeGroup({
  conflict_count: 1,
  conflicts: [{ key: 'region', values, user_count: 1, users: [{ user_id: 'u2', email: 'bea@example.com' }] }],
})

/** @returns what was sent, as method, path, and body */
function serve(group: GroupDetail): unknown[] {
  const sent: unknown[] = []
  const note = async (request: Request) => {
    const body = request.method === 'DELETE' ? null : await request.json()
    sent.push([request.method, new URL(request.url).pathname, body])
  }
  const member = {
    user_id: 'u2',
    username: 'bea',
    email: 'bea@example.com',
    is_active: true,
    is_by_hand: true,
    provider: null,
  }
  const claimed = { ...member, user_id: 'u3', username: 'cy', is_by_hand: false, provider: 'Corp', conflicts: [] }
  server.use(
    http.get(base, ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? ''
      const groups = [group, makeGroup({ group_id: 'g3', name: 'Support', databases: [], attributes: {} })]
      const found = groups.filter(({ name }) => name.toLowerCase().includes(search))
      return HttpResponse.json({ total: found.length, groups: found })
    }),
    http.post(base, async ({ request }) => {
      await note(request)
      return failure(409, 'A group named Analysts already exists. Choose another name.', 'conflict')
    }),
    http.get(`${base}/g1`, () => HttpResponse.json(group)),
    http.get(`${base}/g1/members`, () =>
      HttpResponse.json({ total: 2, members: [{ ...member, conflicts: [{ key: 'region', values }] }, claimed] }),
    ),
    http.post(`${base}/g1/members`, async ({ request }) => {
      await note(request)
      return HttpResponse.json({ added: 0, removed: 1 })
    }),
    http.put(`${base}/g1/access`, async ({ request }) => {
      await note(request)
      return HttpResponse.json(group)
    }),
    http.get(`${base}/g1/deletion`, () =>
      HttpResponse.json({
        member_count: 3,
        databases: [{ name: 'Warehouse', user_count: 2 }],
        business_areas: [],
        attributes: [{ name: 'region', user_count: 1 }],
        limit_user_count: 3,
      }),
    ),
    http.delete(`${base}/g1`, async ({ request }) => {
      await note(request)
      return HttpResponse.json({ group_id: 'g1', name: group.name })
    }),
    ...signedInHandlers(),
  )
  return sent
}

it('lists groups with what they give and their conflicts, and searches them', async () => {
  serve(torn)
  const { user } = renderApp('/users/groups')
  const row = (await screen.findByRole('link', { name: 'Analysts' })).closest('tr')
  expect(
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    'AnalystsReporting and planning',
    '3 users',
    'Added by hand',
    'Warehouse',
    'region = East',
    '50',
    '1 conflict',
  ])
  await user.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'supp')
  await expect.poll(() => screen.queryByRole('link', { name: 'Analysts' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Support' })).toBeDefined()
})

it('creates a group, and shows why the server refused it', async () => {
  const sent = serve(torn)
  const { user } = renderApp('/users/groups')
  await user.click(await screen.findByRole('button', { name: 'New group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New group' }))
  await user.type(dialog.getByLabelText('Name'), 'Analysts')
  await user.selectOptions(dialog.getByLabelText('Filled by'), 'Email domain')
  await user.type(dialog.getByLabelText('Email domains'), 'example.com, example.org')
  await user.type(dialog.getByLabelText('Attributes for row rules'), 'region')
  await user.click(dialog.getByRole('button', { name: 'Create group' }))
  expect(dialog.getByText(/Write each attribute as name = value/)).toBeDefined()
  await user.type(dialog.getByLabelText('Attributes for row rules'), ' = East')
  await user.click(dialog.getByRole('button', { name: 'Create group' }))
  expect(await dialog.findByText('A group named Analysts already exists. Choose another name.')).toBeDefined()
  expect(sent).toMatchObject([
    [
      'POST',
      '/api/v1/groups',
      { source: 'domain', domains: ['example.com', 'example.org'], attributes: { region: 'East' } },
    ],
  ])
})

it('says what the members lose before a group is deleted', async () => {
  const sent = serve(torn)
  const { user } = renderApp('/users/groups/g1')
  await expect.poll(() => screen.queryAllByText(/Analysts says East, Sales says West/)).toHaveLength(2)
  expect(screen.getByText(/· From Corp/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Remove cy from the group' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove bea from the group' }))
  await user.click(screen.getByRole('button', { name: 'Revoke access to Warehouse' }))
  await user.click(screen.getByRole('button', { name: 'Delete group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete group' }))
  expect((await dialog.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    '2 users lose access to Warehouse.',
    '1 user loses the attribute region.',
    '3 users get another limit.',
  ])
  await user.click(dialog.getByRole('button', { name: 'Delete group' }))
  expect(await screen.findByRole('link', { name: 'Support' })).toBeDefined()
  expect(sent).toEqual([
    ['POST', '/api/v1/groups/g1/members', { remove: ['u2'] }],
    ['PUT', '/api/v1/groups/g1/access', { changes: [{ type: 'database', id: 'db1', has_access: false }] }],
    ['DELETE', '/api/v1/groups/g1', null],
  ])
})
