import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { areaTablesKey, areaTablesQuery, tableColumnsQuery } from '../../../api/areas.ts'
import { configurationsQuery, type Database } from '../../../api/databases.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { findTable, indexTables, keyOfName, type ListedTable, type TableIndex } from './table-names.ts'

export type TablesFailure = 'database-information' | 'no-access' | 'tables'

export interface AvailableTables {
  isLoading: boolean
  failure: TablesFailure | null
  tables: ListedTable[]
  /** Null while the available tables are not known. */
  index: TableIndex | null
  /** The databases whose tables are listed. */
  databases: string[]
  /** The first database that has a table; null if none has. */
  databaseOf: (table: string) => string | null
  /** The columns of a table; empty if they cannot be read. */
  columnsOf: (table: string) => Promise<string[]>
  retry: () => void
}

/** The tables of an application: those of all its tested databases that the caller may use. */
export function useAvailableTables(applicationId: string | null): AvailableTables {
  const queryClient = useQueryClient()
  const configurations = useQuery(configurationsQuery)
  const ids = useMemo(() => databasesOf(configurations.data ?? [], applicationId), [configurations.data, applicationId])
  const { known, isPending, error } = useQueries({
    queries: ids.map((id) => areaTablesQuery(id)),
    combine: (results) => ({
      known: results.flatMap(({ data }, at) =>
        data === undefined ? [] : [{ id: ids[at] ?? '', tables: data.tables }],
      ),
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error ?? null,
    }),
  })
  const tables = useMemo(() => mergeTables(known.map((list) => list.tables)), [known])
  const indexes = useMemo(() => known.map((list) => ({ id: list.id, index: indexTables(list.tables) })), [known])
  const isLoading = applicationId !== null && (configurations.isPending || isPending)
  const isKnown = !isLoading && known.length > 0
  const index = useMemo(() => (isKnown ? indexTables(tables) : null), [isKnown, tables])
  const databases = useMemo(() => known.map(({ id }) => id), [known])
  const databaseOf = useCallback(
    (table: string) => indexes.find(({ index: own }) => findTable(own, table) !== null)?.id ?? null,
    [indexes],
  )
  const columnsOf = useCallback(
    async (table: string) => {
      const owner = databaseOf(table)
      if (owner === null) return []
      try {
        const { columns } = await queryClient.fetchQuery(tableColumnsQuery(owner, table))
        return columns.map((column) => column.name)
      } catch (cause) {
        // oxlint-disable-next-line no-console -- the documents require this failure to be logged, not shown
        console.warn('The columns of a table could not be read.', cause)
        return []
      }
    },
    [databaseOf, queryClient],
  )
  const retry = useCallback(() => {
    void queryClient.refetchQueries({ queryKey: configurationsQuery.queryKey, exact: true })
    void queryClient.refetchQueries({ queryKey: areaTablesKey })
  }, [queryClient])
  const failure = isLoading || isKnown ? null : failureOf(applicationId, configurations.isError, ids, error)
  return useMemo(
    () => ({ isLoading, failure, tables, index, databases, databaseOf, columnsOf, retry }),
    [isLoading, failure, tables, index, databases, databaseOf, columnsOf, retry],
  )
}

function databasesOf(databases: Database[], applicationId: string | null): string[] {
  return databases
    .filter((database) => database.is_valid && (database.application_id ?? database.application?.id) === applicationId)
    .map((database) => database.id)
}

/** Lists each table once, even if several databases have it. */
function mergeTables(lists: ListedTable[][]): ListedTable[] {
  const [only] = lists
  if (only !== undefined && lists.length === 1) return only
  const tables = new Map<string, ListedTable>()
  for (const table of lists.flat()) {
    if (!tables.has(keyOfName(table.table_name))) tables.set(keyOfName(table.table_name), table)
  }
  return [...tables.values()]
}

function failureOf(
  applicationId: string | null,
  noInformation: boolean,
  ids: string[],
  error: Error | null,
): TablesFailure | null {
  if (applicationId === null) return null
  if (noInformation) return 'database-information'
  const isDenied = error instanceof ApiError && (error.status === 403 || error.status === 404)
  return ids.length === 0 || isDenied ? 'no-access' : 'tables'
}
