import { expect, test } from 'vitest'
import { describeStores } from '../../testing/test-store.ts'
import { addUser, answer, ask, endless, newSession, read, setUp } from '../../testing/turn-setup.ts'

describeStores('two processes on one store', (current) => {
  test('runs a turn once that is posted to both at once, and both follow it', async () => {
    const ada = await addUser(current(), 'ada')
    let runs = 0
    const work =
      () =>
      (...channel: Parameters<typeof answer>) => {
        runs += 1
        return answer(...channel)
      }
    const [first, second] = [setUp(current(), { work }), setUp(current(), { work })]
    for (let round = 1; round <= 10; round++) {
      const request = ask(ada, await newSession(first, ada))
      const ids = await Promise.all([first, second, first, second].map((each) => each.turns.start(ada, request)))
      expect(new Set(ids)).toEqual(new Set([request.turnId]))
      const followed = await Promise.all([first, second].map((each) => read(each, ada, request.turnId ?? '')))
      expect(followed[0]).toEqual(followed[1])
      expect(followed[0]?.at(-1)).toMatchObject({ type: 'final' })
      expect(runs).toBe(round)
    }
  })

  test('answers one of two concurrent questions in one conversation, and explains the refusal of the other', async () => {
    const ada = await addUser(current(), 'ada')
    const [first, second] = [setUp(current(), { work: () => endless }), setUp(current(), { work: () => endless })]
    const sessionId = await newSession(first, ada)
    const begun = await Promise.allSettled([first, second].map((each) => each.turns.start(ada, ask(ada, sessionId))))
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = begun.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'turn_running', status: 409 })
  })
})
