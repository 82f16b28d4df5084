import { message, type Message } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { findCause } from '../../lib/find-cause.ts'
import { BlockedAddressError } from '../../models/outbound.ts'

/** The error for a system that could not be reached: it says why, as far as the network said. */
export function unreached(error: unknown, address: string): AppError {
  return new AppError('bad_request', { detail: describe(error, address), cause: error })
}

/** The first one whose pattern a code of the error matches. */
const texts: readonly (readonly [RegExp, (address: string) => Message])[] = [
  [
    /^(ENOTFOUND|EAI_AGAIN|ENODATA)$/,
    (address) => message('Could not find {address}. Check the name and the name service of this server.', { address }),
  ],
  [
    /^ECONNREFUSED$/,
    (address) => message('{address} refused the connection. Check the port and the protocol.', { address }),
  ],
  [
    /^(ETIMEDOUT|TimeoutError|AbortError|ABORT_ERR)$/,
    (address) => message('{address} did not answer in time. Check the address and the firewall.', { address }),
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    (address) => message('This server has no route to {address}. Check the address and the network.', { address }),
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    (address) => message('The certificate of {address} has expired. Renew it on that server.', { address }),
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    (address) => message('The certificate of {address} is for another name. Check the host name.', { address }),
  ],
  [
    /SELF_SIGNED|^UNABLE_TO_|^CERT_/,
    (address) =>
      message('This server does not trust the certificate of {address}. Use a certificate from a trusted authority.', {
        address,
      }),
  ],
  [
    /^(ERR_SSL_|EPROTO$)/,
    (address) => message('{address} does not use TLS on this port. Check the port and the protocol.', { address }),
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    (address) => message('{address} closed the connection. Check the port and the protocol.', { address }),
  ],
]

function describe(error: unknown, address: string): Message {
  if (findCause(error, (each) => each instanceof BlockedAddressError) !== null) {
    return message('Parlance does not connect to {address}, because this address is not allowed.', { address })
  }
  for (const [pattern, text] of texts) {
    if (findCause(error, (each) => codesOf(each).some((code) => pattern.test(code))) !== null) return text(address)
  }
  return message('Could not send to {address}. Check its address and certificate.', { address })
}

function codesOf(error: Error & { code?: unknown }): string[] {
  return [error.name, ...(typeof error.code === 'string' ? [error.code] : [])]
}
