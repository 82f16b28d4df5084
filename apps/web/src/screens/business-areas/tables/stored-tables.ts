import type { ListedTable } from '../form/table-names.ts'

/** Each table of the area by its lower-case name: whether it is missing from its database, and its type. */
export type StoredTables = ReadonlyMap<string, { isMissing: boolean; type: ListedTable['object_type'] | null }>
