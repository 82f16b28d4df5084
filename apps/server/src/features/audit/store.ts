import type { AuditFilter } from '@parlance/contract'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
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
export type NewRecord = Omit<AuditRow, 'user_email'>

const insertOne = prepared(
  (
    db,
    id: string,
    at: string,
    userId: string | null,
    action: string,
    group: string,
    targetKind: string | null,
    targetId: string | null,
    targetName: string | null,
    outcome: AuditRow['outcome'],
    detail: string,
    changes: string | null,
    address: string | null,
    requestId: string | null,
  ) =>
    db.insertInto('audit_log').values(
      withEmail(db, {
        id,
        at,
        user_id: userId,
        action,
        action_group: group,
        target_kind: targetKind,
        target_id: targetId,
        target_name: targetName,
        outcome,
        detail,
        changes,
        address,
        request_id: requestId,
      }),
    ),
)

export async function insertRecords(db: Handle, records: NewRecord[]): Promise<void> {
  const [first, ...others] = records
  if (first === undefined) return
  if (others.length === 0) {
    await insertOne(
      db,
      first.id,
      first.at,
      first.user_id,
      first.action,
      first.action_group,
      first.target_kind,
      first.target_id,
      first.target_name,
      first.outcome,
      first.detail,
      first.changes,
      first.address,
      first.request_id,
    )
    return
  }
  for (const part of partsOf(records))
    await db
      .insertInto('audit_log')
      .values(part.map((record) => withEmail(db, record)))
      .execute()
}

/** Adds the email address that the user has when the record is written. */
function withEmail(db: Handle, record: NewRecord) {
  return { ...record, user_email: db.selectFrom('users').select('email').where('id', '=', record.user_id) }
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
