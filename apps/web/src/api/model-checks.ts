import { checkEventSchema, modelReportsSchema, type CheckEvent, type CheckModelRequest } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { call, callRaw } from './client.ts'

const url = '/api/v1/env-config/models/check'

/** The last checks of the models in use, and what a check costs. */
export const modelReportsQuery = queryOptions({
  queryKey: ['env-config', 'model-checks'],
  queryFn: ({ signal }) => call(url, modelReportsSchema, { signal }),
  retry: false,
})

/** Checks a model, and yields each result. Aborting cancels the check. Throws ApiError. */
export async function* checkModel(request: CheckModelRequest, signal: AbortSignal): AsyncGenerator<CheckEvent> {
  const response = await callRaw(url, { method: 'POST', body: request, signal, accept: 'text/event-stream' })
  const arrived: CheckEvent[] = []
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = checkEventSchema.safeParse(JSON.parse(data))
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
