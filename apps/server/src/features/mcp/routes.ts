import { createMcpHandler } from '@modelcontextprotocol/server'
import { createParlance } from '@parlance/client/source'
import { z } from 'zod'
import type { AppContext } from '../../context/context.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { sendAs } from './in-process.ts'
import { createMcpServer } from './server.ts'

/** A message of JSON-RPC 2.0. The protocol's library reads it. */
const messageSchema = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().max(200).optional() })

/**
 * The server of the Model Context Protocol, for models of other programs. It has no sessions of its own.
 * @param challenge leads OAuth clients to their provider
 */
export function mcpRoutes(
  { log }: Pick<AppContext, 'log'>,
  challenge: NonNullable<RouteDefinition['challenge']>,
): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/mcp',
      operationId: 'useMcp',
      summary: 'Use the server from an MCP client',
      description:
        'The Streamable HTTP transport of the Model Context Protocol. Its tools call the operations of this API with the same token.',
      access: 'user',
      ownOriginOnly: true,
      challenge,
      body: messageSchema,
      handler: async ({ raw, body, signal, reply }) => {
        const parlance = createParlance({ server: 'http://parlance.internal', token: '', fetch: sendAs(raw) })
        const onDefect = (error: unknown): string => {
          log.error({ error, requestId: raw.id }, 'An MCP tool failed')
          return 'Something went wrong. Try again.'
        }
        const handler = createMcpHandler(() => createMcpServer(parlance, { signal, onDefect }), { onerror: onDefect })
        const request = new Request('http://parlance.internal/mcp', {
          method: 'POST',
          headers: Object.entries(raw.headers).map(([name, value]) => [name, String(value)] as [string, string]),
          body: JSON.stringify(body),
          signal,
        })
        return reply.send(await handler.fetch(request, { parsedBody: body }))
      },
    }),
  ]
}
