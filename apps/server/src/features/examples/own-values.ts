/** The values in a question, in lowercase. */
export interface Asked {
  text: string
  numbers: ReadonlySet<string>
}

/** Words, times and patterns of date functions. They belong to the query, not to a row. */
const ownTexts = [
  /^(now|utc|localtime)?$/i,
  /^(%[A-Za-z]|[-:/., ])+$/,
  /^(YYYY|YY|MM|DD|HH24|HH12|HH|MI|SS|IYYY|IW|Mon|Month|[-:/., ])+$/i,
  /^([-+]?\d{1,4} )?(start of )?(second|minute|hour|day|week|month|quarter|year)s?$/i,
]
const moment = /^((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?([T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?$/
const wholeDay = /^([T ](00:00(:00(\.0+)?)?|23:59(:59(\.9+)?)?)Z?)?$/
const year = /^(19|20)\d\d$/
/** If it isn't compared with a column, a small number or a power of ten is a count of rows or digits, or a scale. */
const plainNumber = /^(\d{1,2}|10+(\.0*)?)$/
/** A value of at least this length is also named if the question adds an ending to it. */
const inflectedLength = 4
/** Scripts that don't separate words with spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Whether a text belongs to the query or is named by the question, so that it reveals nothing. */
export function isOwnText(value: string, asked: Asked): boolean {
  if (ownTexts.some((own) => own.test(value)) || isPeriodBound(value)) return true
  return isNamed(withoutWildcards(value), asked.text)
}

/** The text that a pattern looks for, in lowercase. */
export function withoutWildcards(value: string): string {
  return value.replaceAll(/^[%_*]+|(?<![%_*])[%_*]+$/g, '').toLowerCase()
}

/** @param isCompared whether it is compared like a row's value */
export function isOwnNumber(digits: string, { asked, isCompared }: { asked: Asked; isCompared: boolean }): boolean {
  if (asked.numbers.has(digits) || year.test(digits)) return true
  return isCompared ? digits === '0' || digits === '1' : plainNumber.test(digits)
}

/** The part of a question whose numbers count as named, in characters. Later numbers are treated as a row's. */
const longestAsked = 4_000

/** The numbers of a text, without thousands separators. */
export function numbersIn(whole: string): ReadonlySet<string> {
  const text = whole.slice(0, longestAsked)
  const found = text.match(/\d{1,3}(?:[,'’ ]\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?/g) ?? []
  // A comma may separate thousands or numbers ('4,711' and '4711 and 12'), so both readings apply.
  const parts = text.match(/\d+(?:\.\d+)?/g) ?? []
  const joined = found.map((number) => number.replaceAll(/[,'’ ]/g, ''))
  return new Set([...joined, ...parts.filter((part) => !isPartOfThousands(part, found))])
}

function isPartOfThousands(part: string, found: string[]): boolean {
  return found.some((number) => number !== part && /[,'’ ]/.test(number) && number.includes(part))
}

/** The first or last day of a month limits a period that the question means. Any other day may be a row's. */
function isPeriodBound(value: string): boolean {
  const [, years, months, days, clock = ''] = moment.exec(value) ?? []
  if (years === undefined) return false
  if (months === undefined || days === undefined) return true
  const last = new Date(Date.UTC(Number(years), Number(months), 0)).getUTCDate()
  return (days === '01' || Number(days) === last) && wholeDay.test(clock)
}

/**
 * Whether a text names a value, both in lowercase. A single letter would match every question, and a short word would
 * match inside many others.
 */
export function isNamed(bare: string, text: string): boolean {
  if (unspaced.test(bare)) return text.includes(bare)
  if (bare.length < 2) return false
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at)
    // An ending is shorter than three letters, so six code units are enough.
    const ending = /^[\p{L}\p{M}\p{N}_]*/u.exec(text.slice(at + bare.length, at + bare.length + 6))?.[0] ?? ''
    const isWord = !/[\p{L}\p{M}\p{N}_]$/u.test(before)
    if (isWord && (ending === '' || (bare.length >= inflectedLength && /^\p{L}{1,2}$/u.test(ending)))) return true
  }
  return false
}
