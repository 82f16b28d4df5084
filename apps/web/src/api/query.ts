import { fullResultsResponseSchema, type FullResultsRequest, type FullResultsResponse } from '@parlance/contract'
import { call, callRaw } from './client.ts'

const path = '/api/v1/query/full-results'

/** Runs a shown query again without the screen's row cap. */
export function loadFullResults(request: FullResultsRequest): Promise<FullResultsResponse> {
  return call(path, fullResultsResponseSchema, { method: 'POST', body: { ...request, format: 'json' } })
}

/** The same rows as a CSV file, made by the server. */
export async function exportCsv(request: FullResultsRequest): Promise<Blob> {
  const response = await callRaw(path, { method: 'POST', body: { ...request, format: 'csv' }, accept: 'text/csv' })
  return response.blob()
}
