import type { AreaListItem, DatabaseTables } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { allTablesLimit } from '@parlance/contract'
import { areasQuery } from '../../../api/areas.ts'
import { configurationsQuery, setActive, tablesQuery, type Database } from '../../../api/databases.ts'

/** Which databases and business areas there are to ask, and which database is selected. */
export function useScope() {
  const queryClient = useQueryClient()
  const configurations = useQuery(configurationsQuery)
  const database = configurations.data?.find((candidate) => candidate.is_active) ?? null
  const applicationId = database?.application_id ?? database?.application?.id ?? null
  const areas = useQuery({ ...areasQuery(applicationId), enabled: database !== null })
  const tables = useQuery(tablesQuery(database?.id ?? null))
  const tableCount = tables.data?.total_count ?? database?.table_count ?? null

  return {
    /** False until it is known which databases and areas there are, or that this cannot be known. */
    settled: !configurations.isPending && (database === null || !areas.isPending),
    configurations,
    database,
    areas,
    areaList: areas.data ?? [],
    tableNames: (tables.data?.tables ?? []).map((table) => table.display_name || table.table_name),
    tableCount,
    /** There are areas, but none that this person may ask in. */
    areasAreOthers: (areas.data?.length ?? 0) === 0 && isOrganised(tables.data),
    /** Selects a connection; answers it with the areas of its application, or null where these failed to load. */
    selectDatabase: async (configId: string) => {
      const selected = await setActive(configId)
      // A list that was asked for before must not bring the old selection back.
      await queryClient.cancelQueries({ queryKey: configurationsQuery.queryKey, exact: true })
      queryClient.setQueryData(configurationsQuery.queryKey, (list) => markActive(list ?? [], selected))
      const application = selected.application_id ?? selected.application?.id ?? null
      const found = await queryClient.fetchQuery({ ...areasQuery(application), staleTime: 0 }).catch(() => null)
      return { selected, areas: found }
    },
  }
}

/** Few tables that may not be asked together: an area stands in the way, which this person may not see. */
function isOrganised(tables: DatabaseTables | undefined): boolean {
  return tables?.all_tables_allowed === false && tables.total_count <= allTablesLimit
}

export type Scope = ReturnType<typeof useScope>

/** The area that is taken when none was chosen: the default one, else the first. */
export function defaultArea(areas: AreaListItem[]): AreaListItem | null {
  return areas.find((area) => area.is_default) ?? areas[0] ?? null
}

function markActive(list: Database[], selected: Database): Database[] {
  const others = list.map((item) => (item.id === selected.id ? selected : { ...item, is_active: false }))
  return list.some((item) => item.id === selected.id) ? others : [...others, selected]
}
