import { z } from 'zod'

/** The longest address that mail servers take. */
const emailMaxLength = 254
const localMaxLength = 64

// Letters of every script may stand in an address; what no eye can see may not.
const localPattern = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const invisible = /\p{Default_Ignorable_Code_Point}/u
const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** The one form of an address in which it is stored and shown: wide, ligature and other compatible letters become plain. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim()
}

/** Whether mail can be sent to it; expects the normalised form. */
export function isEmail(email: string): boolean {
  const { local, domain } = splitEmail(email)
  if (email.length > emailMaxLength || local.length > localMaxLength) return false
  return localPattern.test(local) && !invisible.test(email) && domainPattern.test(asciiDomain(domain))
}

/** What tells accounts apart: every spelling of an address, whatever its case or the form of its domain, has one key. */
export function emailKey(email: string): string {
  const { local, domain } = splitEmail(normalizeEmail(email).toLowerCase().normalize('NFKC'))
  return `${local}@${asciiDomain(domain) || domain}`
}

/**
 * An e-mail field, normalised.
 * @param missing the text when it is empty or no text @param invalid the text when no mail could be sent to it
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

/** The form of a domain that the name service knows (`münchen.example` → `xn--mnchen-3ya.example`); empty for none. */
function asciiDomain(domain: string): string {
  const address = `http://${domain}`
  if (domain === '' || /[/\\?#:@[\]%\s]/.test(domain) || !URL.canParse(address)) return ''
  return new URL(address).hostname
}
