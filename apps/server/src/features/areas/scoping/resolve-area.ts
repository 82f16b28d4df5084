import { allTablesLimit, isCounted, message } from '@parlance/contract'
import type { Catalogue, Message } from '@parlance/contract'
import type { Policies, ProtectedTables, TableRef } from '@parlance/sql'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ProtectionService } from '../../protection/service.ts'
import type { MissingTable } from '../../../door/missing-tables.ts'
import type { AreaScopes } from './area-scopes.ts'
import { privateText } from '../rights/guards.ts'
import { maySee, mayUse, mayUseAllTables, metBy } from '../rights/policy.ts'
import { findApplicationOf, findDefault, findAreaBasics, findOrganized, listAreas } from '../store/area-store.ts'
import type { AreaBasics } from '../store/area-store.ts'

/** The gate's part of a business area: what one user may read of one database. */
export interface ResolvedArea {
  areaId: string | null
  /** Null for every table. */
  allowedTables: TableRef[] | null
  policies: Policies | null
  /** Tables of the area that cannot be read now. A query that needs one is refused with the reason. */
  missing?: MissingTable[]
}

/** The place of a question. */
export interface AskedPlace {
  connectionId: string
  /** Null if none was named. */
  areaId: string | null
}

export interface AreaResolver {
  /**
   * Chooses the area of a query: the named one, or the caller's default. If the database's application has no areas, it
   * is 'All Tables' with up to 25 tables, and any number of views. Access is read from the store at every call.
   * @throws AppError area_not_found, area_unavailable, area_required
   */
  resolve(principal: Principal, place: AskedPlace): Promise<ResolvedArea>
  /**
   * Checks that this user may use an area now, for this database if one is named.
   * @throws AppError area_not_found for an unknown area and for a hidden one, area_unavailable
   */
  requireUsable(principal: Principal, place: { connectionId: string | null; areaId: string }): Promise<void>
  /** The area that `resolve` chooses. Null for 'All Tables'. Throws like `resolve`. */
  areaFor(principal: Principal, place: AskedPlace): Promise<AreaBasics | null>
}

export function createAreaResolver(
  { store }: Pick<AppContext, 'store'>,
  {
    catalog,
    scopes,
    protection,
  }: { catalog: Pick<CatalogService, 'get'>; scopes: AreaScopes; protection: Pick<ProtectionService, 'of'> },
): AreaResolver {
  async function areaFor(principal: Principal, { connectionId, areaId }: AskedPlace): Promise<AreaBasics | null> {
    if (areaId !== null) return usableArea(principal, { connectionId, areaId })
    const applicationId = await findOrganized(store.db, connectionId)
    if (applicationId === null) {
      if (mayUseAllTables(principal)) return null
      throw new AppError('area_required', { detail: tokenText })
    }
    const chosen = await findDefault(store.db, principal.userId, applicationId)
    if (chosen !== null && isUsable(principal, chosen) && chosen.applicationId === applicationId) return chosen
    const all = await listAreas(store.db, principal.userId, applicationId)
    throw new AppError('area_required', all.some((area) => isUsable(principal, area)) ? {} : { detail: noneText })
  }

  /** Only administrators get protected tables in 'All Tables', because it has no rules (R24). */
  async function allTables(principal: Principal, connectionId: string): Promise<ResolvedArea> {
    const catalogue = await catalog.get(connectionId)
    const count = catalogue.tables.filter(({ objectType }) => isCounted(objectType)).length
    if (count > allTablesLimit) throw new AppError('area_required', { detail: tooManyTables(count) })
    const everything: ResolvedArea = { areaId: null, allowedTables: null, policies: null }
    const protectedTables = await protection.of(connectionId, catalogue)
    if (principal.role === 'ADMIN' || protectedTables.list.length === 0) return everything
    return { ...everything, allowedTables: openTables(catalogue, protectedTables) }
  }

  async function usableArea(
    principal: Principal,
    { connectionId, areaId }: { connectionId: string | null; areaId: string },
  ): Promise<AreaBasics> {
    const area = requireUsable(principal, await findAreaBasics(store.db, principal.userId, areaId))
    if (connectionId === null) return area
    return requireSameApplication(area, await findApplicationOf(store.db, connectionId))
  }

  return {
    areaFor,
    requireUsable: async (principal, place) => {
      await usableArea(principal, place)
    },
    resolve: async (principal, place) => {
      const area = await areaFor(principal, place)
      if (area === null) return allTables(principal, place.connectionId)
      return { areaId: area.id, ...(await scopes.scopeOf(metBy(principal, area), place.connectionId)) }
    },
  }
}

const open = new WeakMap<ProtectedTables, TableRef[]>()

/** Returns the same list while the same tables are protected, so that it can be a cache key. */
function openTables({ tables }: Catalogue, protectedTables: ProtectedTables): TableRef[] {
  const known = open.get(protectedTables)
  if (known !== undefined) return known
  const made = tables.map(({ schema, name }) => ({ schema, table: name })).filter((ref) => !protectedTables.has(ref))
  open.set(protectedTables, made)
  return made
}

const tokenText = message('This API token is limited to business areas. Name one of them.')

const noneText = message(
  'This database is organized into business areas, and none of them is shared with you. Please contact your administrator.',
)

function isUsable(principal: Principal, area: AreaBasics): boolean {
  return area.isActive && mayUse(principal, area)
}

/** Only users who may know that an area exists learn why they cannot use it. */
function requireUsable(principal: Principal, area: AreaBasics | null): AreaBasics {
  if (area === null || !maySee(principal, area)) throw new AppError('area_not_found')
  if (!mayUse(principal, area)) throw new AppError('area_unavailable', { detail: privateText })
  if (!area.isActive) {
    throw new AppError('area_unavailable', {
      detail: message('The business area {name} is inactive. Choose another one, or ask its owner to activate it.', {
        name: area.name,
      }),
    })
  }
  return area
}

function requireSameApplication(area: AreaBasics, applicationId: string | null): AreaBasics {
  if (area.applicationId === applicationId) return area
  throw new AppError('area_unavailable', {
    detail: message(
      "The business area {name} belongs to a different application. Choose one of this database's business areas.",
      { name: area.name },
    ),
  })
}

function tooManyTables(count: number): Message {
  return message(
    'This database has {count, number} tables. Without business areas, you can ask about a database only if it has {limit, number} tables or fewer. An administrator can group the tables into business areas.',
    { count, limit: allTablesLimit },
  )
}
