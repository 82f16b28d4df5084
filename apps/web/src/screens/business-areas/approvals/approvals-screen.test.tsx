import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { speechless } from '../../../testing/databases-backend.ts'
import { makeUser } from '../../../testing/factories.ts'
import { makeApproval, protectionBackend } from '../../../testing/protection-backend.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './approvals-screen.tsx'

const server = useTestServer()
useTestBrowser()

const path = at('/api/v1/area-approvals')
const sales = makeApproval()
const payroll = makeApproval({
  id: 'p2',
  kind: 'exposure',
  area_id: 'a2',
  area_name: 'Payroll',
  requested_by: null,
  summary: [],
})

async function openPage(approvals = [sales, payroll]) {
  const backend = protectionBackend({ approvals })
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp('/business-areas/approvals')
  await screen.findByRole('heading', { name: 'Approvals' })
  return { ...app, backend }
}
const card = async (name: string) => within(await screen.findByRole('article', { name }))
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())

describe("the administrators' approvals", () => {
  it('shows who asked for what and when, and what users would see', async () => {
    await openPage()
    const first = await card('Sales')
    expect(first.getByRole('link', { name: 'Sales' }).getAttribute('href')).toBe('/business-areas/a1')
    expect(first.getByText('Requested change')).toBeDefined()
    expect(first.getByText(/^Requested by bea@example.com, Jan 5/)).toBeDefined()
    expect(first.getByText('Application: Shop')).toBeDefined()
    expect(first.getByText('Make the area public.')).toBeDefined()
    expect(first.getByText('Everyone would see all rows of orders, with email hidden.')).toBeDefined()
    expect(first.getByText('orders')).toBeDefined()
    const second = await card('Payroll')
    expect(second.getByText('Hidden tables')).toBeDefined()
    expect(second.getByText(/^Waiting since: Jan 5/)).toBeDefined()
    expect(second.queryByRole('heading', { name: 'Request' })).toBeNull()
  })

  it('approves with one click, confirms it, and moves the focus to the next entry, not to its button', async () => {
    const { user, backend } = await openPage()
    await user.click((await card('Sales')).getByRole('button', { name: 'Approve' }))
    await gone('Sales')
    expect(await screen.findByText('Sales: approved.')).toBeDefined()
    expect(backend.sent).toEqual([{ id: 'p1', decision: 'approved' }])
    const next = (await card('Payroll')).getByRole('link', { name: 'Payroll' })
    await waitFor(() => expect(document.activeElement).toBe(next))
  })

  it('declines the last entry and moves the focus to the empty list', async () => {
    const { user, backend } = await openPage([sales])
    await user.click((await card('Sales')).getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('No changes are waiting. Requests from area owners appear here.')).toBeDefined()
    expect(backend.sent).toEqual([{ id: 'p1', decision: 'declined' }])
    const list = screen.getByRole('region', { name: 'Changes waiting for approval' })
    await waitFor(() => expect(document.activeElement).toBe(list))
  })

  it('disables both buttons while a decision is being sent', async () => {
    const { user } = await openPage([sales])
    let answer: (response: Response) => void = () => undefined
    server.use(http.post(`${path}/p1/approve`, () => new Promise<Response>((settle) => (answer = settle))))
    await user.click((await card('Sales')).getByRole('button', { name: 'Approve' }))
    const buttons = (await card('Sales')).getAllByRole<HTMLButtonElement>('button')
    expect(buttons.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['Decline', true],
      ['Approving...', true],
    ])
    answer(failure(500, 'The store is full.'))
    await (await card('Sales')).findByText('The store is full.')
  })

  it('reloads the list and says so when the request changed in the meantime', async () => {
    const { user, backend } = await openPage([sales])
    server.use(
      http.post(`${path}/p1/approve`, () => {
        backend.approvals.splice(0, 1, makeApproval({ id: 'p9', summary: ['Add payments.'] }))
        return failure(409, 'Changed.', 'conflict')
      }),
    )
    await user.click((await card('Sales')).getByRole('button', { name: 'Approve' }))
    expect(
      await screen.findByText(
        '"Sales" has changed since this page loaded. The list is now up to date. Review the request again.',
      ),
    ).toBeDefined()
    expect((await card('Sales')).getByText('Add payments.')).toBeDefined()
    expect(screen.queryByText('Make the area public.')).toBeNull()
  })

  it('reports that a request is gone and removes it from the list', async () => {
    const { user, backend } = await openPage()
    server.use(
      http.post(`${path}/p1/approve`, () => {
        backend.approvals.splice(0, 1)
        return failure(404, 'Gone.', 'not_found')
      }),
    )
    await user.click((await card('Sales')).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText(/^This request for "Sales" is no longer waiting\./)).toBeDefined()
    await gone('Sales')
    await card('Payroll')
  })

  it('shows any other failure next to the buttons, which still work', async () => {
    const { user } = await openPage([sales])
    server.use(http.post(`${path}/p1/decline`, () => speechless()))
    await user.click((await card('Sales')).getByRole('button', { name: 'Decline' }))
    expect((await (await card('Sales')).findByRole('alert')).textContent).toBe(
      'Could not save your decision. Try again.',
    )
    const decline = (await card('Sales')).getByRole<HTMLButtonElement>('button', { name: 'Decline' })
    await waitFor(() => expect(decline.disabled).toBe(false))
  })

  it('shows the first sentences and tables of a long entry, and all of it on request', async () => {
    const tables = Array.from({ length: 40 }, (_, at) => `table_${at}`)
    const { user } = await openPage([makeApproval({ tables })])
    const first = await card('Sales')
    expect(first.queryByText('table_39')).toBeNull()
    await user.click(first.getByRole('button', { name: 'and 28 more' }))
    expect(first.getByText('table_39')).toBeDefined()
    await user.click(first.getByRole('button', { name: 'Show fewer' }))
    expect(first.queryByText('table_39')).toBeNull()
  })

  it('says that the server left out some requests', async () => {
    server.use(
      http.get(path, () => HttpResponse.json({ approvals: [sales], total_count: 1200 })),
      ...signedInHandlers(),
    )
    renderApp('/business-areas/approvals')
    expect(
      await screen.findByText('Showing the first 1 of 1,200 requests. Approve or decline these to see the rest.'),
    ).toBeDefined()
  })

  it('shows that the list is empty or failed to load, and loads it again on request', async () => {
    let calls = 0
    server.use(
      http.get(path, () => (++calls === 1 ? speechless() : HttpResponse.json({ approvals: [], total_count: 0 }))),
      ...signedInHandlers(),
    )
    const { user } = renderApp('/business-areas/approvals')
    expect(await screen.findByText('Could not load the approvals. Try again.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No changes are waiting. Requests from area owners appear here.')).toBeDefined()
  })

  it('says that the account is no longer an administrator', async () => {
    server.use(
      http.get(path, () => failure(403, 'Forbidden', 'forbidden')),
      ...signedInHandlers(),
    )
    renderApp('/business-areas/approvals')
    expect(
      await screen.findByText('Only administrators can review changes that are waiting for approval.'),
    ).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('redirects other users from the protected tables of a connection to the chat', async () => {
    server.use(
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => HttpResponse.json([])),
      http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new HttpResponse(null, { status: 500 })),
      ...signedInHandlers({ user: makeUser({ role: 'GENERAL' }) }),
    )
    const { address } = renderApp('/databases/db1/protection')
    await waitFor(() => expect(address()).toMatch(/^\/chat/))
  })
})
