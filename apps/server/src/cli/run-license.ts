import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { formatMessage, unlimited } from '@parlance/contract'
import type { Config } from '../config/config.ts'
import { StartError } from '../lib/errors.ts'
import { editionLimits, supportLevel } from '../features/license/edition-limits.ts'
import { issuerPublicKey, ownHost } from '../features/license/issuer.ts'
import { licenseKeyIn, readClaims, signLicense, verifyLicense } from '../features/license/license-token.ts'
import type { License } from '../features/license/license-token.ts'
import { keysPath, readKeysFile } from '../secrets/keys.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { Secret } from '../secrets/secret.ts'
import type { SecretString } from '../secrets/secret.ts'
import type { IssueArguments } from './license-arguments.ts'
import { refuseSharedPlace } from './secret-place.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Signs a license with the given issuer's key, or by default the installation's own. @throws StartError */
export async function issueLicense(config: Config, wanted: IssueArguments, now: Date): Promise<string> {
  const limits = editionLimits[wanted.edition]
  const license: License = {
    id: randomUUID(),
    edition: wanted.edition,
    domain: wanted.domain,
    customerName: wanted.customer,
    issuedAt: now,
    validFrom: now,
    expiresAt: new Date(now.getTime() + wanted.days * dayMs),
    features: {
      max_users: wanted.users ?? limits.max_users,
      max_databases: wanted.databases ?? limits.max_databases,
      business_areas: true,
      api_access: wanted.edition !== 'personal',
      support: supportLevel[wanted.edition],
    },
  }
  const key = wanted.keyFile === null ? new Secret(ownKeys(config).license_private_key) : readPrivateKey(wanted.keyFile)
  const token = await signLicense(license, key)
  if (wanted.out === null) return token
  writeNew(wanted.out, `${token}\n`)
  return `Wrote ${wanted.out}: ${describe(license)}`
}

/** Describes a license line by line, and whether this installation accepts it. */
export async function inspectLicense(config: Config, text: string, now: Date): Promise<string> {
  const token = licenseKeyIn(text)
  const claims = await readClaims(token)
  if (claims === null) throw new StartError('This is not a license key.')
  const publicKey = issuerPublicKey(config, () => ownKeys(config).license_public_key)
  const verdict = await verifyLicense(token, { publicKey, host: ownHost(config), now })
  const count = (limit: number) => (limit === unlimited ? 'unlimited' : String(limit))
  return [
    `License    ${claims.id}`,
    `Edition    ${claims.edition}`,
    `Customer   ${claims.customerName ?? '-'}`,
    `Domain     ${claims.domain === '*' ? 'any' : claims.domain}`,
    `Issued     ${claims.issuedAt.toISOString()}`,
    `Expires    ${claims.expiresAt.toISOString()}`,
    `Users      ${count(claims.features.max_users)}`,
    `Databases  ${count(claims.features.max_databases)}`,
    `Accepted   ${'problem' in verdict ? `no. ${formatMessage(verdict.problem)}` : 'yes'}`,
  ].join('\n')
}

/**
 * Creates an issuer's keys.
 * @param wanted where to write the private key; null for the data folder
 * @returns instructions for using them
 * @throws StartError if the file exists, or its location could publish it by mistake
 */
export function makeIssuer({ dataDir }: Pick<Config, 'dataDir'>, wanted: string | null): string {
  const out = wanted ?? join(dataDir, 'license-issuer.pem')
  refuseSharedPlace(out, { dataDir, content: 'privateKey' })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  makeFolder(dirname(resolve(out)), 0o700)
  writeNew(out, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  return [
    `Wrote the private key to ${out}. Keep it secret: anyone who has it can issue licenses.`,
    'To accept its licenses, start each installation with',
    `PARLANCE_LICENSE_ISSUER=${String(publicKey.export({ format: 'jwk' }).x)}`,
  ].join('\n')
}

/** Only reads the keys; the server's first start creates them. */
function ownKeys(config: Config) {
  const keys = readKeysFile(keysPath(config.dataDir))
  if (keys !== null) return keys
  throw new StartError(
    `There is no installation in ${config.dataDir}. Start the server once, set PARLANCE_DATA_DIR, or choose an issuer's key with --key.`,
  )
}

function readPrivateKey(file: string): SecretString {
  try {
    const pem = readFileSync(file, 'utf8')
    if (createPublicKey(createPrivateKey(pem)).asymmetricKeyType !== 'ed25519') throw new Error('another kind of key')
    return new Secret(pem)
  } catch (error) {
    throw new StartError(`${file} is not a private key from keygen.`, { cause: error })
  }
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new StartError(`Could not write ${file}. The file must not exist yet.`, { cause: error })
  }
}

function describe({ edition, expiresAt }: License): string {
  return `${edition} edition, valid until ${expiresAt.toISOString().slice(0, 10)}.`
}
