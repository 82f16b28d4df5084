/** One field of a protocol buffer message: its number, and its value as bytes or as a whole number. */
export interface WireField {
  number: number
  value: Uint8Array | bigint
}

const lengthDelimited = 2
const sizes: Record<number, number> = { 1: 8, 5: 4 }

/**
 * The fields of a message in the order in which they came, by the encoding of protocol buffers.
 * @throws RangeError for bytes that are no message
 */
export function* readFields(bytes: Uint8Array): Iterable<WireField> {
  let at = 0
  const readNumber = () => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at]
      if (byte === undefined) throw new RangeError('A message of the server ends in the middle.')
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new RangeError('A message of the server holds a number that is too long.')
  }
  const readBytes = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('A message of the server ends in the middle.')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(readNumber())
    const kind = tag & 7
    const size = kind === lengthDelimited ? Number(readNumber()) : sizes[kind]
    if (size === undefined && kind !== 0)
      throw new RangeError('A message of the server holds an unknown kind of field.')
    yield { number: tag >>> 3, value: size === undefined ? readNumber() : readBytes(size) }
  }
}

/** The last bytes of each field, as a message without repeated fields has them. */
export function readBytesFields(bytes: Uint8Array): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  for (const { number, value } of readFields(bytes)) if (typeof value !== 'bigint') found.set(number, value)
  return found
}

/** A message of these fields; those without a value are left out, as are empty texts and zeros. */
export function writeFields(fields: [number: number, value: Uint8Array | string | number | undefined][]): Buffer {
  const parts: Uint8Array[] = []
  for (const [number, value] of fields) {
    if (value === undefined || value === 0 || value === '') continue
    if (typeof value === 'number') {
      parts.push(varint(number * 8), varint(value))
      continue
    }
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    parts.push(varint(number * 8 + lengthDelimited), varint(bytes.length), bytes)
  }
  return Buffer.concat(parts)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Buffer.from([...bytes, rest])
}
