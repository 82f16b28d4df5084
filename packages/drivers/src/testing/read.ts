import { formatMessage, type Cell, type Message, type Row } from '@parlance/contract'
import { DriverError, type Connection, type QueryOptions, type QueryOutcome } from '../contract.ts'

/** The time ends only what hangs: a busy machine may take long for large rows. */
export const unlimited: QueryOptions = { timeoutMs: 110_000, maxRows: null, maxBytes: null }

export interface AllRows {
  columns: string[]
  rows: Row[]
  outcome: QueryOutcome | null
}

/** Reads a whole result. */
export async function readAll(
  connection: Connection,
  sql: string,
  params: Cell[] = [],
  options: QueryOptions = unlimited,
): Promise<AllRows> {
  const result = await connection.query(sql, params, options)
  const rows = (await collect(result.batches)).flat()
  return { columns: result.columns.map((column) => column.name), rows, outcome: result.outcome() }
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export function textsOf(messages: readonly Message[]): string[] {
  return messages.map((one) => formatMessage(one))
}

/** Returns the DriverError that `run` fails with; any other outcome fails the test. */
export async function failureOf(run: () => Promise<unknown>): Promise<DriverError> {
  try {
    await run()
  } catch (error) {
    if (error instanceof DriverError) return error
    throw error
  }
  throw new Error('Expected a DriverError, but nothing failed.')
}
