import {
  addExampleRequestSchema,
  checkedExampleSchema,
  createExampleRequestSchema,
  decidedExamplesSchema,
  decideExamplesRequestSchema,
  exampleSchema,
  examplesAttentionSchema,
  exampleStatusSchema,
  updateExampleRequestSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RateLimit, RouteDefinition } from '../../http/route.ts'
import type { ExamplesService } from './service.ts'

const url = '/api/v1/examples'
const filter = z.strictObject({
  status: exampleStatusSchema.optional(),
  area_id: z.string().max(200).optional(),
  database_config_id: z.string().max(200).optional(),
  check: z.enum(['true', 'false']).optional(),
})
/** Each request runs a query, so the limit is that of other queries. */
const runRate: RateLimit = { max: 60, window: 60_000, by: 'user' }

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
      handler: ({ principal, query, signal }) =>
        examples.list(
          principal,
          {
            status: query.status,
            areaId: query.area_id,
            connectionId: query.database_config_id,
            check: query.check === 'true',
          },
          signal,
        ),
    }),
    ...reviewRoutes(examples),
    ...writtenRoutes(examples),
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

function reviewRoutes(examples: ExamplesService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${url}/attention`,
      operationId: 'countExamplesForAttention',
      summary: 'Count examples that need attention',
      description: 'Counts pending and failing examples of all areas and connections whose examples you can approve.',
      access: 'user',
      response: examplesAttentionSchema,
      handler: ({ principal }) => examples.attention(principal),
    }),
    route({
      method: 'POST',
      url: `${url}/decide`,
      operationId: 'decideExamples',
      summary: 'Approve or reject several verified examples',
      description: 'Examples that you cannot decide about stay as they are, and are listed with the reason.',
      access: 'user',
      body: decideExamplesRequestSchema,
      response: decidedExamplesSchema,
      handler: ({ principal, body }) => examples.decideAll(principal, body),
    }),
    route({
      method: 'GET',
      url: `${url}/:id/similar`,
      operationId: 'listSimilarExamples',
      summary: 'List similar verified examples',
      description:
        'For users who can approve the example. Lists approved examples of the same area, most similar first.',
      access: 'user',
      params: idParamsSchema,
      response: z.array(exampleSchema),
      handler: ({ principal, params }) => examples.similar(principal, params.id),
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

function writtenRoutes(examples: ExamplesService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${url}/written`,
      operationId: 'addExample',
      summary: 'Add a verified example',
      description:
        'For the owner of the area and administrators. Runs the SQL with your rights, and stores the example only if ' +
        'it runs.',
      access: 'user',
      rateLimit: runRate,
      reaches: ['database', 'credentials'],
      body: addExampleRequestSchema,
      response: checkedExampleSchema,
      handler: ({ principal, body, signal }) => examples.add(principal, body, signal),
    }),
    route({
      method: 'PUT',
      url: `${url}/:id`,
      operationId: 'updateExample',
      summary: 'Change a verified example',
      description:
        'For users who can approve it. Runs the new SQL with your rights, and stores the change only if it runs. You ' +
        'are then the creator of the example, and it is approved.',
      access: 'user',
      rateLimit: runRate,
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      body: updateExampleRequestSchema,
      response: checkedExampleSchema,
      handler: ({ principal, params, body, signal }) => examples.update(principal, params.id, body, signal),
    }),
    route({
      method: 'POST',
      url: `${url}/:id/run`,
      operationId: 'runExample',
      summary: 'Run a verified example',
      description:
        'For users who can approve it. Runs the SQL with your rights, and records that it ran, or why it no longer ' +
        'runs. An example that no longer runs is not used for questions.',
      access: 'user',
      rateLimit: runRate,
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      response: checkedExampleSchema,
      handler: ({ principal, params, signal }) => examples.run(principal, params.id, signal),
    }),
  ]
}
