/** How much of one database is read and stored. What doesn't fit is left out and counted. */
export const valueBudget = {
  /** Milliseconds of one reading. */
  ms: 5 * 60_000,
  /** Rows of a table by the database's estimate. A larger one is left out. */
  tableRows: 20_000_000,
  columns: 2_000,
  /** Distinct texts. */
  values: 200_000,
  /** Bytes of texts. */
  bytes: 16 * 1024 * 1024,
}

/** Longer texts are prose, not values that a question names. */
export const longestText = 200

/** How long stored values may be used when they can't be read again. */
export const retentionMs = 7 * 24 * 60 * 60_000
