import { describe, expect, test } from 'vitest'
import { runTogether, type Place } from './run-together.ts'

const asked = (owner = 'u1', signal = new AbortController().signal) => ({ owner, signal })
const never = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

describe('calls of one model answer', () => {
  test('run at the same time and return in the order of the calls', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun: number[] = []
    const ended: number[] = []
    const call =
      (at: number) =>
      async ({ begin, earlier }: Place) => {
        const value = await begin(async () => {
          begun.push(at)
          if (begun.length === 2) gates[1]?.resolve()
          await gates[at]?.promise
          if (at === 1) gates[0]?.resolve()
          return at
        })
        await earlier
        ended.push(at)
        return value
      }
    expect(await runTogether([call(0), call(1)], asked())).toEqual([0, 1])
    // The second one's work ended first.
    expect([begun, ended]).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  test('are at most three at a time for one user, in all conversations', async () => {
    let running = 0
    let most = 0
    const call = async ({ begin }: Place) =>
      begin(async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
      })
    await Promise.all([runTogether([call, call, call, call], asked()), runTogether([call, call], asked())])
    expect(most).toBe(3)
  })

  test('end with the first failure after the others were stopped', async () => {
    const stopped: string[] = []
    const waits = async (_place: Place, signal: AbortSignal) =>
      never(signal).catch((error: unknown) => {
        stopped.push('stopped')
        throw error
      })
    const fails = async () => {
      throw new Error('no database')
    }
    await expect(runTogether([waits, fails, waits], asked())).rejects.toThrow('no database')
    expect(stopped).toEqual(['stopped', 'stopped'])
  })

  test('stop when the turn is canceled, also those that wait for a slot', async () => {
    const stop = new AbortController()
    const begun: number[] = []
    const call =
      (at: number) =>
      async ({ begin }: Place, signal: AbortSignal) =>
        begin(() => {
          begun.push(at)
          if (at === 2) stop.abort(new Error('canceled'))
          return never(signal)
        })
    const calls = [0, 1, 2, 3, 4].map(call)
    await expect(runTogether(calls, asked('u1', stop.signal))).rejects.toThrow('canceled')
    expect(begun).toEqual([0, 1, 2])
    expect(await runTogether([async () => 1, async () => 2], asked())).toEqual([1, 2])
  })
})
