import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chatBackend, withTurnId } from '../../testing/chat-backend.ts'
import {
  makeAnsweredTurn,
  makeArea,
  makeDatabase,
  makeResult,
  makeSession,
  makeTurn,
  makeUser,
} from '../../testing/factories.ts'
import { findInConversation } from '../../testing/in-conversation.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, eventStream, failure, openStream, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

type Options = NonNullable<Parameters<typeof chatBackend>[0]>

async function openChat(options: Options = {}, address = '/chat') {
  const backend = chatBackend(options)
  server.use(...backend.handlers)
  const app = renderApp(address)
  const composer = await screen.findByLabelText<HTMLTextAreaElement>('Your question')
  await waitFor(() => expect(app.address()).toContain('session='))
  return { ...app, backend, composer }
}

const earlier = (id: string, name: string, events = makeAnsweredTurn(`${id}-turn`, `${name}?`)) =>
  makeSession({ id, session_id: id, session_name: name, events })
const answers = () => screen.findAllByRole('article', { name: 'Answer' })
/** The id that the client assigned to its first question. */
const firstTurnId = (backend: ReturnType<typeof chatBackend>) => vi.waitUntil(() => backend.asked[0]?.turnId)
const newConversation = () =>
  within(screen.getByRole('complementary', { name: 'Side menu' })).getByRole('button', { name: /^New Conversation/ })
/** A notification; its text appears twice, once for screen readers. */
const findNotice = async (text: string) => (await screen.findAllByText(text)).length
const conversations = () => screen.getByRole('navigation', { name: 'Conversation History' })
const answered = (request: { turnId?: string | undefined }) =>
  eventStream(withTurnId(makeAnsweredTurn('x', 'Which products?'), request.turnId))

