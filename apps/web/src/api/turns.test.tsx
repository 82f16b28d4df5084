import { describe, expect, it, vi } from 'vitest'
import { makeAnsweredTurn, readFromWire } from '../testing/factories.ts'
import { eventListSchema, readEvents } from './turns.ts'

const events = makeAnsweredTurn('t1', 'Wie viele Stühle?')

/** A response whose body arrives in pieces of `size` bytes. */
function inPieces(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text)
  let offset = 0
  return new Response(
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (offset >= bytes.length) controller.close()
        else controller.enqueue(bytes.slice(offset, (offset += size)))
      },
    }),
  )
}

async function read(text: string, size = 1024) {
  const seen = []
  for await (const event of readEvents(inPieces(text, size))) seen.push(event)
  return seen
}

describe('event stream', () => {
  it('CH-046 CH-047 reads data lines however the network splits them', async () => {
    const text = events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    expect(await read(text, 7)).toEqual(readFromWire(events))
    expect(await read(text.replaceAll('\n', '\r\n'), 11)).toEqual(readFromWire(events))
  })

  it('CH-048 skips [DONE], comments and anything that is not an event', async () => {
    const text = `: still here\n\ndata: ${JSON.stringify(events[0])}\n\ndata: {"type":"done"}\n\ndata: not json\n\ndata: [DONE]\n\n`
    expect(await read(text)).toEqual(readFromWire(events.slice(0, 1)))
  })

  it('reads a stored conversation without unknown events of a newer version', () => {
    const newer = { ...events[1], type: 'applause' }
    expect(eventListSchema.parse([...events.slice(0, 1), newer, ...events.slice(2)])).toEqual(
      readFromWire(events.filter(({ seq }) => seq !== 2)),
    )
  })

  it('reads a last event without a blank line after it', async () => {
    expect(await read(`data: ${JSON.stringify(events[0])}`)).toEqual(readFromWire(events.slice(0, 1)))
  })

  it('gives up after a long silence, and not before', async () => {
    vi.useFakeTimers()
    const encoder = new TextEncoder()
    let send: (text: string) => void = () => undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(encoder.encode(text))
      },
    })
    const first = readEvents(new Response(body)).next()
    const ended = first.then(
      () => null,
      (error: unknown) => error,
    )
    for (let seconds = 0; seconds < 300; seconds += 15) {
      await vi.advanceTimersByTimeAsync(15_000)
      send(': still here\n\n')
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(await Promise.race([ended, Promise.resolve('open')])).toBe('open')
    await vi.advanceTimersByTimeAsync(45_000)
    expect(await ended).toMatchObject({ status: 0 })
    vi.useRealTimers()
  })

  it('gives up sooner after sleep or on a new network', async () => {
    vi.useFakeTimers()
    const silent = readEvents(new Response(new ReadableStream({}))).next()
    const ended = silent.then(
      () => null,
      (error: unknown) => error,
    )
    vi.setSystemTime(Date.now() + 10_000)
    window.dispatchEvent(new Event('online'))
    expect(await Promise.race([ended, Promise.resolve('open')])).toBe('open')
    vi.setSystemTime(Date.now() + 3_600_000)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await ended).toMatchObject({ status: 0 })
    vi.useRealTimers()
  })
})
