import type { ResultColumn, Row } from '@parlance/contract'
import type { Connection } from '@parlance/drivers'

export interface ReadLimits {
  timeoutMs: number
  maxRows: number
  maxBytes: number | null
  signal?: AbortSignal
}

/**
 * Runs a query of the development data on a read-only connection, unchanged, and reads all rows.
 * @throws DriverError, or Error if there are more rows than `maxRows`
 */
export async function readWithin(
  connection: Connection,
  sql: string,
  limits: ReadLimits,
): Promise<{ columns: ResultColumn[]; rows: Row[] }> {
  const query = await connection.query(sql, [], limits)
  const rows = (await Array.fromAsync(query.batches)).flat()
  if (query.outcome()?.truncatedBy) throw new Error(`The result has more than ${limits.maxRows} rows.`)
  return { columns: query.columns, rows }
}
