import type { Area } from '@parlance/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AreaForm } from '../form/area-form.ts'

/** Unsaved input that moves from the dialog to the page, with the version of the area that it is based on. */
export interface MovedDraft {
  stored: Area | null
  form: AreaForm
}

function keyOf(areaId: string): string[] {
  return ['moved-area-draft', areaId]
}

/** Leaves unsaved input for the page of the same area, which opens next. */
export function leaveDraft(queryClient: QueryClient, draft: MovedDraft): void {
  queryClient.setQueryData(keyOf(draft.stored?.area_id ?? 'new'), draft)
}

/** Takes the unsaved input that the dialog left for this area, once; null if there is none. */
export function useMovedDraft(areaId: string): MovedDraft | null {
  const queryClient = useQueryClient()
  const [draft] = useState(() => queryClient.getQueryData<MovedDraft>(keyOf(areaId)) ?? null)
  useEffect(() => queryClient.removeQueries({ queryKey: keyOf(areaId) }), [queryClient, areaId])
  return draft
}
