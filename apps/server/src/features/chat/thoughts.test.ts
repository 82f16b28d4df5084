import { expect, test } from 'vitest'
import { describeOneStore } from '../../testing/test-store.ts'
import { addUser, ask, finalEvent, newSession, setUp } from '../../testing/turn-setup.ts'
import type { TurnWork } from './turn-runner.ts'

/** Thinks as soon as someone follows, and then answers when told to. */
function thinker() {
  const followed = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const work: TurnWork = async (emit, _signal, think) => {
    emit({ kind: 'progress', message: 'Asking' })
    await followed.promise
    think?.('I count the orders.')
    await answered.promise
    emit({ kind: 'text', text: 'Done.' })
    emit(finalEvent)
    return { status: 'final', answer: null, memory: null, error: null }
  }
  return { work: () => work, followed: followed.resolve, answer: answered.resolve }
}

describeOneStore("a model's thinking", (current) => {
  test('reaches the asker while they follow the turn, and is in no event and not in the store', async () => {
    const ada = await addUser(current(), 'ada')
    const { work, followed, answer } = thinker()
    const setup = setUp(current(), { work })
    const turnId = await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    const thoughts: string[] = []
    const events = await setup.turns.follow(ada, turnId, 0, new AbortController().signal, (line) => {
      thoughts.push(line)
      answer()
    })
    const first = await events.next()
    followed()
    const rest = await Array.fromAsync(events)
    expect(thoughts).toEqual(['I count the orders.'])
    expect([first.value, ...rest].map((event) => event?.seq)).toEqual([1, 2, 3, 4])
    const stored = await current().store.db.selectFrom('turn_events').select('event').execute()
    const turns = await current().store.db.selectFrom('turns').selectAll().execute()
    expect(JSON.stringify([first, rest, stored, turns])).not.toContain('count the orders')
  })

  test('is not shown to someone else, and ends with the stream', async () => {
    const [ada, eve] = [await addUser(current(), 'ada'), await addUser(current(), 'eve')]
    const { work, followed, answer } = thinker()
    const setup = setUp(current(), { work })
    const turnId = await setup.turns.start(ada, ask(ada, await newSession(setup, ada)))
    const thoughts: string[] = []
    const show = (line: string) => void thoughts.push(line)
    const signal = new AbortController().signal
    await expect(setup.turns.follow(eve, turnId, 0, signal, show)).rejects.toMatchObject({ code: 'turn_not_found' })
    const left = await setup.turns.follow(ada, turnId, 0, signal, show)
    await left.next()
    await left.return(undefined)
    followed()
    answer()
    await Array.fromAsync(await setup.turns.follow(ada, turnId, 0, signal))
    expect(thoughts).toEqual([])
  })

  test('is silent in another process, which follows the turn as always', async () => {
    const ada = await addUser(current(), 'ada')
    const { work, followed, answer } = thinker()
    const [first, second] = [setUp(current(), { work }), setUp(current(), { work })]
    const turnId = await first.turns.start(ada, ask(ada, await newSession(first, ada)))
    const thoughts: string[] = []
    const events = await second.turns.follow(ada, turnId, 0, new AbortController().signal, (line) =>
      thoughts.push(line),
    )
    const begun = await events.next()
    followed()
    answer()
    const rest = await Array.fromAsync(events)
    expect([begun.value, ...rest].at(-1)).toMatchObject({ type: 'final' })
    expect(thoughts).toEqual([])
  })
})
