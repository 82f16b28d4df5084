import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { makeArea, makeDatabase, makeUser } from '../../testing/factories.ts'
import { areasBackend, makeFullArea } from '../../testing/areas-backend.ts'
import { chatBackend } from '../../testing/chat-backend.ts'
import { earlierSession, openChat } from '../../testing/open-chat.tsx'
import { findInConversation } from '../../testing/in-conversation.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { useTestServer } from '../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../../screens/chat/chat-screen.tsx'
import './command-palette.tsx'

const server = useTestServer()
useTestBrowser()

const older = { ...earlierSession('s1', 'Older'), last_accessed: '2026-01-01T00:00:00Z' }
const newest = earlierSession('s2', 'Newest')
/** The palette itself, not its placeholder while the code loads. */
const palette = () => waitFor(() => dialogWithList(screen.getByRole('dialog', { name: 'Command palette' })))
const dialogWithList = (dialog: HTMLElement) => within(dialog).getByRole('listbox') && dialog
const entries = () => screen.getAllByRole('option').map((option) => option.querySelector('bdi')?.textContent)
const group = (name: string) => within(screen.getByRole('group', { name }))

async function openPalette(options: NonNullable<Parameters<typeof openChat>[1]> = { sessions: [older, newest] }) {
  const chat = await openChat(server, options)
  await chat.user.click(chat.composer)
  await chat.user.keyboard('{Control>}k{/Control}')
  const shown = await palette()
  expect(document.activeElement).toBe(within(shown).getByRole('combobox'))
  return chat
}

describe('the command palette', () => {
  it('opens by keyboard even while the user types a question, and restores the focus when the same keys close it', async () => {
    const { user, composer } = await openPalette()
    const field = await screen.findByRole('combobox', { name: 'Search actions, conversations, and pages' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(composer))
    expect(composer.value).toBe('')
  })

  it('opens with its button, and closes on Escape', async () => {
    const { user } = await openChat(server, { sessions: [older] })
    await user.click(screen.getByRole('button', { name: 'Command palette' }))
    await palette()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lists recent conversations, databases, areas, actions with their keys, and screens', async () => {
    await openPalette({
      sessions: [older, newest],
      databases: [makeDatabase(), makeDatabase({ id: 'db2', name: 'Ledger', is_active: false })],
      areas: [makeArea({ is_default: true }), makeArea({ area_id: 'a2', area_name: 'Stock' })],
    })
    expect(group('Conversations').getAllByRole('option')).toHaveLength(1)
    expect(group('Conversations').getByText('Older')).toBeDefined()
    expect(group('Databases').getAllByRole('option')).toHaveLength(1)
    expect(group('Databases').getByText('Ledger')).toBeDefined()
    expect(group('Business areas').getAllByRole('option')).toHaveLength(1)
    expect(group('Business areas').getByText('Stock')).toBeDefined()
    expect(group('Conversation').getByRole('option', { name: /^New Conversation, ?C$/ })).toBeDefined()
    expect(group('Go to').getByRole('option', { name: /^Database Management, ?G then D$/ })).toBeDefined()
    expect(group('Settings').getByText('LLM Settings')).toBeDefined()
  })

  it('hides administration from other users, and actions that are currently unavailable', async () => {
    await openPalette({ user: makeUser({ role: 'GENERAL' }), sessions: [older], areas: [makeArea()] })
    for (const name of ['Database Management', 'User Management', 'Audit log', 'LLM Settings', 'Add business area']) {
      expect(entries()).not.toContain(name)
    }
    expect(entries()).not.toContain('Cancel processing')
    expect(group('Go to').getByRole('option', { name: /^View Database Connections, ?G then D$/ })).toBeDefined()
  })

  it('finds entries by parts of words, runs the selected one on Enter, and says when nothing matches', async () => {
    const { user, address } = await openPalette()
    await user.keyboard('abo')
    await waitFor(() => expect(entries()[0]).toBe('About'))
    await user.keyboard('zzz')
    expect(await screen.findByText('No results. Try different words.')).toBeDefined()
    expect(screen.queryAllByRole('option')).toEqual([])
    await user.keyboard('{Enter}{Backspace}{Backspace}{Backspace}')
    await waitFor(() => expect(entries()[0]).toBe('About'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toContain('dialog=about'))
    expect(await screen.findByRole('dialog', { name: 'About' })).toBeDefined()
  })

  it('moves with the arrow keys and opens a conversation', async () => {
    const sessions = [newest, older, { ...earlierSession('s3', 'Older still'), last_accessed: '2025-01-01T00:00:00Z' }]
    const { user, address } = await openPalette({ sessions })
    await user.keyboard('older')
    await waitFor(() => expect(entries()).toEqual(['Older', 'Older still']))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toContain('session=s3'))
    expect(await findInConversation('Older still?')).toBeDefined()
  })

  it('asks the same questions as the buttons before it changes database or area', async () => {
    const { user, backend } = await openPalette({
      sessions: [newest],
      databases: [makeDatabase(), makeDatabase({ id: 'db2', name: 'Ledger', is_active: false, is_valid: false })],
    })
    await user.keyboard('ledger{Enter}')
    const refused = await screen.findByRole('alertdialog')
    expect(refused.textContent).toContain('This database configuration has not been tested yet.')
    await user.click(within(refused).getByRole('button', { name: 'OK' }))
    expect(backend.created).toEqual([])
  })

  it('CH-088 OP-19 deletes the open session after asking about a session', async () => {
    const { user, backend } = await openPalette()
    await user.keyboard('delete this{Enter}')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Are you sure you want to delete this session?')
    await user.click(within(question).getByRole('button', { name: 'Delete session' }))
    await waitFor(() => expect([...backend.sessions.keys()]).toEqual(['s1']))
  })

  it('shows names as plain text, and five hundred conversations only in a search', async () => {
    const hostile = `<img src=x onerror=alert(1)>\u202E${'x'.repeat(10_000)}`
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...earlierSession(`m${index}`, index === 1 ? hostile : `Question ${index}`, []),
      last_accessed: new Date(Date.now() - index * 1000).toISOString(),
    }))
    const { user } = await openPalette({ sessions: many })
    expect(group('Conversations').getAllByRole('option')).toHaveLength(5)
    expect(document.querySelector('img')).toBeNull()
    expect(group('Conversations').getByText(/^<img src=x/).textContent.length).toBeLessThan(250)
    await user.keyboard('question 499')
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('question 499')
    await waitFor(() => expect(entries()).toEqual(['Question 499']))
  })

  it('is available on the other pages too, and opens them as pages', async () => {
    server.use(...areasBackend({ areas: [makeFullArea()] }).handlers, ...chatBackend({ sessions: [older] }).handlers)
    const { user, address } = renderApp('/business-areas')
    await screen.findByRole('article', { name: 'Sales' })
    await user.keyboard('{Control>}k{/Control}')
    await palette()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('gc')
    await waitFor(() => expect(address()).toMatch(/^\/chat/))
  })

  it('is unavailable to signed-out users', async () => {
    const { user } = renderApp('/login', { signedIn: false })
    await screen.findByLabelText('Email')
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('?')
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull()
  })
})
