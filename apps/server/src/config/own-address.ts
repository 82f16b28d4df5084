import type { Server } from 'node:net'
import type { Config } from './config.ts'

/**
 * The address that users open, for links in mails and the startup message. It never comes from a request's headers,
 * which anyone can write.
 * @param boundPort the port being listened on; null before that
 */
export function ownAddress(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, boundPort: number | null): string {
  return config.publicUrl ?? `http://${hostForBrowser(config.host)}:${boundPort ?? config.port}`
}

const ports = new WeakMap<Server, number>()

/** The port that a server listens on; null before that. Asked once, because each request needs it. */
export function boundPortOf(server: Server): number | null {
  const known = ports.get(server)
  if (known !== undefined) return known
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) return null
  ports.set(server, bound.port)
  return bound.port
}

function hostForBrowser(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
