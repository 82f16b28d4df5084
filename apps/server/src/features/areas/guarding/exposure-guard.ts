import type { Visibility } from '@parlance/contract'
import type { TableRef } from '@parlance/sql'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import type { ProtectionService, TableKey, TablesOfConnection } from '../../protection/service.ts'
import type { AreaRecord, ExposingProperty } from '../store/area-record.ts'
import { closeTables } from '../scoping/closed-tables.ts'
import type { ClosingMeans } from '../scoping/closed-tables.ts'
import { isSame } from '../../../lib/is-same.ts'
import { exposureOf, policiesOf } from '../scoping/exposure.ts'
import type { KnownDatabases, ReadDatabases } from '../scoping/known-databases.ts'
import { findTable } from '../scoping/table-names.ts'
import type { WaitingChange } from './waiting-changes.ts'

/** A change as it is written: what applies now, what waits, and what it protects. */
export interface SettledChange {
  after: AreaRecord
  /** Null if nothing waits. */
  waiting: WaitingChange | null
  /** The tables that an administrator's rules protect from now on. */
  protects: TableKey[]
}

export interface ExposureGuard {
  /**
   * Splits a change to an area into what applies and what waits (R24). Changes by an administrator are approved, except
   * for protected tables that come from an import or another application. Changes by an owner wait if they would show
   * more of a protected table.
   * @param before null for a new area
   */
  settle(principal: Principal, before: AreaRecord | null, after: AreaRecord, origin?: 'import'): Promise<SettledChange>
  /** Approves the area as it is now, and protects the tables under its rules. */
  approve(area: AreaRecord): Promise<SettledChange>
  /** The tables that an area's rules apply to, in every database of its application. */
  ruledTables(area: AreaRecord): Promise<TableKey[]>
  /** Whether the area has protected tables in any database of its application. */
  showsProtected(area: AreaRecord): Promise<boolean>
}

export interface ExposureGuardDependencies {
  readDatabases: ReadDatabases
  protection: ProtectionService
}

export function createExposureGuard(
  { keys }: Pick<AppContext, 'keys'>,
  { readDatabases, protection }: ExposureGuardDependencies,
): ExposureGuard {
  const hashSalt = keys.hashSalt.reveal()

  async function meansOf(applicationId: string): Promise<{ means: ClosingMeans[]; known: KnownDatabases }> {
    const sql = await import('@parlance/sql')
    const known = await readDatabases(applicationId)
    const means = await Promise.all(
      known.read.map(async ({ database, catalogue }) => ({
        ...sql,
        catalogue,
        hashSalt,
        protectedTables: await protection.of(database.connectionId, catalogue),
      })),
    )
    return { means, known }
  }

  /** Finds the tables with rules in each database of the application, only by name if a database cannot be read now. */
  async function ruledTables(area: AreaRecord): Promise<TableKey[]> {
    const policies = policiesOf(area, hashSalt)
    if (policies === null) return []
    const { tablesWithRules } = await import('@parlance/sql')
    const { read, unread } = await readDatabases(area.applicationId)
    const found: TablesOfConnection[] = read.map(({ database, catalogue }) => ({
      connectionId: database.connectionId,
      tables: tablesWithRules(policies, catalogue, refsOf(area, { catalogue })),
    }))
    const named = unread.map(({ connectionId }) => ({ connectionId, tables: ruledNames(area) }))
    return protection.keysOf([...found, ...named])
  }

  async function settleForAdmin(
    before: AreaRecord | null,
    after: AreaRecord,
    origin: 'import' | undefined,
  ): Promise<SettledChange> {
    const isMoved = before !== null && before.applicationId !== after.applicationId
    const isOwnedAnew = before !== null && before.ownerId !== after.ownerId
    const wasExposed = before === null ? null : exposureOf({ ...before, ownerId: after.ownerId })
    const isChanged = wasExposed === null || !isSame(wasExposed, exposureOf(after))
    const rulesChanged = before === null || !isSame(rulesOf(before), rulesOf(after))
    const protects = rulesChanged || isMoved ? await ruledTables(after) : []
    if (isMoved || origin === 'import') return { after: await approveNew(after), waiting: null, protects }
    if (isChanged)
      return { after: { ...after, approved: exposureOf(after), declinedVersion: null }, waiting: null, protects }
    const { approved } = after
    const kept = isOwnedAnew && approved !== null ? { ...approved, ownerId: after.ownerId } : approved
    return { after: { ...after, approved: kept }, waiting: null, protects }
  }

  /** Approves all tables except those that were already protected, because no one has reviewed them in this area. */
  async function approveNew(area: AreaRecord): Promise<AreaRecord> {
    const { means, known } = await meansOf(area.applicationId)
    const exposure = exposureOf(area)
    const isOpen = ({ name }: { name: string }) =>
      known.unread.length === 0 && !means.some((each) => isProtected(name, each))
    return { ...area, approved: { ...exposure, tables: exposure.tables.filter(isOpen) }, declinedVersion: null }
  }

  async function settleForOwner(before: AreaRecord, wanted: AreaRecord): Promise<SettledChange> {
    const waiting: WaitingChange = {}
    let after: AreaRecord = { ...wanted, declinedVersion: null }
    if (wanted.applicationId !== before.applicationId) {
      const places = await Promise.all([before, wanted].map(async (area) => meansOf(area.applicationId)))
      const isProtectedThere = places.some(({ means }, at) => shows([before, wanted][at]!, means))
      if (isProtectedThere) {
        waiting.applicationId = wanted.applicationId
        const { applicationId, tables, joins } = before
        after = { ...after, applicationId, tables, joins }
      }
    }
    const { means } = await meansOf(after.applicationId)
    for (const hold of new Set(Object.values(holds))) after = hold(before, after, means, waiting)
    return { after, waiting: Object.keys(waiting).length === 0 ? null : waiting, protects: [] }
  }

  return {
    settle: (principal, before, after, origin) =>
      principal.role === 'ADMIN' || before === null
        ? settleForAdmin(before, after, origin)
        : settleForOwner(before, after),
    approve: async (area) => ({
      after: { ...area, approved: exposureOf(area), declinedVersion: null },
      waiting: null,
      protects: await ruledTables(area),
    }),
    ruledTables,
    showsProtected: async (area) => shows(area, (await meansOf(area.applicationId)).means),
  }
}

