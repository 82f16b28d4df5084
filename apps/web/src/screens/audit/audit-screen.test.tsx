import type { AuditEntry } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { speechless } from '../../testing/databases-backend.ts'
import { makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { usersBackend } from '../../testing/users-backend.ts'
import { filterOf } from './audit-filter.ts'

const server = useTestServer()
useTestBrowser()

function makeRecord(fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 'r1',
    at: new Date(2026, 0, 5, 15, 4).toISOString(),
    user_id: 'u2',
    user_email: 'bea@example.com',
    action: 'user.approve',
    outcome: 'allowed',
    target_kind: 'user',
    target_id: 'u4',
    target_name: 'dan@example.com',
    detail: { role: 'GENERAL' },
    changes: [],
    names: {},
    sentence: 'bea@example.com approved dan@example.com.',
    address: '10.0.0.1',
    request_id: 'q1',
    ...fields,
  }
}

async function openPage(pages: AuditEntry[][] = [[makeRecord()]], address = '/audit') {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('/api/v1/audit'), ({ request }) => {
      const search = new URL(request.url).searchParams
      asked.push(search)
      const page = Number(search.get('cursor') ?? 0)
      return HttpResponse.json({
        records: pages[page] ?? [],
        next_cursor: page + 1 < pages.length ? String(page + 1) : null,
        searched_to: null,
        actions: ['user.approve', 'user.login'],
      })
    }),
    ...usersBackend().handlers,
    ...signedInHandlers(),
  )
  const app = renderApp(address)
  await screen.findByRole('heading', { name: 'Audit log' })
  return { ...app, asked }
}
const rows = () => screen.getAllByRole('row').slice(1)

