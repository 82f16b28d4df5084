import { message } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import type { OracleConfig } from './manifest.ts'

const connectTimeoutSeconds = 10
/** The largest packet size that both sides may use. */
const packetSize = 65_535

const connectName = /^[\p{L}\p{N}_$#.-]+$/u

/**
 * Builds a connect descriptor only from checked parts. No input is read as a descriptor, an alias of `tnsnames.ora` or
 * the address of a configuration service (R14).
 * @param address the resolved address of the host
 * @throws DriverError missing-object for a name that is missing or that a listener cannot have
 */
export function connectDescriptor(config: OracleConfig, address: string): string {
  const protocol = config.tls === 'disable' ? 'tcp' : 'tcps'
  const timeout = `(CONNECT_TIMEOUT=${connectTimeoutSeconds})(TRANSPORT_CONNECT_TIMEOUT=${connectTimeoutSeconds})`
  const target = `(ADDRESS=(PROTOCOL=${protocol})(HOST=${address})(PORT=${config.port}))`
  return `(DESCRIPTION=${timeout}(SDU=${packetSize})${target}(CONNECT_DATA=${connectData(config)}))`
}

function connectData(config: OracleConfig): string {
  if (config.oracle_connection_type === 'service_name') {
    const name = config.service_name
    if (name === null) throw new DriverError('missing-object', message('Enter the service name of the database.'))
    if (connectName.test(name)) return `(SERVICE_NAME=${name})`
    throw new DriverError('missing-object', message('{name} is not a valid service name.', { name }))
  }
  const sid = config.sid ?? config.database
  if (connectName.test(sid)) return `(SID=${sid})`
  throw new DriverError('missing-object', message('{sid} is not a valid SID.', { sid }))
}
