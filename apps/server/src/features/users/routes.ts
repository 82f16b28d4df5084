import { Readable } from 'node:stream'
import {
  approveUserRequestSchema,
  bulkUsersRequestSchema,
  bulkUsersResponseSchema,
  deleteUserQuerySchema,
  deleteUserResponseSchema,
  managedUserSchema,
  message,
  rejectUserResponseSchema,
  updateUserRequestSchema,
  updateUserRoleRequestSchema,
  userFilterSchema,
  userListSchema,
  userPageSchema,
  userPossessionsSchema,
  userSearchQuerySchema,
  wireMessage,
} from '@parlance/contract'
import type { Config } from '../../config/config.ts'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { boundPortOf, ownAddress } from '../../config/own-address.ts'
import type { UserAdministration } from './administration.ts'
import type { UserDirectory } from './directory.ts'

const base = '/api/v1/users'

export interface UsersRoutesServices {
  userAdministration: UserAdministration
  userDirectory: UserDirectory
}

export function usersRoutes(services: UsersRoutesServices, config: Config): RouteDefinition[] {
  const { userAdministration: users, userDirectory } = services
  return [
    ...readRoutes(users, userDirectory),
    ...registrationRoutes(users, config),
    ...changeRoutes(users),
    ...bulkRoutes(users, config),
    ...removalRoutes(users),
  ]
}

function readRoutes(users: UserAdministration, directory: UserDirectory): RouteDefinition[] {
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
      url: `${base}/search`,
      operationId: 'searchUsers',
      summary: 'Search users',
      description: 'Returns a page of the users that match every given parameter, sorted, with how many match.',
      access: 'admin',
      query: userSearchQuerySchema,
      response: userPageSchema,
      handler: ({ query }) => directory.search(query),
    }),
    route({
      method: 'GET',
      url: `${base}/export`,
      operationId: 'exportUsers',
      summary: 'Export users',
      description: 'Returns every user that matches as a CSV file.',
      access: 'admin',
      rateLimit: { max: 20, window: 60_000, by: 'user' },
      query: userFilterSchema,
      handler: async ({ principal, query, reply }) => {
        const lines = await directory.exportCsv(principal, query)
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', 'attachment; filename="users.csv"')
        return reply.send(Readable.from(lines))
      },
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

function bulkRoutes(users: UserAdministration, config: Config): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/bulk`,
      operationId: 'changeUsers',
      summary: 'Change several users',
      description:
        'Changes the named users, or all that match a filter, in one transaction. Users that cannot be changed are skipped, and the response says why. You are skipped where you cannot change yourself.',
      access: 'admin',
      body: bulkUsersRequestSchema,
      bodyLimit: 2_000_000,
      response: bulkUsersResponseSchema,
      handler: ({ principal, body, raw }) =>
        users.changeMany(principal, body, ownAddress(config, boundPortOf(raw.server.server))),
    }),
  ]
}

function removalRoutes(users: UserAdministration): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/:id/possessions`,
      operationId: 'listUserPossessions',
      summary: 'List what a user owns',
      description: 'What to decide about before the user is deleted.',
      access: 'admin',
      params: idParamsSchema,
      response: userPossessionsSchema,
      handler: ({ principal, params }) => users.possessions(principal, params.id),
    }),
    route({
      method: 'DELETE',
      url: `${base}/:id`,
      operationId: 'deleteUser',
      summary: 'Delete a user',
      description:
        'Deletes the user with their conversations, and ends their sign-ins. `heir_id` gets their areas and databases, and is required if there are any.',
      access: 'admin',
      params: idParamsSchema,
      query: deleteUserQuerySchema,
      response: deleteUserResponseSchema,
      handler: async ({ principal, params, query }) => {
        const email = await users.remove(principal, params.id, query.heir_id ?? null)
        return { user_id: params.id, email, ...wireMessage(message('{email} was deleted.', { email })) }
      },
    }),
  ]
}
