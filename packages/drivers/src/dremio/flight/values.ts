import type { Data, DataType, Decimal, FixedSizeBinary, FixedSizeList, Int, Timestamp } from 'apache-arrow'
import { message, type Cell } from '@parlance/contract'
import { DriverError } from '../../contract.ts'
import type { FlightLibraries } from './library.ts'
import { dateOfDays, plainDecimal, shortestFloat, timeOfUnits, timestampOfUnits } from './value-texts.ts'

/** Reads the cell at an index of one chunk of a column. */
export type CellReader = (index: number) => Cell

/**
 * Reads one chunk of a column as cells: exact, or text. Uses the raw numbers, because the library rounds some of them.
 */
export function cellReader(libraries: FlightLibraries, data: Data): CellReader {
  const read = valueReader(libraries, data)
  return (index) => (data.getValid(index) ? read(index) : null)
}

function valueReader(libraries: FlightLibraries, data: Data): CellReader {
  const { DataType: types } = libraries.arrow
  const { type } = data
  if (types.isNull(type)) return () => null
  if (types.isBool(type)) return (index) => (((data.values as Uint8Array)[index >> 3] ?? 0) >> (index & 7)) % 2 === 1
  if (types.isInt(type)) return integerReader(data as Data<Int>)
  if (types.isFloat(type)) return floatReader(libraries, data)
  if (types.isDecimal(type)) return decimalReader(data as Data<Decimal>)
  if (types.isUtf8(type) || types.isLargeUtf8(type)) return (index) => bytesAt(data, index).toString('utf8')
  if (types.isBinary(type) || types.isLargeBinary(type)) return (index) => hex(bytesAt(data, index))
  if (types.isFixedSizeBinary(type)) {
    const width = (type as FixedSizeBinary).byteWidth
    return (index) => hex((data.values as Uint8Array).subarray(index * width, (index + 1) * width))
  }
  return temporalReader(libraries, data) ?? nestedReader(libraries, data) ?? viewReader(libraries, data)
}

