import {
  approveUserRequestSchema,
  managedUserSchema,
  message,
  rejectUserResponseSchema,
  updateUserRequestSchema,
  updateUserRoleRequestSchema,
  userListSchema,
  wireMessage,
} from '@parlance/contract'
import type { Config } from '../../config/config.ts'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { boundPortOf, ownAddress } from '../../config/own-address.ts'
import type { UserAdministration } from './administration.ts'

const base = '/api/v1/users'

export function usersRoutes(users: UserAdministration, config: Config): RouteDefinition[] {
  return [...readRoutes(users), ...registrationRoutes(users, config), ...changeRoutes(users)]
}

function readRoutes(users: UserAdministration): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/`,
      operationId: 'listUsers',
      summary: 'List users',
      description: 'Includes users who are waiting for approval.',
      access: 'admin',
      response: userListSchema,
      handler: () => users.list(),
    }),
    route({
      method: 'GET',
      url: `${base}/:id`,
      operationId: 'getUser',
      summary: 'Get a user',
      access: 'admin',
      params: idParamsSchema,
      response: managedUserSchema,
      handler: ({ params }) => users.get(params.id),
    }),
  ]
}

function registrationRoutes(users: UserAdministration, config: Config): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/:id/approve`,
      operationId: 'approveUser',
      summary: 'Approve a user',
      access: 'admin',
      params: idParamsSchema,
      body: approveUserRequestSchema,
      response: managedUserSchema,
      handler: ({ principal, params, body, raw }) =>
        users.approve(principal, params.id, {
          role: body.role,
          ownAddress: ownAddress(config, boundPortOf(raw.server.server)),
        }),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/reject`,
      operationId: 'rejectUser',
      summary: 'Reject a user',
      description: 'Deletes the registration.',
      access: 'admin',
      params: idParamsSchema,
      response: rejectUserResponseSchema,
      handler: async ({ principal, params }) => {
        const email = await users.reject(principal, params.id)
        return {
          user_id: params.id,
          email,
          ...wireMessage(message('The registration of {email} was deleted.', { email })),
        }
      },
    }),
  ]
}

function changeRoutes(users: UserAdministration): RouteDefinition[] {
  return [
    route({
      method: 'PATCH',
      url: `${base}/:id`,
      operationId: 'updateUser',
      summary: 'Update a user',
      access: 'admin',
      params: idParamsSchema,
      body: updateUserRequestSchema,
      response: managedUserSchema,
      handler: ({ principal, params, body }) => users.update(principal, params.id, body),
    }),
    route({
      method: 'PATCH',
      url: `${base}/:id/role`,
      operationId: 'updateUserRole',
      summary: 'Change the role of a user',
      access: 'admin',
      params: idParamsSchema,
      body: updateUserRoleRequestSchema,
      response: managedUserSchema,
      handler: ({ principal, params, body }) => users.update(principal, params.id, body, 'user.change-role'),
    }),
    ...(['activate', 'deactivate'] as const).map((verb) =>
      route({
        method: 'POST',
        url: `${base}/:id/${verb}`,
        operationId: `${verb}User`,
        summary: verb === 'activate' ? 'Activate a user' : 'Deactivate a user',
        ...(verb === 'deactivate' && { description: 'Ends every sign-in of the user.' }),
        access: 'admin',
        params: idParamsSchema,
        response: managedUserSchema,
        handler: ({ principal, params }) =>
          users.update(principal, params.id, { is_active: verb === 'activate' }, `user.${verb}`),
      }),
    ),
  ]
}
