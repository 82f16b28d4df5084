import { message } from '@parlance/contract'
import { DriverError } from '../../contract.ts'
import type { DremioConfig } from '../config.ts'

const reuseConnection = 'arrow-flight-reuse-connection:'
const secureScheme = 'grpc+tls:'
const schemes = new Set(['grpc:', 'grpc+tcp:', secureScheme])

/**
 * Returns the port to read a result from; null for the existing connection. Another host is never contacted, whatever
 * the server says: its address was not checked, and it would receive the token (R14).
 * @throws DriverError permission
 */
export function portOf(locations: string[], config: DremioConfig): number | null {
  if (!config.use_direct_flight || locations.length === 0) return null
  for (const location of locations) {
    const url = URL.parse(location)
    if (!url) continue
    if (url.protocol === reuseConnection) return null
    if (!schemes.has(url.protocol) || (url.protocol === secureScheme) === config.disable_tls) continue
    if (url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase() !== config.host.toLowerCase()) continue
    return url.port === '' ? config.port : Number(url.port)
  }
  const text = message(
    'The server stores the result at {locations}, not at {host}. Turn off “Use direct Flight endpoints”, or enter that host.',
    { locations: locations.join(', '), host: config.host },
  )
  throw new DriverError('permission', text)
}
