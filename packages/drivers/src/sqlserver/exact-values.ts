import { createRequire } from 'node:module'

interface Metadata {
  type: { name: string }
  scale?: number
}
interface Result {
  value: unknown
  offset: number
}
type ReadValue = (buffer: Buffer, offset: number, metadata: Metadata, options: unknown) => Result

/** A value as sent by the server, for types where the library's own form would lose digits or the time zone. */
export class ExactText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const decimalTypes: Record<number, true> = { 0x6a: true, 0x6c: true }
const moneyScale = 4
const msPerDay = 86_400_000

/**
 * Makes the client library return decimals, money and times with a zone as text. It converts the first two to
 * floating-point numbers and drops the zone of the last. The bytes follow MS-TDS 2.2.5.5.
 */
export function keepExactValues(): void {
  const parser = createRequire(import.meta.url)('tedious/lib/value-parser.js') as { readValue: ReadValue }
  const original = parser.readValue
  if (original.name === readExactly.name) return
  parser.readValue = readExactly

  function readExactly(...call: Parameters<ReadValue>): Result {
    const [buffer, offset, metadata] = call
    const result = original(...call)
    if (result.value !== null) {
      const text = textOf(metadata, buffer.subarray(offset, result.offset))
      if (text !== null) result.value = new ExactText(text)
    }
    return result
  }
}

/** @param bytes one value, prefixed with its length in the type's format */
function textOf(metadata: Metadata, bytes: Buffer): string | null {
  switch (metadata.type.name) {
    case 'NumericN':
    case 'DecimalN':
      return decimalText(bytes.subarray(1), metadata.scale ?? 0)
    case 'MoneyN':
      return moneyText(bytes.subarray(1))
    case 'Money':
    case 'SmallMoney':
      return moneyText(bytes)
    case 'DateTimeOffset':
      return zonedText(bytes.subarray(1), metadata.scale ?? 7)
    case 'Variant':
      return variantText(bytes.subarray(4))
    default:
      return null
  }
}

/** A sql_variant starts with its type, then the number of bytes that describe it. */
function variantText(bytes: Buffer): string | null {
  const type = bytes.readUInt8(0)
  const described = bytes.readUInt8(1)
  const value = bytes.subarray(2 + described)
  if (decimalTypes[type]) return decimalText(value, bytes.readUInt8(3))
  if (type === 0x3c || type === 0x7a) return moneyText(value)
  if (type === 0x2b) return zonedText(value, bytes.readUInt8(2))
  return null
}

function decimalText(bytes: Buffer, scale: number): string {
  return scaled(littleEndian(bytes.subarray(1)), scale, bytes.readUInt8(0) === 0)
}

/** Eight bytes arrive with their high half first. */
function moneyText(bytes: Buffer): string {
  const units =
    bytes.length === 4
      ? BigInt(bytes.readInt32LE(0))
      : (BigInt(bytes.readInt32LE(0)) << 32n) | BigInt(bytes.readUInt32LE(4))
  return scaled(units < 0n ? -units : units, moneyScale, units < 0n)
}

/** The time of day in UTC, the day, and the zone in minutes. */
function zonedText(bytes: Buffer, scale: number): string {
  const zoneAt = bytes.length - 2
  const zone = bytes.readInt16LE(zoneAt)
  const units = littleEndian(bytes.subarray(0, zoneAt - 3))
  const perSecond = 10n ** BigInt(scale)
  const ms = Number(littleEndian(bytes.subarray(zoneAt - 3, zoneAt))) * msPerDay + zone * 60_000 + dayOne
  const seconds = Number(units / perSecond) * 1000
  const [day, time] = new Date(ms + seconds).toISOString().slice(0, 19).split('T')
  const fraction = scale === 0 ? '' : `.${String(units % perSecond).padStart(scale, '0')}`
  const hours = Math.floor(Math.abs(zone) / 60)
  return `${day} ${time}${fraction} ${zone < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(Math.abs(zone) % 60)}`
}

const dayOne = new Date('0001-01-01T00:00:00Z').getTime()

function scaled(units: bigint, scale: number, isNegative: boolean): string {
  const digits = String(units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`
  return isNegative && units !== 0n ? `-${text}` : text
}

function littleEndian(bytes: Buffer): bigint {
  let value = 0n
  for (const byte of bytes.toReversed()) value = (value << 8n) | BigInt(byte)
  return value
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
