import {
  areaSchema,
  checkedDraftExampleSchema,
  draftExamplesSchema,
  savedDraftResponseSchema,
  type AddDraftExampleRequest,
  type Area,
  type CheckedDraftExample,
  type PublishDraftRequest,
  type SavedDraft,
  type SaveDraftRequest,
  type UpdateExampleRequest,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { areasKey } from './areas.ts'
import { call, callVoid } from './client.ts'

function addressOf(areaId: string): string {
  return `/api/v1/business-areas/${encodeURIComponent(areaId)}/draft`
}

/** The draft of an area, for those who may edit it; null if there is none. */
export function savedDraftQuery(areaId: string) {
  return queryOptions({
    queryKey: [...areasKey, 'draft', areaId],
    queryFn: async ({ signal }) => (await call(addressOf(areaId), savedDraftResponseSchema, { signal })).draft,
    // A draft that was just saved needs no second proof.
    staleTime: 5_000,
    gcTime: 0,
    retry: false,
  })
}

export async function saveDraft(areaId: string, body: SaveDraftRequest): Promise<SavedDraft | null> {
  return (await call(addressOf(areaId), savedDraftResponseSchema, { method: 'PUT', body })).draft
}

export function discardDraft(areaId: string, revision: string): Promise<void> {
  return callVoid(`${addressOf(areaId)}?revision=${encodeURIComponent(revision)}`, { method: 'DELETE' })
}

/** @returns the area as published */
export function publishDraft(areaId: string, body: PublishDraftRequest): Promise<Area> {
  return call(`${addressOf(areaId)}/publish`, areaSchema, { method: 'POST', body })
}

/** The verified examples that the draft adds, changes, or deletes. */
export function draftExamplesQuery(areaId: string) {
  return queryOptions({
    queryKey: [...savedDraftQuery(areaId).queryKey, 'examples'],
    queryFn: ({ signal }) => call(`${addressOf(areaId)}/examples`, draftExamplesSchema, { signal }),
    retry: false,
  })
}

/** Stores an example in the draft after its SQL ran. */
export function addDraftExample(
  areaId: string,
  body: AddDraftExampleRequest,
  signal: AbortSignal,
): Promise<CheckedDraftExample> {
  return call(`${addressOf(areaId)}/examples`, checkedDraftExampleSchema, { method: 'POST', body, signal })
}

/** Stores a new question and SQL of an example in the draft after the SQL ran. */
export function updateDraftExample(
  areaId: string,
  id: string,
  body: UpdateExampleRequest,
  signal: AbortSignal,
): Promise<CheckedDraftExample> {
  return call(addressOfExample(areaId, id), checkedDraftExampleSchema, { method: 'PUT', body, signal })
}

export function deleteDraftExample(areaId: string, id: string): Promise<void> {
  return callVoid(addressOfExample(areaId, id), { method: 'DELETE' })
}

/** Takes back what the draft does with an example. */
export function revertDraftExample(areaId: string, id: string): Promise<void> {
  return callVoid(`${addressOfExample(areaId, id)}/revert`, { method: 'POST' })
}

function addressOfExample(areaId: string, id: string): string {
  return `${addressOf(areaId)}/examples/${encodeURIComponent(id)}`
}
