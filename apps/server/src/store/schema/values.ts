import type { Flag } from './flag.ts'

/* Values of connected databases: facts about columns, and an index of texts. Everything that shows a value is encrypted
   or a keyed hash; docs/admins/stored-values.md describes it. */

/** The state of one connection's stored values, and the lease: only one process at a time reads them. */
export interface ValueIndexesTable {
  connection_id: string
  /** 0: an administrator switched it off. */
  is_on: Flag
  /** The complete reading that is in use; null if there is none. */
  generation: string | null
  /** The revision of the connection's settings that it was read with. */
  revision: number | null
  built_at: string | null
  column_count: number
  value_count: number
  byte_count: number
  /** Columns that were left out because a limit was reached. */
  skipped_count: number
  /** The generation that is being read; null if none is. */
  owner: string | null
  lease_until: string | null
  /** Why the last reading failed; null if it succeeded. */
  error: string | null
  error_at: string | null
}

/** A column whose facts or values are stored. */
export interface ValueColumnsTable {
  connection_id: string
  generation: string
  position: number
  schema_name: string | null
  table_name: string
  column_name: string
  /** Distinct texts in the index; null for a column that isn't searchable. */
  value_count: number | null
  /** Encrypted JSON of the facts; null if they could not be read. */
  facts: string | null
}

/** A part of a column's distinct texts, as encrypted JSON. */
export interface ValueChunksTable {
  connection_id: string
  generation: string
  position: number
  chunk: number
  sealed: string
}

/** Which values of a column have a word, by the word's keyed hash. */
export interface ValueTermsTable {
  connection_id: string
  generation: string
  position: number
  term: string
  /** Numbers of values, separated by commas. */
  postings: string
}
