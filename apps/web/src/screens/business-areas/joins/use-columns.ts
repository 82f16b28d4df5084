import { useQuery } from '@tanstack/react-query'

/** The columns of a table; none while they are read, or where they cannot be. */
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
