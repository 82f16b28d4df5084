import { randomUUID } from 'node:crypto'
import { message } from '@parlance/contract'
import type {
  AuditDetail,
  createGroupRequestSchema,
  Group,
  GroupConflict,
  updateGroupRequestSchema,
} from '@parlance/contract'
import type { z } from 'zod'
import { readAttributes } from '../../effective-rights/effective-user.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { GroupRow } from '../../store/schema.ts'
import { momentAfter } from '../users/service.ts'
import type { GroupParts } from './store.ts'

export type NewGroup = z.output<typeof createGroupRequestSchema>
export type GroupChange = z.output<typeof updateGroupRequestSchema>

/**
 * The members of a group come from one source.
 * @throws AppError bad_request
 */
export function requireFitting({
  source,
  domains,
  user_ids: users,
}: Pick<NewGroup, 'source' | 'domains' | 'user_ids'>): void {
  if (source === 'domain' && domains.length === 0) {
    throw new AppError('bad_request', { detail: message('Enter at least one email domain.') })
  }
  if (source === 'domain' && users.length > 0) {
    throw new AppError('bad_request', {
      detail: message('The members of this group come from email domains, so you cannot add users by hand.'),
    })
  }
  if (source === 'manual' && domains.length > 0) {
    throw new AppError('bad_request', { detail: message('A group that is filled by hand has no email domains.') })
  }
}

/** The row of a new group. */
export function newRow(request: NewGroup, { userId }: Principal, now: Date): GroupRow {
  const { name, description, source, attributes, daily_query_limit, monthly_query_limit } = request
  return {
    id: randomUUID(),
    name,
    name_key: nameKey(name),
    description,
    source,
    attributes: storedAttributes(attributes),
    daily_query_limit,
    monthly_query_limit,
    created_by: userId,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
}

/** The row of a group after a change. Absent fields keep their values. */
export function changedRow(row: GroupRow, request: GroupChange, now: Date): GroupRow {
  const { name = row.name, description = row.description, source = row.source, attributes } = request
  const { daily_query_limit = row.daily_query_limit, monthly_query_limit = row.monthly_query_limit } = request
  return {
    ...row,
    name,
    name_key: nameKey(name),
    description,
    source,
    attributes: attributes === undefined ? row.attributes : storedAttributes(attributes),
    daily_query_limit,
    monthly_query_limit,
    updated_at: momentAfter(row.updated_at, now),
  }
}

const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Treats an empty value as absent, so that it conflicts with no other group's value. */
function storedAttributes(attributes: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== '')))
}

/** What the audit log says of a group. Attributes are values of row rules, so it doesn't contain them (R21). */
export function described(row: GroupRow, domains: string[]): AuditDetail {
  const { name, description, source, daily_query_limit, monthly_query_limit } = row
  return { name, description, source, domains: domains.toSorted().join(', '), daily_query_limit, monthly_query_limit }
}

/** Presents a group to an administrator. */
export function presentGroup(
  { row, domains, memberCount, databases, areas }: GroupParts,
  conflicts: GroupConflict[],
): Group {
  return {
    group_id: row.id,
    name: row.name,
    description: row.description,
    source: row.source,
    domains,
    member_count: memberCount,
    databases,
    business_areas: areas,
    attributes: readAttributes(row),
    daily_query_limit: row.daily_query_limit,
    monthly_query_limit: row.monthly_query_limit,
    conflict_count: conflicts.length,
    updated_at: row.updated_at,
  }
}
