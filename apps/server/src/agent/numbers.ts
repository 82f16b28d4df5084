import { spelledNumbers } from './number-words.ts'
import { isMonth } from './dates-in-text.ts'
import { fractionPhrases, ratioPhrases, smallNumber, type SpokenShare } from './number-phrases.ts'
import { textBefore } from './plain-text.ts'
import { remember } from '../lib/remember.ts'
import { matchesIn } from '../lib/matches-in.ts'

/** What a number in a text claims, judged by its context. */
export type NumberKind = 'value' | 'bound' | 'percent' | 'rank' | 'day' | 'ratio' | 'magnitude' | 'never'

export interface WrittenNumber {
  written: string
  /** Its position in the text. */
  index: number
  kind: NumberKind
  /** The possible values. */
  readings: Reading[]
  /** A minus sign precedes it. */
  isNegative: boolean
}

export interface Reading {
  value: number
  /** Half a unit of the last written digit, the most that rounding can change. */
  tolerance: number
}

const units = new Map<string, number>()
for (const [factor, names] of [
  [1e3, 'thousand k tausend tsd mille mil mila'],
  [1e6, 'million millions m mn mio millionen millones milhões milhoes milioni milione millón millon'],
  [1e9, 'billion billions bn b mrd milliarde milliarden milliard milliards miliardi'],
] as const) {
  for (const name of names.split(' ')) units.set(name, factor)
}
units.set('mil millones', 1e9)
const unitPattern = [...units.keys()].toSorted((a, b) => b.length - a.length).join('|')

// oxlint-disable-next-line no-restricted-globals -- made of our own words
const numberPattern = new RegExp(
  String.raw`(?<!(?<!\p{L})[ckd]?m)(-\s?)?(\d{1,3}(?:[.,'’\s_]\d{3})+(?!\d)(?:[.,]\d+)?|\d{1,3}(?:,\d{2}){1,9},\d{3}(?:\.\d+)?|\d+⁄\d+|\d+(?:[.,]\d+)?)(?:\s?(${unitPattern})(?!\p{L}|[23](?!\d)))?`,
  'giu',
)
const percentAfter =
  /^\s?(?:%|percent\b|per cent\b|pct\b|percentage points?\b|prozent\b|por ciento|por cento|pour cent|per cento)/iu