describe('start', () => {
  it('CH-066 CH-089 opens the last used conversation with its messages', async () => {
    const newest = earlier('s2', 'Newest')
    const older = { ...earlier('s1', 'Older'), last_accessed: '2026-01-01T00:00:00Z' }
    const { address } = await openChat({ sessions: [older, newest] })
    expect(await findInConversation('Newest?')).toBeDefined()
    expect(address()).toContain('session=s2')
  })

  it('CH-089 opens the conversation in the address', async () => {
    const older = { ...earlier('s1', 'Older'), last_accessed: '2026-01-01T00:00:00Z' }
    const { address } = await openChat({ sessions: [older, earlier('s2', 'Newest')] }, '/chat?session=s1')
    expect(await findInConversation('Older?')).toBeDefined()
    expect(address()).toContain('session=s1')
  })

  it('CH-067 CH-071 CH-196 OP-68 creates a conversation with the documented state if there is none', async () => {
    const { backend } = await openChat()
    expect(await screen.findByRole('heading', { name: 'Ask Sample Shop anything' })).toBeDefined()
    expect(await screen.findByRole('button', { name: 'How many orders are there?' })).toBeDefined()
    expect(backend.created).toHaveLength(1)
    expect(Object.keys(backend.created[0] ?? {}).toSorted()).toEqual([
      'app:created_at',
      'app:last_accessed',
      'app:session_name',
      'user:business_area_id',
      'user:database_config_id',
      'user:id',
    ])
  })

  it('replaces the bare address with the first conversation, so that Back leaves the chat', async () => {
    const { app, address } = await openChat()
    await waitFor(() => expect(address()).toMatch(/session=/))
    expect(app.router.history.length).toBe(1)
  })

  it('CH-068 CH-217 starts a new conversation if the history cannot be loaded', async () => {
    const list = at('/apps/nl_to_sql_agent/users/u1/sessions')
    let refused = false
    const backend = chatBackend()
    server.use(
      http.get(list, () => {
        if (refused) return undefined
        refused = true
        return failure(500, 'broken')
      }),
      ...backend.handlers,
    )
    renderApp('/chat')
    expect(await screen.findByText('Failed to load conversation history. Starting fresh session.')).toBeDefined()
    expect(backend.created).toHaveLength(1)
  })

  it('sends a question once the conversation that it waits for is open', async () => {
    const opened = Promise.withResolvers<undefined>()
    const backend = chatBackend({ answer: answered })
    server.use(
      http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => opened.promise),
      ...backend.handlers,
    )
    const { user } = renderApp('/chat')
    await user.type(await screen.findByLabelText('Your question'), 'Which products?{Enter}')
    expect(backend.asked).toHaveLength(0)
    opened.resolve(undefined)
    await answers()
    expect(backend.asked.map((request) => request.newMessage.parts)).toEqual([[{ text: 'Which products?' }]])
  })

  it('CH-218 OP-20 reports with an article that no session could be created when the chat starts', async () => {
    server.use(
      http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => failure(500, 'broken')),
      ...chatBackend().handlers,
    )
    renderApp('/chat')
    expect(await screen.findByText('Failed to create a new session. Please try again.')).toBeDefined()
  })

  it('CH-069 says after 2 s that a conversation continues', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openChat({ areas: [makeArea()], sessions: [{ ...earlier('s1', 'Older'), business_area_id: 'a1' }] })
    await findInConversation('Older?')
    await vi.advanceTimersByTimeAsync(1500)
    expect(screen.queryByText(/^Continuing previous session/)).toBeNull()
    await vi.advanceTimersByTimeAsync(700)
    expect(screen.getByText('Continuing previous session with Sample Shop and Sales')).toBeDefined()
  })

  it('says above a new question that a conversation continues', async () => {
    const { user } = await openChat({ sessions: [earlier('s1', 'Older')], answer: answered })
    await findInConversation('Older?')
    await user.type(screen.getByLabelText('Your question'), 'Which products?{Enter}')
    const newer = await findInConversation('Which products?')
    const note = await screen.findByText(/^Continuing previous session/)
    expect(note.compareDocumentPosition(newer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('CH-070 says so after 3 s if the database had to be restored from the session', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const databases = [makeDatabase(), makeDatabase({ id: 'db2', name: 'Chinook', is_active: false })]
    await openChat({ databases, sessions: [{ ...earlier('s1', 'Older'), database_config_id: 'db2' }] })
    await screen.findByText('Using Chinook')
    await vi.advanceTimersByTimeAsync(2500)
    expect(screen.queryByText(/^Continuing previous session/)).toBeNull()
    await vi.advanceTimersByTimeAsync(700)
    expect(screen.getByText('Continuing previous session with Chinook')).toBeDefined()
  })

  it('CH-002 removes openMenu from the address', async () => {
    const { address } = await openChat({ sessions: [earlier('s1', 'Older')] }, '/chat?openMenu=true')
    await waitFor(() => expect(address()).not.toContain('openMenu'))
    expect(screen.getByRole('complementary', { name: 'Side menu' })).toBeDefined()
  })

  it('offers to reload a conversation that could not be loaded', async () => {
    const sessions = [earlier('s1', 'Older')]
    let refused = false
    server.use(
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions/s1'), () => {
        if (refused) return undefined
        refused = true
        return failure(500, 'broken')
      }),
    )
    const backend = chatBackend({ sessions })
    server.use(...backend.handlers.slice(1))
    server.use(
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions/s1'), () => {
        if (refused) return undefined
        refused = true
        return failure(500, 'broken')
      }),
      backend.handlers[0] as never,
    )
    const { user } = renderApp('/chat')
    expect(await screen.findByText('Could not load this conversation.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await findInConversation('Older?')).toBeDefined()
  })
})

