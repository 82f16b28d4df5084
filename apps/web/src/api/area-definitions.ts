import {
  areaVersionContentSchema,
  checkDefinitionResponseSchema,
  areaVersionsResponseSchema,
  definitionUsageResponseSchema,
  metricQueryResponseSchema,
  type AreaProblem,
  type MetricQueryResponse,
  type checkDefinitionRequestSchema,
  type previewDefinitionRequestSchema,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { areasKey } from './areas.ts'
import { call } from './client.ts'

function addressOf(areaId: string, part: string): string {
  return `/api/v1/business-areas/${encodeURIComponent(areaId)}/${part}`
}

/** The changes of what an area says, newest first. */
export function areaVersionsQuery(areaId: string) {
  return queryOptions({
    queryKey: [...areasKey, 'versions', areaId],
    queryFn: async ({ signal }) =>
      (await call(addressOf(areaId, 'versions'), areaVersionsResponseSchema, { signal })).versions,
    staleTime: 0,
    retry: false,
  })
}

/** What an area said in a version; null without a version. It never changes. */
export function areaVersionQuery(areaId: string, version: number | null) {
  return queryOptions({
    queryKey: [...areasKey, 'version', areaId, version],
    queryFn: async ({ signal }) =>
      version === null
        ? null
        : (await call(addressOf(areaId, `versions/${version}`), areaVersionContentSchema, { signal })).content,
    staleTime: Infinity,
    retry: false,
  })
}

/** How often answers used each definition of an area. */
export function definitionUsageQuery(areaId: string | null) {
  return queryOptions({
    queryKey: [...areasKey, 'definition-usage', areaId],
    queryFn: async ({ signal }) =>
      (await call(addressOf(areaId ?? '', 'definition-usage'), definitionUsageResponseSchema, { signal })).definitions,
    enabled: areaId !== null,
    staleTime: 60_000,
    retry: false,
  })
}

export type DefinitionCheckRequest = z.input<typeof checkDefinitionRequestSchema>

/** Proves one definition that isn't saved yet. */
export async function checkDefinition(
  areaId: string,
  body: DefinitionCheckRequest,
  signal: AbortSignal,
): Promise<AreaProblem[]> {
  const address = addressOf(areaId, 'check-definition')
  return (await call(address, checkDefinitionResponseSchema, { method: 'POST', body, signal })).problems
}

export type DefinitionPreviewRequest = z.input<typeof previewDefinitionRequestSchema>

/** Ten rows of definitions that aren't saved yet, as the caller or as another user. */
export function previewDefinition(
  areaId: string,
  body: DefinitionPreviewRequest,
  signal: AbortSignal,
): Promise<MetricQueryResponse> {
  return call(addressOf(areaId, 'definition-preview'), metricQueryResponseSchema, { method: 'POST', body, signal })
}
