import type { NumberedEvent, RunRequest } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { makeAnsweredTurn, readFromWire } from '../../testing/factories.ts'
import { ApiError } from '../api-error.ts'
import { askTurn, followToEnd, wait, type TurnListener, type TurnTransport } from './turn-runner.ts'

const request: RunRequest & { turnId: string } = {
  appName: 'nl_to_sql_agent',
  userId: 'u1',
  sessionId: 's1',
  newMessage: { role: 'user', parts: [{ text: 'q' }] },
  turnId: 'turn-0001',
}
const events = readFromWire(makeAnsweredTurn('turn-0001', 'q'))
const signal = new AbortController().signal

/** Responds to each call with the next script: events, then an error or a clean end. */
function scripted(script: { stream?: Step[]; send?: Step[]; follow?: Step[]; run?: () => NumberedEvent[] }) {
  const calls: string[] = []
  const play = async function* (steps: Step[], name: string): AsyncGenerator<NumberedEvent> {
    calls.push(name)
    const step = steps.shift()
    if (step === undefined) throw new Error(`no script for ${name}`)
    yield* step.events ?? []
    if (step.error !== undefined) throw step.error
  }
  const transport: TurnTransport = {
    stream: () => play(script.stream ?? [], 'stream'),
    send: () => play(script.send ?? [], 'send'),
    follow: (_turn, after) => play(script.follow ?? [], `follow ${after}`),
    run: async () => {
      calls.push('run')
      return script.run?.() ?? []
    },
    wait: async (milliseconds) => {
      calls.push(`wait ${milliseconds}`)
    },
  }
  const seen: number[] = []
  const waiting: boolean[] = []
  const listener: TurnListener = {
    onEvent: (event) => seen.push(event.seq),
    onWaiting: (isWaiting) => waiting.push(isWaiting),
  }
  return { transport, calls, seen, waiting, listener }
}

interface Step {
  events?: NumberedEvent[]
  error?: unknown
}

const lost = () => new ApiError({ status: 0, statusText: '', body: null })
const unknownTurn = () =>
  new ApiError({ status: 404, statusText: 'Not Found', body: { detail: 'no such turn', code: 'turn_not_found' } })

describe('asking', () => {
  it('ends with the stream when the stream ends the turn', async () => {
    const { transport, calls, seen, listener } = scripted({ stream: [{ events }] })
    await askTurn(transport, request, listener, signal)
    expect(calls).toEqual(['stream'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('resumes a broken stream after the last event it saw, and says that it is waiting', async () => {
    const { transport, calls, seen, waiting, listener } = scripted({
      stream: [{ events: events.slice(0, 2), error: lost() }],
      follow: [{ error: lost() }, { events: events.slice(2) }],
    })
    await askTurn(transport, request, listener, signal)
    expect(calls).toEqual(['stream', 'follow 2', 'wait 500', 'follow 2'])
    expect(waiting).toEqual([true, false])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('CH-043 falls back to the plain request after a second if the server does not know the turn', async () => {
    const { transport, calls, seen, listener } = scripted({
      stream: [{ error: lost() }],
      follow: [{ error: unknownTurn() }],
      run: () => events,
    })
    await askTurn(transport, request, listener, signal)
    expect(calls).toEqual(['stream', 'follow 0', 'wait 1000', 'run'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('CH-044 does not retry a quota', async () => {
    const quota = new ApiError({ status: 429, statusText: '', body: { detail: 'Daily limit reached' } })
    const { transport, calls, listener } = scripted({ stream: [{ error: quota }] })
    await expect(askTurn(transport, request, listener, signal)).rejects.toBe(quota)
    expect(calls).toEqual(['stream'])
  })

  it('CH-212 says so if no event came at all', async () => {
    const { transport, listener } = scripted({ stream: [{}], follow: [{ error: unknownTurn() }], run: () => [] })
    await expect(askTurn(transport, request, listener, signal)).rejects.toThrow(
      'No response received from server. The request may have failed.',
    )
  })

  it('reports soon that the server is unavailable, but waits patiently for a turn known to be running', async () => {
    const away = scripted({
      stream: [{ error: lost() }],
      follow: [{ error: lost() }, { error: lost() }, { error: lost() }],
    })
    await expect(askTurn(away.transport, request, away.listener, signal)).rejects.toThrow(
      'Unable to connect to the server',
    )
    expect(away.calls.filter((call) => call.startsWith('wait'))).toEqual(['wait 500', 'wait 1000'])
    const slow = scripted({
      stream: [{ events: events.slice(0, 1), error: lost() }],
      follow: [...Array.from({ length: 6 }, () => ({ error: lost() })), { events: events.slice(1) }],
    })
    await askTurn(slow.transport, request, slow.listener, signal)
    expect(slow.seen).toEqual([1, 2, 3, 4, 5])
  })
})

describe('asking with files', () => {
  const withFile = { ...request, newMessage: { role: 'user' as const, parts: [{ inlineData: { data: 'YQ==' } }] } }

  it('OP-43 uses the plain request first, and shows its steps', async () => {
    const { transport, calls, seen, listener } = scripted({ send: [{ events }] })
    await askTurn(transport, withFile, listener, signal)
    expect(calls).toEqual(['send'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('looks for the turn after the connection broke, instead of sending the files again', async () => {
    const { transport, calls, seen, listener } = scripted({
      send: [{ events: events.slice(0, 2), error: lost() }],
      follow: [{ events: events.slice(2) }],
    })
    await askTurn(transport, withFile, listener, signal)
    expect(calls).toEqual(['send', 'follow 2'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('shows what broke if the server never got the turn', async () => {
    const error = lost()
    const { transport, listener } = scripted({ send: [{ error }], follow: [{ error: unknownTurn() }] })
    await expect(askTurn(transport, withFile, listener, signal)).rejects.toBe(error)
  })

  it('treats a refusal as final', async () => {
    const refusal = new ApiError({ status: 422, statusText: '', body: { detail: 'no', code: 'file_refused' } })
    const { transport, calls, listener } = scripted({ send: [{ error: refusal }] })
    await expect(askTurn(transport, withFile, listener, signal)).rejects.toBe(refusal)
    expect(calls).toEqual(['send'])
  })
})

describe('following', () => {
  it('resolves to false for a turn that the server does not know', async () => {
    const { transport, listener } = scripted({ follow: [{ error: unknownTurn() }] })
    expect(await followToEnd(transport, { id: 'x', after: 0 }, listener, signal)).toBe(false)
  })
})

describe('waiting for the next try', () => {
  it('ends when the browser is online again, or with the abort reason', async () => {
    const arrived = wait(60_000, signal)
    window.dispatchEvent(new Event('online'))
    await arrived
    const stop = new AbortController()
    const stopped = wait(60_000, stop.signal)
    stop.abort('cancelled')
    await expect(stopped).rejects.toBe('cancelled')
    await expect(wait(60_000, stop.signal)).rejects.toBe('cancelled')
  })
})
