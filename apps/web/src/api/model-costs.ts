import {
  budgetListSchema,
  budgetSchema,
  messageResponseSchema,
  priceSettingsSchema,
  usageReportSchema,
  type BudgetRequest,
  type UsageFilter,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, callRaw } from './client.ts'

const usageUrl = '/api/v1/model-usage'
const budgetsUrl = '/api/v1/model-budgets'
const pricesUrl = '/api/v1/model-prices'

/** What models used and cost; administrators only. */
export function usageQuery(filter: UsageFilter) {
  return queryOptions({
    queryKey: ['model-costs', 'usage', filter],
    queryFn: ({ signal }) => call(`${usageUrl}?${searchOf(filter)}`, usageReportSchema, { signal }),
    staleTime: 0,
    retry: false,
  })
}

export const budgetsQuery = queryOptions({
  queryKey: ['model-costs', 'budgets'],
  queryFn: ({ signal }) => call(budgetsUrl, budgetListSchema, { signal }),
  staleTime: 30_000,
  retry: false,
})

export const pricesQuery = queryOptions({
  queryKey: ['model-costs', 'prices'],
  queryFn: ({ signal }) => call(pricesUrl, priceSettingsSchema, { signal }),
  retry: false,
})

/** All rows of the report as a CSV file, with the server's name for it. */
export async function exportUsage(filter: UsageFilter): Promise<{ blob: Blob; disposition: string | null }> {
  const response = await callRaw(`${usageUrl}/export?${searchOf(filter)}`, { accept: 'text/csv' })
  return { blob: await response.blob(), disposition: response.headers.get('content-disposition') }
}

/** @param id the budget to change; null to create one */
export function saveBudget(id: string | null, body: BudgetRequest) {
  if (id === null) return call(budgetsUrl, budgetSchema, { method: 'POST', body })
  return call(`${budgetsUrl}/${encodeURIComponent(id)}`, budgetSchema, { method: 'PUT', body })
}

export function deleteBudget(id: string) {
  return call(`${budgetsUrl}/${encodeURIComponent(id)}`, messageResponseSchema, { method: 'DELETE' })
}

export function uploadPrices(text: string) {
  return call(pricesUrl, priceSettingsSchema, { method: 'PUT', body: { text } })
}

export function removePrices() {
  return call(pricesUrl, priceSettingsSchema, { method: 'DELETE' })
}

function searchOf(filter: UsageFilter): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, value)
  return search.toString()
}
