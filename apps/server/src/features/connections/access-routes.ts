import {
  accessChangeResponseSchema,
  accessListSchema,
  changeGrantedGroupsRequestSchema,
  grantAccessRequestSchema,
  grantedGroupsSchema,
  message,
  wireMessage,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { AccessService } from './access-service.ts'

const connection = '/api/v1/database-management/configurations/:id'
const url = `${connection}/access`
const userParamsSchema = idParamsSchema.extend({ userId: z.string().min(1).max(200) })
/** Limits guessing which email addresses have accounts. */
const grantRate = { max: 60, window: 60_000, by: 'user' } as const

/** Manages who may use a restricted database. The service checks that the caller is its owner or an administrator. */
export function accessRoutes(access: AccessService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url,
      operationId: 'listConnectionAccess',
      summary: 'List who can use a restricted connection',
      access: 'user',
      params: idParamsSchema,
      response: accessListSchema,
      handler: ({ principal, params }) => access.list(principal, params.id),
    }),
    route({
      method: 'POST',
      url,
      operationId: 'grantConnectionAccess',
      summary: 'Grant a user access to a restricted connection',
      access: 'user',
      rateLimit: grantRate,
      params: idParamsSchema,
      body: grantAccessRequestSchema,
      response: accessChangeResponseSchema,
      handler: async ({ principal, params, body }) => {
        const grant = await access.grant(principal, params.id, body.user_email)
        return {
          ...grant,
          config_id: params.id,
          ...wireMessage(message('Access granted to {email}', { email: grant.user_email })),
        }
      },
    }),
    route({
      method: 'DELETE',
      url: `${url}/:userId`,
      operationId: 'revokeConnectionAccess',
      summary: 'Revoke the access of a user to a restricted connection',
      access: 'user',
      params: userParamsSchema,
      response: accessChangeResponseSchema,
      handler: async ({ principal, params }) => {
        const grant = await access.revoke(principal, params.id, params.userId)
        return { ...grant, config_id: params.id, ...wireMessage(message('Access revoked successfully')) }
      },
    }),
    route({
      method: 'GET',
      url: `${connection}/groups`,
      operationId: 'listConnectionGroups',
      summary: 'List the groups that can use a restricted connection',
      access: 'admin',
      params: idParamsSchema,
      response: grantedGroupsSchema,
      handler: async ({ principal, params }) => ({ groups: await access.listGroups(principal, params.id) }),
    }),
    route({
      method: 'PUT',
      url: `${connection}/groups`,
      operationId: 'changeConnectionGroups',
      summary: 'Grant and revoke the access of groups to a restricted connection',
      description: 'Returns the groups with access.',
      access: 'admin',
      params: idParamsSchema,
      body: changeGrantedGroupsRequestSchema,
      response: grantedGroupsSchema,
      handler: async ({ principal, params, body }) => ({
        groups: await access.changeGroups(principal, params.id, body),
      }),
    }),
  ]
}
