import { changeValueIndexRequestSchema, readValuesRequestSchema, valueIndexStatusSchema } from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { reachRate } from '../connections/service.ts'
import type { ValuesService } from './service.ts'

const url = '/api/v1/database-management/configurations/:id/values'

export function valuesRoutes(values: ValuesService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url,
      operationId: 'getStoredValuesStatus',
      summary: 'Get the status of stored values of a connection',
      description: 'Shows whether values are stored, when they were last read, and how many. It returns no values.',
      access: 'user',
      params: idParamsSchema,
      response: valueIndexStatusSchema,
      handler: ({ principal, params }) => values.status(principal, params.id),
    }),
    route({
      method: 'PUT',
      url,
      operationId: 'changeStoredValues',
      summary: 'Switch stored values of a connection on or off',
      description: 'Switching off deletes everything that is stored about the values of this database.',
      access: 'user',
      params: idParamsSchema,
      body: changeValueIndexRequestSchema,
      response: valueIndexStatusSchema,
      handler: ({ principal, params, body }) => values.change(principal, params.id, body.is_on),
    }),
    route({
      method: 'POST',
      url,
      operationId: 'readStoredValues',
      summary: 'Read the values of a connection again',
      description: 'Reads facts about columns and the texts that questions may name.',
      access: 'user',
      reaches: ['database', 'credentials'],
      rateLimit: reachRate,
      params: idParamsSchema,
      body: readValuesRequestSchema.optional(),
      response: valueIndexStatusSchema,
      handler: ({ principal, params, body }) => values.refresh(principal, params.id, body?.wait ?? false),
    }),
  ]
}
