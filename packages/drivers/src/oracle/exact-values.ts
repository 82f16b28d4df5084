import { createRequire } from 'node:module'

/** A date or time as sent by the server, for types where the library's own form would lose digits. */
export class ExactTime {
  /** Year, month, day, hours, minutes, seconds, as text. */
  readonly text: string
  /** Nine digits. */
  readonly fraction: string
  constructor(text: string, fraction: string) {
    this.text = text
    this.fraction = fraction
  }
}

interface ReadBuffer {
  readBytesWithLength: () => Buffer | null
  parseOracleDate: (bytes: Buffer, isLocal: boolean, isDatabaseTime: boolean) => Date
}
type ReadDate = (this: ReadBuffer, isLocal: boolean, isDatabaseTime?: boolean) => ExactTime | null

/**
 * Makes the client library return dates and times as text. Its own dates stop at milliseconds and at the year one, and
 * are read in the machine's time zone. The bytes follow the OCI types SQLT_DAT and SQLT_TIMESTAMP.
 */
export function keepExactTimes(): void {
  const { BaseBuffer } = createRequire(import.meta.url)('oracledb/lib/impl/datahandlers/buffer.js') as {
    BaseBuffer: { prototype: { readOracleDate: ReadDate } }
  }
  BaseBuffer.prototype.readOracleDate = readExactly
}

/** Times with a zone arrive in UTC. The library converts times in the database's zone to UTC. */
function readExactly(this: ReadBuffer, _isLocal: boolean, isDatabaseTime = false): ExactTime | null {
  const bytes = this.readBytesWithLength()
  if (!bytes) return null
  const fraction = String(bytes.length >= 11 ? bytes.readUInt32BE(7) : 0).padStart(9, '0')
  if (isDatabaseTime) {
    const utc = this.parseOracleDate(bytes, false, true).toISOString()
    return new ExactTime(`${utc.slice(0, -14)} ${utc.slice(-13, -5)}`, fraction)
  }
  return new ExactTime(textOf(bytes), fraction)
}

/** Century and year are offset by 100; hours, minutes and seconds by one. */
function textOf(bytes: Buffer): string {
  const [century = 100, yearOf = 100, month = 1, day = 1, hours = 1, minutes = 1, seconds = 1] = bytes
  const year = (century - 100) * 100 + yearOf - 100
  const date = `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(day)}`
  return `${date} ${two(hours - 1)}:${two(minutes - 1)}:${two(seconds - 1)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