describe('the audit log', () => {
  it('keeps the table roles when rows are laid out as blocks, and names the actor when no user acted', async () => {
    const own = { user_id: null, user_email: null, target_kind: null, target_id: null, target_name: null, detail: {} }
    await openPage([[makeRecord({ ...own, address: null }), makeRecord({ ...own, id: 'r2' })]])
    const table = await screen.findByRole('table', { name: 'Audit log' })
    for (const element of table.querySelectorAll('thead, tbody, tr, th, td')) {
      expect(element.hasAttribute('role')).toBe(true)
    }
    expect(rows().map((row) => within(row).getAllByRole('cell').length)).toEqual([3, 3])
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringContaining('The server approved an item'),
      expect.stringContaining('Someone approved an item'),
    ])
  })

  it('describes the details it has in words', async () => {
    const changes = [
      { field: 'daily_query_limit', is_hidden: false, before: 5, after: 10 },
      { field: 'password', is_hidden: true, before: null, after: null },
    ]
    await openPage([[makeRecord({ detail: { area: null, rules: '', sql_hash: '1a2b', rows: 0 }, changes })]])
    const facts = (await screen.findAllByRole('definition')).map((fact) => fact.textContent)
    expect(facts).toEqual(['5 → 10', 'Changed', '1a2b', '0', '10.0.0.1', 'q1', 'user.approve'])
  })

  it('says what changed from what to what, and why an action was refused', async () => {
    const change = { field: 'daily_query_limit', is_hidden: false, before: 5, after: 10 }
    const refused = { outcome: 'denied' as const, detail: { status: 409, code: 'conflict', reason: null } }
    await openPage([[makeRecord({ action: 'user.update', changes: [change] }), makeRecord({ id: 'r2', ...refused })]])
    await screen.findByRole('table')
    const [first, second] = rows()
    expect(first?.textContent).toContain('bea@example.com changed the daily limit of dan@example.com from 5 to 10')
    expect(second?.textContent).toContain(
      'bea@example.com could not approve dan@example.comSomeone else changed this in the meantime.',
    )
    expect(second?.textContent).not.toContain('409')
  })

  it('is available only to administrators', async () => {
    server.use(
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => HttpResponse.json([])),
      http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new HttpResponse(null, { status: 500 })),
      ...signedInHandlers({ user: makeUser({ role: 'GENERAL' }) }),
    )
    const { address } = renderApp('/audit')
    await waitFor(() => expect(address()).toMatch(/^\/chat/))
  })

  it('shows who did what to what, when and from where, and shows markup as text', async () => {
    await openPage([
      [makeRecord({ target_name: '<i>dan</i>' }), makeRecord({ id: 'r2', user_id: null, user_email: null })],
    ])
    await screen.findByRole('table')
    const [first, second] = rows()
    expect(first?.textContent).toMatch(/^Jan 5, 2026, 3:04 PMbea@example.com approved <i>dan<\/i>Details/)
    expect(second?.textContent).toContain('Someone approved dan@example.com')
    expect(screen.getByRole('link', { name: '<i>dan</i>' }).getAttribute('href')).toBe('/users?form=u4')
  })

  it('links to conversations in numbers, unless they were deleted', async () => {
    const about = { target_kind: 'session', target_id: 's1', target_name: null }
    await openPage([
      [
        makeRecord({ ...about, action: 'session.update' }),
        makeRecord({ ...about, id: 'r2', action: 'session.delete' }),
      ],
    ])
    const links = await screen.findAllByRole('link', { name: 'a conversation' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/conversations?conversation=s1'])
  })

  it('filters by a user whom the server finds, and by everyone again', async () => {
    const { user, asked, address } = await openPage()
    const field = await screen.findByRole('combobox', { name: 'User' })
    expect(field.getAttribute('placeholder')).toBe('All users')
    await user.type(field, 'bea')
    await user.click(await screen.findByRole('option', { name: /bea@example.com/ }))
    await waitFor(() => expect(asked.at(-1)?.get('user_id')).toBe('u2'))
    expect(field).toHaveProperty('value', 'bea@example.com')
    await user.type(field, '!')
    await user.tab()
    expect(field).toHaveProperty('value', 'bea@example.com')
    await user.clear(field)
    await waitFor(() => expect(address()).toBe('/audit'))
    expect(asked.at(-1)?.get('user_id')).toBeNull()
  })

  it('loads the next page on request', async () => {
    const { user, asked } = await openPage([[makeRecord()], [makeRecord({ id: 'r2', action: 'user.login' })]])
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(asked[1]?.get('cursor')).toBe('1')
  })

  it('keeps its filters in the address and clears them', async () => {
    const { user, asked, address } = await openPage()
    await screen.findByRole('table')
    await user.selectOptions(screen.getByLabelText('Action'), 'user.login')
    await user.selectOptions(screen.getByLabelText('Outcome'), 'Denied')
    await user.click(within(screen.getByRole('table')).getByRole('button', { name: 'bea@example.com' }))
    await waitFor(() => expect(address()).toBe('/audit?action=user.login&outcome=denied&user=u2'))
    await waitFor(() => expect(asked.at(-1)?.toString()).toBe('user_id=u2&action=user.login&outcome=denied'))
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('/audit'))
  })

  it("starts and ends a day in the reader's time zone and ignores invalid days and outcomes", () => {
    expect(filterOf({ from: '2026-01-05', to: '2026-01-05', outcome: 'unknown' })).toEqual({
      from: new Date(2026, 0, 5).toISOString(),
      to: new Date(2026, 0, 6).toISOString(),
    })
    expect(filterOf({ from: 'soon' })).toEqual({})
  })

  it('shows that the log is empty or failed to load, and loads it again on request', async () => {
    let calls = 0
    server.use(
      http.get(at('/api/v1/audit'), () =>
        ++calls === 1
          ? speechless()
          : HttpResponse.json({ records: [], next_cursor: null, searched_to: null, actions: [] }),
      ),
      ...usersBackend().handlers,
      ...signedInHandlers(),
    )
    const { user } = renderApp('/audit')
    expect(await screen.findByText('Could not load the audit log. Try again.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No records match these filters.')).toBeDefined()
  })

  it('exports the filtered records under the server’s file name', async () => {
    const names: string[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download)
    })
    let search = ''
    server.use(
      http.get(at('/api/v1/audit/export'), ({ request }) => {
        search = new URL(request.url).search
        return new HttpResponse('at,who', { headers: { 'content-disposition': 'attachment; filename="audit_1.csv"' } })
      }),
    )
    const { user } = await openPage([[makeRecord()]], '/audit?outcome=denied')
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(names).toEqual(['audit_1.csv']))
    expect(search).toBe('?outcome=denied&format=csv')
    server.use(http.get(at('/api/v1/audit/export'), () => failure(429, 'Too many requests. Please wait a moment.')))
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Too many requests. Please wait a moment.')
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
})
