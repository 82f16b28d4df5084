import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { partsOf } from '../../lib/parts-of.ts'
import type { Keys } from '../../secrets/keys.ts'
import { openSealed, seal } from '../../secrets/seal.ts'
import type { Database, OutgoingMailRow } from '../../store/schema.ts'
import { lifetimeOf, renderEmail } from './templates.ts'
import type { EmailTemplate, EmailTemplates, EmailText } from './templates.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** A process that has not finished an email for this long is dead. This is longer than any delivery may take. */
export const leaseMs = 2 * 60_000
/** The number of rows to try to claim one of, because other processes look at the same ones. */
const candidates = 10

/** An email to be sent. */
export interface QueuedMail<T extends EmailTemplate = EmailTemplate> {
  template: T
  to: string
  data: EmailTemplates[T]
  /** The account that it is about. Deleting the account deletes the email. Null if there is none. */
  userId: string | null
}

export interface SealedMail {
  to: string
  mail: EmailText
}

const contentSchema = z.object({
  to: z.string(),
  mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
})

/** Stores emails with their texts and addresses encrypted, because they may contain codes or links that grant access. */
export async function addMails<T extends EmailTemplate>(
  db: Handle,
  mails: QueuedMail<T>[],
  { keys, now }: { keys: Pick<Keys, 'dataKey'>; now: Date },
): Promise<void> {
  const rows = mails.map(({ template, to, data, userId }): OutgoingMailRow => {
    const id = randomUUID()
    const content: SealedMail = { to, mail: renderEmail(template, data) }
    const lifetime = lifetimeOf(template, data)
    return {
      id,
      template,
      user_id: userId,
      content: seal(keys.dataKey, JSON.stringify(content), mailPurpose(id)),
      tries: 0,
      next_try_at: now.toISOString(),
      valid_until: lifetime === null ? null : new Date(now.getTime() + lifetime).toISOString(),
      lease_until: null,
      created_at: now.toISOString(),
    }
  })
  for (const part of partsOf(rows)) await db.insertInto('outgoing_mails').values(part).execute()
}

/** Claims one due email for only this process. Null if there is none. */
export async function claimMail(db: Kysely<Database>, now: Date): Promise<OutgoingMailRow | null> {
  const moment = now.toISOString()
  const due = await db
    .selectFrom('outgoing_mails')
    .select('id')
    .where('next_try_at', '<=', moment)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', moment)]))
    .orderBy('next_try_at')
    .limit(candidates)
    .execute()
  for (const { id } of due) {
    const row = await db
      .updateTable('outgoing_mails')
      .set({ lease_until: new Date(now.getTime() + leaseMs).toISOString() })
      .where('id', '=', id)
      .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', moment)]))
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) return row
  }
  return null
}

/** @throws Error if it was sealed with other keys */
export function openMail({ id, content }: OutgoingMailRow, { dataKey }: Pick<Keys, 'dataKey'>): SealedMail {
  return contentSchema.parse(JSON.parse(openSealed(dataKey, content, mailPurpose(id))))
}

/** Removes an email completely after it was sent or dropped. */
export async function removeMail(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('outgoing_mails').where('id', '=', id).execute()
}

/** Returns an email to the queue for the first process that tries it. */
export async function postponeMail(
  db: Kysely<Database>,
  id: string,
  { tries, nextTryAt }: { tries: number; nextTryAt: Date },
): Promise<void> {
  const change = { tries, next_try_at: nextTryAt.toISOString(), lease_until: null }
  await db.updateTable('outgoing_mails').set(change).where('id', '=', id).execute()
}

/** The time when the next unclaimed email is due. Null if none waits. */
export async function nextMailAt(db: Kysely<Database>): Promise<Date | null> {
  const row = await db
    .selectFrom('outgoing_mails')
    .select('next_try_at')
    .where('lease_until', 'is', null)
    .orderBy('next_try_at')
    .executeTakeFirst()
  return row === undefined ? null : new Date(row.next_try_at)
}

export async function hasMails(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('outgoing_mails').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The purpose that seals the text of an email to its row. */
export function mailPurpose(id: string): string {
  return `mail:${id}`
}
