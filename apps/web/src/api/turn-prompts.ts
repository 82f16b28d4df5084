import { turnPromptSchema } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** What a model was given for an answer. It never changes. */
export function turnPromptQuery(turnId: string) {
  return queryOptions({
    queryKey: ['turn-prompt', turnId],
    queryFn: ({ signal }) => call(`/api/v1/turns/${encodeURIComponent(turnId)}/prompt`, turnPromptSchema, { signal }),
    staleTime: Infinity,
    retry: false,
  })
}
