import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import type { RouteDefinition } from './route.ts'

/** Scripts of the page are files. Its components set style attributes. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const prefix = '/api/docs'

/**
 * Serves the API's description: a page at /api/docs, and JSON at /api/docs/json. The server builds it on the first
 * request, so that it doesn't delay the start.
 */
export function installOpenApi(fastify: FastifyInstance, routes: readonly RouteDefinition[]): void {
  let description: Promise<FastifyInstance> | null = null
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    description ??= describe(routes)
    const answer = await (await description).inject({ method: 'GET', url: request.url })
    // The inner server's errors have another shape.
    if (answer.statusCode >= 400) throw new AppError('endpoint_not_found')
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
  }
  for (const url of [prefix, `${prefix}/*`]) fastify.get(url, { schema: { hide: true } }, handler)
  fastify.addHook('onClose', async () => {
    await description?.then(
      (server) => server.close(),
      () => undefined,
    )
  })
}

/** Creates a server that only serves the description. It doesn't listen; the handler calls it in process. */
async function describe(routes: readonly RouteDefinition[]): Promise<FastifyInstance> {
  const [{ fastify: createFastify }, { default: swagger }, { default: swaggerUi }, { openApiDocument }] =
    await Promise.all([
      import('fastify'),
      import('@fastify/swagger'),
      import('@fastify/swagger-ui'),
      import('./openapi/document.ts'),
    ])
  const fastify = createFastify({ exposeHeadRoutes: false })
  // The plugin's types know fewer keywords than OpenAPI 3.1 has.
  await fastify.register(swagger, { mode: 'static', specification: { document: openApiDocument(routes) as never } })
  await fastify.register(swaggerUi, {
    routePrefix: prefix,
    staticCSP: pagePolicy,
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
  })
  await fastify.ready()
  return fastify
}
