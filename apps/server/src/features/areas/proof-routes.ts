import {
  areaAudienceRequestSchema,
  areaAudienceResponseSchema,
  areaFileSchema,
  areaRowCountsRequestSchema,
  areaRowCountsResponseSchema,
  areaSchema,
  checkAreaRequestSchema,
  checkAreaResponseSchema,
  databaseTablesResponseSchema,
  importAreaRequestSchema,
  joinedTablesRequestSchema,
  joinedTablesResponseSchema,
  maskExampleRequestSchema,
  maskExampleResponseSchema,
  previewAreaRequestSchema,
  previewAreaResponseSchema,
  previewNewAreaRequestSchema,
  proposeAreasRequestSchema,
  proposeAreasResponseSchema,
  recommendAreaRequestSchema,
  recommendAreaResponseSchema,
  searchTablesQuerySchema,
  searchTablesResponseSchema,
  suggestJoinsRequestSchema,
  suggestJoinsResponseSchema,
  tableColumnsResponseSchema,
  userAttributeCountsSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { exportArea, fileNameOf, importArea } from './editing/area-file.ts'
import type { AreaFileSets } from './editing/area-file.ts'
import type { DraftService } from './proving/check-draft.ts'
import type { ProposalsService } from './proposing/propose-areas.ts'
import type { AudienceService } from './previewing/area-audience.ts'
import type { MaskExampleService } from './previewing/mask-examples.ts'
import type { RowCountService } from './previewing/count-rows.ts'
import type { PreviewService } from './previewing/preview-area.ts'
import type { RecommendArea } from './recommending/recommend-area.ts'
import type { AreasService } from './service.ts'
import type { VisibleTables } from './scoping/visible-tables.ts'

const base = '/api/v1/business-areas'
const management = '/api/v1/database-management'
const tablesQuerySchema = z.object({ database_config_id: z.string().max(200).optional() })
const attributesQuerySchema = z.object({ application_id: z.string().min(1).max(200) })
const tableParamsSchema = z.strictObject({ table: z.string().min(1).max(1000) })
/** Enough for the names and rules of ten thousand tables. */
const bodyLimit = 16 * 1024 * 1024
/** A check reads hundreds of conditions, and other users' questions wait for the same readers. */
const checkRate = { max: 120, window: 60_000, by: 'user' } as const
/** The interface searches while the user types. */
const searchRate = { max: 300, window: 60_000, by: 'user' } as const
/** Counts are queries on the database, and the interface asks again after each change. */
const countRate = { max: 60, window: 60_000, by: 'user' } as const
/** A proposal runs hundreds of small queries. */
const proposalRate = { max: 10, window: 60_000, by: 'user' } as const

export interface AreaProofServices {
  areas: AreasService
  areaDrafts: DraftService
  areaPreviews: PreviewService
  areaProposals: ProposalsService
  areaAudience: AudienceService
  maskExamples: MaskExampleService
  areaRowCounts: RowCountService
  recommendArea: RecommendArea
  visibleTables: VisibleTables
  evaluation: { areaFile: AreaFileSets }
}

export function areaProofRoutes(services: AreaProofServices): RouteDefinition[] {
  return [
    ...draftRoutes(services),
    ...previewRoutes(services),
    proposalRoute(services),
    ...tableRoutes(services),
    ...tableSearchRoutes(services),
    ...fileRoutes(services),
  ]
}

function draftRoutes({ areaDrafts, recommendArea }: AreaProofServices): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/check`,
      operationId: 'checkArea',
      summary: 'Check a draft of a business area',
      description: 'Reports problems, and saves nothing.',
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
      operationId: 'suggestRelationships',
      summary: 'Suggest relationships between tables',
      description: 'Suggestions come from foreign keys.',
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
      method: 'GET',
      url: `${base}/user-attributes`,
      operationId: 'countUserAttributes',
      summary: 'List the attributes of users',
      description:
        'Lists which attributes row rules can use as `:user.<key>`, and how many active users have each. It never returns a value. For administrators and owners of an area of the application.',
      access: 'user',
      query: attributesQuerySchema,
      response: userAttributeCountsSchema,
      handler: ({ principal, query }) => areaDrafts.countAttributes(principal, query.application_id),
    }),
    route({
      method: 'POST',
      url: `${base}/recommend`,
      operationId: 'recommendArea',
      summary: 'Recommend a business area for a question',
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
  ]
}

function previewRoutes({
  areaPreviews,
  areaAudience,
  areaRowCounts,
  maskExamples,
}: AreaProofServices): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/audience`,
      operationId: 'reviewAudience',
      summary: 'List who will see what of a draft',
      description:
        'Applies the draft to each user with access, saves nothing, and reads no rows. For editors of the area.',
      access: 'user',
      rateLimit: checkRate,
      reaches: ['database', 'credentials'],
      bodyLimit,
      body: areaAudienceRequestSchema,
      response: areaAudienceResponseSchema,
      handler: ({ principal, body, signal }) => areaAudience.read(principal, body, signal),
    }),
    route({
      method: 'POST',
      url: `${base}/mask-example`,
      operationId: 'showMaskExample',
      summary: 'Show values before and after a mask',
      description:
        'Reads up to three values that you can see by asking, and applies the unsaved mask to them. For editors of the area. Saved rules apply to you as in questions.',
      access: 'user',
      rateLimit: checkRate,
      reaches: ['database', 'credentials'],
      body: maskExampleRequestSchema,
      response: maskExampleResponseSchema,
      handler: ({ principal, body, signal }) => maskExamples.show(principal, body, signal),
    }),
    route({
      method: 'POST',
      url: `${base}/audience/row-counts`,
      operationId: 'countAudienceRows',
      summary: 'Count the rows that users will see of a draft',
      description:
        'Runs the queries as each user, like a preview, and saves nothing. Counts at most 10,000 rows of a table, for up to 10 seconds in total. For editors of the area.',
      access: 'user',
      rateLimit: countRate,
      reaches: ['database', 'credentials'],
      bodyLimit,
      body: areaRowCountsRequestSchema,
      response: areaRowCountsResponseSchema,
      handler: ({ principal, body, signal }) => areaRowCounts.count(principal, body, signal),
    }),
    route({
      method: 'POST',
      url: `${base}/preview`,
      operationId: 'previewNewArea',
      summary: 'Preview a business area that is not saved yet',
      description: 'Shows what a user would see if `draft` were saved as a new area. Saves nothing.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      bodyLimit,
      body: previewNewAreaRequestSchema,
      response: previewAreaResponseSchema,
      handler: ({ principal, body, signal }) => areaPreviews.preview(principal, null, body, signal),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/preview`,
      operationId: 'previewArea',
      summary: 'Preview a business area as another user',
      description:
        'For the owner of the area and administrators. With `draft`, applies unsaved changes to this preview only.',
      access: 'user',
      reaches: ['database', 'credentials'],
      bodyLimit,
      params: idParamsSchema,
      body: previewAreaRequestSchema,
      response: previewAreaResponseSchema,
      handler: ({ principal, params, body, signal }) => areaPreviews.preview(principal, params.id, body, signal),
    }),
  ]
}

function proposalRoute({ areaProposals }: AreaProofServices): RouteDefinition {
  return route({
    method: 'POST',
    url: `${base}/propose`,
    operationId: 'proposeAreas',
    summary: 'Propose business areas for a connection',
    description:
      'Groups the tables, finds relationships and tests them with queries, and answers questions. Takes up to half a ' +
      'minute. Saves no area: create the ones that you want with `createArea`.',
    access: 'admin',
    rateLimit: proposalRate,
    reaches: ['database', 'credentials'],
    body: proposeAreasRequestSchema,
    response: proposeAreasResponseSchema,
    handler: ({ principal, body, signal }) => areaProposals.propose(principal, body.database_config_id, signal),
  })
}

/** The requirement documents give two URLs for the list of tables. */
function tableRoutes({ visibleTables }: AreaProofServices): RouteDefinition[] {
  return [
    ...[
      { url: `${management}/tables`, operationId: 'listTables' },
      { url: `${base}/database-tables`, operationId: 'listDatabaseTables' },
    ].map(({ url, operationId }) =>
      route({
        method: 'GET',
        url,
        operationId,
        summary: 'List the tables of a connection',
        description: `Lists only tables that you can see. \`${management}/tables\` and \`${base}/database-tables\` are the same.`,
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
      operationId: 'listColumns',
      summary: 'List the columns of a table',
      description: 'Lists only columns that you can see.',
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

function tableSearchRoutes({ visibleTables }: AreaProofServices): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/database-tables/search`,
      operationId: 'searchTables',
      summary: 'Search the tables of a connection',
      description:
        'Finds tables by words of their names, schemas, columns, and comments, despite typos and abbreviations. ' +
        'Finds only what you can see.',
      access: 'user',
      rateLimit: searchRate,
      reaches: ['database', 'credentials'],
      query: searchTablesQuerySchema,
      response: searchTablesResponseSchema,
      handler: ({ principal, query }) => visibleTables.search(principal, query.database_config_id ?? null, query.query),
    }),
    route({
      method: 'POST',
      url: `${base}/database-tables/joined`,
      operationId: 'listJoinedTables',
      summary: 'List the tables joined to others',
      description:
        'Lists the other tables that foreign keys link with these, in either direction, if you can see them.',
      access: 'user',
      reaches: ['database', 'credentials'],
      bodyLimit,
      body: joinedTablesRequestSchema,
      response: joinedTablesResponseSchema,
      handler: async ({ principal, body }) => ({
        tables: await visibleTables.joined(principal, body.database_config_id ?? null, body.tables),
      }),
    }),
  ]
}

function fileRoutes({ areas, evaluation: { areaFile } }: AreaProofServices): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/:id/export`,
      operationId: 'exportArea',
      summary: 'Export a business area',
      description: 'For the owner of the area and administrators.',
      access: 'user',
      params: idParamsSchema,
      response: areaFileSchema,
      handler: async ({ principal, params, reply }) => {
        const file = await exportArea(areas, areaFile, principal, params.id)
        reply.header('content-disposition', `attachment; filename="${fileNameOf(file)}"`)
        return file
      },
    }),
    route({
      method: 'POST',
      url: `${base}/import`,
      operationId: 'importArea',
      summary: 'Import a business area',
      description: 'Creates an area from an exported file.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      bodyLimit,
      body: importAreaRequestSchema,
      response: areaSchema,
      handler: ({ principal, body }) => importArea(areas, areaFile, principal, body),
    }),
  ]
}
