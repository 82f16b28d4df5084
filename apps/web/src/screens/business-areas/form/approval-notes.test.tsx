import type { Area } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { speechless } from '../../../testing/databases-backend.ts'
import { makeUser } from '../../../testing/factories.ts'
import { makePending } from '../../../testing/protection-backend.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../../testing/users-backend.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import '../security/column-security-section.tsx'
import '../security/preview-as.tsx'
import '../security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()

const base = at('/api/v1/business-areas')
const owner = makeUser({ role: 'GENERAL' })
const pending_approval = makePending()
const waiting = makeFullArea({ pending_approval })
const since =
  /^This change is waiting for an administrator\. Requested: Jan 5, .*\. The previous settings apply until it is approved\.$/

async function openArea(area: Area, { user = owner } = {}) {
  const backend = areasBackend({ areas: [area] })
  const accounts = [makeAccount({ user_id: 'u2', username: 'bea', user_name: 'bea' })]
  server.use(...backend.handlers, ...usersBackend({ users: accounts }).handlers, ...signedInHandlers({ user }))
  const app = renderApp('/business-areas?form=a1')
  await screen.findByRole('heading', { name: /^Column-Level Security/ })
  return { ...app, backend }
}
type Clicker = Awaited<ReturnType<typeof openArea>>['user']
const save = (user: Clicker) => user.click(screen.getByRole('button', { name: 'Save Changes' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
async function withdraw(user: Clicker) {
  await user.click(await screen.findByRole('button', { name: 'Withdraw request' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Withdraw request' }))
}

describe('pending approvals in the editor of their area', () => {
  it('shows what is pending and since when, and lets the owner withdraw it', async () => {
    const { user } = await openArea(waiting)
    expect(await screen.findByText(since)).toBeDefined()
    expect(screen.getByText('Make the area public.')).toBeDefined()
    await withdraw(user)
    expect(await screen.findByText('Request withdrawn. The current settings stay in effect.')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('Make the area public.')).toBeNull())
  })

  it('saves on top of the version that withdrawing returned', async () => {
    const { user, backend } = await openArea(waiting)
    await withdraw(user)
    await screen.findByText('Request withdrawn. The current settings stay in effect.')
    await save(user)
    await closed()
    expect(backend.sent.find(({ call }) => call === 'update')?.version).toBe('"2"')
  })

  it('asks to reload if another user changed the area before the request was withdrawn', async () => {
    const { user } = await openArea(waiting)
    const changed = makeFullArea({ version: 5, area_name: 'Sales 2027' })
    server.use(http.delete(`${base}/a1/pending-approval`, () => HttpResponse.json(changed)))
    await withdraw(user)
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined()
  })

  it.each([
    [
      () => failure(404, 'Nothing waits in this area any more.', 'not_found'),
      'Nothing waits in this area any more.',
      1,
    ],
    [() => speechless(), 'Could not withdraw the request. Try again.', 0],
  ])(
    'shows why withdrawing failed, and offers to reload after a decision in the meantime',
    async (answer, text, reloads) => {
      const { user } = await openArea(waiting)
      server.use(http.delete(`${base}/a1/pending-approval`, answer))
      await withdraw(user)
      expect(await screen.findByText(text)).toBeDefined()
      expect(screen.queryAllByRole('button', { name: 'Reload' })).toHaveLength(reloads)
    },
  )

  it('warns about protected tables that no user can read there, and links only administrators to them', async () => {
    const { unmount } = await openArea(makeFullArea({ waiting_tables: ['orders', 'customers'] }))
    const note = (await screen.findByText(/^These tables are protected\./)).closest('[role=status]')
    expect(note?.textContent).toContain('orders, customers')
    expect(screen.queryByRole('link', { name: 'Review approvals' })).toBeNull()
    unmount()
    await openArea(makeFullArea({ waiting_tables: ['orders'], is_owner: false }), { user: makeUser() })
    expect(await screen.findByText(/^This table is protected\./)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Review approvals' }).getAttribute('href')).toBe(
      '/business-areas/approvals',
    )
  })

  it('lets only the owner withdraw a request', async () => {
    await openArea({ ...waiting, is_owner: false }, { user: makeUser() })
    await screen.findByText(since)
    expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Review approvals' })).toBeDefined()
  })
})

describe('saving a change that needs approval', () => {
  /** The server's state after a call that left a part pending. */
  const answered = ({ areas }: { areas: Area[] }, version: number) => {
    areas.splice(0, 1, makeFullArea({ version, pending_approval }))
    return HttpResponse.json({ ...areas[0], status: 'pending_approval' }, { status: 202 })
  }

  it('says which part is pending instead of the plain success, until that is dismissed', async () => {
    const { user, backend } = await openArea(makeFullArea())
    server.use(http.put(`${base}/a1`, () => answered(backend, 2)))
    await save(user)
    await closed()
    const note = (await screen.findByText('Saved. Waiting for an administrator to approve:')).closest('[role=status]')
    expect(note?.textContent).toContain('Make the area public.')
    expect(screen.queryByText('Business area updated successfully!')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Saved. Waiting for an administrator to approve:')).toBeNull()
  })

  it('shows the plain success if nothing from this save is pending', async () => {
    const { user } = await openArea(waiting)
    await save(user)
    expect(await screen.findByText('Business area updated successfully!')).toBeDefined()
    expect(screen.queryByText('Saved. Waiting for an administrator to approve:')).toBeNull()
  })

  it('says that a grant is pending', async () => {
    const restricted = makeFullArea({ visibility: 'restricted' })
    const { user } = await openArea(restricted)
    const waitingGrant = makePending({ summary: ['Let bea in.'] })
    server.use(
      http.put(`${base}/a1`, () =>
        HttpResponse.json(
          { ...restricted, pending_approval: waitingGrant, status: 'pending_approval' },
          { status: 202 },
        ),
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Grant Access' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Grant Access to User' }))
    await user.click(await dialog.findByRole('checkbox', { name: /bea/ }))
    await user.click(dialog.getByRole('button', { name: 'Grant Access' }))
    await save(user)
    await closed()
    const note = (await screen.findByText('Saved. Waiting for an administrator to approve:')).closest('[role=status]')
    expect(note?.textContent).toContain('Let bea in.')
  })
})