/** Removes what has to wait from a change and adds it to the pending change. */
type Hold = (before: AreaRecord, after: AreaRecord, means: ClosingMeans[], waiting: WaitingChange) => AreaRecord

/** Decides which changes to each part wait. The application comes first because it decides the means. */
const holds: Record<Exclude<ExposingProperty, 'applicationId'>, Hold> = {
  tables: holdTables,
  visibility: holdReach,
  isActive: holdReach,
  rowRules: holdRules,
  columnRules: holdRules,
}

/** Withholds tables that would be closed. The other tables are added. */
function holdTables(before: AreaRecord, after: AreaRecord, means: ClosingMeans[], waiting: WaitingChange): AreaRecord {
  const known = new Set(before.tables.map(({ name }) => name))
  const added = after.tables.map(({ name }) => name).filter((name) => !known.has(name))
  const held = new Set(means.flatMap((each) => closedNames({ ...after, ...rulesOf(before) }, added, each)))
  if (held.size === 0) return after
  waiting.tables = after.tables.filter(({ name }) => held.has(name))
  return { ...after, tables: after.tables.filter(({ name }) => !held.has(name)) }
}

const reach: Visibility[] = ['private', 'restricted', 'public']

/** Limits who can use an area with protected tables to the approved audience. */
function holdReach(before: AreaRecord, after: AreaRecord, means: ClosingMeans[], waiting: WaitingChange): AreaRecord {
  if (!shows(after, means) && !shows(before, means)) return after
  const held = { ...after }
  const { approved } = before
  const isWider = reach.indexOf(after.visibility) > reach.indexOf(approved?.visibility ?? before.visibility)
  if (after.visibility !== before.visibility && isWider) {
    waiting.visibility = after.visibility
    held.visibility = before.visibility
  }
  if (after.isActive && !before.isActive && approved?.isActive !== true) {
    waiting.isActive = true
    held.isActive = false
  }
  return held
}

/** Withholds rules that would close a table that is open now, so that no one loses access. */
function holdRules(before: AreaRecord, after: AreaRecord, means: ClosingMeans[], waiting: WaitingChange): AreaRecord {
  if (isSame(rulesOf(before), rulesOf(after))) return after
  const current = { ...after, ...rulesOf(before) }
  const names = after.tables.map(({ name }) => name)
  const closes = means.some((each) => {
    const closed = closedNames(after, names, each)
    const closedNow = closedNames(current, names, each)
    return closed.some((name) => !closedNow.includes(name))
  })
  if (!closes) return after
  if (!isSame(before.rowRules, after.rowRules)) waiting.rowRules = after.rowRules
  if (!isSame(before.columnRules, after.columnRules)) waiting.columnRules = after.columnRules
  return current
}

function shows(area: Pick<AreaRecord, 'tables'>, means: ClosingMeans[]): boolean {
  return means.some((each) => area.tables.some(({ name }) => isProtected(name, each)))
}

function isProtected(name: string, { catalogue, protectedTables }: ClosingMeans): boolean {
  const table = findTable(catalogue, name)
  if (table === null || table === 'ambiguous') return false
  return protectedTables.has({ schema: table.schema, table: table.name })
}

function closedNames(area: AreaRecord, names: string[], means: ClosingMeans): string[] {
  const found = names.flatMap((name) => {
    const table = findTable(means.catalogue, name)
    return table === null || table === 'ambiguous' ? [] : [{ name, ref: { schema: table.schema, table: table.name } }]
  })
  const { closed } = closeTables(
    area,
    found.map(({ ref }) => ref),
    means,
  )
  return found.filter(({ ref }) => closed.has(ref)).map(({ name }) => name)
}

function refsOf({ tables }: AreaRecord, { catalogue }: Pick<ClosingMeans, 'catalogue'>): TableRef[] {
  return tables.flatMap(({ name }) => {
    const found = findTable(catalogue, name)
    return found === null || found === 'ambiguous' ? [] : [{ schema: found.schema, table: found.name }]
  })
}

/** The tables that rules name in any schema, or all of the area's tables if a rule is for `ALL`. */
function ruledNames({ rowRules, columnRules, tables }: AreaRecord): { anySchema: true; table: string }[] {
  const keys = [...(rowRules?.rules ?? []), ...(columnRules?.rules ?? [])].flatMap((rule) => Object.keys(rule.tables))
  const names = keys.includes('ALL') ? [...keys, ...tables.map(({ name }) => name)] : keys
  const bare = names.filter((name) => name !== 'ALL').map((name) => name.slice(name.lastIndexOf('.') + 1))
  return [...new Set(bare)].map((table) => ({ anySchema: true, table }))
}

function rulesOf({ rowRules, columnRules }: AreaRecord): Pick<AreaRecord, 'rowRules' | 'columnRules'> {
  return { rowRules, columnRules }
}
