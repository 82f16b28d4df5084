import type { ProtectionMatrix } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { databasesBackend, speechless } from '../../../testing/databases-backend.ts'
import {
  makeCell,
  makeMatrixArea,
  makeMatrixTable,
  makeProtection,
  protectionBackend,
} from '../../../testing/protection-backend.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './protection-screen.tsx'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.restoreAllMocks())

const path = at('/api/v1/database-management/:id/protection')
const sales = makeMatrixArea()
const payroll = makeMatrixArea({
  area_id: 'a2',
  area_name: 'Payroll',
  owner_name: 'ada@example.com',
  owner_is_admin: true,
  visibility: 'restricted',
  is_active: false,
  reach: 'Owner and 2 people',
  granted_to: ['cleo@example.com', 'dan@example.com'],
})
const full: Partial<ProtectionMatrix> = {
  areas: [sales, payroll],
  same_database: [{ config_id: 'db2', name: 'Sample copy', application_name: 'Ledger' }],
  warnings: [{ table_name: 'orders', area_id: 'a1', message: 'orders is open in Sales without rules.' }],
  tables: [
    makeMatrixTable({ protection: makeProtection({ reason: 'rule' }) }),
    makeMatrixTable({
      table_name: 'salaries',
      areas: [
        makeCell({
          area_id: 'a2',
          state: 'waiting',
          row_rules: ['Own team'],
          masks: [{ column: 'amount', mask_type: 'hash', rule: 'Hide pay' }],
          can_protect: true,
        }),
      ],
    }),
    makeMatrixTable({
      table_name: 'order_view',
      object_type: 'VIEW',
      protection: makeProtection({ reason: 'view', protected_by: null, protected_at: null, through: ['orders'] }),
    }),
  ],
}

async function openPage(matrix = full, address = '/databases/db1/protection') {
  const backend = protectionBackend({ matrix })
  server.use(...backend.handlers, ...databasesBackend().handlers, ...signedInHandlers())
  const app = renderApp(address)
  await screen.findByRole('heading', { name: /^Protected tables: / })
  return { ...app, backend }
}
const row = async (name: RegExp) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') ?? document.body)
const texts = (cells: HTMLElement[]) => cells.map((cell) => cell.textContent)

