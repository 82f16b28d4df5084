import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { chatBackend } from '../../testing/chat-backend.ts'
import { databasesBackend } from '../../testing/databases-backend.ts'
import { makeDatabase, makeSession, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const ledger = makeDatabase({ id: 'db2', name: 'Ledger', is_active: false })

async function openChat({ role = 'ADMIN', address = '/chat', databases = [makeDatabase(), ledger] } = {}) {
  const user = makeUser({ role: role === 'ADMIN' ? 'ADMIN' : 'GENERAL' })
  const chat = chatBackend({ user, databases, sessions: [makeSession()] })
  const management = databasesBackend({ databases })
  // The chat's own handlers come first: its list of sessions includes the created ones.
  server.use(...chat.handlers, ...management.handlers)
  const app = renderApp(address)
  await screen.findByLabelText('Your question')
  return { ...app, chat, management }
}
const userMenu = () => screen.findByRole('button', { name: /ada@example.com/ })

describe('the chat’s dialogs', () => {
  it('CH-009 CH-010 CH-012 CH-014 opens Database Management from an administrator’s user menu', async () => {
    const { user, address } = await openChat()
    await user.click(await userMenu())
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.querySelector('span')?.textContent ?? '')
    expect(items.filter((item) => /Database|About|Logout/.test(item))).toEqual([
      'View Database Connections',
      'Database Management',
      'About',
      'Logout',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Database Management' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Database Management' }))
    expect(await dialog.findByRole('article', { name: 'Ledger' })).toBeDefined()
    expect(address()).toContain('dialog=databases')
    await user.click(dialog.getByRole('button', { name: 'New Database' }))
    await waitFor(() => expect(address()).toContain('form=new'))
    expect(await dialog.findByRole('heading', { name: 'New Database Configuration' })).toBeDefined()
  })

  it('AC-315 CH-015 OP-50 gives a dialog only a close button to return to the chat, and clears the address', async () => {
    const { user, address } = await openChat({ address: '/chat?dialog=databases' })
    const dialog = within(await screen.findByRole('dialog', { name: 'Database Management' }))
    expect(dialog.queryByText('Back to Chat')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).not.toContain('dialog')
  })

  it('CH-016 closes a dialog on a click on the backdrop', async () => {
    const { user } = await openChat({ address: '/chat?dialog=connections' })
    await screen.findByRole('dialog', { name: 'Database Connections' })
    const backdrop = document.querySelector(`.${CSS.escape('bg-(--scrim)')}`)
    if (backdrop === null) throw new Error('the dialog has no backdrop')
    await user.click(backdrop)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('CH-010 AC-312 shows an ordinary user only the list of connections', async () => {
    const { user } = await openChat({ role: 'GENERAL', address: '/chat?dialog=databases' })
    expect(await screen.findByRole('dialog', { name: 'Database Connections' })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await userMenu())
    expect(await screen.findByRole('menuitem', { name: 'View Database Connections' })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: 'Database Management' })).toBeNull()
  })

  it('CH-126 OP-15 opens the new session behind the dialog after a selection', async () => {
    const { user, address, chat } = await openChat({ address: '/chat?dialog=databases' })
    const card = within(await screen.findByRole('article', { name: 'Ledger' }))
    await user.click(card.getByRole('button', { name: 'Activate' }))
    await waitFor(() => expect(address()).toContain('session=new-1'))
    expect(chat.created).toMatchObject([{ 'app:session_name': 'New Session - Ledger' }])
    expect(address()).toContain('dialog=databases')
  })

  it('CH-225 reports that areas failed to load, and starts the session without one', async () => {
    const databases = [makeDatabase(), makeDatabase({ id: 'db2', name: 'Ledger', is_active: false })]
    const { user, address, chat } = await openChat({ address: '/chat?dialog=databases', databases })
    server.use(http.get(at('/api/v1/business-areas/'), () => failure(500, 'broken')))
    const card = within(await screen.findByRole('article', { name: 'Ledger' }))
    await user.click(card.getByRole('button', { name: 'Activate' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Failed to load business areas for the selected database. Creating session without business area.',
    )
    await waitFor(() => expect(address()).toContain('session=new-1'))
    expect(chat.created).toMatchObject([{ 'user:business_area_id': null }])
  })

  it('CH-130 CH-131 CH-132 OP-16 leads an administrator from the picker to the missing test', async () => {
    const { user, address } = await openChat({ databases: [makeDatabase({ is_valid: false })] })
    expect(await screen.findByText(/This connection has not been tested/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Test it in Database Management' }))
    await waitFor(() => expect(address()).toContain('dialog=databases'))
  })

  it('AC-404 says in the picker who to ask, or links to the form, if there are no databases', async () => {
    await openChat({ role: 'GENERAL', databases: [] })
    expect(await screen.findByText(/Please contact your administrator to configure databases\./)).toBeDefined()
  })

  it('leads an administrator to connect a database if there are none', async () => {
    const { user, address } = await openChat({ databases: [] })
    await user.click(await screen.findByRole('button', { name: 'Connect a database' }))
    await waitFor(() => expect(address()).toContain('dialog=databases'))
  })

  it('leads administrators from the picker to the management, and ordinary users to the list', async () => {
    const { user, address } = await openChat()
    await user.click(await screen.findByRole('button', { name: /Change database/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Manage databases' }))
    await waitFor(() => expect(address()).toContain('dialog=databases'))
  })
})
