import { useQuery } from '@tanstack/react-query'

/** The columns of a table; empty while they load or if they cannot be read. */
export function useColumns(table: string | null, columnsOf: (table: string) => Promise<string[]>): string[] {
  const columns = useQuery({
    queryKey: ['column-names', table],
    queryFn: () => (table === null ? [] : columnsOf(table)),
    enabled: table !== null,
    staleTime: 0,
    gcTime: 0,
  })
  return columns.data ?? []
}