const ordinalAfter = /^(?:st|nd|rd|th)\b/i
const rankBefore =
  /(?:\btop|\bfirst|\blast|\bbottom|\bno\.|#|\brank(?:s|ed)?|\bplace|\bposition|\brow|\bzeile|\bfila|\brang|\bplatz|\bpuesto|\bposto|\blugar)\s?$/i
const boundBefore = /\b(?:more than|over|at least|first|top)\s?$/i
/** “stopped 7 times” counts; “7 times as many” compares. */
const ratioAfter =
  /^\s?(?:times(?=\s(?:as|more|the|higher|larger|greater|bigger|longer|fewer|less|what|that|those|its|their|\p{Lu}))|-?fold|x|mal so|veces|fois|volte|vezes)(?!\p{L})/u
const monthBefore = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s$/i
const monthAfter = /^(?:st|nd|rd|th|er|\.|º)?\s(?:(?:of|de)\s)?(\p{L}{3,12})/iu
/** Every number in a text as a reader sees it (`asRead`), in any grouping, unit, script, and spelling. */
// Several checks ask for the numbers of the same sentence.
export const numbersIn: (text: string) => readonly WrittenNumber[] = remember(findNumbers, {
  most: 20,
  longestText: 4_000,
})

function findNumbers(text: string): WrittenNumber[] {
  const parts = [...partsOfUnits(text), ...decimalsIn(text)]
  const phrases = [
    ...parts,
    ...[
      ...phrasesIn(text, fractionPhrases(text), 'percent', 1.5),
      ...phrasesIn(text, ratioPhrases(text), 'ratio', 0.1),
    ].filter(({ index }) => !parts.some((part) => index >= part.index && index < part.index + part.written.length)),
  ]
  let rest = text
  for (const { written, index } of phrases) {
    rest = rest.slice(0, index) + ' '.repeat(written.length) + rest.slice(index + written.length)
  }
  const withoutDigits = rest.replaceAll(numberPattern, (written) => '0'.repeat(written.length))
  return [...phrases, ...digitNumbers(rest), ...spelled(withoutDigits)]
}

const partOfUnit = /(?<!\p{L})(half|a quarter of|three quarters of) an? (thousand|million|billion)(?!\p{L})/giu
const unitParts = new Map([
  ['half', 0.5],
  ['a quarter of', 0.25],
  ['three quarters of', 0.75],
])

const decimalPart = /(?<!\p{L})(\p{L}{2,6}|\d{1,2}) (tenth|hundredth|thousandth)s?(?= of an? )/giu
const decimalParts = new Map([
  ['tenth', 10],
  ['hundredth', 100],
  ['thousandth', 1_000],
])

/** “six hundredths of a second”. */
function decimalsIn(text: string): WrittenNumber[] {
  return matchesIn(text, decimalPart).flatMap(({ 0: written, 1: count = '', 2: part = '', index }) => {
    const parts = decimalParts.get(part.toLowerCase()) ?? Number.NaN
    const value = (/^an?$/i.test(count) ? 1 : smallNumber(count)) / parts
    return Number.isNaN(value)
      ? []
      : [{ written, index, kind: 'value' as const, readings: [{ value, tolerance: 0.5 / parts }], isNegative: false }]
  })
}

/** “half a million”, “a quarter of a million”. */
function partsOfUnits(text: string): WrittenNumber[] {
  return matchesIn(text, partOfUnit).map(({ 0: written, 1: part = '', 2: unit = '', index }) => {
    const value = (unitParts.get(part.toLowerCase()) ?? Number.NaN) * (units.get(unit.toLowerCase()) ?? 1)
    return { written, index, kind: 'value', readings: [{ value, tolerance: value * mostRounding }], isNegative: false }
  })
}

function phrasesIn(
  text: string,
  phrases: readonly SpokenShare[],
  kind: NumberKind,
  tolerance: number,
): WrittenNumber[] {
  return phrases.map(({ index, length, value }) => ({
    written: text.slice(index, index + length),
    index,
    kind,
    readings: [{ value, tolerance }],
    isNegative: false,
  }))
}

function digitNumbers(text: string): WrittenNumber[] {
  return matchesIn(text, numberPattern).map((match) => {
    const [written, sign, digits = '', unit] = match
    const before = textBefore(text, match.index)
    const after = text.slice(match.index + written.length)
    const kind = kindOf(before, after, digits)
    const factor = unit ? (units.get(unit.toLowerCase()) ?? 1) : 1
    return {
      written: written.trim(),
      index: match.index,
      kind,
      readings: readingsOf(digits).map((plain) =>
        digits.includes('⁄') && kind === 'percent'
          ? { value: Number(plain) * 100, tolerance: 1.5 }
          : toReading(plain, factor),
      ),
      isNegative: sign === '-' && /(?:^|[\s(|])$/.test(before) && !/\d\s$/.test(before),
    }
  })
}

function kindOf(before: string, after: string, digits: string): NumberKind {
  if (percentAfter.test(after) || (digits.includes('⁄') && /^\s(?:of|der|des|de|von)\s/i.test(after))) return 'percent'
  if (digits !== '' && (monthBefore.test(before) || isMonth(monthAfter.exec(after)?.[1])))
    return digits.length <= 2 ? 'day' : 'value'
  if (ordinalAfter.test(after)) return 'rank'
  if (ratioAfter.test(after)) return 'ratio'
  if (boundBefore.test(before)) return 'bound'
  if (rankBefore.test(before) && /^\d{0,3}$/.test(digits)) return 'rank'
  if (/(?:^|\n)[^\S\n]*(?:[-*]\s)?$/.test(before) && /^[.)]\s/.test(after) && digits.length <= 2) return 'rank'
  return 'value'
}

function spelled(text: string): WrittenNumber[] {
  return spelledNumbers(text).map(({ written, index, kind, value }) => {
    const after = text.slice(index + written.length)
    const before = textBefore(text, index)
    const readings = [{ value, tolerance: kind === 'value' ? 0.5 : 0 }]
    const isValue = kind === 'value'
    const unread = kind === 'foreign' ? 'never' : kind
    const meant = isValue ? kindOf(before, after, '') : unread
    return { written, index, kind: meant, readings, isNegative: isValue && /\b(?:minus|negative)\s$/i.test(before) }
  })
}

/** How far a number with a unit may be from what it rounds. */
const mostRounding = 0.05

function toReading(plain: string, factor: number): Reading {
  const decimals = plain.split('.')[1]?.length ?? 0
  const value = Number(plain) * factor
  const tolerance = (0.5 * factor) / 10 ** decimals
  // “1 million” isn't said of 600,000.
  return { value, tolerance: factor === 1 ? tolerance : Math.min(tolerance, Math.abs(value) * mostRounding) }
}

/** '1.234,5' and '1,234.5' have one reading; '1,234' and '1.234' may be grouped or decimal, by language. */
function readingsOf(digits: string): string[] {
  const [over, under] = digits.split('⁄')
  if (over !== undefined && under !== undefined) return [String(Number(over) / Number(under))]
  const marks = digits.replaceAll(/\d/g, '')
  if (marks === '') return [digits]
  const last = marks.at(-1) ?? ''
  const ungrouped = digits.replaceAll(/[^\d]/g, '')
  const isDecimal = (last === '.' || last === ',') && !marks.slice(0, -1).includes(last)
  const place = digits.lastIndexOf(last)
  const decimal = `${digits.slice(0, place).replaceAll(/[^\d]/g, '')}.${digits.slice(place + 1)}`
  const isGrouped = digits.length - place === 4
  if (isDecimal && isGrouped && marks.length === 1) {
    // No one writes twelve as '12,000'.
    return Number.isInteger(Number(decimal)) ? [ungrouped] : [ungrouped, decimal]
  }
  return [isDecimal ? decimal : ungrouped]
}
