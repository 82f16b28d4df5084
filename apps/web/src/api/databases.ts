import { databaseConfigurationSchema, tableListSchema, type DatabaseConfiguration } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from './client.ts'

const base = '/api/v1/database-management'

const configurationListSchema = z.union([
  z.array(databaseConfigurationSchema),
  z.object({ configurations: z.array(databaseConfigurationSchema) }).transform((answer) => answer.configurations),
])

/** Every connection that this user may choose. */
export const configurationsQuery = queryOptions({
  queryKey: ['configurations'],
  queryFn: ({ signal }) => call(`${base}/configurations`, configurationListSchema, { signal }),
  retry: false,
})

export function tablesQuery(configId: string | null) {
  return queryOptions({
    queryKey: ['tables', configId],
    queryFn: ({ signal }) =>
      call(`${base}/tables?database_config_id=${encodeURIComponent(configId ?? '')}`, tableListSchema, { signal }),
    enabled: configId !== null,
    retry: false,
  })
}

/** Selects the connection for this user; answers it as it is now. */
export function setActive(configId: string): Promise<DatabaseConfiguration> {
  return call(`${base}/configurations/set-active`, databaseConfigurationSchema, {
    method: 'POST',
    body: { config_id: configId },
  })
}
