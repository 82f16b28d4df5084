import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { productVersion } from '@parlance/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** The page's own scripts are files; its components write style attributes. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The API's description, made from the routes' own schemas: a page at /api/docs, JSON at /api/docs/json. */
export async function installOpenApi(fastify: FastifyInstance): Promise<void> {
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
    routePrefix: '/api/docs',
    staticCSP: pagePolicy,
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
  })
}
