import {
  areaApprovalsSchema,
  changeProtectionResponseSchema,
  decideApprovalResponseSchema,
  protectionMatrixSchema,
  type ChangeProtectionResponse,
} from '@parlance/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { areasKey } from './areas.ts'
import { call } from './client.ts'

const approvals = '/api/v1/area-approvals'

/** The changes waiting for a decision; only administrators may load them. Every change of an area reloads them. */
export const approvalsQuery = queryOptions({
  queryKey: [...areasKey, 'approvals'],
  queryFn: ({ signal }) => call(approvals, areaApprovalsSchema, { signal }),
  refetchOnWindowFocus: true,
  retry: false,
})

export type Decision = 'approve' | 'decline'

/** Decides on one entry; throws 409 if it changed meanwhile, and 404 if it is no longer waiting. */
export function decideApproval(id: string, decision: Decision) {
  const path = `${approvals}/${encodeURIComponent(id)}/${decision}`
  return call(path, decideApprovalResponseSchema, { method: 'POST' })
}

/** The tables of a database by the areas that show them, filtered by name. */
export function protectionQuery(configId: string, q: string) {
  return queryOptions({
    queryKey: [...areasKey, 'protection', configId, q],
    queryFn: ({ signal }) => {
      const search = q === '' ? '' : `?q=${encodeURIComponent(q)}`
      return call(`${addressOf(configId)}${search}`, protectionMatrixSchema, { signal })
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Protects a table in every area, or removes the protection. */
export function changeProtection(
  configId: string,
  table: string,
  isProtected: boolean,
): Promise<ChangeProtectionResponse> {
  return call(addressOf(configId), changeProtectionResponseSchema, {
    method: 'PUT',
    body: { table_name: table, protected: isProtected },
  })
}

function addressOf(configId: string): string {
  return `/api/v1/database-management/${encodeURIComponent(configId)}/protection`
}
