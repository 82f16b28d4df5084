import type { AreaAudience, AudienceTable, AudienceUser, PreviewAreaRequest } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { makeDatabase, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../../testing/users-backend.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import '../security/column-security-section.tsx'
import '../security/preview-as.tsx'
import '../security/row-security-section.tsx'
import './audience-panel.tsx'

const server = useTestServer()
useTestBrowser()

const rules = { rules: [{ name: 'Own region', tables: { customers: { condition: 'region = :user.region' } } }] }
const area = makeFullArea({ area_name: 'Sales', visibility: 'restricted', row_security_rules: rules })

function makeTable(fields: Partial<AudienceTable> = {}): AudienceTable {
  const row = {
    rule: 'Own region',
    condition: "region = 'west'",
    inherits_from: null,
    only_with: null,
    without_value: [],
  }
  return { table_name: 'customers', sees: 'some', reason: null, rows: [row], without_value: [], ...fields }
}

function makeMember(name: string, tables: AudienceTable[], mayUse = true): AudienceUser {
  return { user_id: name, username: name, email: `${name}@example.com`, may_use_database: mayUse, tables }
}

const unset = {
  without_value: ['region'],
  reason: 'No rows, because region is not set.',
  pattern: 'No rows, because {names} {n, plural, one {is} other {are}} not set.',
  values: { names: 'region', n: 1 },
}
const inherited = {
  rule: 'Own region',
  condition: 'orders.customer_id = customers.id',
  inherits_from: 'customers',
  only_with: null,
  without_value: [],
}
const members = [
  makeMember('ann', [makeTable(), makeTable({ table_name: 'orders', rows: [inherited] })]),
  makeMember('bea', [
    makeTable({ sees: 'none', ...unset }),
    makeTable({ table_name: 'orders', sees: 'none', ...unset, rows: [inherited] }),
  ]),
  makeMember('cid', []),
  makeMember('dee', [], false),
]

const counts = {
  users: [
    {
      user_id: 'ann',
      tables: [
        { table_name: 'customers', rows: 1418, has_more: false, reason: null },
        { table_name: 'orders', rows: 10_000, has_more: true, reason: null },
        { table_name: 'lines', rows: null, has_more: false, reason: 'Counting took too long.' },
      ],
    },
  ],
}

async function open(audience: Partial<AreaAudience> = {}, form = 'a1', shown = area, me = makeUser()) {
  const answer = { users: members, total: members.length, ...audience }
  const backend = areasBackend({ areas: [shown], audience: answer, counts })
  const users = usersBackend({
    users: [makeAccount({ user_id: 'bea', email: 'bea@example.com', attributes: { floor: '2' } })],
  })
  server.use(...users.handlers, ...backend.handlers, ...signedInHandlers({ user: me, databases: [makeDatabase()] }))
  const { user } = renderApp(`/business-areas?form=${form}`)
  const panel = await screen.findByRole('complementary', { name: 'Who will see what' })
  return { user, backend, users, panel, within: within(panel) }
}

const itemsOf = async (panel: HTMLElement) => {
  const list = await within(panel).findByRole('list', { name: 'Users with access' })
  return [...list.children].filter((child): child is HTMLElement => child instanceof HTMLElement)
}

describe('who will see what', () => {
  it('shows users with a problem first, with the reason and the tables', async () => {
    const { panel } = await open()
    const [bea, dee, ann, cid] = await itemsOf(panel)
    expect(bea?.textContent).toContain('Sees no rows in 2 tables')
    expect(bea?.textContent).toContain('No rows, because region is not set. customers, orders')
    expect(dee?.textContent).toContain('Sees nothing, because this user has no access to the database.')
    expect(ann?.textContent).toContain("customersregion = 'west'")
    expect(ann?.textContent).toContain('ordersonly rows of visible customers')
    expect(cid?.textContent).toContain('Sees all rows of all 2 tables.')
  })

  it('shows what applies to all users once', async () => {
    const masked = [{ column: 'email', mask_type: 'null' as const, rule: 'Personal data' }]
    const { within: panel } = await open({
      masked_tables: [{ table_name: 'customers', masked, hidden: ['phone'] }],
      waits_for_approval: true,
      unexamined_tables: 3,
    })
    expect(await panel.findByText('4 users will have access. Checked with Sample Shop.')).toBeDefined()
    expect(panel.getByText('customers.email')).toBeDefined()
    expect(panel.getByText('customers.phone')).toBeDefined()
    expect(panel.getByText('3 more tables were not examined.')).toBeDefined()
    expect(panel.getByText(/An administrator must approve a part/)).toBeDefined()
  })

  it('asks again about unsaved changes when typing pauses', async () => {
    const { user, backend, panel } = await open()
    await itemsOf(panel)
    expect(backend.reviewed).toHaveLength(1)
    expect(backend.reviewed[0]).toMatchObject({ area_id: 'a1', visibility: 'restricted', row_security_rules: rules })
    await user.click(await screen.findByRole('radio', { name: /Public/ }))
    await waitFor(() => expect(backend.reviewed.at(-1)?.visibility).toBe('public'))
    expect(within(panel).getByText('Unsaved changes')).toBeDefined()
    expect(backend.calls().filter((call) => call === 'update')).toEqual([])
  })

  it('shows five users first and more on request, and counts the rows of the shown ones only', async () => {
    const many = Array.from({ length: 8 }, (_, at) => makeMember(`user${at}`, [makeTable()]))
    const { user, backend, panel, within: inPanel } = await open({ users: many, total: 60 })
    expect(await itemsOf(panel)).toHaveLength(5)
    await waitFor(() => expect(backend.counted.map(({ user_ids: ids }) => ids.length)).toEqual([5]))
    expect(backend.counted[0]).toMatchObject({
      area_id: 'a1',
      row_security_rules: rules,
      user_ids: ['user0', 'user1', 'user2', 'user3', 'user4'],
    })
    const more = await inPanel.findByRole<HTMLButtonElement>('button', { name: 'Show 20 more users' })
    await waitFor(() => expect(more.disabled).toBe(false))
    await user.click(more)
    await waitFor(async () => expect(await itemsOf(panel)).toHaveLength(8))
    await waitFor(() => expect(backend.reviewed.map(({ offset }) => offset)).toEqual([0, 8]))
  })

  it('shows how many rows each user will see, and why rows are not counted', async () => {
    const { panel, within: inPanel } = await open()
    expect(await inPanel.findByText(/1,418 customers/)).toBeDefined()
    const ann = (await itemsOf(panel)).find((item) => item.textContent.includes('ann'))
    expect(ann?.textContent).toContain('1,418 customers, more than 10,000 orders')
    expect(ann?.textContent).toContain('Not counted: lines. Counting took too long.')
  })

  it('says why no rows are counted', async () => {
    const { user, within: inPanel } = await open()
    server.use(
      http.post(at('/api/v1/business-areas/audience/row-counts'), () =>
        failure(422, 'A rule is wrong.', 'area_invalid'),
      ),
    )
    await user.click(await screen.findByRole('radio', { name: /Public/ }))
    expect(await inPanel.findByText(/Rows are not counted. A rule is wrong./)).toBeDefined()
  })

  it('lets administrators set a missing value, and reads again who sees what', async () => {
    const { user, backend, users, within: inPanel } = await open()
    await user.click(await inPanel.findByRole('button', { name: 'Set region' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set region' }))
    const field = await dialog.findByRole('textbox', { name: ':user.region' })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Enter a value.')).toBeDefined()
    await user.type(field, 'west')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(backend.reviewed).toHaveLength(2))
    expect(users.sent).toEqual([
      {
        call: 'update',
        body: { attributes: { floor: '2', region: 'west' }, expected_updated_at: '2026-01-01T00:00:00.000Z' },
      },
    ])
    expect(screen.queryByRole('dialog', { name: 'Set region' })).toBeNull()
    expect(backend.calls()).not.toContain('update')
  })

  it('shows owners who can set a missing value', async () => {
    const { within: inPanel } = await open({}, 'a1', area, makeUser({ role: 'GENERAL' }))
    expect(await inPanel.findByText('An administrator can set this value.')).toBeDefined()
    expect(inPanel.queryByRole('button', { name: 'Set region' })).toBeNull()
  })

  it('previews an area that is not saved yet', async () => {
    const asked: unknown[] = []
    const { user, panel } = await open({}, 'new')
    server.use(
      http.post(at('/api/v1/business-areas/preview'), async ({ request }) => {
        asked.push(await request.json())
        return failure(422, 'Not now.', 'query_refused')
      }),
    )
    await user.selectOptions(await screen.findByLabelText(/Application/), 'app1')
    await user.click(await screen.findByRole('checkbox', { name: /customers$/ }))
    await user.click(await within(panel).findByRole('button', { name: 'Preview as bea' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview as…' }))
    await user.click(dialog.getByRole('button', { name: 'Show preview' }))
    expect(await dialog.findByText('Not now.')).toBeDefined()
    expect(asked).toMatchObject([
      { user_id: 'bea', application_id: 'app1', draft: { tables: [{ table_name: 'customers' }] } },
    ])
  })

  it('previews as a user with the unsaved changes', async () => {
    const asked: PreviewAreaRequest[] = []
    const { user, panel } = await open()
    server.use(
      http.post<never, PreviewAreaRequest>(at('/api/v1/business-areas/a1/preview'), async ({ request }) => {
        asked.push(await request.json())
        return failure(422, 'Not now.', 'query_refused')
      }),
    )
    await user.click(await screen.findByRole('radio', { name: /Public/ }))
    await user.click(await within(panel).findByRole('button', { name: 'Preview as bea' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview as…' }))
    expect(dialog.getByText('The preview uses your unsaved changes. Nothing is saved.')).toBeDefined()
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'User' }).value).toBe('bea@example.com')
    await user.click(dialog.getByRole('button', { name: 'Show preview' }))
    expect(await dialog.findByText('Not now.')).toBeDefined()
    expect(asked).toMatchObject([
      { user_id: 'bea', table_name: 'customers', draft: { visibility: 'public', row_security_rules: rules } },
    ])
  })

  it('reports a failure, and asks again on request', async () => {
    const backend = areasBackend({ areas: [area], audience: { users: members, total: 4 } })
    let calls = 0
    server.use(
      http.post(at('/api/v1/business-areas/audience'), () =>
        ++calls === 1 ? failure(503, 'The server is busy.', 'unavailable') : undefined,
      ),
      ...backend.handlers,
      ...signedInHandlers({ databases: [makeDatabase()] }),
    )
    const { user } = renderApp('/business-areas?form=a1')
    expect(await screen.findByText('The server is busy.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Sees no rows in 2 tables')).toBeDefined()
  })

  it('asks nothing before a table is chosen', async () => {
    const { within: panel, backend } = await open({}, 'new')
    expect(panel.getByText(/Choose the application and at least one table/)).toBeDefined()
    expect(backend.reviewed).toEqual([])
  })

  it('says that no one will have access', async () => {
    const { within: panel } = await open({ users: [], total: 0 })
    expect(await panel.findByText('No one will have access.')).toBeDefined()
  })

  it('is not shown to users who cannot edit the area', async () => {
    const foreign = { ...area, can_edit: false, is_owner: false, can_manage_access: false }
    const backend = areasBackend({ areas: [foreign] })
    server.use(...backend.handlers, ...signedInHandlers({ user: makeUser({ role: 'GENERAL' }) }))
    renderApp('/business-areas?form=a1')
    expect(await screen.findByRole('heading', { name: /^Column-Level Security/ })).toBeDefined()
    expect(screen.queryByRole('complementary', { name: 'Who will see what' })).toBeNull()
    expect(backend.reviewed).toEqual([])
  })
})
