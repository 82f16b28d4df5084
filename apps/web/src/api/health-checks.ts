import { healthChecksSchema, type CheckInterval } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

const url = '/api/v1/database-management/health-checks'

/** How often connections are checked. */
export const healthChecksQuery = queryOptions({
  queryKey: ['health-checks'],
  queryFn: ({ signal }) => call(url, healthChecksSchema, { signal }),
  retry: false,
})

export function changeHealthChecks(interval: CheckInterval) {
  return call(url, healthChecksSchema, { method: 'PUT', body: { interval } })
}
