import type { ColumnDefinition, Connection, Cursor, Rows } from 'odbc'
import type { AnswerColumn, AnswerRow, SqlModel } from '../../testing/stand-ins/sql-model.ts'
import type { OdbcLibrary } from '../odbc/library.ts'
import { failureText, startModel } from './model.ts'

export interface OdbcStandIn {
  library: OdbcLibrary
  /** The connection strings that it received. */
  connectionStrings: string[]
  openConnections: () => number
  queries: { sql: string; timeout: number }[]
}

/** Returns rows as the library does: objects keyed by column name, in portions. */
export function startOdbc(): OdbcStandIn {
  const model = startModel(['SELECT'])
  let open = 0
  const standIn: OdbcStandIn = { library: { connect }, connectionStrings: [], openConnections: () => open, queries: [] }

  async function connect({ connectionString }: { connectionString: string }): Promise<Connection> {
    standIn.connectionStrings.push(connectionString)
    if (connectionString.includes('Driver={Missing}')) {
      throw odbcError('IM002', "[unixODBC][Driver Manager]Can't open lib 'Missing' : file not found")
    }
    if (!connectionString.includes('PWD={good;}}pass}')) throw odbcError('28000', 'Authentication failed')
    open += 1
    return {
      query: async (sql, params, { fetchSize, timeout }) => {
        standIn.queries.push({ sql, timeout })
        return answer(model, sql, params, fetchSize)
      },
      close: async () => void (open -= 1),
    }
  }
  return standIn
}

function odbcError(state: string, message: string): Error {
  return Object.assign(new Error('[odbc] Error executing the sql statement'), {
    odbcErrors: [{ state, code: 0, message }],
  })
}

function answer(model: SqlModel, sql: string, params: (string | number | boolean | null)[], size: number): Cursor {
  const found = model.answer(sql, params)
  if (found.kind === 'failure') throw odbcError('42000', failureText(found, sql))
  if (found.kind === 'endless') throw odbcError('HYT00', 'Timeout expired')
  const rows = found.rows[Symbol.iterator]()
  let next = rows.next()
  const definitions = found.columns.map((column, index) =>
    define(column, next.done ? null : (next.value[index] ?? null)),
  )
  const cursor: Cursor = {
    noData: false,
    fetch: async () => {
      const portion: Record<string, unknown>[] = []
      for (; !next.done && portion.length < size; next = rows.next()) {
        portion.push(Object.fromEntries(definitions.map((one, index) => [one.name, given(next, index)])))
      }
      cursor.noData = next.done === true
      const result: Rows = Object.assign(portion, { columns: definitions })
      return result
    },
    close: async () => {},
  }
  return cursor
}

function given(row: IteratorResult<AnswerRow>, index: number): unknown {
  return row.done ? null : (row.value[index] ?? null)
}

function define({ name, type }: AnswerColumn, first: AnswerRow[number]): ColumnDefinition {
  const [, size = '65536', digits = '0'] = /\((\d+)(?:,(\d+))?\)/.exec(type) ?? []
  const numbers: [start: string, dataType: number][] = [
    ['DECIMAL', 3],
    ['INTEGER', 4],
    ['DATE', 91],
    ['VARCHAR', -9],
  ]
  const declared = numbers.find(([start]) => type.startsWith(start))?.[1]
  const computed = typeof first === 'string' ? -9 : 8
  return { name, dataType: declared ?? computed, columnSize: Number(size), decimalDigits: Number(digits) }
}
