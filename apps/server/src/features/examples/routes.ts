import { createExampleRequestSchema, exampleSchema, exampleStatusSchema } from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { ExamplesService } from './service.ts'

const url = '/api/v1/examples'
const filter = z.strictObject({
  status: exampleStatusSchema.optional(),
  area_id: z.string().max(200).optional(),
  database_config_id: z.string().max(200).optional(),
})

export function examplesRoutes(examples: ExamplesService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url,
      summary: 'Call an answer right, so that it may become an example, or wrong, so that its owner knows',
      access: 'user',
      body: createExampleRequestSchema,
      response: exampleSchema,
      handler: ({ principal, body }) => examples.create(principal, body),
    }),
    route({
      method: 'GET',
      url,
      summary: 'The examples that the caller made or decides about, newest first',
      access: 'user',
      query: filter,
      response: z.array(exampleSchema),
      handler: ({ principal, query }) =>
        examples.list(principal, {
          status: query.status,
          areaId: query.area_id,
          connectionId: query.database_config_id,
        }),
    }),
    decision(examples, 'approve', 'approved', 'Let an example help with further questions'),
    decision(examples, 'reject', 'rejected', 'Keep an example from being used'),
    route({
      method: 'DELETE',
      url: `${url}/:id`,
      summary: 'Delete an example',
      access: 'user',
      params: idParamsSchema,
      response: z.object({ success: z.boolean(), id: z.string() }),
      handler: async ({ principal, params: { id } }) => {
        await examples.remove(principal, id)
        return { success: true, id }
      },
    }),
  ]
}

function decision(
  examples: ExamplesService,
  verb: string,
  status: 'approved' | 'rejected',
  summary: string,
): RouteDefinition {
  return route({
    method: 'POST',
    url: `${url}/:id/${verb}`,
    summary,
    access: 'user',
    params: idParamsSchema,
    response: exampleSchema,
    handler: ({ principal, params }) => examples.decide(principal, params.id, status),
  })
}