describe('asking', () => {
  it('CH-031 CH-042 CH-201 CH-202 sends on Enter and shows answer, steps and rows', async () => {
    const { user, composer, backend } = await openChat({ answer: answered })
    await user.type(composer, 'Which products?{Enter}')
    const [answer] = await answers()
    expect(await within(answer as HTMLElement).findByText('85,149.47', { selector: 'strong' })).toBeDefined()
    expect(backend.asked[0]).toMatchObject({
      appName: 'nl_to_sql_agent',
      userId: 'u1',
      sessionId: 'new-1',
      newMessage: { role: 'user', parts: [{ text: 'Which products?' }] },
      businessAreaId: null,
      databaseConfigId: 'db1',
    })
    expect(screen.getByRole('button', { name: 'And by month?' })).toBeDefined()
    const grid = screen.getByRole('grid', { name: 'Result rows' })
    expect(within(grid).getByRole('gridcell', { name: 'Chair' })).toBeDefined()
  })

  it('CH-031 inserts a new line on Shift+Enter', async () => {
    const { user, composer, backend } = await openChat()
    await user.type(composer, 'one{Shift>}{Enter}{/Shift}two')
    expect(composer.value).toBe('one\ntwo')
    expect(backend.asked).toEqual([])
  })

  it('CH-029 CH-039 requires text', async () => {
    const { user, composer, backend } = await openChat()
    expect(composer.placeholder).toBe('Type your message or ask about your data...')
    await user.type(composer, '   {Enter}')
    expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
    expect(backend.asked).toEqual([])
  })

  it('CH-036 CH-037 CH-038 CH-041 shows the step, locks the input and offers to cancel while loading', async () => {
    const stream = openStream()
    const { user, composer, backend } = await openChat({ answer: () => stream.response() })
    await user.type(composer, 'Which products?{Enter}')
    const turnId = await firstTurnId(backend)
    const events = withTurnId(makeAnsweredTurn('x', 'Which products?'), turnId)
    stream.push(...events.slice(0, 2))
    expect(await screen.findByText(/^Reading 6 tables ·/)).toBeDefined()
    expect(composer.disabled).toBe(true)
    expect(screen.getByRole('button', { name: 'Cancel processing' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
    stream.push(...events.slice(2))
    stream.end()
    await waitFor(() => expect(composer.disabled).toBe(false))
    expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
  })

  it('CH-051 CH-205 cancels on the server', async () => {
    const stream = openStream()
    const { user, composer, backend } = await openChat({ answer: () => stream.response() })
    await user.type(composer, 'Which products?{Enter}')
    const turnId = await firstTurnId(backend)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(backend.cancelled).toEqual(['new-1']))
    stream.push(...withTurnId(makeTurn('x', 'Which products?', [{ type: 'cancelled', final: true }]), turnId))
    expect(await findInConversation('Operation cancelled by user')).toBeDefined()
  })

  it('CH-220 reports that canceling failed', async () => {
    server.use(http.post(at('/api/v1/custom_cancel/:id'), () => failure(500, 'broken')))
    const stream = openStream()
    const backend = chatBackend({ answer: () => stream.response() })
    server.use(...backend.handlers)
    server.use(http.post(at('/api/v1/custom_cancel/:id'), () => failure(500, 'broken')))
    const { user } = renderApp('/chat')
    await screen.findByRole('heading', { name: 'Ask Sample Shop anything' })
    await user.type(screen.getByLabelText('Your question'), 'q{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Cancel processing' }))
    expect(await findNotice('Failed to cancel the operation. The process may have already completed.')).toBeGreaterThan(
      0,
    )
    stream.push(...withTurnId(makeTurn('x', 'q', [{ type: 'cancelled', final: true }]), backend.asked[0]?.turnId))
    stream.end()
    await findInConversation('Operation cancelled by user')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your question')))
  })

  it('CH-079 names the conversation after its first question', async () => {
    const { user, composer, backend } = await openChat({ answer: answered })
    await user.type(composer, 'Which products?{Enter}')
    await waitFor(() => expect(backend.changed).toEqual([{ id: 'new-1', 'app:session_name': 'Which products?' }]))
    expect(await within(conversations()).findByRole('button', { name: 'Which products?' })).toBeDefined()
  })

  it('CH-208 CH-210 shows a quota message with a cross, and does not try again', async () => {
    const { user, composer, backend } = await openChat({
      answer: () => failure(429, 'Daily limit reached', 'quota_exceeded'),
    })
    await user.type(composer, 'Which products?{Enter}')
    const [answer] = await answers()
    await waitFor(() =>
      expect(answer?.textContent).toContain(
        '✕API quota exceeded. You have reached your daily limit. Please try again tomorrow or upgrade your plan.',
      ),
    )
    expect(backend.asked).toHaveLength(1)
  })

  it('CH-043 falls back to the plain request with the same turn id', async () => {
    const runs: unknown[] = []
    const { user, composer, backend } = await openChat({ answer: () => failure(500, 'broken') })
    server.use(
      http.get(at('/api/v1/turns/:id/events'), () => failure(404, 'no such turn', 'turn_not_found')),
      http.post(at('/run'), async ({ request }) => {
        const body = (await request.json()) as { turnId: string }
        runs.push(body)
        return HttpResponse.json(withTurnId(makeAnsweredTurn('x', 'Which products?'), body.turnId))
      }),
    )
    await user.type(composer, 'Which products?{Enter}')
    expect(await screen.findByText('85,149.47')).toBeDefined()
    expect(runs).toEqual(backend.asked)
  })

  it('offers the meanings of an ambiguous question as buttons', async () => {
    const { user, composer, backend } = await openChat({
      answer: ({ turnId }) =>
        eventStream(
          withTurnId(
            makeTurn('x', 'q', [
              {
                type: 'final',
                final: true,
                text: 'Which one?',
                readings: [{ label: 'By revenue', question: 'Top by revenue?' }],
              },
            ]),
            turnId,
          ),
        ),
    })
    await user.type(composer, 'Top?{Enter}')
    await user.click(await screen.findByRole('button', { name: 'By revenue' }))
    await waitFor(() => expect(backend.asked[1]?.newMessage.parts).toEqual([{ text: 'Top by revenue?' }]))
  })

  it('shows the rows and the SQL of each meaning before one is chosen', async () => {
    const { user, composer, backend } = await openChat({
      answer: ({ turnId }) =>
        eventStream(
          withTurnId(
            makeTurn('x', 'q', [
              {
                type: 'final',
                final: true,
                text: 'Which one?',
                readings: [
                  { label: 'By host', question: 'By host?', display_sql: 'SELECT host\nFROM visits', row_count: 1234 },
                  { label: 'By guest', question: 'By guest?', display_sql: 'SELECT guest', row_count: null },
                  { label: 'By city', question: 'By city?', display_sql: 'SELECT city' },
                ],
              },
            ]),
            turnId,
          ),
        ),
    })
    await user.type(composer, 'Top?{Enter}')
    const choices = within(await screen.findByRole('list', { name: 'Which of these did you mean?' }))
    expect(choices.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual(
      expect.arrayContaining(['By host 1,234 rows', 'By guest Could not count the rows', 'By city']),
    )
    const summary = choices.getByText('SQL · 2 lines')
    expect(summary.closest('details')?.open).toBe(false)
    await user.click(summary)
    expect(summary.closest('details')?.open).toBe(true)
    expect(summary.closest('details')?.textContent).toContain('SELECT host')
    expect(backend.asked).toHaveLength(1)
    choices.getByRole('button', { name: 'By guest Could not count the rows' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(backend.asked[1]?.newMessage.parts).toEqual([{ text: 'By guest?' }]))
  })

  it('announces an answer when it is finished', async () => {
    const { user, composer } = await openChat({ answer: answered })
    await user.type(composer, 'Which products?{Enter}')
    expect(await screen.findByText(/^Answer ready\. Chair leads/)).toBeDefined()
  })

  it('never loads an image from an answer', async () => {
    const { user, composer } = await openChat({
      answer: ({ turnId }) =>
        eventStream(
          withTurnId(
            makeTurn('x', 'q', [
              {
                type: 'final',
                final: true,
                text: '![x](https://evil.example/?q=1) <img src=x> [go](javascript:alert(1))',
              },
            ]),
            turnId,
          ),
        ),
    })
    await user.type(composer, 'q{Enter}')
    const answer = await findInConversation(/ go$/)
    expect(document.querySelector('img')).toBeNull()
    expect(answer.querySelector('a')).toBeNull()
  })
})

describe('a failed turn', () => {
  it('is asked again if the server offers that', async () => {
    const events = makeTurn('t1', 'Which products?', [
      {
        type: 'error',
        detail: 'The server was stopped.',
        actions: [{ label: 'Try again', action: 'retry', style: 'primary' }],
      },
    ])
    const { user, backend } = await openChat({ sessions: [earlier('s1', 'Older', events)], answer: answered })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('85,149.47')).toBeDefined()
    expect(backend.asked[0]?.newMessage.parts).toEqual([{ text: 'Which products?' }])
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('is answered by the built-in engine if the user chooses it', async () => {
    const action = { label: 'Answer with the built-in engine', action: 'answer_with_builtin', style: 'primary' }
    const events = makeTurn('t1', 'Which products?', [
      { type: 'error', detail: 'Could not reach the AI provider. Try again in a moment.', actions: [action] },
    ])
    const { user, backend } = await openChat({ sessions: [earlier('s1', 'Older', events)], answer: answered })
    await user.click(await screen.findByRole('button', { name: action.label }))
    expect(await screen.findByText('85,149.47')).toBeDefined()
    expect(backend.asked[0]).toMatchObject({
      answerWith: 'builtin',
      newMessage: { parts: [{ text: 'Which products?' }] },
    })
  })

  it('CH-111 CH-112 offers all tables if areas are not defined, and CH-113 to keep the area otherwise', async () => {
    const events = makeTurn('t1', 'q', [{ type: 'error', detail: 'The required tables are not available here.' }])
    const { user, backend } = await openChat({ sessions: [earlier('s1', 'Older', events)] })
    expect(await screen.findByRole('button', { name: 'Keep Current Business Area' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Switch to All Tables' }))
    await waitFor(() => expect(backend.created[0]?.['user:business_area_id']).toBeNull())
  })

  it('CH-111 offers the same if the answer itself says so', async () => {
    const text = 'The required tables are not available here.'
    const events = makeTurn('t1', 'q', [{ type: 'final', final: true, text }])
    await openChat({ areas: [makeArea()], sessions: [earlier('s1', 'Older', events)] })
    expect(await screen.findByRole('button', { name: 'Keep Current Business Area' })).toBeDefined()
  })

  it('CH-114 CH-115 says that the area lacks the tables, not that only queries may run', async () => {
    const response = { success: false, business_area_fallback: { triggered: true, message: 'orders is missing' } }
    const events = makeTurn('t1', 'q', [
      { answer: ['validate_sql_query', response] },
      { type: 'error', detail: 'Only select queries are allowed' },
    ])
    await openChat({ areas: [makeArea()], sessions: [earlier('s1', 'Older', events)] })
    const [answer] = await answers()
    expect(answer?.textContent).toContain(
      'The required tables are not available in the current business area. Please select a different business area or edit the current one to include the necessary tables.',
    )
    expect(answer?.textContent).not.toContain('Only select queries')
    expect(screen.getByRole('button', { name: 'Keep Current Business Area' })).toBeDefined()
  })
})

describe('a running turn', () => {
  it('resumes after a reload', async () => {
    const events = makeAnsweredTurn('turn-9', 'Which products?')
    const followed: (string | null)[] = []
    server.use(
      http.get(at('/api/v1/turns/turn-9/events'), ({ request }) => {
        followed.push(new URL(request.url).searchParams.get('after'))
        return eventStream(events.slice(2))
      }),
    )
    await openChat({ sessions: [{ ...earlier('s1', 'Older', events.slice(0, 2)), running_turn_id: 'turn-9' }] })
    expect(await screen.findByText('85,149.47')).toBeDefined()
    expect(followed).toEqual(['2'])
  })
})

describe('conversations', () => {
  it('CH-072 leaves a used conversation for a new one, and deletes an unused one', async () => {
    const { user, backend } = await openChat({ sessions: [earlier('s1', 'Older')] })
    await findInConversation('Older?')
    await user.click(newConversation())
    await screen.findByRole('heading', { name: 'Ask Sample Shop anything' })
    expect([...backend.sessions.keys()]).toEqual(['s1', 'new-1'])
    await user.click(newConversation())
    await waitFor(() => expect([...backend.sessions.keys()]).toEqual(['s1', 'new-2']))
  })

  it('CH-219 OP-20 reports without an article that the side menu could not create a session', async () => {
    const { user } = await openChat({ sessions: [earlier('s1', 'Older')] })
    server.use(http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => failure(500, 'broken')))
    await findInConversation('Older?')
    await user.click(newConversation())
    expect(await screen.findByText('Failed to create new session. Please try again.')).toBeDefined()
  })

  it('CH-083 to CH-086 renames in place: Enter saves, Escape and an empty name do not', async () => {
    const { user, backend } = await openChat({ sessions: [earlier('s1', 'Older')] })
    const open = () => within(conversations()).getByRole('button', { name: 'Older' })
    await user.dblClick(await within(conversations()).findByRole('button', { name: 'Older' }))
    await user.keyboard('Changed{Escape}')
    await user.dblClick(open())
    await user.clear(screen.getByLabelText('Conversation name'))
    await user.keyboard('   {Enter}')
    expect(backend.changed).toEqual([])
    await user.dblClick(open())
    await user.keyboard('Orders by month{Enter}')
    expect(await within(conversations()).findByRole('button', { name: 'Orders by month' })).toBeDefined()
    await waitFor(() => expect(backend.changed).toEqual([{ id: 's1', 'app:session_name': 'Orders by month' }]))
  })

  it('CH-084 saves a rename when the field loses the focus', async () => {
    const { user, backend, composer } = await openChat({ sessions: [earlier('s1', 'Older')] })
    await user.click(await screen.findByRole('button', { name: 'Rename Older' }))
    await user.keyboard('Elsewhere')
    await user.click(composer)
    await waitFor(() => expect(backend.changed).toEqual([{ id: 's1', 'app:session_name': 'Elsewhere' }]))
  })

  it('CH-087 CH-088 CH-090 OP-19 deletes a conversation in the side menu after asking, and opens another', async () => {
    const older = { ...earlier('s1', 'Older'), last_accessed: '2026-01-01T00:00:00Z' }
    const { user, backend, address } = await openChat({ sessions: [older, earlier('s2', 'Newest')] })
    await user.click(await screen.findByRole('button', { name: 'Delete Newest' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('Are you sure you want to delete this conversation?')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(backend.sessions.has('s2')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Delete Newest' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete conversation' }),
    )
    expect(await findInConversation('Older?')).toBeDefined()
    expect(backend.sessions.has('s2')).toBe(false)
    expect(address()).toContain('session=s1')
  })

  it('CH-221 reports that deleting failed and keeps the conversation', async () => {
    const { user } = await openChat({ sessions: [earlier('s1', 'Older')] })
    server.use(http.delete(at('/apps/nl_to_sql_agent/users/u1/sessions/s1'), () => failure(500, 'broken')))
    await user.click(await screen.findByRole('button', { name: 'Delete Older' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete conversation' }),
    )
    expect(await findNotice('Failed to delete conversation. Please try again.')).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Older' })).toBeDefined()
  })

  it('CH-091 CH-200 deletes all after asking, then starts a new conversation', async () => {
    const { user, backend } = await openChat({ sessions: [earlier('s1', 'Older')] })
    await findInConversation('Older?')
    await user.click(screen.getByRole('button', { name: 'Clear All Sessions' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete all conversations? This action cannot be undone.',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Delete all conversations' }))
    expect(await screen.findByRole('heading', { name: 'Ask Sample Shop anything' })).toBeDefined()
    expect([...backend.sessions.keys()]).toEqual(['new-1'])
  })

  it('CH-092 CH-093 OP-72 deletes one by one if the server requires that, and counts the remaining ones', async () => {
    const older = { ...earlier('s1', 'Older'), last_accessed: '2026-01-01T00:00:00Z' }
    const { user } = await openChat({ sessions: [older, earlier('s2', 'Newest')] })
    server.use(
      http.post(at('/api/v1/sessions/clear-all'), () =>
        HttpResponse.json({ action: 'frontend_delete', deleted_count: 0 }),
      ),
      http.delete(at('/apps/nl_to_sql_agent/users/u1/sessions/s2'), () => failure(500, 'broken')),
    )
    await findInConversation('Newest?')
    await user.click(screen.getByRole('button', { name: 'Clear All Sessions' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete all conversations' }),
    )
    expect(await findNotice('Deleted 1 conversation. 1 failed to delete.')).toBeGreaterThan(0)
  })

  it('CH-222 reports that clearing failed', async () => {
    const { user } = await openChat({ sessions: [earlier('s1', 'Older')] })
    server.use(http.post(at('/api/v1/sessions/clear-all'), () => failure(500, 'broken')))
    await findInConversation('Older?')
    await user.click(screen.getByRole('button', { name: 'Clear All Sessions' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete all conversations' }),
    )
    expect(await findNotice('Failed to clear all conversations. Please try again.')).toBeGreaterThan(0)
  })
})

describe('databases and areas', () => {
  const chinook = (fields = {}) => makeDatabase({ id: 'db2', name: 'Chinook', is_active: false, ...fields })
  const choose = async (user: Awaited<ReturnType<typeof openChat>>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name: /^Change database/ }))
    await user.click(await screen.findByRole('menuitem', { name: new RegExp(name) }))
  }

  it('CH-116 CH-123 switches the database after asking, with a session named after it', async () => {
    const { user, backend } = await openChat({
      databases: [makeDatabase(), chinook()],
      sessions: [earlier('s1', 'Older')],
    })
    await findInConversation('Older?')
    await choose(user, 'Chinook')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('Changing the database will create a new chat session. Continue?')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('heading', { name: 'Ask Chinook anything' })).toBeDefined()
    expect(backend.created[0]?.['app:session_name']).toMatch(/^Chinook - \d+\/\d+\/\d{4}, /)
    expect(backend.created[0]?.['user:database_config_id']).toBe('db2')
  })

  it('CH-117 refuses an untested database', async () => {
    const { user, backend } = await openChat({ databases: [makeDatabase(), chinook({ is_valid: false })] })
    await choose(user, 'Chinook')
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'This database configuration has not been tested yet. Please go to Database Management to test the connection before using it.',
    )
    expect(backend.created).toHaveLength(1)
  })

  it('CH-229 CH-230 CH-231 keeps the selection when switching fails', async () => {
    const { user } = await openChat({ databases: [makeDatabase(), chinook()] })
    server.use(
      http.post(at('/api/v1/database-management/configurations/set-active'), () =>
        failure(400, 'It is not reachable.'),
      ),
    )
    await choose(user, 'Chinook')
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'It is not reachable. Please go to Database Management to configure and test your database connection.',
    )
    expect(screen.getByText('Using Sample Shop')).toBeDefined()
  })

  it('CH-129 CH-130 offers other users no choice if there is only one database', async () => {
    await openChat({ user: makeUser({ role: 'GENERAL' }) })
    const picker = await screen.findByRole('button', { name: /^Select database\.\.\.\s*Sample Shop/ })
    expect(picker.hasAttribute('disabled')).toBe(true)
  })

  it('CH-228 offers to reload the databases', async () => {
    let refused = false
    server.use(...chatBackend({ sessions: [earlier('s1', 'Older')] }).handlers)
    server.use(
      http.get(at('/api/v1/database-management/configurations'), () => {
        if (refused) return undefined
        refused = true
        return failure(500, 'broken')
      }),
    )
    const { user } = renderApp('/chat')
    expect(await screen.findByText('Error loading database configurations.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Using Sample Shop')).toBeDefined()
  })

  it('says who to ask if there is no database', async () => {
    await openChat({ user: makeUser({ role: 'GENERAL' }), databases: [] })
    expect(await screen.findByText(/Please contact your administrator to configure databases\./)).toBeDefined()
  })

  it('CH-099 CH-100 BA-148 BA-149 BA-152 selects the default area and labels every area', async () => {
    const areas = [
      makeArea({ is_owner: false, owner_name: 'grace.hopper.the.admiral@example.com' }),
      makeArea({ area_id: 'a2', area_name: 'Finance', visibility: 'private', is_default: true }),
      makeArea({ area_id: 'a3', area_name: 'Stock', visibility: 'restricted' }),
    ]
    await openChat({ areas })
    expect(await screen.findByText('Using Finance in Sample Shop')).toBeDefined()
    expect(screen.getByTitle('Public area created by grace.hopper.the.admiral').textContent).toContain(
      'grace.hopper.th…',
    )
    expect(screen.getByTitle('Private area (only visible to you)').textContent).toContain('Default')
    expect(screen.getByTitle('Restricted area (shared with selected users)').textContent).toContain('Restricted')
  })

  it('CH-101 CH-103 starts a new session in another area, after asking', async () => {
    const areas = [makeArea({ is_default: true }), makeArea({ area_id: 'a2', area_name: 'Finance' })]
    const { user, backend } = await openChat({
      areas,
      sessions: [{ ...earlier('s1', 'Older'), business_area_id: 'a1' }],
    })
    await findInConversation('Older?')
    await user.click(await screen.findByRole('button', { name: /^Finance/ }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('Changing the business area will create a new chat session. Continue?')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(backend.created[0]?.['user:business_area_id']).toBe('a2'))
  })

  it('CH-105 CH-106 refuses all tables if areas exist', async () => {
    const { user } = await openChat({ areas: [makeArea()] })
    await user.click(await screen.findByRole('button', { name: /^All Tables/ }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Cannot select "All Tables" when business areas are defined. Please select a specific business area to ensure proper security rules are applied.',
    )
    expect(screen.getByText('Using Sales in Sample Shop')).toBeDefined()
  })
})

describe('user menu', () => {
  it('CH-008 CH-017 CH-018 CH-019 shows who is signed in, and describes the product', async () => {
    const { user } = await openChat()
    await user.click(screen.getByRole('button', { name: /ada@example\.com.*Administrator/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'About' }))
    const dialog = await screen.findByRole('dialog', { name: 'About' })
    expect(dialog.textContent).toContain('Version 1.2.0')
    expect(dialog.textContent).toContain(String(new Date().getFullYear()))
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'About' })).toBeNull())
  })

  it('signs out and removes the user’s data from the browser', async () => {
    server.use(http.post(at('/api/v1/auth/logout'), () => HttpResponse.json({ message: 'bye' })))
    const { user, composer, address } = await openChat({ answer: answered })
    server.use(http.post(at('/api/v1/auth/logout'), () => HttpResponse.json({ message: 'bye' })))
    await user.type(composer, 'Which products?{Enter}')
    await screen.findByText(/^Answer ready/)
    expect(Object.keys(localStorage).some((key) => key.includes('u1'))).toBe(true)
    expect(JSON.stringify(localStorage)).not.toContain('85149.47')
    await user.click(screen.getByRole('button', { name: /ada@example\.com/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await waitFor(() => expect(address()).toBe('/login'))
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('lists the shortcuts', async () => {
    const { user, composer } = await openChat()
    await waitFor(() => expect(document.activeElement).toBe(composer))
    composer.blur()
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(sheet).getByText('New Conversation')).toBeDefined()
    expect(within(sheet).getByText('Ask a question')).toBeDefined()
  })
})

describe('trace', () => {
  it('CH-055 CH-056 lists the steps with time, SQL and tokens', async () => {
    const { user } = await openChat({ sessions: [earlier('s1', 'Older')] })
    const [answer] = await answers()
    const trace = within(answer as HTMLElement)
    expect(answer?.textContent).toContain('Sample Shop · 1 table · 12 ms · SQL · Steps')
    await user.click(trace.getByRole('button', { name: '1 table' }))
    expect(trace.getByText('It read products.')).toBeDefined()
    await user.click(trace.getByRole('button', { name: 'Steps' }))
    expect(trace.getByText('1 step · 400 ms · 120 tokens')).toBeDefined()
    expect(trace.getByText('Ran the query')).toBeDefined()
    expect(trace.getByText('Session tokens').textContent).toBe('Session tokens 120')
  })

  it('CH-141 notes in the chat that rows were cut off', async () => {
    const result = makeResult({ truncated: true, full_row_count: 48_211 })
    await openChat({ sessions: [earlier('s1', 'Older', makeAnsweredTurn('t1', 'q', result))] })
    expect(
      await screen.findByText('Showing 2 of 48,211 rows. Click "Load all rows" in the results panel.'),
    ).toBeDefined()
  })
})
