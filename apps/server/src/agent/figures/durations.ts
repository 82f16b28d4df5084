import { numbersIn, type WrittenNumber } from '../numbers.ts'
import type { FactColumn } from './facts.ts'
import { unitNamed, unitOfName, type Unit } from './measures.ts'
import { matchesIn } from '../../lib/matches-in.ts'

const units =
  'seconds?|secs?|minutes?|mins?|min|hours?|hrs?|h|days?|weeks?|sekunden?|minuten?|stunden?|tage?n?|wochen?|segundos?|minutos?|horas?|días?|semanas?|secondes?|heures?|jours?|semaines?|secondi|minuti|ore|giorni|settimane'
const count = String.raw`\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`
const patterns = [
  // “2 hours and 30 minutes”, “6 h 50 min”
  String.raw`(${count})\s?(${units})(?:,\s|\sand\s|\sund\s|\sy\s|\set\s|\s)(${count})\s?(${units})`,
  // “two and a half hours”
  String.raw`(${count})\sand\s(a half|half|a quarter)\s(${units})`,
  // “an hour and a half”
  String.raw`(${count})\s(${units})\sand\s(a half|half|a quarter)`,
  // “1:43 hours”
  String.raw`(\d{1,3}):(\d{2})\s(${units})`,
  // “half an hour”
  String.raw`(half|a quarter of|three quarters of)\s(an?)\s(${units})`,
  // “1.4 minutes”
  String.raw`(${count})[\s-]?(${units})`,
]
// oxlint-disable-next-line no-restricted-globals -- made of our own words
const duration = new RegExp(String.raw`(?<![\p{L}\d.,:])(?:${patterns.join('|')})(?![\p{L}\d])`, 'giu')
const partFactors = new Map([
  ['a half', 0.5],
  ['half', 0.5],
  ['a quarter', 0.25],
  ['a quarter of', 0.25],
  ['three quarters of', 0.75],
])

/**
 * Finds durations in words or in another unit than the rows have, such as “two and a half hours” for 150 minutes.
 * @returns each as a number in the unit of the columns of durations, and the text without them
 */
export function durationsIn(text: string, columns: readonly FactColumn[]): { found: WrittenNumber[]; rest: string } {
  const own = columns.flatMap(({ name, role }) => {
    const unit = role === 'number' ? unitOfName(name, 'time') : null
    return unit ? [unit] : []
  })
  if (own.length === 0) return { found: [], rest: text }
  const found = matchesIn(text, duration).flatMap((match) => {
    const read = secondsOf(match.slice(1).filter((part) => part !== undefined))
    if (read === null || (read.isPlain && isInRows(read, columns))) return []
    const others = own.filter(({ factor }) => factor !== read.unit.factor)
    const bases = read.isPlain ? others : own
    if (bases.length === 0) return []
    const readings = [...new Set(bases.map(({ factor }) => factor))].map((factor) => ({
      value: read.seconds / factor,
      tolerance: read.tolerance / factor,
    }))
    return [{ written: match[0], index: match.index, kind: 'value' as const, readings, isNegative: false }]
  })
  const rest = found.reduce(
    (left, { index, written }) =>
      left.slice(0, index) + ' '.repeat(written.length) + left.slice(index + written.length),
    text,
  )
  return { found, rest }
}

/** Whether a column in the same unit has it, or adds up to it. */
function isInRows({ seconds, tolerance, unit }: ReadDuration, columns: readonly FactColumn[]): boolean {
  return columns.some(
    ({ name, numbers }) =>
      unitOfName(name, 'time')?.factor === unit.factor &&
      [...numbers, numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0)].some(
        (value) => value !== null && Math.abs(value * unit.factor - seconds) <= tolerance,
      ),
  )
}

interface ReadDuration {
  seconds: number
  tolerance: number
  unit: Unit
  /** Whether it is a number and its unit. */
  isPlain: boolean
}

function secondsOf(parts: string[]): ReadDuration | null {
  const [one = '', two = '', three = '', four = ''] = parts.map((part) => part.toLowerCase())
  if (parts.length === 4) {
    const [large, small] = [unitNamed(two), unitNamed(four)]
    if (!large || !small || large.factor <= small.factor) return null
    const seconds = amountOf(one) * large.factor + amountOf(three) * small.factor
    return { seconds, tolerance: small.factor / 2, unit: large, isPlain: false }
  }
  if (parts.length === 2) {
    const unit = unitNamed(two)
    const amount = amountOf(one)
    if (!unit || /^(?:an?)$/.test(one)) return null
    const decimals = one.split(/[.,]/)[1]?.length ?? 0
    return { seconds: amount * unit.factor, tolerance: (unit.factor * 0.5) / 10 ** decimals, unit, isPlain: true }
  }
  const part = [one, two, three].map((word) => partFactors.get(word)).find((value) => value !== undefined)
  const unit = unitNamed(three) ?? unitNamed(two)
  if (!unit) return null
  if (/^\d+$/.test(one) && /^\d{2}$/.test(two)) {
    return {
      seconds: (Number(one) + Number(two) / 60) * unit.factor,
      tolerance: unit.factor / 120,
      unit,
      isPlain: false,
    }
  }
  if (part === undefined) return null
  const whole = partFactors.has(one) ? 0 : amountOf(one)
  return { seconds: (whole + part) * unit.factor, tolerance: unit.factor / 20, unit, isPlain: false }
}

function amountOf(text: string): number {
  if (/^(?:an?|one)$/.test(text)) return 1
  return numbersIn(text)[0]?.readings[0]?.value ?? Number.NaN
}
