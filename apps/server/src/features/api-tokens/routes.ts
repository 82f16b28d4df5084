import {
  apiTokenListSchema,
  createApiTokenRequestSchema,
  createdApiTokenSchema,
  listAllApiTokensQuerySchema,
  messageResponseSchema,
  ownedApiTokenListSchema,
} from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { ApiTokensService } from './service.ts'

const base = '/api/v1/api-tokens'
const allTokens = '/api/v1/admin/api-tokens'

/** A user's own tokens, which no token can read or make, and all of them for administrators. */
export function apiTokenRoutes(tokens: ApiTokensService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: base,
      operationId: 'listApiTokens',
      summary: 'List your API tokens',
      description: 'Newest first, without revoked ones. The tokens themselves are not included.',
      access: 'user',
      response: apiTokenListSchema,
      handler: ({ principal }) => tokens.list(principal.userId),
    }),
    route({
      method: 'POST',
      url: base,
      operationId: 'createApiToken',
      summary: 'Create an API token',
      description: 'Only this response contains the token. Send it as `Authorization: Bearer TOKEN`.',
      access: 'user',
      rateLimit: { max: 30, window: 60_000, by: 'user' },
      body: createApiTokenRequestSchema,
      response: createdApiTokenSchema,
      handler: ({ principal, body }) => tokens.create(principal, principal.userId, body),
    }),
    route({
      method: 'DELETE',
      url: `${base}/:id`,
      operationId: 'revokeApiToken',
      summary: 'Revoke an API token',
      description: 'Ends it at once, also in open responses.',
      access: 'user',
      params: idParamsSchema,
      response: messageResponseSchema,
      handler: async ({ principal, params }) => {
        await tokens.revoke(principal, principal.userId, params.id)
        return { message: 'The API token was revoked.' }
      },
    }),
    route({
      method: 'GET',
      url: allTokens,
      operationId: 'listAllApiTokens',
      summary: 'List the API tokens of all users',
      description: 'A page, newest first, without revoked ones. The tokens themselves are not included.',
      access: 'admin',
      query: listAllApiTokensQuerySchema,
      response: ownedApiTokenListSchema,
      handler: ({ query }) => tokens.listAll(query),
    }),
    route({
      method: 'DELETE',
      url: `${allTokens}/:id`,
      operationId: 'revokeAnyApiToken',
      summary: "Revoke a user's API token",
      description: 'Ends it at once, also in open responses.',
      access: 'admin',
      params: idParamsSchema,
      response: messageResponseSchema,
      handler: async ({ principal, params }) => {
        await tokens.revoke(principal, null, params.id)
        return { message: 'The API token was revoked.' }
      },
    }),
  ]
}
