import { allTablesLimit, isCounted, message } from '@parlance/contract'
import type {
  Catalogue,
  CatalogueTable,
  DatabaseConfiguration,
  DatabaseTables,
  FoundTable,
  TableColumns,
} from '@parlance/contract'
import type { ProtectedTables, TableRef } from '@parlance/sql'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import { fullName } from '../../catalog/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { AreaScope, AreaScopes } from './area-scopes.ts'
import { mayEdit, mayUse, mayUseAllTables, metBy } from '../rights/policy.ts'
import { hasAreas, listAreas } from '../store/area-store.ts'
import { findTable, nameOf } from './table-names.ts'
import { joinedTables, rowEstimateOf, searchCatalogue } from './table-search.ts'
import { visibleParts } from './visible-parts.ts'

/**
 * Decides which tables and columns of a database a user may know about. Users who edit an area of its application see
 * all of them. So does everyone if there are no areas. Other users see what their areas show.
 */
export interface VisibleTables {
  /**
   * Lists the tables of a tested database. The default is the selected one.
   * @throws AppError no_database, connection_not_found, connection_untested
   */
  tables(principal: Principal, connectionId: string | null): Promise<DatabaseTables>
  /** Throws like `tables`. @throws AppError not_found for a table that the caller cannot see */
  columns(principal: Principal, connectionId: string | null, table: string): Promise<TableColumns>
  /** Finds tables by words of their names, columns, and comments. Throws like `tables`. */
  search(
    principal: Principal,
    connectionId: string | null,
    query: string,
  ): Promise<{ table_names: string[]; tables: FoundTable[] }>
  /** Lists the other tables that foreign keys link with these. Unknown names are ignored. Throws like `tables`. */
  joined(principal: Principal, connectionId: string | null, names: string[]): Promise<string[]>
}

export interface VisibleTablesDependencies {
  connections: Pick<ConnectionsService, 'get' | 'getActive'>
  catalog: Pick<CatalogService, 'get'>
  scopes: AreaScopes
}

/** One scope for each state of the protected tables, so that anything derived from it is computed only once. */
const openScopes = new WeakMap<ProtectedTables, AreaScope>()

export function createVisibleTables(
  { store }: Pick<AppContext, 'store'>,
  { connections, catalog, scopes }: VisibleTablesDependencies,
): VisibleTables {
  async function tested(principal: Principal, id: string | null): Promise<DatabaseConfiguration> {
    const connection = id === null ? await connections.getActive(principal) : await connections.get(principal, id)
    if (connection === null) throw new AppError('no_database')
    if (!connection.is_valid) throw new AppError('connection_untested')
    return connection
  }

  /** Finds the scopes of the caller's areas in a database. Null means everything. */
  async function scopesFor(principal: Principal, connection: DatabaseConfiguration): Promise<AreaScope[] | null> {
    const { application_id: applicationId } = connection
    if (principal.role === 'ADMIN') return null
    const areas = applicationId === null ? [] : await listAreas(store.db, principal.userId, applicationId)
    const seesAll = mayUseAllTables(principal)
    if (seesAll && areas.some((area) => mayEdit(principal, area))) return null
    if (seesAll && areas.length === 0) return openScope(connection.id)
    const usable = areas.filter((area) => area.isActive && mayUse(principal, area))
    return Promise.all(usable.map((area) => scopes.scopeOf(metBy(principal, area), connection.id)))
  }

  /** Without areas, everyone sees every table except the protected ones (R24). */
  async function openScope(connectionId: string): Promise<AreaScope[] | null> {
    const protectedTables = await scopes.protectedIn(connectionId)
    if (protectedTables.list.length === 0) return null
    const { tables } = await catalog.get(connectionId)
    const all = tables.map(({ schema, name }) => ({ schema, table: name }))
    const scope: AreaScope = openScopes.get(protectedTables) ?? {
      allowedTables: all.filter((ref) => !protectedTables.has(ref)),
      policies: null,
      missing: [],
    }
    openScopes.set(protectedTables, scope)
    return [scope]
  }

  async function read(principal: Principal, connectionId: string | null) {
    const connection = await tested(principal, connectionId)
    const [seen, catalogue] = [await scopesFor(principal, connection), await catalog.get(connection.id)]
    return { whole: catalogue, visible: seen === null ? catalogue : await visibleParts(catalogue, seen) }
  }

  /** Whether everyone must ask inside an area there. */
  async function isOrganised({ application_id: applicationId }: DatabaseConfiguration): Promise<boolean> {
    return applicationId !== null && (await hasAreas(store.db, applicationId))
  }

  return {
    tables: async (principal, connectionId) => {
      const connection = await tested(principal, connectionId)
      const catalogue = await catalog.get(connection.id)
      const seen = await scopesFor(principal, connection)
      const { tables } = seen === null ? catalogue : shownBy(seen, catalogue)
      const count = catalogue.tables.filter(({ objectType }) => isCounted(objectType)).length
      return {
        tables: tables.map((table) => list(catalogue, table)),
        total_count: tables.length,
        all_tables_allowed: count <= allTablesLimit && !(await isOrganised(connection)),
      }
    },
    columns: async (principal, connectionId, written) => {
      const connection = await tested(principal, connectionId)
      const seen = await scopesFor(principal, connection)
      const catalogue = await catalog.get(connection.id)
      const table = findTable(seen === null ? catalogue : shownBy(seen, catalogue), written)
      if (table === 'ambiguous') {
        throw new AppError('bad_request', {
          detail: message('Several tables are named {written}. Add the schema to the name.', { written }),
        })
      }
      if (table === null)
        throw new AppError('not_found', {
          detail: message('There is no table named {written} in this database. Check the name.', { written }),
        })
      if (seen === null) return present(table)
      const shown = await visibleParts(catalogue, seen)
      const part = shown.tables.find((each) => fullName(each) === fullName(table))
      return part === undefined ? { columns: [] } : present(part)
    },
    search: async (principal, connectionId, query) => {
      const { visible, whole } = await read(principal, connectionId)
      return searchCatalogue(visible, query, whole)
    },
    joined: async (principal, connectionId, names) => {
      const { visible, whole } = await read(principal, connectionId)
      return joinedTables(visible, names, whole)
    },
  }
}

/** Reduces a catalog to what some areas show, so that a name means only one of those tables. */
function shownBy<T extends { tables: CatalogueTable[] }>(seen: AreaScope[], catalogue: T): T {
  const names = new Set(seen.flatMap(({ allowedTables }) => allowedTables.map(refName)))
  return { ...catalogue, tables: catalogue.tables.filter((table) => names.has(fullName(table))) }
}

function refName({ schema, table }: TableRef): string {
  return fullName({ schema, name: table })
}

/** Spelled as in areas, so that an area's tables are found in the list. */
function list(catalogue: Catalogue, table: CatalogueTable): DatabaseTables['tables'][number] {
  return {
    table_name: nameOf(catalogue, table),
    display_name: table.name,
    object_type: table.objectType,
    is_synonym: table.objectType === 'SYNONYM',
    has_comment: (table.comment ?? '').trim() !== '',
  }
}

function present(table: CatalogueTable): TableColumns {
  return {
    columns: table.columns.map(({ name, dataType, nullable, comment }) => ({
      name,
      data_type: dataType,
      nullable,
      comment,
    })),
    comment: table.comment,
    row_estimate: rowEstimateOf(table),
  }
}
