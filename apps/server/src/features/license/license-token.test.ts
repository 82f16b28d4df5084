import { generateKeyPairSync } from 'node:crypto'
import { CompactSign } from 'jose'
import { formatMessage } from '@parlance/contract'
import { expect, test } from 'vitest'
import { verifyLicense } from './license-token.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const now = new Date('2026-11-21T12:00:00.000Z')
const second = now.getTime() / 1000
const features = { max_users: 50, max_databases: 10, business_areas: true, api_access: true, support: 'community' }
const claims = {
  jti: 'license-1',
  iss: 'parlance-license',
  iat: second,
  nbf: second,
  exp: second + 86_400,
  edition: 'standard',
  domain: '*',
  customer_name: 'Example',
  features,
}

/** The reason why a token by the right issuer is refused. Null if it is accepted. */
async function verdict(changed: object): Promise<string | null> {
  const payload = new TextEncoder().encode(JSON.stringify({ ...claims, ...changed }))
  const token = await new CompactSign(payload).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const license = await verifyLicense(token, { publicKey: pem, host: 'localhost', now })
  return 'problem' in license ? formatMessage(license.problem) : null
}

const wrong = (name: string) =>
  `This version does not support this license. Its field “${name}” is missing or not valid.`

test.each([
  ['as it is', {}, null],
  ['without a customer', { customer_name: null }, null],
  ['without an earliest moment', { nbf: undefined }, null],
  ['without an id', { jti: '' }, wrong('jti')],
  ['of another issuer', { iss: 'other' }, 'This license is from a different issuer.'],
  ['without an issuer', { iss: undefined }, 'This license is from a different issuer.'],
  ['issued at no moment', { iat: 'x' }, wrong('iat')],
  ['issued tomorrow', { iat: second + 86_400 }, 'This license is not valid yet.'],
  ['issued tomorrow, with no earliest moment', { iat: second + 1, nbf: undefined }, 'This license is not valid yet.'],
  ['issued at a moment that no date has', { iat: -1e300 }, wrong('iat')],
  ['valid from tomorrow', { nbf: second + 86_400 }, 'This license is not valid yet.'],
  ['valid from no moment', { nbf: 'x' }, wrong('nbf')],
  ['that has ended', { exp: second }, 'This license has expired.'],
  ['without an end', { exp: undefined }, wrong('exp')],
  ['that ends at no moment', { exp: '2030' }, wrong('exp')],
  ['that ends at a moment that no date has', { exp: 8.7e12 }, wrong('exp')],
  ['that ends in the year 10000', { exp: 253_402_300_800 }, wrong('exp')],
  ['of an unknown edition', { edition: 'gold' }, wrong('edition')],
  ['without a domain', { domain: '' }, wrong('domain')],
  [
    'for another domain',
    { domain: '*.localhost' },
    'This license is for *.localhost, but the domain of this installation is localhost.',
  ],
  ['with a number for the customer', { customer_name: 5 }, wrong('customer_name')],
  ['without features', { features: null }, wrong('features')],
  ['with half a user', { features: { ...features, max_users: 1.5 } }, wrong('features.max_users')],
  ['with too few databases', { features: { ...features, max_databases: -2 } }, wrong('features.max_databases')],
  ['with a text for a truth', { features: { ...features, business_areas: 'true' } }, wrong('features.business_areas')],
])('verifies a license %s', async (_name, changed, problem) => {
  expect(await verdict(changed)).toBe(problem)
})
