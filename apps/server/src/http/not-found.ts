import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { pathOf } from './request-log.ts'
import type { RouteDefinition } from './route.ts'

const apiPath = /^\/(api|apps|auth|run|run_sse|\.well-known)(\/|$)/

/**
 * Answers requests for unknown URLs: with JSON under the API's paths (405 if only the method is wrong), otherwise with the
 * app's page, which has its own routes.
 * @param sendPage sends the web bundle's page for a path. Null if there is no bundle.
 */
export function installNotFound(
  fastify: FastifyInstance,
  routes: RouteDefinition[],
  sendPage: ((reply: FastifyReply, path: string) => Promise<FastifyReply>) | null,
): void {
  const patterns = routes.map(({ method, url }) => ({ method, pattern: patternOf(url) }))
  fastify.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length > 0)
      throw new AppError('method_not_allowed', { headers: { allow: [...new Set(methods)].join(', ') } })
    if (sendPage !== null && wantsPage(request, path)) return sendPage(reply, path)
    throw new AppError('endpoint_not_found')
  })
}

/** A missing file (`/assets/x.js`) is not a page. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  if (apiPath.test(path) || !['GET', 'HEAD'].includes(request.method)) return false
  return !/\.\w{2,5}$/.test(path)
}

function patternOf(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  // oxlint-disable-next-line no-restricted-globals -- the pattern consists of our own routes
  return new RegExp(`^${parts.join('/')}/?$`)
}
