import {
  addDraftExampleRequestSchema,
  checkedDraftExampleSchema,
  draftExamplesSchema,
  updateExampleRequestSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RateLimit, RouteDefinition } from '../../http/route.ts'
import type { DraftedExamplesService } from './drafted.ts'

const url = '/api/v1/business-areas/:id/draft/examples'
const params = idParamsSchema.extend({ exampleId: z.string().min(1).max(200) })
const deleted = z.object({ success: z.boolean(), id: z.string() })
/** Each request proves or runs queries. */
const rateLimit: RateLimit = { max: 60, window: 60_000, by: 'user' }
const reaches = ['database', 'credentials'] as const

/** The verified examples of an area's draft. */
export function draftExampleRoutes({ drafted }: { drafted: DraftedExamplesService }): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url,
      operationId: 'listDraftExamples',
      summary: 'List the verified examples of a draft',
      description:
        'Lists the examples that the draft adds, changes, or deletes, in databases that you can use. For the owner of the area and administrators.',
      access: 'user',
      rateLimit,
      params: idParamsSchema,
      response: draftExamplesSchema,
      handler: ({ principal, params: { id }, signal }) => drafted.list(principal, id, signal),
    }),
    route({
      method: 'POST',
      url,
      operationId: 'addDraftExample',
      summary: 'Add a verified example to a draft',
      description:
        'For the owner of the area and administrators. Runs the SQL with your rights, and stores the example in the draft only if it runs.',
      access: 'user',
      rateLimit,
      reaches: [...reaches],
      params: idParamsSchema,
      body: addDraftExampleRequestSchema,
      response: checkedDraftExampleSchema,
      handler: ({ principal, params: { id }, body, signal }) => drafted.add(principal, id, body, signal),
    }),
    route({
      method: 'PUT',
      url: `${url}/:exampleId`,
      operationId: 'updateDraftExample',
      summary: 'Change a verified example in a draft',
      description:
        'For users who can approve the example. Runs the new SQL with your rights, and stores the change in the draft only if it runs. The published example stays as it is.',
      access: 'user',
      rateLimit,
      reaches: [...reaches],
      params,
      body: updateExampleRequestSchema,
      response: checkedDraftExampleSchema,
      handler: ({ principal, params: { id: areaId, exampleId: id }, body, signal }) =>
        drafted.update(principal, { areaId, id }, body, signal),
    }),
    route({
      method: 'DELETE',
      url: `${url}/:exampleId`,
      operationId: 'deleteDraftExample',
      summary: 'Delete a verified example in a draft',
      description: 'For users who can approve the example. The published example stays until the draft is published.',
      access: 'user',
      params,
      response: deleted,
      handler: async ({ principal, params: { id: areaId, exampleId: id } }) => {
        await drafted.remove(principal, { areaId, id })
        return { success: true, id }
      },
    }),
    route({
      method: 'POST',
      url: `${url}/:exampleId/revert`,
      operationId: 'revertDraftExample',
      summary: 'Take back the change of a verified example in a draft',
      description: 'For users who can approve the example. The draft then has the published example.',
      access: 'user',
      params,
      response: deleted,
      handler: async ({ principal, params: { id: areaId, exampleId: id } }) => {
        await drafted.revert(principal, { areaId, id })
        return { success: true, id }
      },
    }),
  ]
}
