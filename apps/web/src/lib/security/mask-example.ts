import type { ColumnMask } from '@parlance/contract'

/** What a reader sees of a value. `none`: the column does not exist for them; `unknown`: only the database knows. */
export type MaskedExample =
  | { kind: 'value'; text: string }
  | { kind: 'null' }
  | { kind: 'none' }
  | { kind: 'hash' }
  | { kind: 'unknown' }

const defaultPattern = 'XXXX-####'

/** The masked form of a value, by the same rules as in the databases. */
export function maskedExample(mask: ColumnMask, value: string): MaskedExample {
  switch (mask.mask_type) {
    case 'partial':
      return { kind: 'value', text: partial(value, mask.pattern ?? defaultPattern) }
    case 'replace':
      return { kind: 'value', text: mask.replacement ?? '***' }
    case 'null':
      return { kind: 'null' }
    case 'hash':
      return { kind: 'hash' }
    case 'range': {
      const label = rangeLabel(mask.ranges ?? [], value)
      return label === null ? { kind: 'null' } : { kind: 'value', text: label }
    }
    case 'custom':
      return { kind: 'unknown' }
    case 'disallow':
      return { kind: 'none' }
  }
}

/** A typical value for a column with this name, to demonstrate a mask. */
export function sampleValue(mask: ColumnMask, column: string): string {
  const name = column.toLowerCase()
  if (mask.mask_type === 'range') return String(sampleNumber(mask.ranges ?? []))
  if (name.includes('ssn')) return '123-45-6789'
  if (name.includes('mail') || mask.pattern?.includes('@') === true) return 'ada@example.com'
  if (name.includes('phone')) return '(555) 123-4567'
  return mask.pattern === '(XXX) XXX-####' ? '(555) 123-4567' : '123-45-6789'
}

function partial(value: string, pattern: string): string {
  const shown = pattern.split('#').length - 1
  if (shown > 0) return digits(value, pattern, shown)
  if (!pattern.includes('@')) return pattern
  return value.split('@').length === 2 ? `****${value.slice(value.indexOf('@'))}` : '****'
}

/** Each `#` shows one of the last letters and digits, up to half of them: the leftmost `#` print X. */
function digits(value: string, pattern: string, shown: number): string {
  const letters = Array.from(value).filter((char) => /[\da-z\u0080-\u{10ffff}]/iu.test(char))
  const visible = Math.min(shown, Math.floor(letters.length / 2))
  const tail = [...Array<string>(shown - visible).fill('X'), ...letters.slice(letters.length - visible)]
  let used = 0
  return Array.from(pattern)
    .map((char) => (char === '#' ? (tail[used++] ?? 'X') : char))
    .join('')
}

type Ranges = NonNullable<ColumnMask['ranges']>

/** The first range that contains the number: `min` inclusive, `max` exclusive. */
function rangeLabel(ranges: Ranges, value: string): string | null {
  const number = Number(value)
  const range = ranges.find(({ min, max }) => (min ?? -Infinity) <= number && number < (max ?? Infinity))
  return range?.label ?? null
}

/** A number in the middle of the ranges. */
function sampleNumber(ranges: Ranges): number {
  const range = ranges[Math.floor((ranges.length - 1) / 2)]
  if (range?.min !== undefined) return range.min
  return range?.max === undefined ? 0 : range.max - 1
}
