import { randomUUID } from 'node:crypto'
import type {
  ColumnSecurityRules,
  ExposurePart,
  PendingApproval,
  RowSecurityRules,
  Visibility,
} from '@parlance/contract'
import type { AreaTableRecord } from '../store/area-record.ts'
import type { Handle } from '../store/area-store.ts'

/** What an owner asked for and an administrator has to approve: only the parts that wait. */
export interface WaitingChange {
  /** Tables to add. */
  tables?: AreaTableRecord[]
  rowRules?: RowSecurityRules | null
  columnRules?: ColumnSecurityRules | null
  visibility?: Visibility
  isActive?: true
  applicationId?: string
  /** Ids of users who are to get access. */
  grants?: string[]
}

type NewRequest = Pick<WaitingRequest, 'areaId' | 'requestedBy' | 'requestedAt' | 'change'>

export interface WaitingRequest {
  id: string
  areaId: string
  requestedBy: string | null
  requestedByEmail: string | null
  requestedAt: string
  change: WaitingChange
}

export async function listWaiting(db: Handle): Promise<WaitingRequest[]> {
  return (await waitingQuery(db).execute()).map(toRequest)
}

export async function findWaiting(db: Handle, areaId: string): Promise<WaitingRequest | null> {
  const row = await waitingQuery(db).where('area_id', '=', areaId).executeTakeFirst()
  return row === undefined ? null : toRequest(row)
}

/** Adds to what waits already; of the same part the newest counts. */
export async function addWaiting(db: Handle, { areaId, requestedBy, requestedAt, change }: NewRequest): Promise<void> {
  const before = (await findWaiting(db, areaId))?.change ?? {}
  const merged = { ...before, ...change }
  if (before.tables && change.tables) merged.tables = [...mergeTables(before.tables, change.tables)]
  if (before.grants && change.grants) merged.grants = [...new Set([...before.grants, ...change.grants])]
  await storeWaiting(db, { areaId, requestedBy, requestedAt, change: merged })
}

/** Takes parts out of what waits, and the whole request where nothing is left. */
export async function dropWaiting(db: Handle, areaId: string, parts: (keyof WaitingChange)[]): Promise<void> {
  const found = await findWaiting(db, areaId)
  if (found === null || !parts.some((part) => part in found.change)) return
  const left = Object.entries(found.change).filter(([part]) => !parts.includes(part as keyof WaitingChange))
  if (left.length === 0) return removeWaiting(db, areaId)
  await storeWaiting(db, { ...found, change: Object.fromEntries(left) })
}

export async function removeWaiting(db: Handle, areaId: string): Promise<void> {
  await db.deleteFrom('waiting_changes').where('area_id', '=', areaId).execute()
}

async function storeWaiting(db: Handle, { areaId, requestedBy, requestedAt, change }: NewRequest): Promise<void> {
  const row = { id: randomUUID(), requested_by: requestedBy, requested_at: requestedAt, change: JSON.stringify(change) }
  await db
    .insertInto('waiting_changes')
    .values({ area_id: areaId, ...row })
    .onConflict((conflict) => conflict.column('area_id').doUpdateSet(row))
    .execute()
}

function mergeTables(before: AreaTableRecord[], added: AreaTableRecord[]): Iterable<AreaTableRecord> {
  return new Map([...before, ...added].map((table) => [table.name, table])).values()
}

function waitingQuery(db: Handle) {
  return db
    .selectFrom('waiting_changes')
    .leftJoin('users', 'users.id', 'waiting_changes.requested_by')
    .selectAll('waiting_changes')
    .select('users.email as requested_by_email')
    .orderBy('requested_at')
    .orderBy('area_id')
}

type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingQuery>['execute']>>[number]

function toRequest(row: WaitingRow): WaitingRequest {
  return {
    id: row.id,
    areaId: row.area_id,
    requestedBy: row.requested_by,
    requestedByEmail: row.requested_by_email,
    requestedAt: row.requested_at,
    change: JSON.parse(row.change) as WaitingChange,
  }
}

const wireNames: Record<keyof WaitingChange, ExposurePart> = {
  tables: 'tables',
  rowRules: 'row_security_rules',
  columnRules: 'column_security_rules',
  visibility: 'visibility',
  isActive: 'is_active',
  applicationId: 'application_id',
  grants: 'access',
}

/** A request as the area's editors see it. */
export function presentWaiting({ id, requestedAt, change }: WaitingRequest): PendingApproval {
  const parts = (Object.keys(change) as (keyof WaitingChange)[]).map((part) => wireNames[part])
  return { id, requested_at: requestedAt, parts, summary: describeChange(change) }
}

/** What was asked for, in plain sentences. */
export function describeChange(change: WaitingChange): string[] {
  const sentences: string[] = []
  if (change.tables) sentences.push(`Add ${listed(change.tables.map(({ name }) => name))}.`)
  if (change.rowRules !== undefined) sentences.push(`Change the row rules to: ${ruleNames(change.rowRules)}.`)
  if (change.columnRules !== undefined) sentences.push(`Change the column masks to: ${ruleNames(change.columnRules)}.`)
  if (change.visibility) sentences.push(`Make the area ${change.visibility}.`)
  if (change.isActive) sentences.push('Activate the area.')
  if (change.applicationId) sentences.push('Move the area to another application.')
  if (change.grants) {
    const count = change.grants.length
    sentences.push(count === 1 ? 'Give one more user access.' : `Give ${count} more users access.`)
  }
  return sentences
}

function ruleNames(rules: RowSecurityRules | ColumnSecurityRules | null): string {
  return rules === null || rules.rules.length === 0 ? 'none' : listed(rules.rules.map(({ name }) => name))
}

const listed = (names: string[]): string => new Intl.ListFormat('en').format(names)
