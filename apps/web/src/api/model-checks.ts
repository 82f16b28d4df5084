import { checkEventSchema, modelReportsSchema, type CheckEvent, type CheckModelRequest } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw } from './client.ts'
import { readEvents } from './event-stream.ts'

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
  yield* readEvents(response, checkEventSchema)
}
