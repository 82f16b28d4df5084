import { productVersion } from '@parlance/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

/** The page's own scripts are files; its components write style attributes. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const prefix = '/api/docs'

/** What the description tells of one route. */
export interface DescribedRoute {
  method: string
  url: string
  schema: object
}

/**
 * The API's description, made from the routes' own schemas: a page at /api/docs, JSON at /api/docs/json. Both are made,
 * and what makes them is loaded, when somebody asks for the first time: few do, and every start would wait for it.
 */
export function installOpenApi(fastify: FastifyInstance, routes: () => DescribedRoute[]): void {
  let description: Promise<FastifyInstance> | null = null
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    description ??= describe(routes())
    const answer = await (await description).inject({ method: 'GET', url: request.url })
    // Its own errors have another shape than ours.
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

/** A server of the description alone, which is asked from inside and listens nowhere. */
async function describe(routes: DescribedRoute[]): Promise<FastifyInstance> {
  const [
    { fastify: createFastify },
    { default: swagger },
    { default: swaggerUi },
    { jsonSchemaTransform, ...compilers },
  ] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('fastify-type-provider-zod'),
  ])
  const fastify = createFastify({ exposeHeadRoutes: false })
  fastify.setValidatorCompiler(compilers.validatorCompiler)
  fastify.setSerializerCompiler(compilers.serializerCompiler)
  await fastify.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parlance API',
        description: 'Ask your databases in plain language, and see exactly what was done.',
        version: productVersion,
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  await fastify.register(swaggerUi, {
    routePrefix: prefix,
    staticCSP: pagePolicy,
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
  })
  for (const route of routes) fastify.route({ ...route, handler: async () => undefined })
  await fastify.ready()
  return fastify
}
