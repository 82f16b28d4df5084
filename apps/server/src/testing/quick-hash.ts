import { hash } from '@node-rs/argon2'

/** A hash of a password that takes hardly any time to check, because a hash says how much work its check is. */
export function hashQuickly(password: string): Promise<string> {
  return hash(password, { memoryCost: 1024, timeCost: 1 })
}
