import type { DataType, Vector } from 'apache-arrow'
import type { Cell } from '@parlance/contract'
import { splitStream } from './ipc.ts'
import type { FlightLibraries } from './library.ts'
import { describeCommand, flightData, writeSqlMessage } from './messages.ts'

/**
 * Builds the DoPut messages that bind one set of values to a prepared statement: its columns, then one row.
 * @param declared the columns that the server declared for them, as an IPC message; empty if it declared none
 */
export function bindingMessages(
  libraries: FlightLibraries,
  handle: Uint8Array,
  params: Cell[],
  declared: Uint8Array,
): Uint8Array[] {
  const { arrow } = libraries
  const fields = declaredFields(libraries, declared)
  const vectors = params.map((value, index) =>
    vectorOf(libraries, value, typeFor(libraries, value, fields[index]?.type)),
  )
  // Values are bound by position because the library mixes up columns with the same name.
  const schema = new arrow.Schema(
    vectors.map(({ type }, index) => new arrow.Field(`parameter_${index + 1}`, type, true)),
  )
  const struct = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: 1,
    nullCount: 0,
    children: vectors.flatMap(({ data }) => data.slice(0, 1)),
  })
  const batch = new arrow.RecordBatch(schema, struct)
  const stream = arrow.RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true)
  const descriptor = describeCommand(writeSqlMessage('CommandPreparedStatementQuery', handle))
  return splitStream(libraries, stream).map((part, index) =>
    flightData.encode({ ...part, ...(index === 0 && { descriptor }) }),
  )
}

function declaredFields({ arrow }: FlightLibraries, declared: Uint8Array): { name: string; type: DataType }[] {
  if (declared.length === 0) return []
  return arrow.RecordBatchReader.from(declared.slice()).open().schema.fields
}

/** Returns the declared type if the value fits it, otherwise the value's own type. */
function typeFor({ arrow }: FlightLibraries, value: Cell, declared: DataType | undefined): DataType {
  const { DataType: types } = arrow
  const isDeclared = (test: (type: DataType) => boolean) => declared !== undefined && test(declared)
  if (typeof value === 'boolean') return new arrow.Bool()
  if (typeof value !== 'number') return new arrow.Utf8()
  if (isDeclared((type) => types.isFloat(type)) || !Number.isInteger(value)) return new arrow.Float64()
  return isDeclared((type) => types.isInt(type) && type.bitWidth <= 32) ? new arrow.Int32() : new arrow.Int64()
}

/** The library represents eight-byte integers as BigInt. */
function vectorOf({ arrow }: FlightLibraries, value: Cell, type: DataType): Vector {
  const isLong = arrow.DataType.isInt(type) && type.bitWidth === 64
  return arrow.vectorFromArray([isLong && typeof value === 'number' ? BigInt(value) : value], type)
}
