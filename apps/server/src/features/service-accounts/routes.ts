import {
  createApiTokenRequestSchema,
  createdApiTokenSchema,
  createServiceAccountRequestSchema,
  serviceAccountListSchema,
  serviceAccountSchema,
} from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { ServiceAccountsService } from './service.ts'

const base = '/api/v1/service-accounts'

/** Service accounts and their tokens. Other routes for users change and delete them. */
export function serviceAccountRoutes(accounts: ServiceAccountsService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: base,
      operationId: 'listServiceAccounts',
      summary: 'List the service accounts',
      access: 'admin',
      response: serviceAccountListSchema,
      handler: () => accounts.list(),
    }),
    route({
      method: 'POST',
      url: base,
      operationId: 'createServiceAccount',
      summary: 'Create a service account',
      description: 'A user for a program. It has no password and no email. It counts as a user of the license.',
      access: 'admin',
      body: createServiceAccountRequestSchema,
      response: serviceAccountSchema,
      handler: ({ principal, body }) => accounts.create(principal, body.name),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/api-tokens`,
      operationId: 'createServiceAccountToken',
      summary: 'Create an API token for a service account',
      description: 'Only this response contains the token.',
      access: 'admin',
      rateLimit: { max: 30, window: 60_000, by: 'user' },
      params: idParamsSchema,
      body: createApiTokenRequestSchema,
      response: createdApiTokenSchema,
      handler: ({ principal, params, body }) => accounts.createToken(principal, params.id, body),
    }),
  ]
}
