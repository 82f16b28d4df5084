import { editionSchema, licenseKeyMaxLength, message } from '@parlance/contract'
import type { Edition, Message } from '@parlance/contract'
import { z } from 'zod'
import type { SecretString } from '../../secrets/secret.ts'

const algorithm = 'EdDSA'
const issuer = 'parlance-license'

/** The last second of the year 9999. Every time up to it can be shown as a date. */
const latestMoment = 253_402_300_799
const moment = z.number().min(0).max(latestMoment)

const claimsSchema = z.object({
  jti: z.string().min(1).max(200),
  iat: moment,
  nbf: moment.optional(),
  exp: moment,
  edition: editionSchema,
  domain: z.string().min(1).max(253),
  customer_name: z.string().max(200).nullish(),
  features: z.object({
    max_users: z.number().int().min(-1),
    max_databases: z.number().int().min(-1),
    business_areas: z.boolean(),
    api_access: z.boolean(),
    support: z.string().max(100),
  }),
})

/** The content of a license, proven by its signature. Times are Dates. */
export interface License {
  id: string
  edition: Edition
  /** A host name, `*.example.com`, or `*` for any. */
  domain: string
  customerName: string | null
  issuedAt: Date
  validFrom: Date
  expiresAt: Date
  features: z.infer<typeof claimsSchema>['features']
}

export interface LicenseProblem {
  /** Says for users why the license is not accepted. */
  problem: Message
}

/** Loaded when a license is created or read, so that the server starts faster. */
const loadJose = () => import('jose')

/** Extracts the key from a pasted or sent text. Emails break long lines, and a key has no spaces. */
export function licenseKeyIn(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

/** Signs a license with an issuer's Ed25519 key (PKCS#8, PEM). */
export async function signLicense(license: License, privateKey: SecretString): Promise<string> {
  const { SignJWT, importPKCS8 } = await loadJose()
  const key = await importPKCS8(privateKey.reveal(), algorithm)
  return new SignJWT({
    edition: license.edition,
    domain: license.domain,
    customer_name: license.customerName,
    features: license.features,
  })
    .setProtectedHeader({ alg: algorithm, typ: 'parlance-license' })
    .setIssuer(issuer)
    .setJti(license.id)
    .setIssuedAt(license.issuedAt)
    .setNotBefore(license.validFrom)
    .setExpirationTime(license.expiresAt)
    .sign(key)
}

/**
 * Verifies a license: its issuer, its time and its domain. A refusal is a value with its reason.
 * @param publicKey the issuer's key (SPKI, PEM)
 * @param host the installation's own host name
 */
export async function verifyLicense(
  token: string,
  { publicKey, host, now }: { publicKey: string; host: string; now: Date },
): Promise<License | LicenseProblem> {
  if (token.length > licenseKeyMaxLength) return { problem: message('This is not a license key.') }
  const { importSPKI, jwtVerify } = await loadJose()
  try {
    const key = await importSPKI(publicKey, algorithm)
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], issuer, currentDate: now })
    const claims = claimsSchema.safeParse(payload)
    if (!claims.success) return { problem: wrongPart(claims.error.issues[0]?.path.join('.')) }
    const license = toLicense(claims.data)
    if (license.validFrom > now) return { problem: message('This license is not valid yet.') }
    return domainMatches(license.domain, host)
      ? license
      : {
          problem: message('This license is for {domain}, but the domain of this installation is {host}.', {
            domain: license.domain,
            host,
          }),
        }
  } catch (error) {
    return { problem: await describeRefusal(error) }
  }
}

/** Reads the claims of a key without verifying them, only for display. Null if it is not a license key. */
export async function readClaims(token: string): Promise<License | null> {
  const { decodeJwt } = await loadJose()
  try {
    const claims = claimsSchema.safeParse(decodeJwt(token))
    return claims.success ? toLicense(claims.data) : null
  } catch {
    return null
  }
}

function toLicense(claims: z.infer<typeof claimsSchema>): License {
  return {
    id: claims.jti,
    edition: claims.edition,
    domain: claims.domain,
    customerName: claims.customer_name ?? null,
    issuedAt: new Date(claims.iat * 1000),
    validFrom: new Date(Math.max(claims.nbf ?? 0, claims.iat) * 1000),
    expiresAt: new Date(claims.exp * 1000),
    features: claims.features,
  }
}

async function describeRefusal(error: unknown): Promise<Message> {
  const { errors } = await loadJose()
  if (error instanceof errors.JWTExpired) return message('This license has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return message('This license is from a different issuer.')
    const isEarly = error.claim === 'nbf' && error.reason === 'check_failed'
    return isEarly ? message('This license is not valid yet.') : wrongPart(error.claim)
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return message(
      'The signature of this license is not valid. The license was changed, or it is from a different issuer.',
    )
  }
  return message('This is not a license key.')
}

function wrongPart(field = 'edition'): Message {
  return message('This version does not support this license. Its field “{field}” is missing or not valid.', { field })
}

function domainMatches(domain: string, host: string): boolean {
  const wanted = domain.toLowerCase()
  const actual = host.toLowerCase()
  if (wanted === '*') return true
  return wanted.startsWith('*.') ? actual.endsWith(wanted.slice(1)) : actual === wanted
}
