import type { RunRequest, TurnEvent } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { makeAnsweredTurn } from '../../testing/factories.ts'
import { ApiError } from '../api-error.ts'
import { askTurn, followToEnd, type TurnTransport } from './turn-runner.ts'

const request: RunRequest & { turnId: string } = {
  appName: 'nl_to_sql_agent',
  userId: 'u1',
  sessionId: 's1',
  newMessage: { role: 'user', parts: [{ text: 'q' }] },
  turnId: 'turn-0001',
}
const events = makeAnsweredTurn('turn-0001', 'q')
const signal = new AbortController().signal

/** Answers each call with the next script: events, then an error or a clean end. */
function scripted(script: { stream?: Step[]; follow?: Step[]; run?: () => TurnEvent[] }) {
  const calls: string[] = []
  const play = async function* (steps: Step[], name: string): AsyncGenerator<TurnEvent> {
    calls.push(name)
    const step = steps.shift()
    if (step === undefined) throw new Error(`no script for ${name}`)
    yield* step.events ?? []
    if (step.error !== undefined) throw step.error
  }
  const transport: TurnTransport = {
    stream: () => play(script.stream ?? [], 'stream'),
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
  return { transport, calls, seen, onEvent: (event: TurnEvent) => seen.push(event.seq) }
}

interface Step {
  events?: TurnEvent[]
  error?: unknown
}

const lost = () => new ApiError({ status: 0, statusText: '', body: null })
const unknownTurn = () =>
  new ApiError({ status: 404, statusText: 'Not Found', body: { detail: 'no such turn', code: 'turn_not_found' } })

describe('asking', () => {
  it('ends with the stream when the stream ends the turn', async () => {
    const { transport, calls, seen, onEvent } = scripted({ stream: [{ events }] })
    await askTurn(transport, request, onEvent, signal)
    expect(calls).toEqual(['stream'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('resumes a broken stream after the last event it saw', async () => {
    const { transport, calls, seen, onEvent } = scripted({
      stream: [{ events: events.slice(0, 2), error: lost() }],
      follow: [{ error: lost() }, { events: events.slice(2) }],
    })
    await askTurn(transport, request, onEvent, signal)
    expect(calls).toEqual(['stream', 'follow 2', 'wait 500', 'follow 2'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('CH-043 falls back to the plain request after a second when the server knows no such turn', async () => {
    const { transport, calls, seen, onEvent } = scripted({
      stream: [{ error: lost() }],
      follow: [{ error: unknownTurn() }],
      run: () => events,
    })
    await askTurn(transport, request, onEvent, signal)
    expect(calls).toEqual(['stream', 'follow 0', 'wait 1000', 'run'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('CH-044 does not retry a quota', async () => {
    const quota = new ApiError({ status: 429, statusText: '', body: { detail: 'Daily limit reached' } })
    const { transport, calls, onEvent } = scripted({ stream: [{ error: quota }] })
    await expect(askTurn(transport, request, onEvent, signal)).rejects.toBe(quota)
    expect(calls).toEqual(['stream'])
  })

  it('CH-212 says so when no event came at all', async () => {
    const { transport, onEvent } = scripted({ stream: [{}], follow: [{ error: unknownTurn() }], run: () => [] })
    await expect(askTurn(transport, request, onEvent, signal)).rejects.toThrow(
      'No response received from server. The request may have failed.',
    )
  })

  it('tells soon that the server is away, and patiently waits for a turn that is known to run', async () => {
    const away = scripted({
      stream: [{ error: lost() }],
      follow: [{ error: lost() }, { error: lost() }, { error: lost() }],
    })
    await expect(askTurn(away.transport, request, away.onEvent, signal)).rejects.toThrow(
      'Unable to connect to the server',
    )
    expect(away.calls.filter((call) => call.startsWith('wait'))).toEqual(['wait 500', 'wait 1000'])
    const slow = scripted({
      stream: [{ events: events.slice(0, 1), error: lost() }],
      follow: [...Array.from({ length: 6 }, () => ({ error: lost() })), { events: events.slice(1) }],
    })
    await askTurn(slow.transport, request, slow.onEvent, signal)
    expect(slow.seen).toEqual([1, 2, 3, 4, 5])
  })
})

describe('asking with files', () => {
  const withFile = { ...request, newMessage: { role: 'user' as const, parts: [{ inlineData: { data: 'YQ==' } }] } }
  const failing = (error: unknown) => () => {
    throw error
  }

  it('OP-43 goes by the plain request first', async () => {
    const { transport, calls, seen, onEvent } = scripted({ run: () => events })
    await askTurn(transport, withFile, onEvent, signal)
    expect(calls).toEqual(['run'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('looks for the turn where the line broke, rather than sending the files again', async () => {
    const { transport, calls, seen, onEvent } = scripted({ run: failing(lost()), follow: [{ events }] })
    await askTurn(transport, withFile, onEvent, signal)
    expect(calls).toEqual(['run', 'follow 0'])
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('says what broke where the server never got it', async () => {
    const error = lost()
    const { transport, onEvent } = scripted({ run: failing(error), follow: [{ error: unknownTurn() }] })
    await expect(askTurn(transport, withFile, onEvent, signal)).rejects.toBe(error)
  })

  it('takes a refusal for what it is', async () => {
    const refusal = new ApiError({ status: 422, statusText: '', body: { detail: 'no', code: 'file_refused' } })
    const { transport, calls, onEvent } = scripted({ run: failing(refusal) })
    await expect(askTurn(transport, withFile, onEvent, signal)).rejects.toBe(refusal)
    expect(calls).toEqual(['run'])
  })
})

describe('following', () => {
  it('answers false for a turn that the server does not know', async () => {
    const { transport, onEvent } = scripted({ follow: [{ error: unknownTurn() }] })
    expect(await followToEnd(transport, { id: 'x', after: 0 }, onEvent, signal)).toBe(false)
  })
})
