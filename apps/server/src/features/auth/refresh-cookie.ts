import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { refreshTokenDays } from './sign-ins.ts'

export const refreshCookie = { name: 'parlance_refresh', path: '/api/v1/auth' }

/** Gives the browser its refresh token. Scripts cannot read the cookie, and only our own pages send it. */
export function setRefreshCookie(
  refreshToken: string,
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl'>,
): void {
  reply.setCookie(refreshCookie.name, refreshToken, {
    path: refreshCookie.path,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request, config),
    maxAge: refreshTokenDays * 24 * 60 * 60,
  })
}

/** Whether browsers reach the server over HTTPS. */
export function isSecure({ protocol }: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? protocol === 'https'
}
