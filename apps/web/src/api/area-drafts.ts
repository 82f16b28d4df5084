import {
  areaSchema,
  savedDraftResponseSchema,
  type Area,
  type PublishDraftRequest,
  type SavedDraft,
  type SaveDraftRequest,
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
