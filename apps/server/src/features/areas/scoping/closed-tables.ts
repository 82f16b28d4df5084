import type { Catalogue } from '@parlance/contract'
import type { isViewClosed, Policies, ProtectedTables, TableRef, tablesThatMayShowMore } from '@parlance/sql'
import type { ApprovedExposure, AreaRecord } from '../store/area-record.ts'
import { addedRules, allRules, policiesOf } from './exposure.ts'
import { findTable } from './table-names.ts'

/** The area's tables in one database that are closed or protected (R24). */
export interface ClosedTables {
  /** Closed for everyone. */
  closed: ReadonlySet<TableRef>
  /** Protected, and open only to users whom an administrator approved. */
  guarded: ReadonlySet<TableRef>
}

export interface ClosingMeans {
  catalogue: Catalogue
  protectedTables: ProtectedTables
  hashSalt: string
  isViewClosed: typeof isViewClosed
  tablesThatMayShowMore: typeof tablesThatMayShowMore
}

type Exposing = Pick<AreaRecord, 'applicationId' | 'isActive' | 'rowRules' | 'columnRules' | 'approved'>

/**
 * Decides which tables an area shows. A protected table is open only as an administrator last saved or approved it:
 * every approved rule still exists, and newer rules read nothing that the approved ones hide. Any other table is closed
 * only while an unapproved rule on it reads a protected one.
 */
export function closeTables(area: Exposing, tables: TableRef[], means: ClosingMeans): ClosedTables {
  const { protectedTables, catalogue, hashSalt } = means
  if (protectedTables.list.length === 0) return { closed: new Set(), guarded: new Set() }
  const guarded = new Set(tables.filter((ref) => protectedTables.has(ref)))
  const basis = basisOf(area, hashSalt)
  const approved = basis.exposure && policiesOf(basis.exposure, hashSalt)
  const closed = new Set(means.tablesThatMayShowMore(basis.added, tables, { catalogue, protectedTables, approved }))
  const wasApproved = basis.exposure && approvedTables(basis.exposure, [approved, policiesOf(area, hashSalt)], means)
  for (const ref of guarded) if (!wasApproved?.(ref)) closed.add(ref)
  return { closed, guarded }
}

/** Finds the part of the approval that is still valid, and the unapproved rules. */
function basisOf(area: Exposing, hashSalt: string): { exposure: ApprovedExposure | null; added: Policies } {
  const exposure = holdingApproval(area)
  const added = exposure && addedRules(area, exposure, hashSalt)
  return added ? { exposure, added } : { exposure: null, added: allRules(area, hashSalt) }
}

/** An approval is valid only in its application and, for an active area, if it was given for an active one. */
function holdingApproval({ approved, applicationId, isActive }: Exposing): ApprovedExposure | null {
  if (approved === null || approved.applicationId !== applicationId) return null
  return isActive && !approved.isActive ? null : approved
}

/** Whether a table was approved. Excludes views that the approved rules refuse and the current rules open. */
function approvedTables(
  { tables }: ApprovedExposure,
  [approved, present]: [Policies | null, Policies | null],
  { catalogue, isViewClosed: isClosed }: ClosingMeans,
): (ref: TableRef) => boolean {
  const consents = new Map(
    tables.flatMap(({ name, confirmed }) => {
      const table = findTable(catalogue, name)
      return table === null || table === 'ambiguous' ? [] : [[keyOf(table.schema, table.name), confirmed] as const]
    }),
  )
  return (ref) => {
    const consent = consents.get(keyOf(ref.schema, ref.table))
    if (consent === undefined) return false
    const wasClosed = approved !== null && isClosed(ref, catalogue, approved, consent)
    return !wasClosed || (present !== null && isClosed(ref, catalogue, present, consent))
  }
}

function keyOf(schema: string | null, table: string): string {
  return JSON.stringify([schema, table])
}
