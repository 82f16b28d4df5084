import { environmentStatusSchema } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/**
 * The progress of the first setup. The guards load it before any page; the wizard's other calls load with the wizard.
 */
export const environmentStatusQuery = queryOptions({
  queryKey: ['env-config', 'status'],
  queryFn: ({ signal }) => call('/api/v1/env-config/status', environmentStatusSchema, { signal }),
  retry: false,
})
