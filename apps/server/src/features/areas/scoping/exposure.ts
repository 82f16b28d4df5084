import { areaFields, areaTableFields, fieldsWith } from '@parlance/contract'
import type { ColumnSecurityRules, RowSecurityRules } from '@parlance/contract'
import type { Policies } from '@parlance/sql'
import type { ApprovedExposure, AreaRecord } from '../store/area-record.ts'
import { isSame } from '../../../lib/is-same.ts'
import { propertyFields } from '../store/field-values.ts'

const exposing = fieldsWith(areaFields, { exposes: true })
const exposingOfTable = fieldsWith(areaTableFields, { exposes: true })

type Rules = Pick<AreaRecord, 'rowRules' | 'columnRules'>

/** Returns what an administrator approves by saving an area: who can use it, and what it shows. */
export function exposureOf(area: AreaRecord): ApprovedExposure {
  const tables = area.tables.map((table) => propertyFields(areaTableFields, exposingOfTable, table))
  return { ...propertyFields(areaFields, exposing, area), ownerId: area.ownerId, tables }
}

/** Null if there are no rules, so that nothing is rewritten. */
export function policiesOf({ rowRules, columnRules }: Rules, hashSalt: string): Policies | null {
  const hasRows = rowRules !== null && rowRules.rules.length > 0
  return !hasRows && columnRules === null ? null : { rowRules: hasRows ? rowRules : null, columnRules, hashSalt }
}

/**
 * Finds an area's rules that are not approved. Null if one of the approved rules is missing. Ignores names and
 * descriptions of rules.
 */
export function addedRules(area: Rules, approved: Rules, hashSalt: string): Policies | null {
  const rows = without(rowEntries(area.rowRules), rowEntries(approved.rowRules))
  const columns = without(columnEntries(area.columnRules), columnEntries(approved.columnRules))
  return rows === null || columns === null ? null : policiesFrom(rows, columns, hashSalt)
}

/** Every rule of an area. */
export function allRules({ rowRules, columnRules }: Rules, hashSalt: string): Policies {
  return policiesFrom(rowEntries(rowRules), columnEntries(columnRules), hashSalt)
}

function policiesFrom(
  rows: ReturnType<typeof rowEntries>,
  columns: ReturnType<typeof columnEntries>,
  hashSalt: string,
): Policies {
  return {
    rowRules: { rules: rows.map(([table, entry]) => ({ name: table, tables: { [table]: entry } })) },
    columnRules: {
      rules: columns.map(([table, column, mask]) => ({ name: table, tables: { [table]: { [column]: mask } } })),
    },
    hashSalt,
  }
}

function rowEntries(rules: RowSecurityRules | null) {
  return (rules?.rules ?? []).flatMap(({ tables }) => Object.entries(tables))
}

function columnEntries(rules: ColumnSecurityRules | null) {
  return (rules?.rules ?? []).flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, mask]) => [table, column, mask] as const),
    ),
  )
}

/** @returns null if an entry to remove is missing */
function without<Entry>(all: Entry[], taken: Entry[]): Entry[] | null {
  const left = [...all]
  for (const entry of taken) {
    const at = left.findIndex((each) => isSame(each, entry))
    if (at === -1) return null
    left.splice(at, 1)
  }
  return left
}
