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
      summary: 'What one user was granted, among the restricted databases and areas that the caller manages',
      access: 'admin',
      params: idParamsSchema,
      response: userAccessSchema,
      handler: ({ principal, params }) => access.get(principal, params.id),
    }),
    route({
      method: 'PUT',
      url,
      summary: 'Grant and revoke several databases and areas; the answer lists what failed',
      access: 'admin',
      params: idParamsSchema,
      body: updateUserAccessRequestSchema,
      response: updateUserAccessResponseSchema,
      handler: ({ principal, params, body }) => access.update(principal, params.id, body.changes),
    }),
  ]
}
