import type { Row } from '@parlance/contract'
import type { Connection, ResultTable } from '../contract.ts'
import { SqliteJobs } from './jobs.ts'

/** Significant digits that a floating-point number certainly has. */
const certainDigits = 15

/**
 * Opens rows that were read before as tables, each name of a table with its rows. A statement runs in a child process
 * that has only the tables it may read, in memory.
 */
export function openResults(tables: ResultTable[]): Pick<Connection, 'query' | 'close'> {
  const jobs = new SqliteJobs('')
  return {
    query: async (sql, params, options) => {
      const { readable = [], maxRows, maxBytes } = options
      const isRead = ({ name }: ResultTable) => readable.some(({ table }) => table === name)
      const read = tables.filter(isRead)
      const request = { type: 'compute', tables: read, sql, params, maxRows, maxBytes, readable } as const
      const stream = await jobs.open(request, options)
      return {
        columns: stream.columns,
        batches: rounded(stream.rows()),
        outcome: stream.outcome,
      }
    },
    close: async () => jobs.close(),
  }
}

/** Sums of fractions don't show the error of floating-point arithmetic. */
async function* rounded(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const batch of batches) {
    yield batch.map((row) =>
      row.map((cell) =>
        typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(certainDigits)) : cell,
      ),
    )
  }
}
