import { expect, test } from 'vitest'
import type { TurnWork } from './turn-runner.ts'
import { leaseMs } from './turn-runner.ts'
import { describeStores } from '../../testing/test-store.ts'
import { addUser, answer, ask, endless, finalEvent, newSession, read, setUp } from '../../testing/turn-setup.ts'

describeStores('turns', (current) => {
  test('answers a question with gapless numbered events and joined text pieces', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current())
    const turnId = await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    const events = await read(setup, ada, turnId)
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.map((event) => (event.partial ? 'text' : (event.type ?? event.author)))).toEqual([
      'user',
      'progress',
      'text',
      'final',
    ])
    expect(events[2]?.content?.parts).toEqual([{ text: 'There are 42.' }])
  })

  test('reads events after a number again, live or stored', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current())
    const turnId = await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    const live = await read(setup, ada, turnId, 2)
    expect(live.map((event) => event.seq)).toEqual([3, 4])
    expect(await read(setup, ada, turnId, 2)).toEqual(live)
    expect(await read(setup, ada, turnId, 4)).toEqual([])
  })

  test('runs the same id once, even if it is posted twice at once', async () => {
    const ada = await addUser(current(), 'ada')
    let runs = 0
    const setup = setUp(current(), {
      work: () => (emit, signal) => {
        runs++
        return answer(emit, signal)
      },
    })
    const request = ask(ada, await newSession(setup, ada))
    const ids = await Promise.all([1, 2, 3].map(() => setup.turns.start(ada, request)))
    await setup.turns.start(ada, request)
    expect(new Set(ids)).toEqual(new Set([request.turnId]))
    await read(setup, ada, ids[0] ?? '')
    expect(runs).toBe(1)
  })

  test('answers one question at a time in a conversation', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current(), { work: () => endless })
    const sessionId = await newSession(setup, ada)
    await setup.turns.start(ada, ask(ada, sessionId))
    await expect(setup.turns.start(ada, ask(ada, sessionId))).rejects.toMatchObject({ code: 'turn_running' })
  })

  test('ends the turn on cancel for everyone who follows it', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current(), { work: () => endless })
    const sessionId = await newSession(setup, ada)
    const turnId = await setup.turns.start(ada, ask(ada, sessionId))
    const following = read(setup, ada, turnId)
    await setup.turns.cancel(ada, sessionId)
    expect((await following).at(-1)).toMatchObject({ type: 'cancelled', message: 'Operation cancelled by user' })
    await expect(setup.turns.cancel(ada, sessionId)).rejects.toMatchObject({ code: 'turn_not_found' })
  })

  test('cancels a turn that another process answers', async () => {
    const ada = await addUser(current(), 'ada')
    const one = setUp(current(), { work: () => endless })
    const other = setUp(current())
    const sessionId = await newSession(one, ada)
    const turnId = await one.turns.start(ada, ask(ada, sessionId))
    await other.turns.cancel(ada, sessionId)
    expect((await read(other, ada, turnId)).at(-1)).toMatchObject({ type: 'cancelled' })
  })

  test('R11 hides another user’s conversation and turn', async () => {
    const [ada, eve] = [await addUser(current(), 'ada'), await addUser(current(), 'eve')]
    const setup = setUp(current())
    const sessionId = await newSession(setup, ada)
    const turnId = await setup.turns.start(ada, ask(ada, sessionId))
    await read(setup, ada, turnId)
    await expect(setup.turns.follow(eve, turnId, 0, new AbortController().signal)).rejects.toMatchObject({
      code: 'turn_not_found',
    })
    await expect(setup.turns.cancel(eve, sessionId)).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(setup.turns.start(eve, ask(eve, sessionId))).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(setup.turns.start(eve, ask(ada, sessionId))).rejects.toMatchObject({ code: 'session_not_found' })
    const own = await newSession(setup, eve)
    await expect(setup.turns.start(eve, ask(eve, own, 'x', turnId))).rejects.toMatchObject({ code: 'turn_not_found' })
    const path = { appName: 'nl_to_sql_agent', userId: 'ada', sessionId }
    await expect(setup.sessions.get(eve, path)).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(setup.sessions.get(eve, { ...path, userId: 'eve' })).rejects.toMatchObject({
      code: 'session_not_found',
    })
  })

  test('names the conversation after the first question, and reloads its events without the pieces', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current())
    const sessionId = await newSession(setup, ada)
    const long = 'Which five products earned the most in the last three months of this year?'
    const turnId = await setup.turns.start(ada, ask(ada, sessionId, long))
    await read(setup, ada, turnId)
    const second = await setup.turns.start(ada, ask(ada, sessionId, 'and by month?'))
    await read(setup, ada, second)
    const session = await setup.sessions.get(ada, { appName: 'nl_to_sql_agent', userId: 'ada', sessionId })
    expect(session.session_name).toBe('Which five products earned the most in the last th…')
    expect(session.last_message).toBe('and by month?')
    expect(session.running_turn_id).toBeNull()
    expect(session.events.map((event) => event.type ?? event.author)).toEqual(
      Array.from({ length: 2 }, () => ['user', 'progress', 'final']).flat(),
    )
  })

  test('gives a later question what earlier ones remembered', async () => {
    const ada = await addUser(current(), 'ada')
    const seen: number[] = []
    const setup = setUp(current(), {
      work: ({ history }) => {
        seen.push(history.length)
        return answer
      },
    })
    const sessionId = await newSession(setup, ada)
    for (const text of ['one', 'two', 'three']) {
      await read(setup, ada, await setup.turns.start(ada, ask(ada, sessionId, text)))
    }
    expect(seen).toEqual([0, 1, 2])
  })

  test('ends a turn with an explanation if its process died, and keeps the question', async () => {
    const ada = await addUser(current(), 'ada')
    let offset = 0
    const now = () => new Date(Date.now() + offset)
    const dead = setUp(current(), { now, work: () => endless })
    const sessionId = await newSession(dead, ada)
    const turnId = await dead.turns.start(ada, ask(ada, sessionId, 'Still there?'))
    // The lease expires although the process is alive, as another machine would see a dead one.
    await current().store.db.updateTable('turns').set({ lease_owner: 'elsewhere:1:x' }).execute()
    const alive = setUp(current(), { now })
    await alive.runner.recover()
    expect(
      (await alive.sessions.get(ada, { appName: 'nl_to_sql_agent', userId: 'ada', sessionId })).running_turn_id,
    ).toBe(turnId)
    offset = leaseMs + 1
    await alive.runner.recover()
    const events = await read(alive, ada, turnId)
    expect(events[0]?.content?.parts).toEqual([{ text: 'Still there?' }])
    expect(events.at(-1)).toMatchObject({ type: 'error', final: true, actions: [{ action: 'retry' }] })
    const row = await current().store.db.selectFrom('turns').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'failed', lease_owner: null })
  })

  test('writes nothing more into a turn that the process lost', async () => {
    const ada = await addUser(current(), 'ada')
    const gate = Promise.withResolvers<void>()
    const setup = setUp(current(), {
      work: () => async (emit) => {
        await gate.promise
        emit({ ...finalEvent, text: 'late' })
        return { status: 'final', answer: null, memory: null, error: null }
      },
    })
    const turnId = await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    await current().store.db.updateTable('turns').set({ lease_owner: null, lease_until: null }).execute()
    await setUp(current()).runner.recover()
    gate.resolve()
    await setup.runner.close()
    const events = await read(setUp(current()), ada, turnId)
    expect(events.map((event) => event.type ?? event.author)).toEqual(['user', 'error'])
  })

  test('keeps a turn that this process still answers, although its lease was renewed too late', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current(), { work: () => endless })
    await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    const { db } = current().store
    await db.updateTable('turns').set({ lease_until: '2000' }).execute()
    await setup.runner.recover()
    expect(await db.selectFrom('turns').select('status').executeTakeFirst()).toEqual({ status: 'running' })
  })

  test('ends a turn whose end could not be written when its lease expires, in the same process', async () => {
    const ada = await addUser(current(), 'ada')
    const { store } = current()
    let offset = 0
    let isFull = false
    const now = () => new Date(Date.now() + offset)
    const transaction: typeof store.transaction = (work) =>
      isFull ? Promise.reject(new Error('disk full')) : store.transaction(work)
    const written = Promise.withResolvers<void>()
    const failing = setUp(
      { ...current(), store: { ...store, transaction } },
      {
        now,
        work: () => async (emit, signal) => {
          isFull = true
          setImmediate(() => written.resolve())
          return answer(emit, signal)
        },
      },
    )
    const turnId = await failing.turns.start(ada, ask(ada, await newSession(failing, ada)))
    await written.promise
    // Followers learn of it at once.
    expect((await read(failing, ada, turnId)).at(-1)).toMatchObject({ type: 'error', final: true, code: 'internal' })
    await failing.runner.recover()
    isFull = false
    expect(await store.db.selectFrom('turns').select('status').execute()).toEqual([{ status: 'running' }])
    offset = leaseMs + 1
    await failing.runner.recover()
    expect((await read(failing, ada, turnId)).at(-1)).toMatchObject({ type: 'error', final: true })
  })

  test('explains a turn that takes too long and a server that stops in different words', async () => {
    const ada = await addUser(current(), 'ada')
    const failing: TurnWork = async (emit, signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      emit({ kind: 'error', text: String(signal.reason.detail), code: null, actions: [] })
      return { status: 'error', answer: null, memory: null, error: null }
    }
    const slow = setUp(current(), { turnTimeoutMs: 20, work: () => failing })
    const late = await slow.turns.start(ada, ask(ada, await newSession(slow, ada)))
    expect((await read(slow, ada, late)).at(-1)?.detail).toContain('too long')
    const stopping = setUp(current(), { work: () => failing })
    const stopped = await stopping.turns.start(ada, ask(ada, await newSession(stopping, ada)))
    await stopping.runner.close()
    expect((await read(stopping, ada, stopped)).at(-1)?.detail).toContain('stopped')
  })

  test('stops the answer when its conversation is deleted', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current(), { work: () => endless })
    const sessionId = await newSession(setup, ada)
    const turnId = await setup.turns.start(ada, ask(ada, sessionId))
    await setup.sessions.remove(ada, { appName: 'nl_to_sql_agent', userId: 'ada', sessionId })
    await expect(read(setup, ada, turnId)).rejects.toMatchObject({ code: 'turn_not_found' })
    expect(await setup.sessions.clearAll(ada)).toBe(0)
  })

  test('informs followers of a turn that its conversation was deleted', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current(), { work: () => endless })
    const sessionId = await newSession(setup, ada)
    const turnId = await setup.turns.start(ada, ask(ada, sessionId))
    const events = await setup.turns.follow(ada, turnId, 0, new AbortController().signal)
    const first = await events.next()
    await setup.sessions.remove(ada, { appName: 'nl_to_sql_agent', userId: 'ada', sessionId })
    const rest = await Array.fromAsync(events)
    expect(first.value?.seq).toBe(1)
    expect(rest.at(-1)).toMatchObject({ type: 'cancelled', final: true, message: 'The conversation was deleted.' })
  })

  test('OP-32 counts, names and resets a user’s daily and monthly limits', async () => {
    const ada = await addUser(current(), 'ada')
    let moment = new Date('2026-11-29T10:00:00Z')
    const setup = setUp(current(), { now: () => moment })
    const sessionId = await newSession(setup, ada)
    await current().store.db.updateTable('users').set({ daily_query_limit: 2, monthly_query_limit: 3 }).execute()
    const question = async () => read(setup, ada, await setup.turns.start(ada, ask(ada, sessionId)))
    await question()
    await question()
    await expect(question()).rejects.toMatchObject({
      code: 'quota_exceeded',
      detail: 'You have reached your daily question limit (2). It resets at 2026-11-30 00:00 UTC.',
    })
    moment = new Date('2026-11-30T00:00:00Z')
    await question()
    await expect(question()).rejects.toMatchObject({ detail: expect.stringContaining('monthly question limit (3)') })
    moment = new Date('2026-12-01T00:00:00Z')
    await question()
    const counted = await current().store.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(counted).toMatchObject({ daily_query_count: 1, monthly_query_count: 1 })
    expect(await current().store.db.selectFrom('turns').selectAll().execute()).toHaveLength(4)
  })

  test.each([
    ['', 'question_empty'],
    [' \n\t ', 'question_empty'],
    ['x'.repeat(20_001), 'question_too_long'],
  ])('refuses a question of %j', async (text, code) => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current())
    const sessionId = await newSession(setup, ada)
    await expect(setup.turns.start(ada, ask(ada, sessionId, text))).rejects.toMatchObject({ code })
    expect(await current().store.db.selectFrom('turns').selectAll().execute()).toEqual([])
  })
})
