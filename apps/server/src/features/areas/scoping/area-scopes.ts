import type { Catalogue } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import type { Policies, ProtectedTables, TableRef, viewsThatNeedConsent } from '@parlance/sql'
import type { AppContext } from '../../../context/context.ts'
import type { CatalogService } from '../../catalog/service.ts'
import { AppError } from '../../../lib/errors.ts'
import type { ProtectionService } from '../../protection/service.ts'
import type { MissingTable } from '../../../door/missing-tables.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { closeTables } from './closed-tables.ts'
import type { ClosingMeans } from './closed-tables.ts'
import { policiesOf } from './exposure.ts'
import { makeHints } from './hints.ts'
import type { AreaHints } from '../../../agent/area-hints.ts'
import { findAreaRecord } from '../store/area-store.ts'
import { definitionKey } from '../store/area-versions.ts'
import type { AreaBasics } from '../store/area-store.ts'
import { semanticModel } from './semantic-model.ts'
import { findTable } from './table-names.ts'
import { loadOnce } from '../../../lib/load-once.ts'
import { WeakPairs } from '../../../lib/weak-pairs.ts'

const loadGate = loadOnce(() => import('@parlance/sql'))

/** The limits of the cache of areas and tables. */
const kept = { areas: 500, tables: 200_000 }

/** The part of a database that an area shows. The same area over the same catalog is the same object. */
export interface AreaScope {
  allowedTables: TableRef[]
  policies: Policies | null
  /** Tables of the area that this database lacks now, or that an administrator must confirm first. */
  missing: MissingTable[]
}

/** An area from one user's point of view. See `AreaBasics`. */
export type MetArea = Pick<AreaBasics, 'id' | 'version'> & {
  /** Whether an administrator approved the user for the protected tables. */
  isReachApproved: boolean
}

export interface DraftScopes {
  /** For users whom an administrator approved. The other scope is for everyone else. */
  approved: AreaScope
  other: AreaScope
}

/** The scopes of one catalog, valid while the same tables are protected. */
interface MadeScopes extends DraftScopes {
  protectedTables: ProtectedTables
}

interface Ready {
  area: AreaRecord
  scopes: WeakMap<Catalogue, MadeScopes>
}

/** Whose definitions are read, and over which catalog. See `hintsOf` for the rest. */
export interface AskedDefinitions {
  met: MetArea
  connectionId: string
  catalogue: Catalogue
  draft: AreaRecord | null
}

/** Prepares areas for the gate and caches them by version, so that changes by another process apply at once. */
export interface AreaScopes {
  /** @throws AppError area_not_found if it was deleted in the meantime */
  areaOf(met: Pick<AreaBasics, 'id' | 'version'>): Promise<AreaRecord>
  /**
   * Makes the hints for the model. The same area and catalog give the same object. Throws like `scopeOf`.
   * @param draft the area as its draft would make it; null for the published one
   */
  hintsOf(met: MetArea, connectionId: string, draft: AreaRecord | null): Promise<AreaHints>
  /** Only what reads nothing but the given catalog. Null if nothing does. The same object for the same catalog. */
  definitionsOf(asked: AskedDefinitions): Promise<SemanticModel | null>
  /** Throws like `areaOf` and like the catalog. */
  scopeOf(met: MetArea, connectionId: string): Promise<AreaScope>
  /** The scopes of an area that is not stored as given, for users whom an administrator approved and for others. */
  draftScopes(area: AreaRecord, connectionId: string): Promise<DraftScopes>
  /** The protected tables of a database, which determine its scopes. */
  protectedIn(connectionId: string): Promise<ProtectedTables>
  /** See `ProtectionService.idsOfGuarded` */
  idsOfGuarded(): Promise<Set<string>>
}

