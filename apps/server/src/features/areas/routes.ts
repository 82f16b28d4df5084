import {
  areaAccessListSchema,
  areaEditionLimitsSchema,
  areaJoinsSchema,
  areaListItemSchema,
  areaSchema,
  areaTablesSchema,
  createAreaRequestSchema,
  grantAreaAccessRequestSchema,
  transferAreaRequestSchema,
  updateAreaRequestSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { AreasService } from './service.ts'
import { accepted, expectedVersion, tagged } from './version-headers.ts'

const base = '/api/v1/business-areas'
const applicationQuerySchema = z.object({ application_id: z.string().max(200).optional() })
const userParamsSchema = idParamsSchema.extend({ userId: z.string().min(1).max(200) })
/** Limits guessing which users exist. */
const grantRate = { max: 60, window: 60_000, by: 'user' } as const
/** Enough for the names, rules, and descriptions of ten thousand tables. */
const bodyLimit = 16 * 1024 * 1024

export function areasRoutes(areas: AreasService): RouteDefinition[] {
  return [...readingRoutes(areas), ...writingRoutes(areas), ...partRoutes(areas), ...accessRoutes(areas)]
}

function readingRoutes(areas: AreasService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/`,
      operationId: 'listAreas',
      summary: 'List business areas',
      description: 'Lists the areas that you can see.',
      access: 'user',
      query: applicationQuerySchema,
      response: z.array(areaListItemSchema),
      handler: ({ principal, query }) => areas.list(principal, query.application_id ?? null),
    }),
    route({
      method: 'GET',
      url: `${base}/default`,
      operationId: 'getDefaultArea',
      summary: 'Get your default business area',
      description: 'Returns `null` if you have no default area in the application.',
      access: 'user',
      query: applicationQuerySchema,
      response: areaListItemSchema.nullable(),
      handler: ({ principal, query }) => areas.getDefault(principal, query.application_id ?? null),
    }),
    route({
      method: 'GET',
      url: `${base}/edition-limits`,
      operationId: 'getAreaLimits',
      summary: "Get the edition's limits for business areas",
      access: 'user',
      response: areaEditionLimitsSchema,
      handler: ({ principal }) => areas.limits(principal),
    }),
    route({
      method: 'GET',
      url: `${base}/:id`,
      operationId: 'getArea',
      summary: 'Get a business area',
      description: 'The response contains the rules only if you can edit the area.',
      access: 'user',
      params: idParamsSchema,
      response: areaSchema,
      handler: async ({ principal, params, reply }) => tagged(reply, await areas.get(principal, params.id)),
    }),
  ]
}

function writingRoutes(areas: AreasService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/`,
      operationId: 'createArea',
      summary: 'Create a business area',
      access: 'admin',
      bodyLimit,
      body: createAreaRequestSchema,
      response: areaSchema,
      handler: async ({ principal, body, reply }) => tagged(reply, await areas.create(principal, body)),
    }),
    route({
      method: 'PUT',
      mayWait: true,
      url: `${base}/:id`,
      operationId: 'updateArea',
      summary: 'Update a business area',
      description:
        'Stores all changes together, or none: `step` of an error names the part that failed. Send `If-Match` with the version that you read.',
      access: 'user',
      bodyLimit,
      params: idParamsSchema,
      body: updateAreaRequestSchema,
      response: areaSchema,
      handler: async ({ principal, params, body, raw, reply }) =>
        tagged(reply, await areas.update(principal, params.id, body, expectedVersion(raw))),
    }),
    route({
      method: 'PUT',
      url: `${base}/:id/owner`,
      operationId: 'transferArea',
      summary: 'Transfer a business area to another user',
      access: 'admin',
      params: idParamsSchema,
      body: transferAreaRequestSchema,
      response: areaSchema,
      handler: async ({ principal, params, body, raw, reply }) =>
        tagged(reply, await areas.transfer(principal, params.id, body.user_id, expectedVersion(raw))),
    }),
    route({
      method: 'DELETE',
      url: `${base}/:id`,
      operationId: 'deleteArea',
      summary: 'Delete a business area',
      access: 'user',
      params: idParamsSchema,
      response: z.object({ area_id: z.string(), message: z.string() }),
      handler: ({ principal, params, raw }) => areas.remove(principal, params.id, expectedVersion(raw)),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/set-default`,
      operationId: 'setDefaultArea',
      summary: 'Set your default business area',
      description: 'Applies to the application of the area.',
      access: 'user',
      params: idParamsSchema,
      response: areaListItemSchema,
      handler: ({ principal, params }) => areas.setDefault(principal, params.id),
    }),
  ]
}

/** Replaces one part of an area; refuses what would break another part. */
function partRoutes(areas: AreasService): RouteDefinition[] {
  return [
    route({
      method: 'PUT',
      mayWait: true,
      url: `${base}/:id/tables`,
      operationId: 'replaceAreaTables',
      summary: 'Replace the tables of a business area',
      access: 'user',
      bodyLimit,
      params: idParamsSchema,
      body: areaTablesSchema,
      response: areaSchema,
      handler: async ({ principal, params, body, raw, reply }) =>
        tagged(reply, await areas.update(principal, params.id, { tables: body }, expectedVersion(raw))),
    }),
    route({
      method: 'PUT',
      mayWait: true,
      url: `${base}/:id/joins`,
      operationId: 'replaceAreaRelationships',
      summary: 'Replace the relationships of a business area',
      access: 'user',
      bodyLimit,
      params: idParamsSchema,
      body: areaJoinsSchema,
      response: areaSchema,
      handler: async ({ principal, params, body, raw, reply }) =>
        tagged(reply, await areas.update(principal, params.id, { joins: body }, expectedVersion(raw))),
    }),
  ]
}

/** The service checks that the caller is the owner or an administrator. */
function accessRoutes({ access }: AreasService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/:id/access`,
      operationId: 'listAreaAccess',
      summary: 'List who can use a restricted business area',
      access: 'user',
      params: idParamsSchema,
      response: areaAccessListSchema,
      handler: ({ principal, params }) => access.list(principal, params.id),
    }),
    route({
      method: 'POST',
      mayWait: true,
      url: `${base}/:id/access`,
      operationId: 'grantAreaAccess',
      summary: 'Grant a user access to a restricted business area',
      access: 'user',
      rateLimit: grantRate,
      params: idParamsSchema,
      body: grantAreaAccessRequestSchema,
      response: areaAccessListSchema,
      handler: async ({ principal, params, body, reply }) =>
        accepted(reply, await access.grant(principal, params.id, body.user_id)),
    }),
    route({
      method: 'DELETE',
      url: `${base}/:id/access/:userId`,
      operationId: 'revokeAreaAccess',
      summary: "Revoke a user's access to a restricted business area",
      access: 'user',
      params: userParamsSchema,
      response: areaAccessListSchema,
      handler: ({ principal, params }) => access.revoke(principal, params.id, params.userId),
    }),
  ]
}
