import {
  sessionListQuerySchema,
  sessionListSchema,
  sessionResetQuerySchema,
  sessionResetResponseSchema,
  sessionStatisticsSchema,
} from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { SessionAdministration } from './session-administration.ts'

const base = '/api/v1/admin/sessions'

export function sessionAdministrationRoutes(sessions: SessionAdministration): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: base,
      operationId: 'listAllConversations',
      summary: 'List conversations of all users',
      description: 'Last used first, in numbers. It never returns the text of a question or an answer.',
      access: 'admin',
      query: sessionListQuerySchema,
      response: sessionListSchema,
      handler: ({ principal, query }) => sessions.list(principal, query),
    }),
    route({
      method: 'GET',
      url: `${base}/stats`,
      operationId: 'getConversationStatistics',
      summary: 'Get statistics about all conversations',
      access: 'admin',
      response: sessionStatisticsSchema,
      handler: () => sessions.statistics(),
    }),
    route({
      method: 'DELETE',
      url: `${base}/reset`,
      operationId: 'deleteConversationsByAge',
      summary: 'Delete conversations of all users by age',
      access: 'admin',
      query: sessionResetQuerySchema,
      response: sessionResetResponseSchema,
      handler: async ({ principal, query }) => {
        const count = await sessions.reset(principal, query.filter)
        const message = count === 1 ? 'Deleted 1 conversation.' : `Deleted ${count} conversations.`
        return { message, deleted_count: count }
      },
    }),
  ]
}
