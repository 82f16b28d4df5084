import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes, the library's (and OWASP's) defaults. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password))
}

let placeholder: Promise<string> | null = null

/**
 * Whether the password matches the account. Without an account, or if it has no password yet, it returns false after the same time, so that the timing
 * doesn't reveal which email addresses exist.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  placeholder ??= hash('no account has this password')
  const matches = await verify(passwordHash || (await placeholder), normalized(password))
  return Boolean(passwordHash) && matches
}

/** Keyboards and systems encode the same letters in different ways. */
function normalized(password: string): string {
  return password.normalize('NFKC')
}
