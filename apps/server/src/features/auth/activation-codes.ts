import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Keys } from '../../secrets/keys.ts'
import type { Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** Letters and digits that are easily confused are left out. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8
const maxWrongCodes = 5
const hourMs = 60 * 60 * 1000

export const activationHours = 24
/** The least time between two codes. */
const resendPauseMs = 60_000

/** Makes a new code in its mailed form: XXXX-XXXX, 39 random bits. */
export function newActivationCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

interface CodeOf {
  userId: string
  code: string
  keys: Pick<Keys, 'tokenSecret'>
  now: Date
}

/** Makes the account wait for this code. An earlier code becomes invalid. */
export async function expectCode(db: Handle, { userId, code, keys, now }: CodeOf): Promise<void> {
  const change = {
    code_hash: hashCode(userId, code, keys).toString('hex'),
    expires_at: new Date(now.getTime() + activationHours * hourMs).toISOString(),
    attempts: 0,
  }
  await db
    .insertInto('activations')
    .values({ user_id: userId, activated_at: null, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

/** `invalid` for a wrong, expired or worn-out code, and for an account that doesn't expect one. */
export type CodeOutcome = 'activated' | 'already-activated' | 'invalid'

/** Compares in constant time and counts wrong codes. Call it inside a transaction, and commit whatever the outcome. */
export async function tryCode(db: Handle, { userId, code, keys, now }: CodeOf): Promise<CodeOutcome> {
  const row = await db.selectFrom('activations').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return 'invalid'
  const isRight = timingSafeEqual(Buffer.from(row.code_hash, 'hex'), hashCode(userId, code, keys))
  if (row.attempts >= maxWrongCodes) return 'invalid'
  if (!isRight) {
    await db
      .updateTable('activations')
      .set({ attempts: row.attempts + 1 })
      .where('user_id', '=', userId)
      .execute()
    return 'invalid'
  }
  if (row.activated_at !== null) return 'already-activated'
  if (row.expires_at <= now.toISOString()) return 'invalid'
  await db.updateTable('activations').set({ activated_at: now.toISOString() }).where('user_id', '=', userId).execute()
  return 'activated'
}

/** Whether the account's email address still has to be verified. */
export async function awaitsActivation(db: Handle, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('activations')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('activated_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another code may be mailed now: the account expects one, and the last one is over a minute old. */
export async function mayResend(db: Handle, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('activations')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('activated_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return false
  const madeAt = Date.parse(row.expires_at) - activationHours * hourMs
  return now.getTime() - madeAt >= resendPauseMs
}

/** Uses a keyed hash, because a code is short enough to be guessed from a plain one. */
function hashCode(userId: string, code: string, { tokenSecret }: Pick<Keys, 'tokenSecret'>): Buffer {
  const plain = code.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
  return createHmac('sha256', tokenSecret.reveal()).update(`activation:${userId}:${plain}`).digest()
}
