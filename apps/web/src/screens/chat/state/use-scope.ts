import type { AreaListItem, DatabaseTables } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { allTablesLimit, isCounted } from '@parlance/contract'
import { areasQuery, askableAreas } from '../../../api/areas.ts'
import { configurationsQuery, setActive, tablesQuery, type Database } from '../../../api/databases.ts'

/** Why no business area can be used; null if one can. */
export type NoArea =
  /** The application has none. */
  | 'none'
  /** The application has none, and the database has too many tables for questions without one. */
  | 'many'
  /** All areas that this user may use are inactive. */
  | 'inactive'
  /** There are areas, but this user may use none of them. */
  | 'others'

/**
 * The databases and business areas for questions. The database is that of the open session, unaffected by a selection
 * in another tab; without a session it is the selected one.
 */
export function useScope(sessionDatabase: string | null) {
  const queryClient = useQueryClient()
  const configurations = useQuery(configurationsQuery)
  const known = configurations.data ?? []
  const own = known.find((candidate) => candidate.id === sessionDatabase)
  const database = own ?? known.find((candidate) => candidate.is_active) ?? null
  const applicationId = database?.application_id ?? database?.application?.id ?? null
  const areas = useQuery({
    ...areasQuery(applicationId),
    select: (list) => list,
    enabled: database !== null,
    refetchOnWindowFocus: 'always',
  })
  const tables = useQuery({ ...tablesQuery(database?.id ?? null), refetchOnWindowFocus: 'always' })
  const tableCount = tables.data?.total_count ?? database?.table_count ?? null
  const areaList = askableAreas(areas.data ?? [])
  const noArea = areaList.length > 0 ? null : noAreaOf(areas.data ?? [], tables.data, tableCount)

  return {
    /** False until the databases and areas are known, or failed to load. */
    settled: !configurations.isPending && (database === null || !areas.isPending),
    configurations,
    database,
    areas,
    areaList,
    tableNames: (tables.data?.tables ?? []).map((table) => table.display_name || table.table_name),
    tableCount,
    noArea,
    /** Whether the application has areas, including ones this user cannot see. */
    hasAreas: areaList.length > 0 || noArea === 'inactive' || noArea === 'others',
    /**
     * Selects a connection; resolves to the connection with the areas of its application, or null if these failed to
     * load.
     */
    selectDatabase: async (configId: string) => {
      const selected = await setActive(configId)
      // A list requested earlier must not restore the old selection.
      await queryClient.cancelQueries({ queryKey: configurationsQuery.queryKey, exact: true })
      queryClient.setQueryData(configurationsQuery.queryKey, (list) => markActive(list ?? [], selected))
      const application = selected.application_id ?? selected.application?.id ?? null
      const found = await queryClient.fetchQuery({ ...areasQuery(application), staleTime: 0 }).catch(() => null)
      // The areas of an earlier database with the same application must not stay on screen.
      if (found === null) queryClient.removeQueries({ queryKey: areasQuery(application).queryKey, exact: true })
      return { selected, areas: found === null ? null : askableAreas(found) }
    },
  }
}

function noAreaOf(areas: AreaListItem[], tables: DatabaseTables | undefined, tableCount: number | null): NoArea {
  if (areas.some((area) => area.visibility !== 'private' || area.is_owner)) return 'inactive'
  if (areas.length > 0) return 'others'
  if (tables?.all_tables_allowed === true) return 'none'
  const views = (tables?.tables ?? []).filter(({ object_type }) => !isCounted(object_type)).length
  const isMany = (tableCount ?? 0) - views > allTablesLimit
  // Few tables that may not be used together: an area that this user may not see prevents it.
  if (tables?.all_tables_allowed === false && !isMany) return 'others'
  return isMany ? 'many' : 'none'
}

export type Scope = ReturnType<typeof useScope>

/** The area used if none was chosen: the default one, else the first. */
export function defaultArea(areas: AreaListItem[]): AreaListItem | null {
  return areas.find((area) => area.is_default) ?? areas[0] ?? null
}

function markActive(list: Database[], selected: Database): Database[] {
  const others = list.map((item) => (item.id === selected.id ? selected : { ...item, is_active: false }))
  return list.some((item) => item.id === selected.id) ? others : [...others, selected]
}
