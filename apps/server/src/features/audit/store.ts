import { message } from '@parlance/contract'
import type { AuditEntry, AuditFilter } from '@parlance/contract'
import type { Insertable, Kysely } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { AuditLogTable, Database } from '../../store/schema.ts'

/** The position of a record in the log: newest first, and by id within a millisecond. */
export type Position = Pick<AuditEntry, 'at' | 'id'>

export async function insertRecord(db: Kysely<Database>, record: Insertable<AuditLogTable>): Promise<void> {
  await db.insertInto('audit_log').values(record).execute()
}

/** Reads one page after a position. The indexes begin with each filter and end with `at, id`. */
export async function listRecords(
  db: Kysely<Database>,
  filter: AuditFilter,
  { after, limit }: { after: Position | null; limit: number },
): Promise<AuditEntry[]> {
  let query = db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .selectAll('audit_log')
    .select('users.email as user_email')
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
  if (filter.user_id !== undefined) query = query.where('audit_log.user_id', '=', filter.user_id)
  if (filter.action !== undefined) query = query.where('audit_log.action', '=', filter.action)
  if (filter.outcome !== undefined) query = query.where('audit_log.outcome', '=', filter.outcome)
  if (filter.from !== undefined) query = query.where('audit_log.at', '>=', utc(filter.from))
  if (filter.to !== undefined) query = query.where('audit_log.at', '<', utc(filter.to))
  if (after !== null) {
    query = query
      .where('audit_log.at', '<=', after.at)
      .where((where) => where.or([where('audit_log.at', '<', after.at), where('audit_log.id', '<', after.id)]))
  }
  return (await query.execute()).map((row) => ({
    ...row,
    user_email: row.user_email ?? null,
    detail: JSON.parse(row.detail) as AuditEntry['detail'],
  }))
}

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** @throws AppError bad_request */
export function decodeCursor(cursor: string): Position {
  const [, at, id] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\w-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined)
    throw new AppError('bad_request', {
      detail: message('The field “cursor” is not valid. Use the next_cursor of the previous page.'),
    })
  return { at, id }
}

/** Stored times are compared as text, so all have the same format. */
function utc(moment: string): string {
  return new Date(moment).toISOString()
}
