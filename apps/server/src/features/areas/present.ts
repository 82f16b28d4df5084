import { areaFields, areaTableFields } from '@parlance/contract'
import type { Area, AreaListItem, AreaProblem, AreaTable, CatalogueTable } from '@parlance/contract'
import type { Principal } from '../../http/principal.ts'
import type { AreaTableRecord } from './store/area-record.ts'
import { listedFields } from './store/area-row.ts'
import { shownFields, wireFields } from './store/field-values.ts'
import { withoutHidden } from './scoping/hidden-columns.ts'
import type { KnownDatabases } from './scoping/known-databases.ts'
import { mayEdit, mayManageAccess, ownsIt, seesOwner } from './rights/policy.ts'
import type { AreaDetails, AreaSummary } from './store/area-store.ts'
import { findTable } from './scoping/table-names.ts'

/** Presents an area in a list for one user. */
export function presentSummary(summary: AreaSummary, principal: Principal): AreaListItem {
  return {
    area_id: summary.id,
    ...wireFields(areaFields, listedFields, summary),
    application_name: summary.applicationName,
    table_count: summary.tableCount,
    join_count: summary.joinCount,
    owner_name: seesOwner(principal, summary) ? nameOf(summary.ownerEmail) : null,
    is_owner: ownsIt(principal, summary),
    can_edit: mayEdit(principal, summary),
    is_default: summary.isDefault,
  }
}

/** Presents the whole area. Only users who may edit it see its rules. */
export function presentArea(
  { summary, area }: AreaDetails,
  principal: Principal,
  known: KnownDatabases,
  warnings: AreaProblem[],
): Omit<Area, 'pending_approval' | 'waiting_tables'> {
  const isEditor = mayEdit(principal, area)
  const shown = shownFields(areaFields, isEditor ? area : { ...area, ...withoutHidden(area) }, isEditor)
  return {
    ...presentSummary(summary, principal),
    ...shown,
    user_id: area.ownerId,
    tables: shown.tables.map((table) => presentTable(table, known, isEditor)),
    has_row_security: (area.rowRules?.rules.length ?? 0) > 0,
    has_column_security: area.columnRules !== null,
    can_manage_access: mayManageAccess(principal, area),
    version: area.version,
    warnings,
    created_at: area.createdAt,
    updated_at: area.updatedAt,
  }
}

/** Owners are named by the part of their email address before the @ sign, as in lists of databases. */
function nameOf(email: string | null): string | null {
  return email?.split('@')[0] ?? null
}

function presentTable(table: AreaTableRecord, known: KnownDatabases, isEditor: boolean): AreaTable {
  const found = tableIn(known, table.name)
  return {
    ...shownFields(areaTableFields, table, isEditor),
    display_name: found?.name ?? table.name,
    object_type: found?.objectType ?? null,
    is_synonym: found?.objectType === 'SYNONYM',
    is_missing: found === null && known.unread.length === 0,
  }
}

function tableIn({ read }: KnownDatabases, name: string): CatalogueTable | null {
  for (const { catalogue } of read) {
    const found = findTable(catalogue, name)
    if (found !== null && found !== 'ambiguous') return found
  }
  return null
}
