import { useDeferredValue, useMemo } from 'react'
import type { ListedTable } from '../form/table-names.ts'
import { useTableSearch, type TableSearch } from './use-table-search.ts'

export interface TableFilter {
  search: string
  /** Null for all schemas; empty for the default one. */
  schema: string | null
  onlyChosen: boolean
}

export interface FoundTables extends Pick<TableSearch, 'details' | 'state'> {
  found: ListedTable[]
  /** What "select all" selects; while a search runs, only the tables that are certain to match. */
  selectable: ListedTable[]
  /** Those whose names start with the search. */
  starting: ListedTable[]
  /** The search that these are for, in lower case. */
  wanted: string
}

/** The listed tables that match a filter: what the server finds, and every name that contains the search. */
export function useFoundTables(
  listed: ListedTable[],
  chosen: ReadonlySet<string>,
  databases: string[],
  { search, schema, onlyChosen }: TableFilter,
): FoundTables {
  const written = search.trim()
  const wanted = useDeferredValue(written.toLowerCase())
  const { names, details, state } = useTableSearch(databases, written)
  const within = onlyChosen ? chosen : null
  const pool = useMemo(() => {
    const isIn = (table: ListedTable) =>
      within?.has(table.table_name) !== false && (schema === null || schemaOf(table) === schema)
    return new Map(listed.filter(isIn).map((table) => [table.table_name, table]))
  }, [listed, within, schema])
  const lists = useMemo(() => {
    const written = [...pool.values()].filter((table) => namesOf(table).some((name) => name.includes(wanted)))
    const similar = wanted === '' ? [] : names.flatMap((name) => pool.get(name) ?? [])
    return { written, similar, starting: written.filter((table) => startsWith(table, wanted)) }
  }, [pool, wanted, names])
  return useMemo(() => {
    const isFound = state === 'found'
    const { written: contained, similar, starting } = lists
    const found = [...new Set(isFound ? [...similar, ...contained] : [...contained, ...similar])]
    return { found, selectable: isFound ? found : contained, starting, wanted, details, state }
  }, [lists, wanted, details, state])
}

/** The schema of a table; empty for the default one, which names leave out. */
function schemaOf({ table_name: name, display_name: shown }: ListedTable): string {
  return name.endsWith(`.${shown}`) ? name.slice(0, -shown.length - 1) : ''
}

/** Each schema with its number of tables, in alphabetical order. */
export function countSchemas(listed: ListedTable[]): { schema: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const table of listed) counts.set(schemaOf(table), (counts.get(schemaOf(table)) ?? 0) + 1)
  return [...counts]
    .map(([schema, count]) => ({ schema, count }))
    .toSorted((one, other) => one.schema.localeCompare(other.schema))
}

function namesOf({ table_name: name, display_name: shown }: ListedTable): string[] {
  return [name.toLowerCase(), shown.toLowerCase()]
}

function startsWith(table: ListedTable, wanted: string): boolean {
  return wanted !== '' && namesOf(table).some((name) => name.startsWith(wanted))
}
