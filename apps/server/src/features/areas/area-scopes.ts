import type { Catalogue } from '@parlance/contract'
import type { Policies, TableRef, viewsThatNeedConsent } from '@parlance/sql'
import type { AppContext } from '../../context.ts'
import type { CatalogService } from '../catalog/service.ts'
import { AppError } from '../../errors.ts'
import type { MissingTable } from '../query/missing-tables.ts'
import type { AreaRecord } from './area-record.ts'
import { makeHints } from './hints.ts'
import type { AreaHints } from './hints.ts'
import { findAreaRecord } from './store.ts'
import type { AreaStanding } from './store.ts'
import { findTable } from './table-names.ts'

/** Areas and tables that are kept ready to be asked. */
const kept = { areas: 500, tables: 200_000 }

/** What an area makes of one database. The same area over the same catalogue is the same object. */
export interface AreaScope {
  allowedTables: TableRef[]
  policies: Policies | null
  /** Tables of the area that this database does not have now, or that an administrator must confirm first. */
  missing: MissingTable[]
}

interface Ready {
  area: AreaRecord
  scopes: WeakMap<Catalogue, AreaScope>
}

/** Areas with what the gate needs of them, kept by their version: another process's change is seen at once. */
export interface AreaScopes {
  /** @throws AppError area_not_found when it went in the meantime */
  areaOf(standing: Pick<AreaStanding, 'id' | 'version'>): Promise<AreaRecord>
  /** The same for the model; as long as area and catalogue are the same, the same object. Throws like `scopeOf`. */
  hintsOf(standing: Pick<AreaStanding, 'id' | 'version'>, connectionId: string): Promise<AreaHints>
  /** Throws like `areaOf`, and what the catalogue throws. */
  scopeOf(standing: Pick<AreaStanding, 'id' | 'version'>, connectionId: string): Promise<AreaScope>
}

export function createAreaScopes(
  { store, keys }: Pick<AppContext, 'store' | 'keys'>,
  catalog: Pick<CatalogService, 'get'>,
): AreaScopes {
  const ready = new Map<string, Ready>()
  const hints = new WeakMap<AreaScope, AreaHints>()
  const hashSalt = keys.hashSalt.reveal()

  async function readyOf({ id, version }: Pick<AreaStanding, 'id' | 'version'>): Promise<Ready> {
    const known = ready.get(id)
    if (known !== undefined && known.area.version >= version) return known
    const area = await findAreaRecord(store.db, id)
    if (area === null) throw new AppError('area_not_found')
    // Two that asked at once must get the same object.
    const newest = ready.get(id)
    if (newest !== undefined && newest.area.version >= area.version) return newest
    const made = { area, scopes: new WeakMap<Catalogue, AreaScope>() }
    keep(ready, id, made)
    return made
  }

  type Wanted = Pick<AreaStanding, 'id' | 'version'>

  async function find(standing: Wanted, connectionId: string) {
    const [{ area, scopes }, catalogue] = await Promise.all([readyOf(standing), catalog.get(connectionId)])
    const known = scopes.get(catalogue)
    if (known !== undefined) return { area, catalogue, scope: known }
    const { viewsThatNeedConsent } = await import('@parlance/sql')
    // Whoever asked meanwhile made it first: all must get the same object.
    const scope = scopes.get(catalogue) ?? makeScope(area, catalogue, { hashSalt, viewsThatNeedConsent })
    scopes.set(catalogue, scope)
    return { area, catalogue, scope }
  }

  return {
    areaOf: async (standing) => (await readyOf(standing)).area,
    scopeOf: async (standing, connectionId) => (await find(standing, connectionId)).scope,
    hintsOf: async (standing, connectionId) => {
      const { area, catalogue, scope } = await find(standing, connectionId)
      const { visibleColumns } = await import('@parlance/sql')
      const made =
        hints.get(scope) ??
        makeHints(area, scope, catalogue, (table) => visibleColumns(table, catalogue, scope.policies))
      hints.set(scope, made)
      return made
    },
  }
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

interface Means {
  hashSalt: string
  viewsThatNeedConsent: typeof viewsThatNeedConsent
}

function makeScope(area: AreaRecord, catalogue: Catalogue, { hashSalt, viewsThatNeedConsent }: Means): AreaScope {
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
    const open = new Set(viewsThatNeedConsent(policies, catalogue, [...allowed.values()]))
    for (const { name, confirmed } of area.tables) {
      const ref = allowed.get(name)
      if (ref === undefined || confirmed || !open.has(ref)) continue
      allowed.delete(name)
      missing.push({ name, reason: 'unconfirmed' })
    }
  }
  return { allowedTables: [...allowed.values()], policies, missing }
}

/** Null where the area has no rules: then nothing is rewritten. */
function policiesOf({ rowRules, columnRules }: AreaRecord, hashSalt: string): Policies | null {
  const hasRows = rowRules !== null && rowRules.rules.length > 0
  return !hasRows && columnRules === null ? null : { rowRules: hasRows ? rowRules : null, columnRules, hashSalt }
}
