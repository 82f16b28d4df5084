/** Beginnings of the names of the months in English, German, Spanish, French, Italian, and Portuguese. */
import { matchesIn } from '../lib/matches-in.ts'
const monthWords = [
  'january jan januar enero janvier gennaio janeiro',
  'february feb februar febrero février febbraio fevereiro',
  'march mar märz marzo mars março',
  'april apr abril avril aprile',
  'may mai mayo maggio maio',
  'june jun juni junio juin giugno junho',
  'july jul juli julio juillet luglio julho',
  'august aug agosto août',
  'september sep sept septiembre septembre settembre setembro',
  'october oct oktober octubre octobre ottobre outubro',
  'november nov noviembre novembre novembro',
  'december dec dezember diciembre décembre dicembre dezembro',
]
const months = new Map(monthWords.flatMap((words, at) => words.split(' ').map((word) => [word, at + 1] as const)))

/** Whether a word is the name of a month, or a short form of it. */
export function isMonth(word: string | undefined): boolean {
  return word !== undefined && months.has(word.toLowerCase())
}

/** @returns the month from 1 to 12 that a word names; null for another word */
export function monthOf(word: string): number | null {
  return months.get(word.toLowerCase()) ?? null
}

export interface WrittenDate {
  start: number
  end: number
  year: number | null
  month: number | null
  day: number | null
  /** 1 to 4; absent for a date without one. */
  quarter?: number
  /** The week of the year, as in “week 41”; absent for a date without one. */
  week?: number
  /** 0 for Sunday; absent for a date without one. */
  weekday?: number
}

const iso = /(?<![\d.,-])(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)/g
const years = /(?<![\d.,$€£-])(?:1[89]|20|21)\d\d(?![\d%-]|[.,]\d)/g
const words = /\p{L}{3,12}/gu
const dayBefore = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s(?:(?:of|de)\s)?$/i
const after = /^\.?(?:\s(\d{1,2})(?:st|nd|rd|th)?(?![\d.,]\d|\d))?(?:,?\s(?:de\s|of\s)?((?:1[89]|20|21)\d\d)(?!\d))?/i
/** “November 21 and 23”. */
const dayList = /^\s?(?:and|to|through|until|–|-)\s?(\d{1,2})(?=[,;.](?!\d)|\s(?!\p{L}+ly)|$)/u
/** Words that are months only in their own sentence, or next to a day or a year. */
const doubtful = new Set([
  'may',
  'march',
  'mar',
  'mars',
  'mai',
  'sept',
  'sep',
  'dec',
  'jan',
  'jun',
  'jul',
  'oct',
  'nov',
  'feb',
  'apr',
  'aug',
])

const quarterNames = [
  'first 1st erste[nsmr]? primer premier primo primeiro',
  'second 2nd zweite[nsmr]? segundo deuxième secondo',
  'third 3rd dritte[nsmr]? tercer troisième terzo terceiro',
  'fourth 4th last vierte[nsmr]? cuarto quatrième quarto',
].map((names) => names.replaceAll(' ', '|'))
/** “Q3 2025”, “2025-Q3”, “the third quarter of 2025”, each with the number of its group. */
const quarters = /(?<![\p{L}\d])(?:(\d{4})[-\s]?Q([1-4])|Q([1-4])(?:[-\s](?:of\s)?(\d{4}))?)(?!\d)/giu
const quarterPatterns = quarterNames.map(
  (names) =>
    // oxlint-disable-next-line no-restricted-globals -- made of our own words
    new RegExp(
      String.raw`(?<!\p{L})(?:${names})\s(?:quarter|quartal|trimestre)(?:,?\s(?:of\s|de\s|del?\s)?(\d{4}))?(?!\p{L})`,
      'giu',
    ),
)

function quartersIn(text: string): WrittenDate[] {
  const short = matchesIn(text, quarters).map(({ 0: written, 1: year, 2: one, 3: other, 4: later, index }) =>
    quarterAt({ written, index }, { year: year ?? later, quarter: Number(one ?? other) }),
  )
  const spelled = quarterPatterns.flatMap((pattern, at) =>
    matchesIn(text, pattern).map(({ 0: written, 1: year, index }) =>
      quarterAt({ written, index }, { year, quarter: at + 1 }),
    ),
  )
  const isOfQuarters = short.length + spelled.length > 0
  const bare = isOfQuarters
    ? matchesIn(text, bareQuarter).map(({ 0: written, 1: word = '', index }) =>
        quarterAt(
          { written, index },
          {
            year: undefined,
            quarter: quarterNames.findIndex((names) => names.split('|').includes(word.toLowerCase())) + 1,
          },
        ),
      )
    : []
  return [...short, ...spelled, ...bare]
}

/** “week 41”, “W41”, “2026-W41”, “KW 41 of 2026”. */
const weeks =
  /(?<![\p{L}\d])(?:(\d{4})[-\s]?W(\d{1,2})|(?:(?:calendar )?weeks?|woche|kw|semaine|semana|settimana|W)[\s-]?(\d{1,2})(?:,?\s(?:of\s|de\s)?((?:19|20)\d\d))?)(?![\d\p{L}]|[.,]\d)/giu

