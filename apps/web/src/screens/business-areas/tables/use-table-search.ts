import { tableSearchLength, type FoundTable } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { tableSearchQuery } from '../../../api/areas.ts'

/** Milliseconds without a key press before the server searches. */
const typingPause = 250

export interface TableSearch {
  /** The names of the matches, best first; those of the previous search while the next one runs. */
  names: string[]
  /** Details of the best matches, by name. */
  details: ReadonlyMap<string, FoundTable>
  state: 'none' | 'searching' | 'found' | 'failed'
}

const nothing: Pick<TableSearch, 'names' | 'details'> = { names: [], details: new Map() }

/** Searches databases on the server shortly after typing pauses: by words, abbreviations, columns, and comments. */
export function useTableSearch(databases: string[], text: string): TableSearch {
  const search = text.slice(0, tableSearchLength)
  const settled = useSettled(search)
  const isOn = search !== '' && databases.length > 0
  const query = useQuery({
    ...tableSearchQuery(databases, settled),
    enabled: isOn && settled !== '',
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const found = useMemo(() => (data === undefined ? nothing : merge(data)), [data])
  if (!isOn) return { ...nothing, state: 'none' }
  const isWaiting = settled !== search || query.isPlaceholderData || query.isPending
  if (query.isError || (isWaiting && query.fetchStatus === 'paused')) return { ...nothing, state: 'failed' }
  return { ...found, state: isWaiting ? 'searching' : 'found' }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Alternates between the databases, because the ranks of one say nothing about the others. */
function merge(answers: { table_names: string[]; tables: FoundTable[] }[]): Pick<TableSearch, 'names' | 'details'> {
  const ranked = answers.flatMap(({ table_names }) => table_names.map((name, rank) => ({ name, rank })))
  const names = new Set(ranked.toSorted((one, other) => one.rank - other.rank).map(({ name }) => name))
  const details = answers.flatMap(({ tables }) => tables).map((table) => [table.table_name, table] as const)
  return { names: [...names], details: new Map(details.toReversed()) }
}
