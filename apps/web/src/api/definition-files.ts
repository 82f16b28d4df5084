import { importDefinitionsResponseSchema, type ImportedDefinitions } from '@parlance/contract'
import { call, callRaw } from './client.ts'

const addressOf = (areaId: string, action: string) =>
  `/api/v1/business-areas/${encodeURIComponent(areaId)}/definitions/${action}`

/** Reads a file and compares it with the area; stores nothing. */
export function readDefinitionFile(areaId: string, content: string): Promise<ImportedDefinitions> {
  return call(addressOf(areaId, 'import'), importDefinitionsResponseSchema, { method: 'POST', body: { content } })
}

/** The area's definitions as a file, with the name that the server gives it. */
export async function exportDefinitions(areaId: string): Promise<{ blob: Blob; disposition: string | null }> {
  const response = await callRaw(addressOf(areaId, 'export?format=ossie'))
  return { blob: await response.blob(), disposition: response.headers.get('content-disposition') }
}
