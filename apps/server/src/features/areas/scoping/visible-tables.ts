import { allTablesLimit, isCounted, message } from '@parlance/contract'
import type { CatalogueTable, DatabaseConfiguration, DatabaseTables, TableColumns } from '@parlance/contract'
import type { TableRef } from '@parlance/sql'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import { fullName } from '../../catalog/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { AreaScope, AreaScopes } from './area-scopes.ts'
import { mayEdit, mayUse, metBy } from '../rights/policy.ts'
import { hasAreas, listAreas } from '../store/area-store.ts'
import { findTable } from './table-names.ts'

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
}

export interface VisibleTablesDependencies {
  connections: Pick<ConnectionsService, 'get' | 'getActive'>
  catalog: Pick<CatalogService, 'get' | 'tables'>
  scopes: AreaScopes
}

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
    if (areas.some((area) => mayEdit(principal, area))) return null
    if (areas.length === 0) return openScope(connection.id)
    const usable = areas.filter((area) => area.isActive && mayUse(principal, area))
    return Promise.all(usable.map((area) => scopes.scopeOf(metBy(principal, area), connection.id)))
  }

  /** Without areas, everyone sees every table except the protected ones (R24). */
  async function openScope(connectionId: string): Promise<AreaScope[] | null> {
    const protectedTables = await scopes.protectedIn(connectionId)
    if (protectedTables.list.length === 0) return null
    const { tables } = await catalog.get(connectionId)
    const all = tables.map(({ schema, name }) => ({ schema, table: name }))
    return [{ allowedTables: all.filter((ref) => !protectedTables.has(ref)), policies: null, missing: [] }]
  }

  /** Whether everyone must ask inside an area there. */
  async function isOrganised({ application_id: applicationId }: DatabaseConfiguration): Promise<boolean> {
    return applicationId !== null && (await hasAreas(store.db, applicationId))
  }

  return {
    tables: async (principal, connectionId) => {
      const connection = await tested(principal, connectionId)
      const all = await catalog.tables(principal, connection.id)
      const seen = await scopesFor(principal, connection)
      const count = all.tables.filter(({ object_type }) => isCounted(object_type)).length
      const all_tables_allowed = count <= allTablesLimit && !(await isOrganised(connection))
      if (seen === null) return { ...all, all_tables_allowed }
      const names = new Set(seen.flatMap(({ allowedTables }) => allowedTables.map(nameOf)))
      const tables = all.tables.filter(({ table_name }) => names.has(table_name))
      return { tables, total_count: tables.length, all_tables_allowed }
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
      if (seen === null) return present(table.columns)
      const { visibleColumns } = await import('@parlance/sql')
      const ref = { schema: table.schema, table: table.name }
      const shown = seen.filter(({ allowedTables }) => allowedTables.some((each) => nameOf(each) === nameOf(ref)))
      const names = new Set(shown.flatMap(({ policies }) => visibleColumns(ref, catalogue, policies)))
      return present(table.columns.filter(({ name }) => names.has(name)))
    },
  }
}

/** Reduces a catalog to what some areas show, so that a name means only one of those tables. */
function shownBy<T extends { tables: CatalogueTable[] }>(seen: AreaScope[], catalogue: T): T {
  const names = new Set(seen.flatMap(({ allowedTables }) => allowedTables.map(nameOf)))
  return { ...catalogue, tables: catalogue.tables.filter((table) => names.has(fullName(table))) }
}

function nameOf({ schema, table }: TableRef): string {
  return fullName({ schema, name: table })
}

function present(columns: CatalogueTable['columns']): TableColumns {
  return {
    columns: columns.map(({ name, dataType, nullable, comment }) => ({ name, data_type: dataType, nullable, comment })),
  }
}
