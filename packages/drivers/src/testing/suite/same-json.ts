import { expect } from 'vitest'
import type { Connection, QueryOptions } from '../../contract.ts'
import { collect, unlimited, type AllRows } from '../read.ts'

/** Checks that the rows of a statement are the same as JSON, if the driver has them so. */
export async function expectSameJson(
  connection: Connection,
  { rows, outcome }: Pick<AllRows, 'rows' | 'outcome'>,
  sql: string,
  options: QueryOptions = unlimited,
): Promise<void> {
  const result = await connection.query(sql, [], options)
  if (result.json === undefined) return void (await collect(result.batches))
  const parts = await collect(result.json)
  const read = { json: parts.map((part) => part.rows).join(','), outcome: result.outcome() }
  expect(read).toEqual({ json: JSON.stringify(rows).slice(1, -1), outcome })
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
}
