import {
  areaFileSchema,
  areaSchema,
  checkAreaRequestSchema,
  checkAreaResponseSchema,
  databaseTablesResponseSchema,
  importAreaRequestSchema,
  previewAreaRequestSchema,
  previewAreaResponseSchema,
  recommendAreaRequestSchema,
  recommendAreaResponseSchema,
  suggestJoinsRequestSchema,
  suggestJoinsResponseSchema,
  tableColumnsResponseSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { exportArea, fileNameOf, importArea } from './editing/area-file.ts'
import type { DraftService } from './proving/check-draft.ts'
import type { PreviewService } from './previewing/preview-area.ts'
import type { RecommendArea } from './recommending/recommend-area.ts'
import type { AreasService } from './service.ts'
import type { VisibleTables } from './scoping/visible-tables.ts'

const base = '/api/v1/business-areas'
const management = '/api/v1/database-management'
const tablesQuerySchema = z.object({ database_config_id: z.string().max(200).optional() })
const tableParamsSchema = z.strictObject({ table: z.string().min(1).max(1000) })
/** Enough for the names and rules of ten thousand tables. */
const bodyLimit = 16 * 1024 * 1024
/** A check reads hundreds of conditions, and other users' questions wait for the same readers. */
const checkRate = { max: 120, window: 60_000, by: 'user' } as const

export interface AreaProofServices {
  areas: AreasService
  areaDrafts: DraftService
  areaPreviews: PreviewService
  recommendArea: RecommendArea
  visibleTables: VisibleTables
}

export function areaProofRoutes(services: AreaProofServices): RouteDefinition[] {
  return [...draftRoutes(services), ...tableRoutes(services), ...fileRoutes(services)]
}

function draftRoutes({ areaDrafts, areaPreviews, recommendArea }: AreaProofServices): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/check`,
      summary: 'Prove a business area without saving it',
      access: 'user',
      rateLimit: checkRate,
      reaches: ['database', 'credentials'],
      bodyLimit,
      body: checkAreaRequestSchema,
      response: checkAreaResponseSchema,
      handler: ({ principal, body }) => areaDrafts.check(principal, body),
    }),
    route({
      method: 'POST',
      url: `${base}/suggest-joins`,
      summary: 'Joins by the foreign keys between tables',
      access: 'user',
      reaches: ['database', 'credentials'],
      bodyLimit,
      body: suggestJoinsRequestSchema,
      response: suggestJoinsResponseSchema,
      handler: async ({ principal, body }) => ({
        joins: await areaDrafts.suggest(principal, {
          applicationId: body.application_id ?? null,
          connectionId: body.database_config_id ?? null,
          tables: body.tables,
        }),
      }),
    }),
    route({
      method: 'POST',
      url: `${base}/recommend`,
      summary: 'The business area that knows a question best',
      access: 'user',
      reaches: ['database', 'credentials'],
      body: recommendAreaRequestSchema,
      response: recommendAreaResponseSchema,
      handler: async ({ principal, body }) => ({
        recommendation: await recommendArea(principal, {
          question: body.query,
          applicationId: body.application_id ?? null,
          connectionId: null,
        }),
      }),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/preview`,
      summary: 'What another person gets in a business area: for its owner and administrators',
      access: 'user',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      body: previewAreaRequestSchema,
      response: previewAreaResponseSchema,
      handler: ({ principal, params, body, signal }) => areaPreviews.preview(principal, params.id, body, signal),
    }),
  ]
}

/** The documents list two paths for the list of tables. */
function tableRoutes({ visibleTables }: AreaProofServices): RouteDefinition[] {
  return [
    ...[`${management}/tables`, `${base}/database-tables`].map((url) =>
      route({
        method: 'GET',
        url,
        summary: 'The tables of a database that the caller may know of; of the selected one when none is named',
        access: 'user',
        reaches: ['database', 'credentials'],
        query: tablesQuerySchema,
        response: databaseTablesResponseSchema,
        handler: ({ principal, query }) => visibleTables.tables(principal, query.database_config_id ?? null),
      }),
    ),
    route({
      method: 'GET',
      url: `${management}/tables/:table/columns`,
      summary: 'The columns of a table that the caller may know of',
      access: 'user',
      reaches: ['database', 'credentials'],
      params: tableParamsSchema,
      query: tablesQuerySchema,
      response: tableColumnsResponseSchema,
      handler: ({ principal, params, query }) =>
        visibleTables.columns(principal, query.database_config_id ?? null, params.table),
    }),
  ]
}

function fileRoutes({ areas }: AreaProofServices): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/:id/export`,
      summary: 'A business area as a file: for its owner and administrators',
      access: 'user',
      params: idParamsSchema,
      response: areaFileSchema,
      handler: async ({ principal, params, reply }) => {
        const file = await exportArea(areas, principal, params.id)
        reply.header('content-disposition', `attachment; filename="${fileNameOf(file)}"`)
        return file
      },
    }),
    route({
      method: 'POST',
      url: `${base}/import`,
      summary: 'Create a business area from a file',
      access: 'admin',
      reaches: ['database', 'credentials'],
      bodyLimit,
      body: importAreaRequestSchema,
      response: areaSchema,
      handler: ({ principal, body }) => importArea(areas, principal, body),
    }),
  ]
}
