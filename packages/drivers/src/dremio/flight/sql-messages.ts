import { readBytesFields, writeFields } from './wire.ts'

/** Messages of https://github.com/apache/arrow/blob/main/format/FlightSql.proto; they travel inside of an Any. */
const typeUrl = 'type.googleapis.com/arrow.flight.protocol.sql.'

export type SqlMessage =
  | 'CommandStatementQuery'
  | 'TicketStatementQuery'
  | 'CommandPreparedStatementQuery'
  | 'ActionCreatePreparedStatementRequest'
  | 'ActionCreatePreparedStatementResult'
  | 'ActionClosePreparedStatementRequest'
  | 'DoPutPreparedStatementResult'

/** A message whose first field is a text or a handle, which is all that most of them have. */
export function writeSqlMessage(name: SqlMessage, first: Uint8Array | string): Buffer {
  return packAny(name, writeFields([[1, first]]))
}

export function packAny(name: SqlMessage, message: Uint8Array): Buffer {
  return writeFields([
    [1, `${typeUrl}${name}`],
    [2, message],
  ])
}

/** The name of a message without its package, and its fields. */
export function readSqlMessage(bytes: Uint8Array): { name: string; fields: Map<number, Uint8Array> } {
  const any = readBytesFields(bytes)
  const url = Buffer.from(any.get(1) ?? '').toString()
  return { name: url.slice(url.lastIndexOf('.') + 1), fields: readBytesFields(any.get(2) ?? new Uint8Array()) }
}
