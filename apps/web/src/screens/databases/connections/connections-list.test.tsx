import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { databasesBackend, refusal, speechless } from '../../../testing/databases-backend.ts'
import { makeDatabase, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const configurations = at('/api/v1/database-management/configurations')
const other = makeDatabase({ id: 'db2', name: 'Ledger', is_active: false, is_owner: false, owner_name: 'bea@x.org' })

async function openList(user = makeUser(), databases = [makeDatabase(), other]) {
  const backend = databasesBackend({ databases })
  server.use(...backend.handlers, ...signedInHandlers({ user }))
  const app = renderApp('/databases/connections')
  await screen.findByRole('heading', { name: 'Database Connections' })
  return { ...app, backend }
}

describe('Database Connections', () => {
  it('AC-400 CH-133 lists the available databases read-only', async () => {
    await openList(makeUser({ role: 'GENERAL' }))
    const page = within(await screen.findByRole('main'))
    const rows = await page.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('SQLite · Sample Shop · Currently selected for queries'),
      expect.stringContaining('Owner: bea · Available for selection'),
    ])
    expect(page.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Select Ledger'])
  })

  it('AC-401 says that it is loading, then what went wrong', async () => {
    const asked = Promise.withResolvers<Response>()
    server.use(
      http.get(configurations, () => asked.promise),
      ...signedInHandlers(),
    )
    renderApp('/databases/connections')
    expect(await screen.findByText('Loading database connections...')).toBeDefined()
    asked.resolve(speechless())
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading database configurations.')
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
  })

  it.each(['ADMIN', 'GENERAL'] as const)('AC-402 AC-403 says to %s that there are none', async (role) => {
    await openList(makeUser({ role }), [])
    expect(await screen.findByText('No database connections available.')).toBeDefined()
    const advice = screen.queryByText('Please contact your administrator to grant you access to database connections.')
    expect(advice !== null).toBe(role === 'GENERAL')
  })

  it('OP-15 AC-395 selects one and starts its session', async () => {
    const { user, backend } = await openList()
    await user.dblClick(await screen.findByRole('button', { name: 'Select Ledger' }))
    expect(await screen.findByText('Your questions now go to Ledger.')).toBeDefined()
    expect(backend.sent).toEqual([{ call: 'set-active', body: { config_id: 'db2' } }])
    expect(backend.sessions).toMatchObject([{ 'app:session_name': 'New Session - Ledger' }])
    const ledger = screen.getByText('Ledger').closest('li')
    expect(ledger !== null && within(ledger).getByText('Active')).toBeTruthy()
  })

  it('CH-117 CH-118 OP-17 refuses an untested one', async () => {
    const { user, backend } = await openList(makeUser(), [{ ...other, is_valid: false, state: 'not_tested' }])
    await user.click(await screen.findByRole('button', { name: 'Select Ledger' }))
    expect(
      await screen.findByText(
        'This database configuration has not been tested yet. Please go to Database Management to test the connection before using it.',
      ),
    ).toBeDefined()
    expect(backend.sent).toEqual([])
  })

  it('says why one whose test failed cannot be selected, without the reason of the failure', async () => {
    const { user, backend } = await openList(makeUser({ role: 'GENERAL' }), [
      { ...other, is_valid: false, state: 'failed' },
    ])
    const select = await screen.findByRole('button', { name: 'Select Ledger' })
    expect(screen.getByText('Failed')).toBeDefined()
    const reason = /^The last test of this database failed\./
    expect(select.getAttribute('title')).toMatch(reason)
    await user.click(select)
    expect(await screen.findByText(reason)).toBeDefined()
    expect(backend.sent).toEqual([])
  })

  it('shows the server’s message if it refuses', async () => {
    const { user } = await openList()
    server.use(http.post(`${configurations}/set-active`, () => refusal('The grant was taken back.', 404)))
    await user.click(await screen.findByRole('button', { name: 'Select Ledger' }))
    expect(await screen.findByText('The grant was taken back.')).toBeDefined()
  })

  it('keeps the selection if the session cannot be created', async () => {
    const { user } = await openList()
    server.use(http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => HttpResponse.error()))
    await user.click(await screen.findByRole('button', { name: 'Select Ledger' }))
    await waitFor(() => expect(screen.getByText('Your questions now go to Ledger.')).toBeDefined())
  })
})
