import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const metadataAddresses = new BlockList()
metadataAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
metadataAddresses.addSubnet('fe80::', 10, 'ipv6')
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6')
metadataAddresses.addAddress('100.100.100.200', 'ipv4')

/** Thrown when an address leads to a cloud's metadata service (R14). */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
}

/**
 * A fetch for addresses that an administrator typed: the host is resolved and checked before each call, and redirects
 * are refused, because either could lead to a cloud's metadata service (R14). Local and private addresses are allowed:
 * that is where Ollama and its kind listen.
 */
export const guardedFetch: typeof globalThis.fetch = async (input, init) => {
  await refuseMetadataHost(new URL(input instanceof Request ? input.url : input).hostname)
  return fetch(input, { ...init, redirect: 'error' })
}

async function refuseMetadataHost(hostname: string): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await addressesOf(host)
  for (const address of addresses) {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (metadataAddresses.check(address, family)) throw new BlockedAddressError(`${host} is not an allowed address`)
  }
}

/** A name that cannot be resolved here leads nowhere, unless a proxy resolves it: the call itself will tell. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}
