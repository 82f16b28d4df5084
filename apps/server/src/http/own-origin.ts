import { message } from '@parlance/contract'
import type { onRequestAsyncHookHandler } from 'fastify'
import type { Config } from '../config/config.ts'
import { AppError } from '../lib/errors.ts'

/**
 * Refuses requests from pages of other sites, for routes that trust the sign-in cookie. Requests without an `Origin` header
 * don't come from a page.
 * @param publicUrl the configured URL. The host of the request is accepted too.
 */
export function refuseOtherOrigins(publicUrl: Config['publicUrl']): onRequestAsyncHookHandler {
  const configured = publicUrl === null ? null : new URL(publicUrl).origin
  return async ({ headers: { origin }, host }) => {
    if (origin === undefined || origin === configured || isOriginOf(host, origin)) return
    throw new AppError('forbidden', {
      detail: message('This request came from another site. Open Parlance at its own URL and try again.'),
    })
  }
}

/** Uses the scheme of the origin, because a proxy that terminates TLS might not pass it on. */
function isOriginOf(host: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  const own = `${protocol}//${host}`
  return originHost !== '' && URL.canParse(own) && new URL(own).host === originHost
}
