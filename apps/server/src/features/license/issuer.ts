import { createPublicKey } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../lib/errors.ts'

/**
 * The key whose licenses are accepted (SPKI, PEM): the pinned issuer's, or else the installation's own.
 * @throws StartError if the pinned key cannot be read
 */
export function issuerPublicKey({ licenseIssuer }: Pick<Config, 'licenseIssuer'>, own: () => string): string {
  if (licenseIssuer === null) return own()
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: licenseIssuer }
    return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
  } catch (error) {
    const text = 'PARLANCE_LICENSE_ISSUER must be an Ed25519 public key in base64url. Correct it and start again.'
    throw new StartError(text, { cause: error })
  }
}

/** The host name that must match a license's domain. */
export function ownHost({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === null ? 'localhost' : new URL(publicUrl).hostname
}
