import { message, verbatim, type Message } from '@parlance/contract/messages'
import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { DriverError } from '../contract.ts'
import type { ServerConfig } from './fields.ts'

const reachTimeoutSeconds = 10

/** Addresses at which clouds serve the machine's credentials (R14). */
const metadataAddresses = new BlockList()
metadataAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
metadataAddresses.addAddress('100.100.100.200', 'ipv4')
metadataAddresses.addAddress('168.63.129.16', 'ipv4')
metadataAddresses.addAddress('192.0.0.192', 'ipv4')
metadataAddresses.addSubnet('fe80::', 10, 'ipv6')
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6')

let isMetadataAllowed = false

/** Allows connections to cloud metadata addresses. Only the operator can do this, at start. */
export function allowMetadataAddresses(allowed: boolean): void {
  isMetadataAllowed = allowed
}

/**
 * Resolves a host's name to its addresses. The connection then uses one of these, so that a second answer of the name
 * service cannot lead elsewhere.
 * @throws DriverError unreachable, or permission for a forbidden address
 */
export async function resolveHost(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch((cause: unknown) => {
    const text = message('Could not resolve the host name {host}. Check its spelling.', { host })
    throw new DriverError('unreachable', text, { cause, stage: 'resolve' })
  })
  const addresses = found.map(({ address }) => address)
  const forbidden = addresses.find(isClosedAddress)
  if (forbidden === undefined) return addresses
  const text =
    forbidden === host
      ? message('Parlance does not connect to the address {address}.', { address: forbidden })
      : message('Parlance does not connect to {address}, the address of {host}.', { address: forbidden, host })
  throw new DriverError('permission', text, { stage: 'resolve' })
}

/**
 * Returns the first of a host's addresses at which something listens: 'localhost' often has two, with a server on one
 * of them.
 * @throws DriverError unreachable or timeout, from the last attempt
 */
export async function findListening(addresses: string[], port: number): Promise<string> {
  let failure: unknown = null
  for (const address of addresses) {
    try {
      await reachPort(address, port)
      return address
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/**
 * Whether this server must not connect to an IP address: those of cloud metadata, unless the operator allowed them
 * (R14).
 */
export function isClosedAddress(address: string): boolean {
  if (isMetadataAllowed) return false
  const plain = address.split('%', 1)[0] ?? ''
  return metadataAddresses.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

async function reachPort(address: string, port: number): Promise<void> {
  const socket = connect({ host: address, port })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
      socket.setTimeout(reachTimeoutSeconds * 1000, () => reject(noAnswerFrom(address, port)))
    })
  } catch (error) {
    throw describeNetworkError(error) ?? error
  } finally {
    socket.destroy()
  }
}

function noAnswerFrom(address: string, port: number): DriverError {
  const text = message('{address} did not answer on port {port} within {seconds} s.', {
    address,
    port,
    seconds: reachTimeoutSeconds,
  })
  return new DriverError('timeout', text)
}

/** TLS settings for a client library; null for a plain connection. */
export function tlsOptions(config: ServerConfig): ConnectionOptions | null {
  if (config.tls === 'disable') return null
  const options: ConnectionOptions = { rejectUnauthorized: config.tls === 'verify' }
  if (isIP(config.host) === 0) options.servername = config.host
  if (config.tls_ca !== null) options.ca = config.tls_ca
  return options
}

const connectionClosed = message('The server closed the connection.')
const networkUnreachable = message('The network of this host is unreachable.')

const unreachableCodes: Record<string, Message> = {
  ECONNREFUSED: message('The server refused the connection. Nothing is listening on this host and port.'),
  ECONNRESET: connectionClosed,
  EPIPE: connectionClosed,
  EHOSTUNREACH: message('There is no network route to this host.'),
  EADDRNOTAVAIL: networkUnreachable,
  ENETUNREACH: networkUnreachable,
  ENOTFOUND: message('Could not resolve the host name. Check its spelling.'),
  PROTOCOL_CONNECTION_LOST: connectionClosed,
}

/** Describes errors below the database's own protocol, which are the same for all engines; null for any other. */
export function describeNetworkError(error: unknown): DriverError | null {
  if (error instanceof DriverError) return error
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const text = unreachableCodes[code]
  if (text) return new DriverError('unreachable', text, { cause: error })
  if (code.startsWith('HPE_')) return unreadableAnswer(error)
  if (code === 'ETIMEDOUT')
    return new DriverError('timeout', message('The server did not answer in time.'), { cause: error })
  if (isTlsError(code, error.message)) {
    return tlsError(error.message, error)
  }
  return null
}

/** Describes a TLS failure in plain words, including those that OpenSSL reports with positions in its source. */
export function tlsError(said: string, cause: unknown): DriverError {
  if (asksForWallet(said)) {
    const text = message(
      'The server requires a client certificate (a wallet), which is not supported. Configure it to accept password sign-in over TLS.',
    )
    return new DriverError('tls', text, { cause })
  }
  const reason = (/:SSL routines:[^:]*:([^:]+):/.exec(said)?.[1] ?? said).trim().replace(/\.$/, '')
  return new DriverError('tls', message('The TLS connection to the server failed: {reason}.', { reason }), { cause })
}

/** Whether a server refused TLS because its client has no certificate. */
export function asksForWallet(said: string): boolean {
  return /alert certificate required|alert handshake failure|alert bad certificate/.test(said)
}

/** The answer doesn't match the protocol of this kind. Usually another program listens there. */
export function unreadableAnswer(cause: unknown): DriverError {
  const text = message(
    'The server sent an unexpected response. Check that the host and port belong to a database of this type.',
  )
  return new DriverError('unreachable', text, { cause })
}

/**
 * The fallback for an error that nothing else explains. A client library that failed on an answer gives few details.
 */
export function unexplainedError(error: unknown): DriverError {
  const isLibraryFault = error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isLibraryFault || /^ERR_(OUT_OF_RANGE|OSSL|BUFFER)/.test(code)) return unreadableAnswer(error)
  return new DriverError('unknown', verbatim(error instanceof Error ? error.message : String(error)), { cause: error })
}

function isTlsError(code: string, said: string): boolean {
  if (/^ERR_(TLS|SSL)_|^CERT_|^EPROTO$|_CERT$|_CERTIFICATE$|SELF_SIGNED|UNABLE_TO_|^HANDSHAKE_/.test(code)) return true
  return /SSL|TLS|secure connection|certificate/i.test(said)
}
