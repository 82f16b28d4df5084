import { createParser } from 'eventsource-parser'
import type { z } from 'zod'

/** Yields the events of a response as they arrive. Skips events that this client does not know. */
export async function* readEvents<S extends z.ZodType>(response: Response, schema: S): AsyncGenerator<z.output<S>> {
  const arrived: z.output<S>[] = []
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = schema.safeParse(JSON.parse(data))
      if (event.success) arrived.push(event.data)
    },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const piece = await reader?.read()
    if (piece === undefined || piece.done) return
    parser.feed(piece.value)
    yield* arrived.splice(0)
  }
}