function weeksIn(text: string): WrittenDate[] {
  return matchesIn(text, weeks).map(({ 0: written, 1: year, 2: one, 3: other, 4: later, index }) => ({
    start: index,
    end: index + written.length,
    year: year === undefined && later === undefined ? null : Number(year ?? later),
    month: null,
    day: null,
    week: Number(one ?? other),
  }))
}

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
/** “Friday”, “the 17th”. */
const dayName = /(?<!\p{L})(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day(?!s?\p{L})/gu
const dayOfMonth =
  /(?<=(?<!\p{L})the )(\d{1,2})(?:st|nd|rd|th)(?=[,.;)]|\s(?:and|to|until|with|was|had|saw|it|when)(?!\p{L})|$)/giu

/** The days that a text names without a month. */
function daysIn(text: string): WrittenDate[] {
  const none = { year: null, month: null, day: null }
  return [
    ...matchesIn(text, dayName).map(({ 0: written, index }) => ({
      ...none,
      start: index,
      end: index + written.length,
      weekday: weekdays.indexOf(written),
    })),
    ...matchesIn(text, dayOfMonth).map(({ 0: written, 1: day, index }) => ({
      ...none,
      start: index,
      end: index + written.length,
      day: Number(day),
    })),
  ]
}

/** “fell in the third quarter, and rose in the fourth”. */
const bareQuarter = /(?<=(?<!\p{L})in the )(first|second|third|fourth)(?=[,.;]|\s(?:and|before|to)\s|$)/giu

function quarterAt(
  { written, index }: { written: string; index: number },
  { year, quarter }: { year: string | undefined; quarter: number },
): WrittenDate {
  return {
    start: index,
    end: index + written.length,
    year: year === undefined ? null : Number(year),
    month: null,
    day: null,
    quarter,
  }
}

/** The dates, months, quarters, weeks, and years that a sentence names. */
export function datesIn(text: string): WrittenDate[] {
  const found: WrittenDate[] = [...quartersIn(text), ...weeksIn(text), ...daysIn(text)]
  const isTaken = (at: number): boolean => found.some(({ start, end }) => at >= start && at < end)
  for (const { 0: written, 1: year, 2: month, 3: day, index } of matchesIn(text, iso)) {
    found.push({
      start: index,
      end: index + written.length,
      year: Number(year),
      month: Number(month),
      day: day ? Number(day) : null,
    })
  }
  for (const { 0: word, index } of text.matchAll(words)) {
    const month = months.get(word.toLowerCase())
    if (month === undefined || isTaken(index)) continue
    const [next = '', dayAfter, year] = after.exec(text.slice(index + word.length, index + word.length + 20)) ?? []
    const [before = '', dayFirst] = dayBefore.exec(text.slice(Math.max(0, index - 12), index)) ?? []
    const day = dayFirst ?? dayAfter
    const isName =
      /^\p{Lu}/u.test(word) ||
      day !== undefined ||
      year !== undefined ||
      / (?:en|de|em|in|im) $/i.test(` ${text.slice(Math.max(0, index - 3), index)}`)
    if (
      !isName ||
      (doubtful.has(word.toLowerCase()) &&
        index === 0 &&
        day === undefined &&
        year === undefined &&
        !/^\s(?:had|was|brought|is|saw|ended)\b/.test(text.slice(word.length)))
    )
      continue
    const start = index - (dayFirst ? before.length : 0)
    const end = index + word.length + next.length
    found.push({ start, end, year: year ? Number(year) : null, month, day: day ? Number(day) : null })
    const [list = '', other] = (dayAfter && !year && dayList.exec(text.slice(end, end + 16))) || []
    if (other !== undefined)
      found.push({
        start: end + list.length - other.length,
        end: end + list.length,
        year: null,
        month,
        day: Number(other),
      })
  }
  for (const { 0: written, index } of matchesIn(text, years)) {
    if (!isTaken(index)) found.push({ start: index, end: index + 4, year: Number(written), month: null, day: null })
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** Whether a cell is on this date, or in this month, quarter, week, or year. */
export function isOnDate(cell: string, { year, month, day, quarter, week, weekday }: WrittenDate): boolean {
  if (weekday !== undefined) {
    const [date] = /^\d{4}-\d{2}-\d{2}/.exec(cell) ?? []
    return date !== undefined && new Date(`${date}T00:00:00Z`).getUTCDay() === weekday
  }
  if (week !== undefined) {
    const [, cellYear, own] = /^(\d{4})[-\s]?W(\d{1,2})/i.exec(cell) ?? []
    return Number(own) === week && (year === null || Number(cellYear) === year)
  }
  if (quarter !== undefined) {
    const [, cellYear, own, ofMonth] = /^(\d{4})[-\s]?(?:Q([1-4])|(\d{1,2}))/i.exec(cell) ?? []
    const cellQuarter = own ?? (ofMonth && Math.ceil(Number(ofMonth) / 3))
    return Number(cellQuarter) === quarter && (year === null || Number(cellYear) === year)
  }
  const [, cellYear, cellMonth, cellDay] = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?/.exec(cell) ?? []
  if (cellYear === undefined) return false
  const fits = (wanted: number | null, own: string | undefined): boolean =>
    wanted === null || (own !== undefined && Number(own) === wanted)
  return fits(year, cellYear) && fits(month, cellMonth) && fits(day, cellDay)
}
