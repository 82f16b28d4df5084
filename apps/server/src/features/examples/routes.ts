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
      operationId: 'createExample',
      summary: 'Rate an answer',
      description: 'If the answer is right, it can become a verified example. If it is wrong, the owner sees a report.',
      access: 'user',
      body: createExampleRequestSchema,
      response: exampleSchema,
      handler: ({ principal, body }) => examples.create(principal, body),
    }),
    route({
      method: 'GET',
      url,
      operationId: 'listExamples',
      summary: 'List verified examples',
      description: 'Lists the examples that you created or that you can approve, newest first.',
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
    decision(examples, 'approve', 'approved'),
    decision(examples, 'reject', 'rejected'),
    route({
      method: 'DELETE',
      url: `${url}/:id`,
      operationId: 'deleteExample',
      summary: 'Delete a verified example',
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
  verb: 'approve' | 'reject',
  status: 'approved' | 'rejected',
): RouteDefinition {
  return route({
    method: 'POST',
    url: `${url}/:id/${verb}`,
    operationId: `${verb}Example`,
    summary: verb === 'approve' ? 'Approve a verified example' : 'Reject a verified example',
    description: 'Only approved examples are used for other questions.',
    access: 'user',
    params: idParamsSchema,
    response: exampleSchema,
    handler: ({ principal, params }) => examples.decide(principal, params.id, status),
  })
}
