import type { TurnEvent } from '@parlance/contract'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeStores } from '../../testing/test-store.ts'
import { addUser, ask, finalEvent, newSession, read, setUp } from '../../testing/turn-setup.ts'
import type { TurnWork } from './turn-runner.ts'

/** More than a follower buffers for a reader who doesn't read. */
const many = 450

/** Emits many texts, each in its own step. */
const talkative: TurnWork = async (emit) => {
  for (let step = 1; step <= many; step++) {
    emit({ kind: 'progress', message: `step ${step}` })
    if (step % 10 === 0) await setImmediate()
  }
  emit(finalEvent)
  return { status: 'final', answer: null, memory: null, error: null }
}

const numbers = (events: TurnEvent[]) => events.map((event) => event.seq)
const upTo = (end: number, after = 0) => Array.from({ length: end - after }, (_, index) => after + index + 1)

describeStores('following a turn', (current) => {
  test('delivers every event once and in order to a reader who is slower than the answer', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current(), { work: () => talkative })
    const turnId = await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    const slow = await setup.turns.follow(ada, turnId, 0, new AbortController().signal)
    const first = await slow.next()
    const quick = await read(setup, ada, turnId)
    const rest = await Array.fromAsync(slow)
    expect(numbers(quick)).toEqual(upTo(many + 2))
    expect([first.value, ...rest]).toEqual(quick)
  })

  test('delivers later events once to readers who join in the middle with different numbers', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current(), { work: () => talkative })
    const turnId = await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    const afters = [0, 1, 7, 100, many]
    const followed = await Promise.all(afters.map((after) => read(setup, ada, turnId, after)))
    expect(followed.map(numbers)).toEqual(afters.map((after) => upTo(many + 2, after)))
  })

  test('shows only what is already in the store', async () => {
    const ada = await addUser(current(), 'ada')
    const setup = setUp(current(), { work: () => talkative })
    const turnId = await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    const missing: number[] = []
    for await (const event of await setup.turns.follow(ada, turnId, 0, new AbortController().signal)) {
      const stored = await current()
        .store.db.selectFrom('turn_events')
        .select('event')
        .where('turn_id', '=', turnId)
        .where('seq', '=', event.seq)
        .executeTakeFirst()
      if (stored?.event !== JSON.stringify(event)) missing.push(event.seq)
    }
    expect(missing).toEqual([])
  })
})
