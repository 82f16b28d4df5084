import { auditSentenceText, type AuditChange, type AuditEntry } from '@parlance/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'
import type { AuditRow } from './store.ts'

/** The details that name something by its ID. */
const references = ['user', 'acting_as', 'connection', 'area'] as const

type Stored = Omit<AuditEntry, 'names' | 'sentence'>

/** Reads the names that records need, and says each as a sentence. */
export async function presentRecords(db: Kysely<Database>, rows: AuditRow[]): Promise<AuditEntry[]> {
  const records = rows.map((row): Stored => {
    const { action_group: _, ...fields } = row
    const detail: AuditEntry['detail'] = JSON.parse(row.detail)
    const changes: AuditChange[] = row.changes === null ? [] : JSON.parse(row.changes)
    return { ...fields, detail, changes }
  })
  const named = await readNames(db, new Set(records.flatMap(idsIn)))
  const emails = await readEmails(db, new Set(records.flatMap(({ user_id: id }) => id ?? [])))
  return records.map((record) => {
    const names = Object.fromEntries(
      idsIn(record).flatMap((id): [string, string][] => {
        const name = named.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    )
    const whole = { ...record, user_email: emails.get(record.user_id ?? '') ?? record.user_email, names }
    return { ...whole, sentence: auditSentenceText(whole) }
  })
}

function idsIn({ detail }: Pick<Stored, 'detail'>): string[] {
  return references.flatMap((field) => {
    const id = detail[field]
    return typeof id === 'string' ? [id] : []
  })
}

async function readNames(db: Kysely<Database>, ids: Set<string>): Promise<Map<string, string>> {
  const names = await readEmails(db, ids)
  if (ids.size === 0) return names
  for (const table of ['connections', 'areas'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}

async function readEmails(db: Kysely<Database>, ids: Set<string>): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
