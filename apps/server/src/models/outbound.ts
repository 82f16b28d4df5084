import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isClosedAddress } from '@parlance/drivers'

/** Thrown when an address leads to a cloud's metadata service (R14). */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
}

/**
 * A fetch for addresses that an administrator typed: the host is resolved and checked before each call, and redirects
 * are refused, because either could lead to a cloud's metadata service (R14). Local and private addresses are allowed:
 * that is where Ollama and its kind listen. The list of refused addresses is the one of database connections.
 */
export const guardedFetch: typeof globalThis.fetch = async (input, init) => {
  await refuseMetadataHost(new URL(input instanceof Request ? input.url : input).hostname)
  return fetch(input, { ...init, redirect: 'error' })
}

async function refuseMetadataHost(hostname: string): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await addressesOf(host)
  if (addresses.some(isClosedAddress)) throw new BlockedAddressError(`${host} is not an allowed address`)
}

/** A name that cannot be resolved here leads nowhere, unless a proxy resolves it: the call itself will tell. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}
