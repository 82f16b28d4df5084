import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { overviewQuery } from '../../api/overview.ts'

/** The first part of the keys of what the overview counts. */
const counted: ReadonlySet<unknown> = new Set(['users', 'configurations', 'areas', 'examples'])

/** Reads the overview again when this page has changed what it counts, so that no number is stale. */
export function useFreshOverview(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return
        if (counted.has(event.query.queryKey[0])) {
          void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey })
        }
      }),
    [queryClient],
  )
}
