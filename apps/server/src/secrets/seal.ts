import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

const algorithm = 'aes-256-gcm'
const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a text for the store.
 * @param purpose where it belongs, for example `connection:<id>`; a sealed text moved elsewhere doesn't open
 */
export function seal(key: Secret<Uint8Array>, text: string, purpose: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key.reveal(), iv).setAAD(Buffer.from(purpose))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`
}

/**
 * Decrypts the output of `seal`.
 * @throws Error if it was changed, moved to another purpose, or sealed with another key
 */
export function openSealed(key: Secret<Uint8Array>, sealed: string, purpose: string): string {
  const [prefix, body] = sealed.split('.')
  if (prefix !== version || body === undefined) throw new Error('A stored secret has an unknown format')
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv(algorithm, key.reveal(), bytes.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
