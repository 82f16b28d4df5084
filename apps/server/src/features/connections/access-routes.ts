import {
  accessChangeResponseSchema,
  accessListSchema,
  grantAccessRequestSchema,
  message,
  wireMessage,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { AccessService } from './access-service.ts'

const url = '/api/v1/database-management/configurations/:id/access'
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
  ]
}
