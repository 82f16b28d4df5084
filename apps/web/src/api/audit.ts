import { auditGroups, auditPageSchema, auditOutcomes, auditRecordSchema, type AuditFilter } from '@parlance/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call, callRaw } from './client.ts'

/** A newer server may have outcomes that this client does not know. */
const recordSchema = auditRecordSchema.extend({ outcome: z.string() })
const pageSchema = auditPageSchema.extend({ records: z.array(recordSchema) })
export type AuditEntry = z.output<typeof recordSchema>

export type { AuditFilter }
export { auditGroups, auditOutcomes }

/** The log, newest first, one page at a time. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(`/api/v1/audit?${searchOf(pageParam === null ? filter : { ...filter, cursor: pageParam })}`, pageSchema, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    retry: false,
  })
}

/** The filtered log as a CSV file, with the server's name for it. */
export async function exportAudit(filter: AuditFilter): Promise<{ blob: Blob; disposition: string | null }> {
  const response = await callRaw(`/api/v1/audit/export?${searchOf(filter)}`, { accept: 'text/csv' })
  return { blob: await response.blob(), disposition: response.headers.get('content-disposition') }
}

function searchOf(values: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, value)
  return search.toString()
}
