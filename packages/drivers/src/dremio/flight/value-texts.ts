const unitsPerSecond = [1n, 1000n, 1_000_000n, 1_000_000_000n]
const secondsPerDay = 86_400n

/** Writes a whole number of units with `scale` digits after the decimal point, all of them written out. */
export function plainDecimal(value: bigint, scale: number): string {
  if (scale <= 0) return String(value * 10n ** BigInt(-scale))
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Converts a day counted from 1970-01-01 to a date in the proleptic Gregorian calendar. */
export function dateOfDays(days: bigint): string {
  // Counted from 0000-03-01, so that a leap day is the last day of its year. All eras of 400 years have the same
  // length.
  const shifted = days + 719_468n
  const era = (shifted >= 0n ? shifted : shifted - 146_096n) / 146_097n
  const dayOfEra = shifted - era * 146_097n
  const yearOfEra = (dayOfEra - dayOfEra / 1460n + dayOfEra / 36_524n - dayOfEra / 146_096n) / 365n
  const dayOfYear = dayOfEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n)
  const month = (5n * dayOfYear + 2n) / 153n
  const day = dayOfYear - (153n * month + 2n) / 5n + 1n
  const calendarMonth = month < 10n ? month + 3n : month - 9n
  const year = yearOfEra + era * 400n + (calendarMonth <= 2n ? 1n : 0n)
  return `${year < 0n ? '-' : ''}${pad(year < 0n ? -year : year, 4)}-${pad(calendarMonth, 2)}-${pad(day, 2)}`
}

/** @param unit 0 for seconds, 1 for milliseconds, 2 for microseconds, 3 for nanoseconds, as in Arrow */
export function timeOfUnits(value: bigint, unit: number): string {
  const perSecond = unitsPerSecond[unit] ?? 1n
  const seconds = value / perSecond
  const clock = `${pad(seconds / 3600n, 2)}:${pad((seconds / 60n) % 60n, 2)}:${pad(seconds % 60n, 2)}`
  const fraction = String(value % perSecond)
    .padStart(unit * 3, '0')
    .replace(/(?<!0)0+$/, '')
  return unit === 0 || fraction === '' ? clock : `${clock}.${fraction}`
}

export function timestampOfUnits(value: bigint, unit: number): string {
  const perDay = (unitsPerSecond[unit] ?? 1n) * secondsPerDay
  const inDay = ((value % perDay) + perDay) % perDay
  return `${dateOfDays((value - inDay) / perDay)} ${timeOfUnits(inDay, unit)}`
}

/** Returns the shortest decimal that equals the same single-precision number. */
export function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

function pad(value: bigint, length: number): string {
  return String(value).padStart(length, '0')
}
