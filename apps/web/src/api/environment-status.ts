import { environmentStatusSchema } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** What of the first setup is done. The guards ask it before any page: the wizard's other calls come with the wizard. */
export const environmentStatusQuery = queryOptions({
  queryKey: ['env-config', 'status'],
  queryFn: ({ signal }) => call('/api/v1/env-config/status', environmentStatusSchema, { signal }),
  retry: false,
})
