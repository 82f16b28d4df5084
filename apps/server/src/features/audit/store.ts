import type { AuditFilter } from '@parlance/contract'
import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import { partsOf } from '../../lib/parts-of.ts'
import { prepared } from '../../store/prepared.ts'
import type { AuditLogTable, Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

export type AuditRow = Selectable<AuditLogTable>

/** The position of a record in the log: newest first, and by ID within a millisecond. IDs follow the order of writing. */
export type Position = Pick<AuditRow, 'at' | 'id'>

/** Records that a search reads at a time. */
export const searchStep = 10_000

/** A record without the email address of who acted. */
export type NewRecord = Omit<Insertable<AuditLogTable>, 'user_email'> & { user_id: string | null }

export async function insertRecords(db: Handle, records: NewRecord[]): Promise<void> {
  const emails = await emailsOf(
    db,
    records.flatMap(({ user_id: id }) => id ?? []),
  )
  const rows = records.map((record) => ({ ...record, user_email: emails.get(record.user_id ?? '') ?? null }))
  for (const part of partsOf(rows)) await db.insertInto('audit_log').values(part).execute()
}

const emailOf = prepared((db, id: string) => db.selectFrom('users').select(['id', 'email']).where('id', '=', id))

async function emailsOf(db: Handle, userIds: string[]): Promise<Map<string, string>> {
  const emails = new Map<string, string>()
  const ids = [...new Set(userIds)]
  const [first] = ids
  if (first !== undefined && ids.length === 1) {
    for (const { id, email } of await emailOf(db, first)) emails.set(id, email)
    return emails
  }
  for (const part of partsOf(ids)) {
    const users = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', part).execute()
    for (const { id, email } of users) emails.set(id, email)
  }
  return emails
}

/** Reads one page after a position, newest first. The indexes begin with each filter and end with `at, id`. */
export async function listRecords(
  db: Kysely<Database>,
  filter: AuditFilter,
  { after, limit }: { after: Position | null; limit: number },
): Promise<AuditRow[]> {
  return pageOf(db, filter, { after, limit }).selectAll().execute()
}

/**
 * Searches the next records after a position, so that no search reads the whole log at once.
 * @returns what matches, and the last position that was read. That is null at the end of the log.
 */
export async function searchRecords(
  db: Kysely<Database>,
  { search = '', ...filter }: AuditFilter,
  { after, limit }: { after: Position | null; limit: number },
): Promise<{ rows: AuditRow[]; end: Position | null }> {
  const part = { after, limit: searchStep }
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const searched = ['user_email', 'target_name', 'action', 'address', 'detail', 'changes', 'request_id'] as const
  const rows = await db
    .selectFrom(pageOf(db, filter, part).selectAll().as('part'))
    .selectAll()
    .where((where) =>
      where.or(searched.map((column) => sql<boolean>`lower(${where.ref(column)}) like ${pattern} escape '\\'`)),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const full = rows.length === limit ? rows.at(-1) : undefined
  if (full !== undefined) return { rows, end: full }
  const last = await pageOf(db, filter, { after, limit: 1 })
    .select(['at', 'id'])
    .offset(searchStep - 1)
    .executeTakeFirst()
  return { rows, end: last ?? null }
}

/** Reads the records after a position, oldest first, until a moment. */
export async function recordsAfter(
  db: Kysely<Database>,
  { at, id }: Position,
  { until, limit }: { until?: string; limit: number },
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .where('at', '>=', at)
    .where((where) => where.or([where('at', '>', at), where('id', '>', id)]))
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
  if (until !== undefined) query = query.where('at', '<', until)
  return query.execute()
}

function pageOf(
  db: Kysely<Database>,
  filter: AuditFilter,
  { after, limit }: { after: Position | null; limit: number },
) {
  let query = db.selectFrom('audit_log').orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
  if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id)
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.group !== undefined) query = query.where('action_group', '=', filter.group)
  if (filter.target_id !== undefined) query = query.where('target_id', '=', filter.target_id)
  if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome)
  if (filter.from !== undefined) query = query.where('at', '>=', utc(filter.from))
  if (filter.to !== undefined) query = query.where('at', '<', utc(filter.to))
  if (after !== null) {
    query = query
      .where('at', '<=', after.at)
      .where((where) => where.or([where('at', '<', after.at), where('id', '<', after.id)]))
  }
  return query
}

/** Stored times are compared as text, so all have the same format. */
function utc(moment: string): string {
  return new Date(moment).toISOString()
}
