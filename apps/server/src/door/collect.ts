import type { Row } from '@parlance/contract'
import type { CollectedResult, RunningQuery } from './contract.ts'

/** Whether rows are missing; known once all batches have been read. */
export function isTruncated(query: RunningQuery): boolean {
  return (query.outcome()?.truncatedBy ?? null) !== null
}

/** Reads a running query to its end. The query's caps limit memory use. */
export async function collect(query: RunningQuery): Promise<CollectedResult> {
  const rows: Row[] = []
  for await (const batch of query.batches) for (const row of batch) rows.push(row)
  return { columns: query.columns, rows, truncated: isTruncated(query) }
}
