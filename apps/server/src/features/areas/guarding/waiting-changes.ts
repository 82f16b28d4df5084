import { randomUUID } from 'node:crypto'
import {
  formatMessage,
  message,
  type ColumnSecurityRules,
  type ExposurePart,
  type Message,
  type PendingApproval,
  type RowSecurityRules,
  type Visibility,
} from '@parlance/contract'
import type { AreaRecord, AreaTableRecord, ExposingProperty } from '../store/area-record.ts'
import type { Handle } from '../store/area-store.ts'

/** A change that an owner asked for, reduced to the parts that wait for an administrator. */
export interface WaitingChange extends Partial<Pick<AreaRecord, ExposingProperty>> {
  /** Tables to add. */
  tables?: AreaTableRecord[]
  isActive?: true
  /** IDs of users who would get access. */
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

/** Adds to the pending changes. If a part is already pending, the newer change replaces it. */
export async function addWaiting(db: Handle, { areaId, requestedBy, requestedAt, change }: NewRequest): Promise<void> {
  const before = (await findWaiting(db, areaId))?.change ?? {}
  const merged = { ...before, ...change }
  if (before.tables && change.tables) merged.tables = [...mergeTables(before.tables, change.tables)]
  if (before.grants && change.grants) merged.grants = [...new Set([...before.grants, ...change.grants])]
  await storeWaiting(db, { areaId, requestedBy, requestedAt, change: merged })
}

/** @returns the area with a change applied, except for the change to its access list */
export function withChange(area: AreaRecord, { tables = [], grants: _grants, ...parts }: WaitingChange): AreaRecord {
  const known = new Set(area.tables.map(({ name }) => name))
  return { ...area, ...parts, tables: [...area.tables, ...tables.filter(({ name }) => !known.has(name))] }
}

/** Removes parts from a pending request, and deletes the request if nothing is left. */
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

const visibilityTexts: Record<Visibility, Message> = {
  public: message('Make the area public.'),
  private: message('Make the area private.'),
  restricted: message('Make the area restricted.'),
}

/** The name of each part in the wire format, with a plain sentence for its change. */
const parts: Record<keyof WaitingChange, [name: ExposurePart, sentence: (change: Required<WaitingChange>) => Message]> =
  {
    tables: ['tables', ({ tables }) => message('Add {tables}.', { tables: listed(tables.map(({ name }) => name)) })],
    rowRules: ['row_security_rules', ({ rowRules }) => describeRowRules(rowRules)],
    columnRules: ['column_security_rules', ({ columnRules }) => describeColumnRules(columnRules)],
    visibility: ['visibility', ({ visibility }) => visibilityTexts[visibility]],
    isActive: ['is_active', () => message('Activate the area.')],
    applicationId: ['application_id', () => message('Move the area to another application.')],
    grants: [
      'access',
      ({ grants }) =>
        message('{n, plural, one {Give access to one more user.} other {Give access to # more users.}}', {
          n: grants.length,
        }),
    ],
  }

/** Presents a request to the area's editors. */
export function presentWaiting({ id, requestedAt, change }: WaitingRequest): PendingApproval {
  const names = (Object.keys(change) as (keyof WaitingChange)[]).map((part) => parts[part][0])
  const summary = describeChange(change)
  return {
    id,
    requested_at: requestedAt,
    parts: names,
    summary: summary.map((sentence) => formatMessage(sentence)),
    summary_messages: summary,
  }
}

/** Describes the requested change in plain sentences. */
export function describeChange(change: WaitingChange): Message[] {
  return Object.entries(parts).flatMap(([part, [, sentence]]) =>
    part in change ? [sentence(change as Required<WaitingChange>)] : [],
  )
}

function describeRowRules(rules: RowSecurityRules | null): Message {
  if (rules === null || rules.rules.length === 0) return message('Remove all row rules.')
  return message('Change the row rules to: {rules}.', { rules: listed(rules.rules.map(({ name }) => name)) })
}

function describeColumnRules(rules: ColumnSecurityRules | null): Message {
  if (rules === null || rules.rules.length === 0) return message('Remove all column masks.')
  return message('Change the column masks to: {rules}.', { rules: listed(rules.rules.map(({ name }) => name)) })
}

const listed = (names: string[]): string => new Intl.ListFormat('en').format(names)
