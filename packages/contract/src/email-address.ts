import { z } from 'zod'

/** Longest address that mail servers accept. */
const emailMaxLength = 254
const localMaxLength = 64

// Letters of every script are valid. Invisible characters are not.
const localPattern = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const invisible = /\p{Default_Ignorable_Code_Point}/u
const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** @returns the form of an address that is stored and shown, with wide letters and ligatures replaced by plain ones */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim()
}

/** @returns whether a normalized text is an email address */
export function isEmail(email: string): boolean {
  const { local, domain } = splitEmail(email)
  if (email.length > emailMaxLength || local.length > localMaxLength) return false
  return localPattern.test(local) && !invisible.test(email) && domainPattern.test(asciiDomain(domain))
}

/** @returns the key of an account: the same for every spelling of an address */
export function emailKey(email: string): string {
  const { local, domain } = splitEmail(normalizeEmail(email).toLowerCase().normalize('NFKC'))
  return `${local}@${asciiDomain(domain) || domain}`
}

/** @returns the domain as account keys have it (`München.example` → `xn--mnchen-3ya.example`); null if it isn't one */
export function emailDomain(text: string): string | null {
  const domain = asciiDomain(text.normalize('NFKC').trim().toLowerCase())
  return domainPattern.test(domain) ? domain : null
}

/**
 * An email field. Its value is normalized.
 * @param missing the error if it is empty or not text
 * @param invalid the error if it is not an email address
 */
export function emailSchema(missing: string, invalid: string) {
  return z
    .string(missing)
    .min(1, { error: missing, abort: true })
    .max(emailMaxLength, { error: invalid, abort: true })
    .overwrite(normalizeEmail)
    .refine(isEmail, invalid)
}

function splitEmail(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@')
  return at === -1 ? { local: email, domain: '' } : { local: email.slice(0, at), domain: email.slice(at + 1) }
}

/** @returns the ASCII form of a domain (`münchen.example` → `xn--mnchen-3ya.example`), or an empty text if it has none */
function asciiDomain(domain: string): string {
  const address = `http://${domain}`
  if (domain === '' || /[/\\?#:@[\]%\s]/.test(domain) || !URL.canParse(address)) return ''
  return new URL(address).hostname
}
