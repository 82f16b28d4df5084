import type { AreaListItem } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { chatBackend, withTurnId } from '../../../testing/chat-backend.ts'
import { makeArea, makeSession, makeTurn } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, eventStream, failure, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../chat-screen.tsx'

const server = useTestServer()
useTestBrowser()

/** Opens a chat with these areas; the server then returns later changes of the list. */
async function openChat(areas: AreaListItem[], sessionArea: string | null = null) {
  const management = areasBackend({ areas: areas.map((area) => makeFullArea({ ...area })) })
  const backend = chatBackend({
    sessions: [makeSession({ id: 's1', session_id: 's1', business_area_id: sessionArea })],
  })
  server.use(...management.handlers, ...backend.handlers)
  const app = renderApp('/chat?session=s1')
  await listed()
  return { ...app, backend, management }
}
const listed = () => screen.findByRole('group', { name: 'Business area' })
const picker = () => within(screen.getByRole('group', { name: 'Business area' }))
const choice = (name: RegExp) => picker().findByRole('button', { name })
const act = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const sales = makeArea({ area_id: 'a1', area_name: 'Sales', table_count: 3 })
const stock = makeArea({ area_id: 'a2', area_name: 'Stock', is_default: true })

describe('an application whose areas cannot be used for questions', () => {
  const tables = (count: number, allowed: boolean) =>
    http.get(at('/api/v1/database-management/tables'), () =>
      HttpResponse.json({ tables: [], total_count: count, all_tables_allowed: allowed }),
    )
  const inactive = makeArea({ area_id: 'a9', area_name: 'Old', is_active: false })
  const secret = {
    ...makeArea({ area_id: 'a8', area_name: 'Secret' }),
    is_owner: false,
    visibility: 'private' as const,
  }
  const inactiveText = 'All business areas that you can use in this database are inactive.'
  const othersText = "You don't have access to any business area of this database."

  it.each([
    ['that all are inactive', [inactive], 6, inactiveText],
    ['that all are inactive, however many tables there are', [inactive], 40, inactiveText],
    ['that all belong to other users', [secret], 6, othersText],
    ['that all belong to other users, however many tables there are', [secret], 40, othersText],
  ])('CH-107 CH-109 shows administrators %s', async (_what, areas, count, text) => {
    server.use(tables(count, false))
    await openChat(areas)
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^All Tables/ })).toBeNull()
    expect(screen.queryByText(/no business area/i)).toBeNull()
    expect(screen.getByRole('button', { name: 'Configure business areas' })).toBeDefined()
  })

  it('CH-112 CH-113 never offers All Tables after an answer, since the server would refuse it', async () => {
    const events = makeTurn('t1', 'q', [{ type: 'error', detail: 'business_area_mismatch' }])
    const session = makeSession({ id: 's1', session_id: 's1', events })
    server.use(
      tables(6, false),
      ...areasBackend({ areas: [makeFullArea({ ...inactive })] }).handlers,
      ...chatBackend({ sessions: [session] }).handlers,
    )
    renderApp('/chat?session=s1')
    await screen.findByText(inactiveText)
    await screen.findByRole('button', { name: 'Keep Current Business Area' })
    expect(screen.queryByRole('button', { name: 'Switch to All Tables' })).toBeNull()
  })
})

describe('a deleted area', () => {
  it('leaves the list as soon as it is deleted, before the list is reloaded', async () => {
    const { user } = await openChat([sales, stock], 'a1')
    await waitFor(async () => expect((await choice(/^Sales/)).getAttribute('aria-pressed')).toBe('true'))
    server.use(http.get(at('/api/v1/business-areas/'), () => new Promise<Response>(() => undefined)))
    await user.click(await act('Delete business area'))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete business area' }),
    )
    await waitFor(() => expect(picker().queryByRole('button', { name: /^Sales/ })).toBeNull())
  })

  it('leaves the list when another tab deletes it', async () => {
    const { management } = await openChat([sales, stock])
    await choice(/^Sales/)
    management.areas.splice(0, 1)
    const otherTab = new BroadcastChannel('parlance:changes')
    otherTab.postMessage('areas')
    await waitFor(() => expect(picker().queryByRole('button', { name: /^Sales/ })).toBeNull())
    otherTab.close()
  })

  it('leaves the list and reports it when selected, without a new session, after another user deleted it', async () => {
    const { user, backend, management } = await openChat([sales, stock])
    const shown = await choice(/^Sales/)
    management.areas.splice(0, 1)
    const text = "Business area not found, or you don't have access to it."
    server.use(http.post(at('/api/v1/business-areas/:id/set-default'), () => failure(404, text, 'area_not_found')))
    await user.click(shown)
    const alert = await screen.findByRole('alertdialog')
    expect(alert.textContent).toContain(text)
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(picker().queryByRole('button', { name: /^Sales/ })).toBeNull())
    expect(backend.created).toEqual([])
  })

  it('leaves the list after a failed question if another user deleted it', async () => {
    const management = areasBackend({ areas: [sales, stock].map((area) => makeFullArea({ ...area })) })
    const backend = chatBackend({
      sessions: [makeSession({ id: 's1', session_id: 's1', business_area_id: 'a1' })],
      answer: ({ turnId }) => {
        management.areas.splice(0, 1)
        const refused = [{ type: 'error' as const, detail: "Business area not found, or you don't have access to it." }]
        return eventStream(withTurnId(makeTurn('x', 'How many?', refused), turnId))
      },
    })
    server.use(...management.handlers, ...backend.handlers)
    const { user } = renderApp('/chat?session=s1')
    await listed()
    await choice(/^Sales/)
    await user.type(await screen.findByLabelText('Your question'), 'How many?{Enter}')
    await waitFor(() => expect(picker().queryByRole('button', { name: /^Sales/ })).toBeNull())
  })
})

describe('an answer that suggests another area', () => {
  const suggesting = makeTurn('t1', 'Which products are short?', [
    {
      type: 'final',
      final: true,
      text: 'The area "Stock" has products.',
      actions: [{ label: 'Switch to Stock', action: 'switch_area:a2', style: 'primary' }],
    },
  ])
  async function openSuggesting() {
    const management = areasBackend({ areas: [sales, stock].map((area) => makeFullArea({ ...area })) })
    const session = makeSession({ id: 's1', session_id: 's1', business_area_id: 'a1', events: suggesting })
    const backend = chatBackend({ sessions: [session] })
    server.use(...management.handlers, ...backend.handlers)
    const app = renderApp('/chat?session=s1')
    await listed()
    await choice(/^Sales/)
    await app.user.click(await act('Switch to Stock'))
    return { ...app, backend, management }
  }

  it('CH-101 CH-102 CH-103 switches by its button: after asking, with a new session, as the default', async () => {
    const { user, backend, management } = await openSuggesting()
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Changing the business area will create a new chat session. Continue?')
    await user.click(within(question).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(backend.created[0]).toMatchObject({ 'user:business_area_id': 'a2' }))
    expect(management.calls()).toEqual(['set-default a2'])
  })

  it('CH-103 changes nothing when the user cancels', async () => {
    const { user, backend, management } = await openSuggesting()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect((await choice(/^Sales/)).getAttribute('aria-pressed')).toBe('true')
    expect(backend.created).toEqual([])
    expect(management.calls()).toEqual([])
  })
})
