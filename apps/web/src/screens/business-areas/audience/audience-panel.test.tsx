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

async function open(audience: Partial<AreaAudience> = {}, form = 'a1', shown = area, me = makeUser()) {
  const answer = { users: members, total: members.length, ...audience }
  const backend = areasBackend({ areas: [shown], audience: answer })
  const users = usersBackend({ users: [makeAccount({ user_id: 'bea', email: 'bea@example.com' })] })
  server.use(...users.handlers, ...backend.handlers, ...signedInHandlers({ user: me, databases: [makeDatabase()] }))
  const { user } = renderApp(`/business-areas?form=${form}`)
  const panel = await screen.findByRole('complementary', { name: 'Who will see what' })
  return { user, backend, panel, within: within(panel) }
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

  it('loads more users on request', async () => {
    const { user, backend, within: panel } = await open({ total: 60 })
    const more = await panel.findByRole<HTMLButtonElement>('button', { name: 'Show more users' })
    await waitFor(() => expect(more.disabled).toBe(false))
    await user.click(more)
    await waitFor(() => expect(backend.reviewed.map(({ offset }) => offset)).toEqual([0, 4]))
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
