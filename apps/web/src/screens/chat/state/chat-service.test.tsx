import { message, type NumberedEvent, type RunRequest, type Session, type TurnEvent } from '@parlance/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteSession, updateSession } from '../../../api/sessions.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import type { TurnNews } from '../../../lib/turn/turn-news.ts'
import { waitsForNetwork } from '../../../lib/turn/turn-errors.ts'
import type { TurnTransport } from '../../../lib/turn/turn-runner.ts'
import type { Network } from '../../../lib/use-online.ts'
import { createUserStore } from '../../../lib/user-store.ts'
import { makeAnsweredTurn, makeSession, readFromWire } from '../../../testing/factories.ts'
import { createChatService } from './chat-service.ts'
import { createConversationStore } from './conversation-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const scope = { databaseConfigId: 'db1', businessAreaId: null }

/** One tab: its service with scripted streams, and the news it sent to other tabs. */
function makeTab(
  session: Session,
  transport: Partial<TurnTransport> = {},
  cancel: () => Promise<void> = async () => undefined,
) {
  const unsent: string[] = []
  const store = createConversationStore()
  const told: TurnNews[] = []
  const followed: [string, number][] = []
  let isOnline = true
  const listeners = new Set<() => void>()
  const network: Network = {
    isOnline: () => isOnline,
    onReturn: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const none = async function* (): AsyncGenerator<NumberedEvent> {}
  const service = createChatService({
    userId: 'u1',
    store,
    memory: createUserStore(localStore, 'u1'),
    transport: {
      stream: none,
      send: none,
      run: async () => [],
      wait: async () => undefined,
      ...transport,
      follow: (turnId, after, signal) => {
        followed.push([turnId, after])
        return (transport.follow ?? none)(turnId, after, signal)
      },
    },
    loadSession: async () => ({ ...session, events: readFromWire(session.events) }),
    cancel,
    news: { tell: (news) => told.push(news) },
    unsent: { keep: (text) => unsent.push(text), forget: (text) => unsent.push(`sent: ${text}`) },
    network,
    onTurnEnd: () => undefined,
  })
  return {
    store,
    service,
    told,
    unsent,
    followed,
    leaveNetwork: () => {
      isOnline = false
    },
    returnToNetwork: () => {
      isOnline = true
      for (const listener of listeners) listener()
    },
    texts: () => store.get('s1').conversation.messages.map((each) => each.content),
  }
}

const replay = (events: TurnEvent[]) =>
  async function* (_turnId: string, after: number): AsyncGenerator<NumberedEvent> {
    yield* readFromWire(events).filter((event) => event.seq > after)
  }
const answering = async function* (request: RunRequest): AsyncGenerator<NumberedEvent> {
  yield* readFromWire(makeAnsweredTurn(request.turnId ?? '', 'q'))
}

describe('thinking of the model', () => {
  it('is shown until the next event, and is kept nowhere', async () => {
    const seen: string[] = []
    const thinking: TurnTransport['stream'] = async function* (request, _signal, onThought) {
      for (const event of readFromWire(makeAnsweredTurn(request.turnId ?? '', 'q'))) {
        onThought?.('I count the orders.')
        seen.push(tab.store.get('s1').thought)
        yield event
        seen.push(tab.store.get('s1').thought)
      }
    }
    const tab = makeTab(makeSession({ id: 's1' }), { stream: thinking })
    await tab.service.open('s1')
    const asked = tab.service.ask('s1', 'q', scope)
    await vi.runAllTimersAsync()
    await asked
    expect(new Set(seen)).toEqual(new Set(['I count the orders.', '']))
    expect(seen.slice(0, 4)).toEqual(['I count the orders.', '', 'I count the orders.', ''])
    const { thought, conversation } = tab.store.get('s1')
    expect(thought).toBe('')
    expect(JSON.stringify([conversation, Object.entries(localStorage)])).not.toContain('I count')
  })
})

describe('asking', () => {
  it('CH-045 shows the final answer 300 ms after it arrived', async () => {
    const { store, service } = makeTab(makeSession({ id: 's1' }), { stream: answering })
    store.set('s1', { status: 'ready' })
    const asked = service.ask('s1', 'q', scope)
    await vi.advanceTimersByTimeAsync(299)
    expect(store.get('s1').conversation.messages[1]).toMatchObject({ status: 'running', content: '' })
    expect(store.get('s1').runningTurn).not.toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await asked
    expect(store.get('s1').conversation.messages[1]).toMatchObject({ status: 'answered' })
    expect(store.get('s1').runningTurn).toBeNull()
  })
})

describe('two tabs on one session', () => {
  const events = makeAnsweredTurn('turn-0001', 'Which products?')

  it('notifies the other tabs once, as soon as the server has the turn', async () => {
    const { store, service, told } = makeTab(makeSession({ id: 's1' }), { stream: answering })
    store.set('s1', { status: 'ready' })
    const asked = service.ask('s1', 'q', scope)
    await vi.runAllTimersAsync()
    await asked
    const turnId = store.get('s1').conversation.messages[0]?.turnId
    expect(told).toEqual([{ userId: 'u1', sessionId: 's1', turnId }])
  })

  it('follows the other tab’s turn from its beginning, and shows it running', async () => {
    const tab = makeTab(makeSession({ id: 's1' }), { follow: replay(events) })
    await tab.service.open('s1')
    const heard = tab.service.hear({ userId: 'u1', sessionId: 's1', turnId: 'turn-0001' })
    await vi.advanceTimersByTimeAsync(1)
    expect(tab.store.get('s1').runningTurn).toBe('turn-0001')
    await vi.runAllTimersAsync()
    await heard
    expect(tab.texts()).toEqual(['Which products?', 'Chair leads with **85,149.47**.'])
    expect(tab.store.get('s1').runningTurn).toBeNull()
  })

  it('ignores another user, a session that is not open, and repeated news', async () => {
    const tab = makeTab(makeSession({ id: 's1', events }), { follow: replay(events) })
    await tab.service.open('s1')
    await tab.service.hear({ userId: 'u2', sessionId: 's1', turnId: 'turn-0002' })
    await tab.service.hear({ userId: 'u1', sessionId: 's9', turnId: 'turn-0002' })
    await tab.service.hear({ userId: 'u1', sessionId: 's1', turnId: 'turn-0001' })
    expect(tab.followed).toEqual([])
  })
})

describe('coming back', () => {
  it('loads what was asked on another device, and follows the running turn from its last number', async () => {
    const before = makeAnsweredTurn('turn-0001', 'First?')
    const since = makeAnsweredTurn('turn-0002', 'Second?')
    const session = makeSession({ id: 's1', events: before })
    const tab = makeTab(session, { follow: replay(since) })
    await tab.service.open('s1')
    tab.service.note('s1', { id: 'continuing', text: 'Continuing previous session with Sample Shop', after: null })
    session.events = [...before, ...since.slice(0, 2)]
    session.running_turn_id = 'turn-0002'
    const back = tab.service.refresh('s1')
    await vi.runAllTimersAsync()
    await back
    expect(tab.followed).toEqual([['turn-0002', 2]])
    expect(tab.texts()).toEqual([
      'First?',
      'Chair leads with **85,149.47**.',
      'Continuing previous session with Sample Shop',
      'Second?',
      'Chair leads with **85,149.47**.',
    ])
  })

  it('shows a conversation that could not be loaded before', async () => {
    const session = makeSession({ id: 's1', events: makeAnsweredTurn('turn-0001', 'First?') })
    const tab = makeTab(session)
    tab.store.set('s1', { status: 'failed' })
    await tab.service.refresh('s1')
    expect(tab.store.get('s1').status).toBe('ready')
    expect(tab.texts()[0]).toBe('First?')
  })
})

describe('a question that did not reach the server', () => {
  const lost = () => new ApiError({ status: 0, statusText: '', body: null })
  const unknown = () => new ApiError({ status: 404, statusText: '', body: null })
  const failing = (error: () => Error) =>
    async function* (): AsyncGenerator<NumberedEvent> {
      yield* []
      throw error()
    }

  it('is stored, and asked again as the same turn', async () => {
    const turns: (string | undefined)[] = []
    const tab = makeTab(makeSession({ id: 's1' }), {
      stream: (request) => {
        turns.push(request.turnId)
        return turns.length === 1 ? failing(lost)() : answering(request)
      },
      follow: failing(lost),
    })
    tab.store.set('s1', { status: 'ready' })
    expect(await tab.service.ask('s1', 'q', scope)).toBeInstanceOf(ApiError)
    const [question, answer] = tab.store.get('s1').conversation.messages
    expect(answer).toMatchObject({
      status: 'failed',
      actionButtons: [{ label: message('Try again'), action: 'ask_again' }],
    })
    expect(tab.unsent).toEqual(['q'])
    const again = tab.service.ask('s1', 'q', scope, { turnId: question?.turnId ?? '' })
    await vi.runAllTimersAsync()
    expect(await again).toBeNull()
    expect(turns).toEqual([question?.turnId, question?.turnId])
    expect(tab.texts()).toEqual(['q', 'Chair leads with **85,149.47**.'])
    expect(tab.unsent.at(-1)).toBe('sent: q')
  })

  it('waits without a network, and is sent once, after the one before it, when the network returns', async () => {
    const sent: string[] = []
    const reached = vi.fn<() => void>()
    const tab = makeTab(makeSession({ id: 's1' }), {
      stream: (request) => {
        sent.push(request.turnId ?? '')
        return sent.length <= 2 ? failing(lost)() : answering(request)
      },
      follow: failing(lost),
    })
    tab.store.set('s1', { status: 'ready' })
    tab.leaveNetwork()
    await tab.service.ask('s1', 'first', scope, { onReached: reached })
    await tab.service.ask('s1', 'second', scope)
    const answers = () => tab.store.get('s1').conversation.messages.filter(({ kind }) => kind === 'answer')
    expect(answers().map(waitsForNetwork)).toEqual([true, true])
    expect(reached).not.toHaveBeenCalled()
    tab.returnToNetwork()
    tab.returnToNetwork()
    await vi.runAllTimersAsync()
    expect(answers().map(({ status }) => status)).toEqual(['answered', 'answered'])
    expect(sent.slice(2)).toEqual(sent.slice(0, 2))
    expect(reached).toHaveBeenCalledOnce()
    expect(tab.unsent.slice(-2)).toEqual(['second', 'sent: second'])
  })

  it('is not sent after the user decides against it, or when the page is left', async () => {
    const stream = vi.fn<TurnTransport['stream']>(failing(lost))
    const tab = makeTab(makeSession({ id: 's1' }), { stream, follow: failing(lost) })
    tab.store.set('s1', { status: 'ready' })
    tab.leaveNetwork()
    await tab.service.ask('s1', 'q', scope)
    const [, answer] = tab.store.get('s1').conversation.messages
    tab.store.dispatch('s1', { type: 'buttons-dismissed', messageId: answer?.id ?? '' })
    tab.returnToNetwork()
    tab.leaveNetwork()
    await tab.service.ask('s1', 'q', scope)
    tab.service.dispose()
    tab.returnToNetwork()
    await vi.runAllTimersAsync()
    expect(stream).toHaveBeenCalledTimes(2)
  })

  it('is replaced by the server’s version when the connection is back', async () => {
    const session = makeSession({ id: 's1' })
    const tab = makeTab(session, { stream: failing(lost), follow: failing(lost) })
    tab.store.set('s1', { status: 'ready' })
    await tab.service.ask('s1', 'q', scope)
    const turnId = tab.store.get('s1').conversation.messages[0]?.turnId ?? ''
    session.events = makeAnsweredTurn(turnId, 'q')
    await tab.service.refresh('s1')
    expect(tab.texts()).toEqual(['q', 'Chair leads with **85,149.47**.'])
    expect(tab.store.get('s1').conversation.messages[1]?.toolCalls).toHaveLength(1)
  })

  it('can be withdrawn while it is being sent', async () => {
    const calls: string[] = []
    const started = Promise.withResolvers<void>()
    const tab = makeTab(
      makeSession({ id: 's1' }),
      {
        stream: async function* (_request, signal) {
          yield* []
          started.resolve()
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(lost())))
        },
      },
      async () => {
        calls.push('cancel')
        throw unknown()
      },
    )
    tab.store.set('s1', { status: 'ready' })
    const asked = tab.service.ask('s1', 'q', scope)
    await started.promise
    await tab.service.cancel('s1')
    await asked
    expect(tab.texts()).toEqual(['q', 'Operation cancelled by user'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(calls).toEqual(['cancel', 'cancel'])
  })
})

describe('requests about sessions', () => {
  it("CH-074 fails with 'User not authenticated' without a user id", async () => {
    await expect(async () => deleteSession('', 's1')).rejects.toThrow('User not authenticated')
    await expect(async () => updateSession('', 's1', {})).rejects.toThrow('User not authenticated')
  })
})
