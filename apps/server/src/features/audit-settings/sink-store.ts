import { auditSinkSettingsSchema, type AuditSinkSettings, type Message } from '@parlance/contract'
import type { Kysely, Selectable } from 'kysely'
import type { AuditSinksTable, Database } from '../../store/schema.ts'

export type SinkRow = Selectable<AuditSinksTable>

/** Longer than a batch may take. */
const leaseMs = 60_000

export function listSinks(db: Kysely<Database>): Promise<SinkRow[]> {
  return db.selectFrom('audit_sinks').selectAll().orderBy('created_at').orderBy('id').execute()
}

export async function findSink(db: Kysely<Database>, id: string): Promise<SinkRow | null> {
  const row = await db.selectFrom('audit_sinks').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export function settingsOf(row: SinkRow): AuditSinkSettings {
  return auditSinkSettingsSchema.parse(JSON.parse(row.settings))
}

/** Takes or extends the lease of a sink. @returns false if another process sends to it, or if it was changed */
export async function takeLease(db: Kysely<Database>, row: SinkRow, owner: string, now: Date): Promise<boolean> {
  const moment = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('audit_sinks')
    .set({ leased_by: owner, leased_until: new Date(now.getTime() + leaseMs).toISOString() })
    .where('id', '=', row.id)
    .where('is_active', '=', 1)
    .where('updated_at', '=', row.updated_at)
    .where((where) =>
      where.or([where('leased_by', 'is', null), where('leased_by', '=', owner), where('leased_until', '<', moment)]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

/** Stores the end of a batch, unless another process has taken over. */
export async function storeProgress(
  db: Kysely<Database>,
  row: SinkRow,
  owner: string,
  progress: Partial<SinkRow>,
): Promise<void> {
  await db.updateTable('audit_sinks').set(progress).where('id', '=', row.id).where('leased_by', '=', owner).execute()
}

export function storedError(text: Message): string {
  return JSON.stringify(text)
}
