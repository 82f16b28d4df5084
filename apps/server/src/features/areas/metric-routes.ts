import {
  areaSchema,
  areaVersionContentSchema,
  areaVersionsResponseSchema,
  checkDefinitionRequestSchema,
  checkDefinitionResponseSchema,
  definitionUsageResponseSchema,
  metricQueryResponseSchema,
  previewDefinitionRequestSchema,
  restoreAreaVersionRequestSchema,
  runMetricQueryRequestSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { CheckDefinition } from './defining/check-definition.ts'
import type { MetricQueries } from './defining/metric-queries.ts'
import type { AreaVersions } from './defining/versions.ts'
import { expectedVersion, tagged } from './version-headers.ts'

const base = '/api/v1/business-areas'
const versionParamsSchema = idParamsSchema.extend({ number: z.coerce.number().int().min(1).max(1_000_000_000) })
/** Enough for all definitions of an area. */
const bodyLimit = 16 * 1024 * 1024
/** The editor checks while someone types, and other users' questions wait for the same readers. */
const checkRate = { max: 240, window: 60_000, by: 'user' } as const
const queryRate = { max: 120, window: 60_000, by: 'user' } as const

export interface MetricServices {
  areaVersions: AreaVersions
  checkDefinition: CheckDefinition
  metricQueries: MetricQueries
}

/** Queries in an area's own terms, the proof of its definitions, and its versions. */
export function metricRoutes(services: MetricServices): RouteDefinition[] {
  return [...queryRoutes(services), ...versionRoutes(services)]
}

function queryRoutes({ metricQueries, checkDefinition }: MetricServices): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/:id/metric-query`,
      operationId: 'runMetricQuery',
      summary: 'Query metrics of a business area',
      description:
        'Compiles the metrics to one SELECT that counts no row twice, and runs it with your rights. If there is no right answer, the error says why.',
      access: 'user',
      rateLimit: queryRate,
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      body: runMetricQueryRequestSchema,
      response: metricQueryResponseSchema,
      handler: ({ principal, params, body, signal }) => metricQueries.run(principal, params.id, body, signal),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/definition-preview`,
      operationId: 'previewDefinition',
      summary: 'Preview a definition that is not saved yet',
      description: 'Shows ten rows, as you or as another user. For the owner of the area and administrators.',
      access: 'user',
      rateLimit: queryRate,
      reaches: ['database', 'credentials'],
      bodyLimit,
      params: idParamsSchema,
      body: previewDefinitionRequestSchema,
      response: metricQueryResponseSchema,
      handler: ({ principal, params, body, signal }) => metricQueries.preview(principal, params.id, body, signal),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/check-definition`,
      operationId: 'checkDefinition',
      summary: 'Check a definition that is not saved yet',
      description:
        'Proves one definition in each database of the area, and saves nothing. For the owner of the area and administrators.',
      access: 'user',
      rateLimit: checkRate,
      reaches: ['database', 'credentials'],
      bodyLimit,
      params: idParamsSchema,
      body: checkDefinitionRequestSchema,
      response: checkDefinitionResponseSchema,
      handler: async ({ principal, params, body }) => ({ problems: await checkDefinition(principal, params.id, body) }),
    }),
  ]
}

function versionRoutes({ areaVersions }: MetricServices): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/:id/versions`,
      operationId: 'listAreaVersions',
      summary: 'List the versions of a business area',
      description:
        'Lists changes of instructions, synonyms, descriptions, relationships, and definitions, newest first: the last 100. For the owner of the area and administrators.',
      access: 'user',
      params: idParamsSchema,
      response: areaVersionsResponseSchema,
      handler: async ({ principal, params }) => ({ versions: await areaVersions.list(principal, params.id) }),
    }),
    route({
      method: 'GET',
      url: `${base}/:id/versions/:number`,
      operationId: 'getAreaVersion',
      summary: 'Get a version of a business area',
      description:
        'Returns what the area said then. It contains no rules. For the owner of the area and administrators.',
      access: 'user',
      params: versionParamsSchema,
      response: areaVersionContentSchema,
      handler: ({ principal, params }) => areaVersions.read(principal, params.id, params.number),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/versions/:number/restore`,
      operationId: 'restoreAreaVersion',
      summary: 'Restore a version of a business area',
      description:
        'Saves what the area said then as a new version, after the same checks as other changes. Tables, rules, and access stay as they are. Send `If-Match` with the version that you read. For the owner of the area and administrators.',
      access: 'user',
      reaches: ['database', 'credentials'],
      params: versionParamsSchema,
      body: restoreAreaVersionRequestSchema,
      response: areaSchema,
      handler: async ({ principal, params, body, raw, reply }) => {
        const why = { reason: body.reason ?? null, expected: expectedVersion(raw) }
        return tagged(reply, await areaVersions.restore(principal, params.id, params.number, why))
      },
    }),
    route({
      method: 'GET',
      url: `${base}/:id/definition-usage`,
      operationId: 'listDefinitionUsage',
      summary: 'List how often definitions are used',
      description: 'Counts answers of the last 90 days. For the owner of the area and administrators.',
      access: 'user',
      params: idParamsSchema,
      response: definitionUsageResponseSchema,
      handler: ({ principal, params }) => areaVersions.usage(principal, params.id),
    }),
  ]
}
