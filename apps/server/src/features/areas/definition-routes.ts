import { importDefinitionsRequestSchema, importDefinitionsResponseSchema } from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { plainName } from './editing/area-file.ts'
import type { MoveDefinitions } from './moving/move-definitions.ts'

const base = '/api/v1/business-areas'
/** A file is read in its own thread, which takes up to a gigabyte. */
const importRate = { max: 20, window: 60_000, by: 'user' } as const
/** A file of five megabytes in JSON, where quotes and line ends take two characters. */
const bodyLimit = 12 * 1024 * 1024

const exportQuerySchema = z.object({ format: z.literal('ossie').default('ossie') })

/** Definitions as files of other tools. */
export function definitionRoutes({ moveDefinitions }: { moveDefinitions: MoveDefinitions }): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/:id/definitions/import`,
      operationId: 'importDefinitions',
      summary: 'Read definitions from a file',
      description:
        'Reads a semantic model of Apache Ossie or a semantic manifest of dbt, and compares it with the area. Stores nothing. For the owner of the area and administrators.',
      access: 'user',
      reaches: ['database', 'credentials'],
      rateLimit: importRate,
      bodyLimit,
      params: idParamsSchema,
      body: importDefinitionsRequestSchema,
      response: importDefinitionsResponseSchema,
      handler: ({ principal, params, body }) => moveDefinitions.import(principal, params.id, body.content),
    }),
    route({
      method: 'GET',
      url: `${base}/:id/definitions/export`,
      operationId: 'exportDefinitions',
      summary: 'Export definitions',
      description: 'Returns what you can see of the area as a semantic model of Apache Ossie in YAML.',
      access: 'user',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      query: exportQuerySchema,
      handler: async ({ principal, params, reply }) => {
        const { name, content } = await moveDefinitions.export(principal, params.id)
        reply.header('content-disposition', `attachment; filename="definitions${plainName(name)}.ossie.yaml"`)
        reply.type('application/yaml; charset=utf-8')
        return reply.send(content)
      },
    }),
  ]
}