export function createAreaScopes(
  { store, keys }: Pick<AppContext, 'store' | 'keys'>,
  {
    catalog,
    protection,
  }: { catalog: Pick<CatalogService, 'get'>; protection: Pick<ProtectionService, 'of' | 'idsOfGuarded'> },
): AreaScopes {
  const ready = new Map<string, Ready>()
  const hints = new WeakPairs<AreaScope, AreaRecord, AreaHints>()
  const models = new WeakPairs<AreaScope, AreaRecord, { catalogue: Catalogue; model: SemanticModel | null }>()
  const hashSalt = keys.hashSalt.reveal()

  async function readyOf({ id, version }: Pick<AreaBasics, 'id' | 'version'>): Promise<Ready> {
    const known = ready.get(id)
    if (known !== undefined && known.area.version >= version) return known
    const area = await findAreaRecord(store.db, id)
    if (area === null) throw new AppError('area_not_found')
    // Concurrent callers must get the same object.
    const newest = ready.get(id)
    if (newest !== undefined && newest.area.version >= area.version) return newest
    const made = { area, scopes: new WeakMap<Catalogue, MadeScopes>() }
    keep(ready, id, made)
    return made
  }

  async function find(met: MetArea, connectionId: string) {
    const [{ area, scopes }, catalogue] = await Promise.all([readyOf(met), catalog.get(connectionId)])
    const protectedTables = await protection.of(connectionId, catalogue)
    const sql = await loadGate()
    const known = scopes.get(catalogue)
    // Another request may have made it in the meantime. All of them need the same object.
    const made =
      known?.protectedTables === protectedTables
        ? known
        : makeScopes(area, { ...sql, catalogue, protectedTables, hashSalt })
    scopes.set(catalogue, made)
    return { area, catalogue, scope: met.isReachApproved ? made.approved : made.other }
  }

  return {
    areaOf: async (met) => (await readyOf(met)).area,
    draftScopes: async (area, connectionId) => {
      const catalogue = await catalog.get(connectionId)
      const protectedTables = await protection.of(connectionId, catalogue)
      return makeScopes(area, { ...(await loadGate()), catalogue, protectedTables, hashSalt })
    },
    scopeOf: async (met, connectionId) => (await find(met, connectionId)).scope,
    idsOfGuarded: protection.idsOfGuarded,
    protectedIn: async (connectionId) => protection.of(connectionId, await catalog.get(connectionId)),
    hintsOf: async (met, connectionId, draft) => {
      const { area: published, catalogue, scope } = await find(met, connectionId)
      const area = draft ?? published
      const { visibleColumns } = await loadGate()
      const made =
        hints.get(scope, area) ??
        makeHints(area, scope, catalogue, (table) => visibleColumns(table, catalogue, scope.policies))
      hints.set(scope, area, made)
      return made
    },
    definitionsOf: async ({ met, connectionId, catalogue, draft }) => {
      const { area: published, scope } = await find(met, connectionId)
      const area = draft ?? published
      if (Object.values(area.definitions).every((list) => list.length === 0)) return null
      const known = models.get(scope, area)
      if (known?.catalogue === catalogue) return known.model
      const { maskedColumns, tableSql } = await loadGate()
      const { usableDefinitions } = await import('@parlance/engine')
      const whole = semanticModel(area, {
        catalogue,
        tableSql,
        versionOf: (kind, name) =>
          area.definitionVersions[definitionKey(kind, name)] ?? (draft === null ? area.version : null),
        maskedIn: ({ schema, name }) => new Set(maskedColumns({ schema, table: name }, catalogue, scope.policies)),
      })
      const definitions = usableDefinitions(whole)
      const unfiltered = unfilteredTables(whole, definitions)
      const isEmpty = unfiltered.length === 0 && Object.values(definitions).every((list) => list.length === 0)
      const model = isEmpty ? null : { ...whole, definitions, unfiltered }
      models.set(scope, area, { catalogue, model })
      return model
    },
  }
}

/** The tables whose default filters the user can't use. Answers say so, without the name or the condition. */
function unfilteredTables({ tables, definitions }: SemanticModel, usable: SemanticModel['definitions']): string[] {
  const known = new Set(usable.filters.map(({ name }) => name.toLowerCase()))
  const lost = definitions.filters.filter((one) => one.applies_by_default && !known.has(one.name.toLowerCase()))
  const names = new Set(lost.map(({ table }) => table.toLowerCase()))
  return tables.map(({ name }) => name).filter((name) => names.has(name.toLowerCase()))
}

function keep(ready: Map<string, Ready>, id: string, made: Ready): void {
  ready.delete(id)
  ready.set(id, made)
  let tables = [...ready.values()].reduce((sum, { area }) => sum + area.tables.length, 0)
  for (const [oldest, { area }] of ready) {
    if ((ready.size <= kept.areas && tables <= kept.tables) || ready.size === 1) return
    ready.delete(oldest)
    tables -= area.tables.length
  }
}

interface Means extends ClosingMeans {
  viewsThatNeedConsent: typeof viewsThatNeedConsent
}

function makeScopes(area: AreaRecord, means: Means): MadeScopes {
  const { protectedTables } = means
  const whole = makeScope(area, means)
  const { closed, guarded } = closeTables(area, whole.allowedTables, means)
  const approved = without(whole, closed, area, means.catalogue)
  const isSame = guarded.size === 0 || [...guarded].every((ref) => closed.has(ref))
  const other = isSame ? approved : without(whole, new Set([...closed, ...guarded]), area, means.catalogue)
  return { protectedTables, approved, other }
}

function without(scope: AreaScope, closed: ReadonlySet<TableRef>, area: AreaRecord, catalogue: Catalogue): AreaScope {
  if (closed.size === 0) return scope
  const keys = new Set([...closed].map(keyOf))
  const waiting = area.tables.filter(({ name }) => {
    const found = findTable(catalogue, name)
    return found !== null && found !== 'ambiguous' && keys.has(keyOf({ schema: found.schema, table: found.name }))
  })
  return {
    ...scope,
    allowedTables: scope.allowedTables.filter((ref) => !closed.has(ref)),
    missing: [...scope.missing, ...waiting.map(({ name }): MissingTable => ({ name, reason: 'waiting' }))],
  }
}

function keyOf({ schema, table }: TableRef): string {
  return JSON.stringify([schema, table])
}

function makeScope(area: AreaRecord, { catalogue, hashSalt, viewsThatNeedConsent: findViews }: Means): AreaScope {
  const policies = policiesOf(area, hashSalt)
  const allowed = new Map<string, TableRef>()
  const missing: MissingTable[] = []
  for (const { name } of area.tables) {
    const found = findTable(catalogue, name)
    if (found === null) missing.push({ name, reason: 'gone' })
    else if (found === 'ambiguous') missing.push({ name, reason: 'ambiguous' })
    else allowed.set(name, { schema: found.schema, table: found.name })
  }
  if (policies !== null) {
    const open = new Set(findViews(policies, catalogue, [...allowed.values()]))
    for (const { name, confirmed } of area.tables) {
      const ref = allowed.get(name)
      if (ref === undefined || confirmed || !open.has(ref)) continue
      allowed.delete(name)
      missing.push({ name, reason: 'unconfirmed' })
    }
  }
  return { allowedTables: [...allowed.values()], policies, missing }
}
