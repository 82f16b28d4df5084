import { describe, expect, it } from 'vitest'
import { makeAnsweredTurn } from '../testing/factories.ts'
import { readEvents } from './turns.ts'

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
  it('CH-046 CH-047 reads data lines however the network cuts them', async () => {
    const text = events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    expect(await read(text, 7)).toEqual(events)
    expect(await read(text.replaceAll('\n', '\r\n'), 11)).toEqual(events)
  })

  it('CH-048 passes over [DONE], comments and what is no event', async () => {
    const text = `: still here\n\ndata: ${JSON.stringify(events[0])}\n\ndata: {"type":"done"}\n\ndata: not json\n\ndata: [DONE]\n\n`
    expect(await read(text)).toEqual([events[0]])
  })

  it('reads a last event that no blank line ends', async () => {
    expect(await read(`data: ${JSON.stringify(events[0])}`)).toEqual([events[0]])
  })
})
