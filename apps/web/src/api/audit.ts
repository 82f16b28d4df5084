import {
  auditGroups,
  auditPageSchema,
  auditOutcomes,
  auditRecordSchema,
  type AuditFilter,
  type AuditFormat,
} from '@parlance/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { searchOf } from '../lib/search-of.ts'
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

/** The filtered log as a file, with the server's name for it. */
export async function exportAudit(
  filter: AuditFilter,
  format: AuditFormat,
): Promise<{ blob: Blob; disposition: string | null }> {
  const accept = format === 'csv' ? 'text/csv' : 'application/jsonl'
  const response = await callRaw(`/api/v1/audit/export?${searchOf({ ...filter, format })}`, { accept })
  return { blob: await response.blob(), disposition: response.headers.get('content-disposition') }
}