function integerReader(data: Data<Int>): CellReader {
  const values = data.values as ArrayLike<number | bigint>
  return (index) => {
    const value = values[index] ?? 0
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
}

function floatReader({ arrow }: FlightLibraries, data: Data): CellReader {
  const values = data.values as Float64Array
  const { precision } = data.type as { precision?: number }
  const vector = new arrow.Vector([data])
  return (index) => {
    // The library decodes half-precision numbers.
    const value = precision === arrow.Precision.HALF ? Number(vector.get(index)) : (values[index] ?? 0)
    if (!Number.isFinite(value)) return String(value)
    return precision === arrow.Precision.SINGLE ? shortestFloat(value) : value
  }
}

function decimalReader(data: Data<Decimal>): CellReader {
  const words = data.values as Uint32Array
  const { scale, bitWidth } = data.type
  const width = bitWidth / 32
  return (index) => {
    let value = 0n
    for (let word = width - 1; word >= 0; word -= 1) value = (value << 32n) | BigInt(words[index * width + word] ?? 0)
    return plainDecimal(BigInt.asIntN(bitWidth, value), scale)
  }
}

function temporalReader({ arrow }: FlightLibraries, data: Data): CellReader | null {
  const { DataType: types, DateUnit } = arrow
  const { type } = data
  const values = data.values as ArrayLike<number | bigint>
  const at = (index: number) => BigInt(values[index] ?? 0)
  if (types.isDate(type)) {
    const perDay = type.unit === DateUnit.DAY ? 1n : 86_400_000n
    return (index) => dateOfDays(floorDivide(at(index), perDay))
  }
  if (types.isTime(type)) return (index) => timeOfUnits(at(index), type.unit)
  if (types.isTimestamp(type)) {
    const zone = (type as Timestamp).timezone ? ' +00:00' : ''
    return (index) => timestampOfUnits(at(index), type.unit) + zone
  }
  if (types.isDuration(type)) return (index) => `${at(index)} ${['s', 'ms', 'µs', 'ns'][type.unit]}`
  if (!types.isInterval(type)) return null
  if (type.unit === arrow.IntervalUnit.YEAR_MONTH) return (index) => `${at(index)} months`
  if (type.unit === arrow.IntervalUnit.DAY_TIME) return (index) => `${at(2 * index)} days ${at(2 * index + 1)} ms`
  return null
}

/** Lists, structs and maps become JSON; a dictionary entry becomes the value that it refers to. */
function nestedReader(libraries: FlightLibraries, data: Data): CellReader | null {
  const { DataType: types } = libraries.arrow
  const { type } = data
  if (types.isDictionary(type)) {
    const keys = data.values as ArrayLike<number | bigint>
    const parts = (data.dictionary?.data ?? []).map((part) => ({
      length: part.length,
      read: cellReader(libraries, part),
    }))
    return (index) => {
      let key = Number(keys[index] ?? 0)
      for (const part of parts) {
        if (key < part.length) return part.read(key)
        key -= part.length
      }
      return null
    }
  }
  const json = jsonReader(libraries, data)
  return json && ((index) => json(index))
}

/** Returns a reader of JSON text for a nested type; null for other types. */
function jsonReader(libraries: FlightLibraries, data: Data): ((index: number) => string) | null {
  const { DataType: types } = libraries.arrow
  const { type } = data
  const [child] = data.children
  if (types.isStruct(type)) {
    const members = data.children.map((part, place) => ({
      name: JSON.stringify(type.children[place]?.name ?? ''),
      read: memberReader(libraries, part),
    }))
    return (index) => `{${members.map(({ name, read }) => `${name}:${read(index)}`).join(',')}}`
  }
  if (!child) return null
  const range = (index: number): [number, number] => {
    if (!types.isFixedSizeList(type)) return offsetsAt(data, index)
    const size = (type as FixedSizeList).listSize
    return [index * size, (index + 1) * size]
  }
  if (types.isMap(type)) {
    const [keys, values] = child.children.map((part) => memberReader(libraries, part))
    if (!keys || !values) return null
    const entry = (place: number) => `${asKey(keys(place))}:${values(place)}`
    return (index) => `{${places(range(index)).map(entry).join(',')}}`
  }
  if (!types.isList(type) && !types.isLargeList(type) && !types.isFixedSizeList(type)) return null
  const read = memberReader(libraries, child)
  return (index) => `[${places(range(index)).map(read).join(',')}]`
}

/** Writes a value inside a nested one. Numbers keep all their digits, because JSON allows any number of them. */
function memberReader(libraries: FlightLibraries, data: Data): (index: number) => string {
  const { DataType: types } = libraries.arrow
  const nested = jsonReader(libraries, data)
  if (nested) return (index) => (data.getValid(index) ? nested(index) : 'null')
  const read = cellReader(libraries, data)
  const isExactText = types.isInt(data.type) || types.isDecimal(data.type)
  return (index) => {
    const cell = read(index)
    return isExactText && typeof cell === 'string' ? cell : JSON.stringify(cell)
  }
}

/** Types that the library stores in a different layout: text and byte views, and intervals of three parts. */
function viewReader({ arrow }: FlightLibraries, data: Data<DataType>): CellReader {
  const { DataType: types } = arrow
  const vector = new arrow.Vector([data])
  if (types.isUtf8View(data.type)) return (index) => String(vector.get(index))
  if (types.isBinaryView(data.type)) return (index) => hex(Uint8Array.from(vector.get(index)))
  if (types.isInterval(data.type)) {
    return (index) => {
      const [months, days, low, high] = Array.from(vector.get(index) as Int32Array, Number)
      const nanoseconds = BigInt.asIntN(64, (BigInt(high ?? 0) << 32n) | BigInt.asUintN(32, BigInt(low ?? 0)))
      return `${months} months ${days} days ${nanoseconds} ns`
    }
  }
  throw new DriverError(
    'unsupported',
    message('Arrow values of type {type} are not supported.', { type: String(data.typeId) }),
  )
}

function places([from, to]: [number, number]): number[] {
  return Array.from({ length: to - from }, (_, place) => from + place)
}

function asKey(json: string): string {
  return json.startsWith('"') ? json : JSON.stringify(json)
}

function offsetsAt(data: Data, index: number): [number, number] {
  const offsets = data.valueOffsets as ArrayLike<number | bigint>
  return [Number(offsets[index] ?? 0), Number(offsets[index + 1] ?? 0)]
}

function bytesAt(data: Data, index: number): Buffer {
  const bytes = data.values as Uint8Array
  const [from, to] = offsetsAt(data, index)
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
}

function hex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}
