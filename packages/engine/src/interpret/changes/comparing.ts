import { message, type Message } from '@parlance/contract'
import { tableWords } from '../../answer/describe.ts'
import { periodWords } from '../../answer/periods.ts'
import { Decline } from '../../decline.ts'
import { earlier, inYear, matchDate, sameDay, unitOf, until, type DateRange } from '../../match/dates.ts'
import { tokensOf } from '../../match/tokens.ts'
import {
  comparedPeriods,
  withoutPeriods,
  type Period,
  isAggregate,
  type CalendarUnit,
  type Query,
} from '../../query.ts'
import { compared, uncompared } from '../comparison.ts'
import { fragmentOf, measuresOf, withYear, type Change, type Changed, type ReadChange } from './change.ts'

const comparing =
  /^(?:how (?:does|do|did) (?:that|this|it|they|these) )?(?:compare[ds]?|comparing|in comparison|versus|vs\.?|the (?:change|growth|difference)(?: since| from| compared)?)(?: (?:it|that|this|them|these|those))?(?: (?:with|to|against))? (?:that of |those of )?(.+)$/i
const bothPeriods = /^(?:compare|comparing|compared) (.+) (?:with|to|and|against|versus|vs\.?) (.+)$/i
const sameDays =
  /^(?:compare )?(?:only )?(?:the )?same (?:days|period|number of days)(?: (?:of|in|for) (?:both|each))?$/i

/** 'compare with last year', 'vs. the previous month', 'how does that compare to 2023', 'compare 2024 with 2025'. */
export const comparedWith: ReadChange = (change, text) => {
  if (sameDays.test(text)) return onSameDays(change)
  const both = withBothPeriods(change, text)
  if (both !== null) return both
  const [, words] = comparing.exec(text) ?? []
  if (words === undefined) return null
  const named = namedPeriod(withYear(change.prior, words), change.today)
  if (named === null) return null
  const current = currentPeriod(change, named)
  if (current instanceof Decline) return current
  const { period, assumptions } = current
  const other = otherPeriod(period, named)
  return sideBySide(change, period, { ...period, ...other }, assumptions)
}

/** Both periods are named; null if the words are something else. */
function withBothPeriods(change: Change, text: string): Changed | Decline | null {
  const [, one, other] = bothPeriods.exec(text) ?? []
  const named =
    one === undefined || other === undefined ? [] : [one, other].map((words) => namedPeriod(words, change.today))
  const [first, second] = named
  if (one === undefined || !first || !second || !('range' in second)) return null
  const fragment = fragmentOf(change, `in ${one}`)
  if (fragment instanceof Decline) return fragment
  const [period] = fragment.filters
  if (period?.kind !== 'period') return new Decline(message('The previous answer has no date to compare by.'))
  return sideBySide(change, period, { ...period, ...second.range }, fragment.assumptions)
}

/** A period in words: a date, or one relative to the earlier answer's. */
type Named = { range: DateRange; unit: CalendarUnit | null } | { before: CalendarUnit | null }

const before =
  /^(?:the )?(?:(?:previous|prior|preceding) (period|day|week|month|quarter|year)|(day|week|month|quarter|year) before|(?:same (?:day|week|month|quarter|period|time) )?(?:a|one) (year|month|quarter|week) (?:ago|earlier|before))$/i
const units: Record<string, CalendarUnit> = {
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
}

function namedPeriod(words: string, today: string): Named | null {
  const relative = before
    .exec(words)
    ?.slice(1)
    .find((one) => one !== undefined)
  if (relative !== undefined) return { before: units[relative.toLowerCase()] ?? null }
  const tokens = tokensOf(words.replace(/^(?:the )?same (?:day|week|month|quarter|period|time) (?:of |in )?/i, ''))
  const found = matchDate(tokens, today)
  if (found === null || found.length < tokens.length) return null
  return { range: found.range, unit: unitOf(found.range.from, found.range.before) }
}

/** The only period that the earlier query is about, or else the current one. */
function currentPeriod(change: Change, named: Named): { period: Period; assumptions: Message[] } | Decline {
  const { prior } = change
  const shown = comparedPeriods(prior)?.to
  const own = shown ?? prior.filters.find((one) => one.kind === 'period' && !one.negated)
  if (own?.kind === 'period') return { period: own, assumptions: [] }
  const unit = 'before' in named ? named.before : named.unit
  const isLast = 'before' in named || named.range.label.startsWith('last ')
  if (unit === null || !isLast)
    return new Decline(
      message('The previous answer covers no particular period. Name both periods, such as “2023 compared with 2024”.'),
    )
  const fragment = fragmentOf(change, `in this ${unit}`)
  if (fragment instanceof Decline) return fragment
  const [period] = fragment.filters
  if (period?.kind !== 'period') return new Decline(message('The previous answer has no date to compare by.'))
  return {
    period,
    assumptions: [
      ...fragment.assumptions,
      message('The previous answer covers no particular period, so this compares {period}', {
        period: periodWords(period.label),
      }),
    ],
  }
}

/** The period to compare with: of the same length as the current one if only its year is named. */
function otherPeriod({ from, before: end }: Period, named: Named): Pick<Period, 'from' | 'before' | 'label'> {
  if (from === null || end === null) return 'range' in named ? named.range : { from, before: end, label: '' }
  if ('before' in named) return earlier(from, end, named.before)
  const { range } = named
  if (range.from === from && range.before === end) return earlier(from, end, null)
  const isYear = named.unit === 'year' && unitOf(from, end) !== 'year' && range.from !== null
  if (!isYear || range.from === null) return range
  const same = inYear(from, end, Number(range.from.slice(0, 'yyyy'.length)))
  return same.from === from ? earlier(from, end, 'year') : same
}

function sideBySide(change: Change, period: Period, other: Period, assumptions: Message[]): Changed | Decline {
  const { schema } = change
  const prior = uncompared(change.prior)
  const isList = !prior.select.some((one) => isAggregate(one.expression))
  if (isList && prior.limit !== null)
    return new Decline(message('A shortened list of rows cannot be compared between periods.'))
  const base: Query = isList ? { ...prior, select: measuresOf(schema, prior), order: [], distinct: false } : prior
  const found = compared({ ...base, filters: withoutPeriods(base.filters, period) }, period, other)
  if (found instanceof Decline) return found
  const counted = message('Compares the number of {rows}', { rows: tableWords(schema, prior.subject) })
  return {
    query: found,
    assumptions: [...assumptions, ...(isList ? [counted] : [])],
    change: message('Same question, compared with {period}.', { period: periodWords(other.label) }),
  }
}

/** Cuts the earlier of two compared periods at the day that the later one has reached. */
function onSameDays(change: Change): Changed | Decline | null {
  const periods = comparedPeriods(change.prior)
  if (periods === null) return null
  const { from, to } = periods
  if (from.from === null || to.from === null || to.before === null || to.before <= change.today)
    return new Decline(message('Both compared periods are over, so all their days are already compared.'))
  return sideBySide(
    change,
    { ...to, ...until(to.from, change.today) },
    { ...from, ...until(from.from, sameDay(change.today, to.from, from.from)) },
    [],
  )
}
