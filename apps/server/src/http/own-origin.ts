import type { onRequestAsyncHookHandler } from 'fastify'
import type { Config } from '../config/config.ts'
import { AppError } from '../lib/errors.ts'

/**
 * Refuses a request that a page of another site made in a browser, for routes that trust the sign-in cookie. Requests
 * without an `Origin` header come from no page.
 * @param publicUrl the configured address; the host that the request names is accepted as well
 */
export function refuseOtherOrigins(publicUrl: Config['publicUrl']): onRequestAsyncHookHandler {
  const configured = publicUrl === null ? null : new URL(publicUrl).origin
  return async ({ headers: { origin }, host }) => {
    if (origin === undefined || origin === configured || isOriginOf(host, origin)) return
    throw new AppError('forbidden', {
      detail: 'This request came from a page of another site. Open Parlance at its own address and try again.',
    })
  }
}

/** The scheme is the origin's own: a proxy that ends TLS may not pass it on. */
function isOriginOf(host: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  const own = `${protocol}//${host}`
  return originHost !== '' && URL.canParse(own) && new URL(own).host === originHost
}
