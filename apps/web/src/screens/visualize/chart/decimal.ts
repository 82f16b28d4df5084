/** A decimal number without rounding: `digits` × 10^-`scale`. */
export interface Decimal {
  digits: bigint
  scale: number
}

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/
/** The maximum length of a number used in calculations; no database has longer ones. */
const longestNumber = 400
/** The decimals that an average has in addition to those of its values. */
const averageDigits = 6

/** Reads a written number; null if it is not one. Grouping commas and a final percent sign are allowed. */
export function readDecimal(text: string): Decimal | null {
  const trimmed = text.trim()
  if (trimmed.length > longestNumber) return null
  const match = pattern.exec(plainest(trimmed))
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return null
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  const signed = sign === '-' ? -digits : digits
  return scale >= 0 ? { digits: signed, scale } : { digits: signed * 10n ** BigInt(-scale), scale: 0 }
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  if (one.scale === other.scale) return { digits: one.digits + other.digits, scale: one.scale }
  const scale = Math.max(one.scale, other.scale)
  return { digits: scaled(one, scale) + scaled(other, scale), scale }
}

/** Negative, zero or positive, as for sorting. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale)
  const difference = scaled(one, scale) - scaled(other, scale)
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** A sum divided by a count, rounded half away from zero to six more decimals than the sum has. */
export function averageOf(sum: Decimal, count: number): Decimal {
  const scale = sum.scale + averageDigits
  const dividend = scaled(sum, scale)
  const divisor = BigInt(count)
  const half = (divisor / 2n) * (dividend < 0n ? -1n : 1n)
  return { digits: (dividend + half) / divisor, scale }
}

/** The shortest form of the number, without trailing zeros in the fraction. */
export function decimalText({ digits, scale }: Decimal): string {
  const negative = digits < 0n
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/(?<!0)0+$/, '')
  const written = scale === 0 || fraction === '' ? whole : `${whole}.${fraction}`
  return negative && written !== '0' ? `-${written}` : written
}

function plainest(text: string): string {
  const bare = text.endsWith('%') ? text.slice(0, -1) : text
  return bare.includes(',') ? bare.replaceAll(/,(?=\d{3}(?!\d))/g, '') : bare
}

function scaled({ digits, scale }: Decimal, wanted: number): bigint {
  return wanted === scale ? digits : digits * 10n ** BigInt(wanted - scale)
}
