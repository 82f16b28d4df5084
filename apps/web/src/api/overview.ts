import { overviewSchema } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { translateText } from '../lib/i18n.ts'
import { call } from './client.ts'

/** What waits for an administrator, and the use of the last 30 days; administrators only. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async ({ signal }) => {
    const overview = await call('/api/v1/overview', overviewSchema, { signal })
    const attention = overview.attention.map((item) =>
      item.kind === 'connection' && item.problem !== null
        ? { ...item, problem: translateText(item.problem, item.pattern, item.values) }
        : item,
    )
    return { ...overview, attention }
  },
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
  retry: false,
})
