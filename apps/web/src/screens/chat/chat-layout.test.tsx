import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeArea, makeUser } from '../../testing/factories.ts'
import { earlierSession, openChat } from '../../testing/open-chat.tsx'
import { useTestBrowser } from '../../testing/render-app.tsx'
import { useTestServer } from '../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './chat-screen.tsx'

const server = useTestServer()
useTestBrowser()

const sideMenu = () => screen.getByRole('complementary', { name: 'Side menu' })
const userMenu = () => screen.getByRole('button', { name: /ada@example\.com/ })

/** Sets the window width for `max-width` media queries. */
function showWidth(width: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const most = /max-width: (\d+)px/.exec(query)?.[1]
    return Object.assign(new EventTarget(), {
      matches: most !== undefined && width <= Number(most),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
  })
}
afterEach(() => vi.restoreAllMocks())

describe('the layout of /chat', () => {
  it('CH-001 CH-003 has a side menu, a header, two panels with a handle, and a user dropdown', async () => {
    await openChat(server, { sessions: [earlierSession('s1', 'Older')] })
    expect(sideMenu()).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'Older' }).closest('header')).not.toBeNull()
    expect(screen.getByRole('region', { name: 'Conversation' })).toBeDefined()
    expect(screen.getByRole('region', { name: 'Query Results' })).toBeDefined()
    expect(screen.getByRole('separator', { name: 'Resize the conversation' })).toBeDefined()
    expect(userMenu()).toBeDefined()
  })

  it('CH-005 CH-006 shows the start of a conversation and the history in the side menu', async () => {
    await openChat(server, { areas: [makeArea()], sessions: [earlierSession('s1', 'Older')] })
    const menu = within(sideMenu())
    expect(menu.getByRole('button', { name: /^New Conversation/ })).toBeDefined()
    expect(menu.getByText('Connected Database')).toBeDefined()
    expect(menu.getByRole('button', { name: /^Change database\.\.\./ })).toBeDefined()
    expect(menu.getByText('Business area')).toBeDefined()
    expect(menu.getByText('Conversation History')).toBeDefined()
    expect(menu.getByRole('button', { name: 'Clear All Sessions' })).toBeDefined()
  })

  it('CH-002 CH-004 CH-022 puts the menu over the chat if a panel would be less than 300 px wide', async () => {
    showWidth(900)
    const session = earlierSession('s1', 'Older')
    const { user, address } = await openChat(server, { sessions: [session] }, '/chat?openMenu=true')
    const drawer = await screen.findByRole('dialog', { name: 'Side menu' })
    expect(address()).not.toContain('openMenu')
    await user.click(within(drawer).getByRole('button', { name: 'Close side menu' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Side menu' })).toBeNull())
    expect(screen.queryByRole('complementary', { name: 'Side menu' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open side menu' }))
    expect(await screen.findByRole('dialog', { name: 'Side menu' })).toBeDefined()
  })

  it('CH-004 CH-022 puts the menu next to the chat from a width of 380 + 300 + 8 + 300 px', async () => {
    showWidth(988)
    await openChat(server)
    expect(sideMenu()).toBeDefined()
  })

  it('CH-013 closes the user dropdown on a click outside', async () => {
    const { user } = await openChat(server)
    await user.click(userMenu())
    expect(await screen.findByRole('menuitem', { name: 'Settings' })).toBeDefined()
    await user.click(document.body)
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Settings' })).toBeNull())
  })

  it.each([
    ['ADMIN', true],
    ['GENERAL', false],
  ] as const)('CH-011 shows administration by role only: %s', async (role, isAdmin) => {
    const { user } = await openChat(server, { user: makeUser({ role }), areas: [makeArea({ can_edit: isAdmin })] })
    expect(screen.queryByRole('button', { name: /^Change database/ }) !== null).toBe(isAdmin)
    await user.click(userMenu())
    await screen.findByRole('menuitem', { name: 'Settings' })
    expect(screen.queryByRole('menuitem', { name: 'User Management' }) !== null).toBe(isAdmin)
    expect(screen.queryByRole('menuitem', { name: 'Database Management' }) !== null).toBe(isAdmin)
  })

  it('CH-020 moves the handle by dragging and by keyboard', async () => {
    await openChat(server)
    const handle = screen.getByRole('separator', { name: 'Resize the conversation' })
    const panes = handle.parentElement
    if (panes === null) throw new Error('no panes')
    panes.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 600)
    Object.defineProperty(panes, 'clientWidth', { configurable: true, value: 1000 })
    handle.setPointerCapture = () => undefined
    const move = (clientX: number) => act(async () => void fireEvent.pointerMove(handle, { clientX }))
    expect(handle.getAttribute('aria-valuenow')).toBe('40')
    await move(500)
    expect(handle.getAttribute('aria-valuenow')).toBe('40')
    fireEvent.pointerDown(handle, { clientX: 400 })
    await move(500)
    expect(handle.getAttribute('aria-valuenow')).toBe('50')
    fireEvent.pointerUp(handle)
    await move(650)
    expect(handle.getAttribute('aria-valuenow')).toBe('50')
    fireEvent.keyDown(handle, { key: 'ArrowLeft' })
    expect(handle.getAttribute('aria-valuenow')).toBe('48')
  })
})
