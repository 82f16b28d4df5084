import {
  updateUserAccessRequestSchema,
  updateUserAccessResponseSchema,
  userAccessSchema,
  userReachSchema,
} from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { UserReachService } from './reach.ts'
import type { UserAccessService } from './service.ts'

const url = '/api/v1/users/:id/access'

export function userAccessRoutes(access: UserAccessService, reach: UserReachService): RouteDefinition[] {
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
    route({
      method: 'GET',
      url: '/api/v1/users/:id/reach',
      operationId: 'getUserReach',
      summary: 'Get what a user can reach',
      description:
        'Lists the databases and areas that the user can use, and the attributes and limits that apply. Reads no rows. To see rows, preview an area as this user.',
      access: 'admin',
      params: idParamsSchema,
      response: userReachSchema,
      handler: ({ principal, params }) => reach.read(principal, params.id),
    }),
  ]
}
