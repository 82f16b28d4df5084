import { updateUserAccessRequestSchema, updateUserAccessResponseSchema, userAccessSchema } from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { UserAccessService } from './service.ts'

const url = '/api/v1/users/:id/access'

export function userAccessRoutes(access: UserAccessService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url,
      operationId: 'getUserAccess',
      summary: 'Get the access of a user',
      description:
        'Lists the restricted connections and areas that you manage, and whether the user has access to each.',
      access: 'admin',
      params: idParamsSchema,
      response: userAccessSchema,
      handler: ({ principal, params }) => access.get(principal, params.id),
    }),
    route({
      method: 'PUT',
      url,
      operationId: 'updateUserAccess',
      summary: 'Update the access of a user',
      description: 'Grants and revokes several connections and areas at once. One failure does not stop the others.',
      access: 'admin',
      params: idParamsSchema,
      body: updateUserAccessRequestSchema,
      response: updateUserAccessResponseSchema,
      handler: ({ principal, params, body }) => access.update(principal, params.id, body.changes),
    }),
  ]
}