describe('the protected tables of a database', () => {
  it('shows a grid of tables by areas with the state, the rules and the users who reach each area', async () => {
    await openPage()
    const [corner, first, second] = await screen.findAllByRole('columnheader')
    expect(corner?.textContent).toBe('Table')
    expect(first?.textContent).toBe('SalesShopOwner: bea@example.comPublicAccess: Everyone')
    expect(second?.textContent).toBe(
      'PayrollShopOwner: ada@example.com (administrator)RestrictedInactiveAccess: Owner and 2 peoplecleo@example.comdan@example.com',
    )
    expect(texts((await row(/^T?orders/)).getAllByRole('cell'))).toEqual([
      'OpenAll rows and columnsOpen without rules',
      '–Not in this area',
    ])
    expect(texts((await row(/salaries/)).getAllByRole('cell'))).toEqual([
      '–Not in this area',
      'WaitingRow rules: Own teamMasked columns: amount (hashed)',
    ])
    expect(screen.getByText("Protected by an administrator's rule · ada@example.com · Jan 5, 2026")).toBeDefined()
    expect(screen.getByText('orders is open in Sales without rules.')).toBeDefined()
    expect(screen.getByText('Sample copy')).toBeDefined()
  })

  it('offers the possible actions for each table; a view follows its tables', async () => {
    await openPage()
    await screen.findAllByRole('columnheader')
    const names = screen.getAllByRole('button', { name: /rotect/ }).map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual(['Remove protection: orders', 'Protect everywhere: salaries'])
    expect((await row(/order_view/)).getByText('Protected because it reads orders')).toBeDefined()
  })

  it('protects with one click, shows the effect, and keeps the keyboard focus', async () => {
    const { user, backend } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Protect everywhere: salaries' }))
    expect(await screen.findByText('salaries is now protected.')).toBeDefined()
    expect(screen.getByText('Sales stops showing salaries.')).toBeDefined()
    expect(backend.sent).toEqual([{ table_name: 'salaries', protected: true }])
    const lift = await screen.findByRole('button', { name: 'Remove protection: salaries' })
    await waitFor(() => expect(document.activeElement).toBe(lift))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('salaries is now protected.')).toBeNull()
  })

  it('asks before it removes a protection', async () => {
    const { user, backend } = await openPage()
    const lift = await screen.findByRole('button', { name: 'Remove protection: orders' })
    await user.click(lift)
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/^Remove protection from orders\? Area owners who are not administrators/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(backend.sent).toEqual([])
    await user.click(lift)
    await user.click(await screen.findByRole('button', { name: 'Remove protection' }))
    expect(await screen.findByText('orders is no longer protected.')).toBeDefined()
    expect(backend.sent).toEqual([{ table_name: 'orders', protected: false }])
    expect(await screen.findByRole('button', { name: 'Protect: orders' })).toBeDefined()
  })

  it.each([
    [() => failure(404, 'The database has no table orders.', 'not_found'), 'The database has no table orders.'],
    [() => speechless(), 'Could not change the protection of orders. Try again.'],
  ])('shows why a change failed', async (answer, text) => {
    const { user } = await openPage({ tables: [makeMatrixTable()] })
    server.use(http.put(path, answer))
    await user.click(await screen.findByRole('button', { name: 'Protect: orders' }))
    const alert = await screen.findByText(text)
    expect(alert.closest('[role="alert"]')).not.toBeNull()
    // The region around it would announce it again.
    expect(alert.closest('[aria-live="polite"]')).toBeNull()
  })

  it('searches by name when typing stops, and keeps the search in the address', async () => {
    const { user, backend, address, app } = await openPage()
    await user.type(await screen.findByRole('searchbox', { name: 'Search tables' }), 'sal')
    await waitFor(() => expect(address()).toBe('/databases/db1/protection?q=sal'))
    expect(await screen.findByText('1 table')).toBeDefined()
    expect(backend.searches).toEqual([null, 'sal'])
    await app.router.navigate({
      to: '/databases/$configId/protection',
      params: { configId: 'db1' },
      search: { q: 'v' },
    })
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('v'))
  })

  it('starts with the search in the address, and can clear it', async () => {
    const { user, backend, address } = await openPage(full, '/databases/db1/protection?q=nothing')
    expect(await screen.findByText(/^No tables match "nothing"\./)).toBeDefined()
    expect(backend.searches).toEqual(['nothing'])
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1] ?? document.body)
    await waitFor(() => expect(address()).toBe('/databases/db1/protection'))
    await row(/salaries/)
  })

  it('says that there are more tables than it shows', async () => {
    server.use(
      http.get(path, () => HttpResponse.json({ ...protectionBackend({ matrix: full }).matrix, total_count: 463 })),
      ...signedInHandlers(),
    )
    renderApp('/databases/db1/protection')
    expect(await screen.findByText('Showing 3 of 463 tables. Use search to find specific tables.')).toBeDefined()
  })

  it('renders fifty tables at a time', async () => {
    const tables = Array.from({ length: 120 }, (_, at) => makeMatrixTable({ table_name: `table_${at}` }))
    const { user } = await openPage({ tables })
    expect(await screen.findAllByRole('rowheader')).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: 'Show 50 more' }))
    await user.click(screen.getByRole('button', { name: 'Show 20 more' }))
    expect(screen.getAllByRole('rowheader')).toHaveLength(120)
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  })

  it('says that no table is protected or in an area', async () => {
    await openPage({ tables: [], areas: [] })
    expect(await screen.findByText('No tables in this database are protected or in a business area.')).toBeDefined()
  })

  it('reports that the tables could not be loaded, and tries again on request', async () => {
    let calls = 0
    const { matrix } = protectionBackend({ matrix: full })
    server.use(
      http.get(path, () => (++calls === 1 ? speechless() : HttpResponse.json(matrix))),
      ...signedInHandlers(),
    )
    const { user } = renderApp('/databases/db1/protection')
    expect(await screen.findByText('Could not load the protected tables. Try again.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await row(/salaries/)
  })

  it.each([
    [403, 'Only administrators can see and change protected tables.'],
    [404, 'This connection does not exist.'],
  ])('does not offer to try again after a %s', async (status, text) => {
    server.use(
      http.get(path, () => failure(status, 'This connection does not exist.')),
      ...signedInHandlers(),
    )
    renderApp('/databases/db1/protection')
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('shows a list of tables with their areas on a narrow screen', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media === '(max-width: 768px)',
          media,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    )
    await openPage()
    const areas = await screen.findAllByRole('list', { name: 'Areas with this table' })
    expect(screen.queryByRole('table')).toBeNull()
    expect(areas[1]?.textContent).toContain('Payroll')
    expect(areas[1]?.textContent).toContain('WaitingRow rules: Own teamMasked columns: amount (hashed)')
  })

  it('is linked from the card of its connection', async () => {
    server.use(...databasesBackend().handlers, ...signedInHandlers())
    renderApp('/databases')
    const link = await screen.findByRole('link', { name: 'Protected tables' })
    expect(link.getAttribute('href')).toBe('/databases/db1/protection')
  })
})
