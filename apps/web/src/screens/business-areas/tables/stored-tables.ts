import type { ListedTable } from '../form/table-names.ts'

/** Each table that the area has, by its name in lower case: whether its database lost it, and what it is. */
export type StoredTables = ReadonlyMap<string, { isMissing: boolean; type: ListedTable['object_type'] | null }>
