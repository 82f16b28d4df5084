import { approveUserRequestSchema, managedUserSchema, userListSchema } from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { UsersService } from './service.ts'

export function usersRoutes(users: UsersService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/users/',
      summary: 'Every account, the ones that wait for approval included',
      access: 'admin',
      response: userListSchema,
      handler: () => users.list(),
    }),
    route({
      method: 'POST',
      url: '/api/v1/users/:id/approve',
      summary: 'Let an account in, with its role',
      access: 'admin',
      params: idParamsSchema,
      body: approveUserRequestSchema,
      response: managedUserSchema,
      handler: ({ principal, params, body }) => users.approve(principal, params.id, body.role),
    }),
  ]
}
