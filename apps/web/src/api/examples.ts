import {
  checkedExampleSchema,
  correctedExampleSchema,
  decidedExamplesSchema,
  examplesAttentionSchema,
  exampleSchema,
  type AddExampleRequest,
  type CheckedExample,
  type CorrectedExample,
  type CorrectExampleRequest,
  type CreateExampleRequest,
  type DecidedExamples,
  type DecideExamplesRequest,
  type Example,
  type UpdateExampleRequest,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call, callVoid } from './client.ts'

const base = '/api/v1/examples'

/** All queries about examples start with this key. */
export const examplesKey = ['examples']

/** The examples that this user created or reviews, newest first; of one area, or of all. */
export function examplesQuery(areaId: string | null) {
  const path = areaId === null ? base : `${base}?area_id=${encodeURIComponent(areaId)}`
  return queryOptions({
    queryKey: [...examplesKey, areaId],
    queryFn: ({ signal }) => call(path, z.array(exampleSchema), { signal }),
    retry: false,
  })
}

/** The examples of an area, with the reasons why the server would now refuse their SQL. Slower than `examplesQuery`. */
export function checkedExamplesQuery(areaId: string) {
  const path = `${base}?check=true&area_id=${encodeURIComponent(areaId)}`
  return queryOptions({
    queryKey: [...examplesKey, areaId, 'checked'],
    queryFn: ({ signal }) => call(path, z.array(exampleSchema), { signal }),
    retry: false,
  })
}

/** The examples of all areas and databases that wait for the user's approval, or that the user proposed. */
export const pendingExamplesQuery = queryOptions({
  queryKey: [...examplesKey, 'pending'],
  queryFn: ({ signal }) => call(`${base}?status=pending`, z.array(exampleSchema), { signal }),
  retry: false,
})

/** How many examples the user should look at. */
export const examplesAttentionQuery = queryOptions({
  queryKey: [...examplesKey, 'attention'],
  queryFn: ({ signal }) => call(`${base}/attention`, examplesAttentionSchema, { signal }),
  retry: false,
})

/** Approved examples like this one. */
export function similarExamplesQuery(id: string) {
  return queryOptions({
    queryKey: [...examplesKey, 'similar', id],
    queryFn: ({ signal }) => call(`${base}/${encodeURIComponent(id)}/similar`, z.array(exampleSchema), { signal }),
    retry: false,
  })
}

/** Decides about several examples; the answer lists those that could not be decided. */
export function decideExamples(body: DecideExamplesRequest): Promise<DecidedExamples> {
  return call(`${base}/decide`, decidedExamplesSchema, { method: 'POST', body })
}

/** The examples of all areas, for the answers that a user marked. */
export const ownExamplesQuery = examplesQuery(null)

/** Marks the answer of a turn as right or wrong. Throws ApiError, with code `conflict` if it was already marked. */
export function createExample(request: CreateExampleRequest): Promise<Example> {
  return call(base, exampleSchema, { method: 'POST', body: request })
}

/** Stores a question with SQL after the SQL ran. */
export function addExample(body: AddExampleRequest, signal: AbortSignal): Promise<CheckedExample> {
  return call(`${base}/written`, checkedExampleSchema, { method: 'POST', body, signal })
}

/** Stores a new question and SQL after the SQL ran. */
export function updateExample(id: string, body: UpdateExampleRequest, signal: AbortSignal): Promise<CheckedExample> {
  return call(`${base}/${encodeURIComponent(id)}`, checkedExampleSchema, { method: 'PUT', body, signal })
}

/** Stores the SQL that a wrong answer should have had, as a question of the area's evaluation, after the SQL ran. */
export function correctExample(
  id: string,
  body: CorrectExampleRequest,
  signal: AbortSignal,
): Promise<CorrectedExample> {
  return call(`${base}/${encodeURIComponent(id)}/correct`, correctedExampleSchema, { method: 'POST', body, signal })
}

/** Runs an example again; the answer says why if it no longer runs. */
export function runExample(id: string): Promise<CheckedExample> {
  return call(`${base}/${encodeURIComponent(id)}/run`, checkedExampleSchema, { method: 'POST' })
}

export function decideExample(id: string, decision: 'approve' | 'reject'): Promise<Example> {
  return call(`${base}/${encodeURIComponent(id)}/${decision}`, exampleSchema, { method: 'POST' })
}

export function deleteExample(id: string): Promise<void> {
  return callVoid(`${base}/${encodeURIComponent(id)}`, { method: 'DELETE' })
}
