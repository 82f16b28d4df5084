import { noDefinitions, type AreaJoin, type Definitions } from '@parlance/contract'
import { createContext, useContext, useMemo } from 'react'
import { keyOfName } from '../form/table-names.ts'

/** What the fields of definitions suggest and refer to. */
export interface DefinitionSources {
  /** The area's tables. */
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  /** The area's relationships, then the foreign keys between its tables. */
  joins: readonly AreaJoin[]
  /** The area's relationships without those of foreign keys. */
  areaJoins: AreaJoin[]
  /** All definitions as they are edited. */
  definitions: Definitions
  /** Null for an area that is not saved yet. */
  areaId: string | null
}

const none: DefinitionSources = {
  tables: [],
  columnsOf: () => Promise.resolve([]),
  joins: [],
  areaJoins: [],
  definitions: noDefinitions,
  areaId: null,
}

const SourcesContext = createContext(none)
export const DefinitionSourcesProvider = SourcesContext.Provider

export function useDefinitionSources(): DefinitionSources {
  return useContext(SourcesContext)
}

/** The tables that a relationship connects with this one. */
export function useJoinedTables(table: string): string[] {
  const { joins } = useDefinitionSources()
  return useMemo(() => {
    const own = keyOfName(table)
    const others = joins.flatMap(({ left_table: left = '', right_table: right = '' }) => {
      if (keyOfName(left) === own) return [right]
      return keyOfName(right) === own ? [left] : []
    })
    return [...new Set(others.filter((name) => name !== '' && keyOfName(name) !== own))]
  }, [joins, table])
}

/** The columns of one table, for fields that load their suggestions. Keeps its identity. */
export function useLoadColumns(table: string): () => Promise<string[]> {
  const { columnsOf } = useDefinitionSources()
  return useMemo(() => () => (table.trim() === '' ? Promise.resolve([]) : columnsOf(table)), [columnsOf, table])
}
