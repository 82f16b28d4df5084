import { joinMessages, message, type Message, type Row } from '@parlance/contract'
import type { PeriodUnit } from '../query.ts'
import { english, qualified } from './describe.ts'
import type { Phrase } from './lists.ts'
import { formatNumber, numberOf, styleOf } from './numbers.ts'
import { isCut, isRunning, periodFirst, periodName, periodOf, unitWord, unitWords, type Period } from './periods.ts'
import { fromAllRows, fromCells, fromRows } from './sources.ts'
import { someNames, subjectOf, superlative, whereOf, type Telling } from './telling.ts'

interface Point {
  row: Row
  period: Period
  name: Phrase
  /** The name at the beginning of a sentence. */
  first: Phrase
  value: number
  /** The value, linked to its cell. */
  text: Message
  running: boolean
  /** Whether the conditions leave out a part of it. */
  cut: boolean
}

interface Series {
  telling: Telling
  at: number
  unit: PeriodUnit
  /** Oldest first. */
  points: Point[]
  /** Whether every row is a point, so that the points add up to the whole. */
  isWhole: boolean
  /** Whether other periods may have values that aren't shown. */
  isPartial: boolean
}

/** The total, the best and the lowest period of a series, and whether the last one is still running; null for others. */
export function seriesText(telling: Telling): Message | null {
  const series = seriesOf(telling)
  if (series === null) return null
  const [first, second, third] = series.points
  if (first === undefined) return null
  if (second === undefined) return onePeriod(series, first)
  if (third === undefined) return twoPeriods(series, first, second)
  return manyPeriods(series, first)
}

function seriesOf(telling: Telling): Series | null {
  const { facts, rows, today, truncated } = telling
  const [at] = facts.measures
  if (at === undefined || facts.period === null) return null
  const { unit, at: periodAt } = facts.period
  const style = styleOf(
    rows.map((row) => row[at] ?? null),
    facts.units[at] ?? null,
  )
  const where = whereOf(telling)
  const read = rows.flatMap((row) => {
    const period = periodOf(row[periodAt], unit)
    const value = numberOf(row[at])
    return period === null || value === null ? [] : [{ row, period, value }]
  })
  const years = new Set(read.map((one) => one.period.year))
  const isYearClear = where !== null && years.size === 1 && english(where).includes(String([...years][0]))
  const points = read
    .toSorted((left, right) => left.period.index - right.period.index)
    .map(({ row, period, value }) => ({
      row,
      period,
      value,
      name: fromCells(periodName(period, isYearClear), telling, row, [periodAt]),
      first: fromCells(periodFirst(period, isYearClear), telling, row, [periodAt]),
      text: fromCells(formatNumber(value, style), telling, row, [at]),
      running: isRunning(period, today),
      cut: !isRunning(period, today) && isCut(period, facts.span),
    }))
  const hasGaps = points.some(
    (one, place) => place > 0 && one.period.index !== (points[place - 1]?.period.index ?? 0) + 1,
  )
  const isWhole = points.length === rows.length && !truncated && facts.limit === null && !facts.isNarrowed
  return { telling, at, unit, points, isWhole, isPartial: hasGaps || !isWhole }
}

function onePeriod({ telling, at }: Series, { name, first, text, running }: Point): Message {
  const { limit, descending } = telling.facts
  if (limit === 1 && descending !== null && !running)
    return message('{names} has {best} ({value}).', {
      names: first,
      best: superlative(telling, at, descending),
      value: text,
    })
  const values = { subject: subjectOf(telling, at), value: text, period: name }
  return running
    ? message('{subject} is {value} in {period}, which is still running.', values)
    : message('{subject} is {value} in {period}.', values)
}

function twoPeriods({ telling, at }: Series, first: Point, second: Point): Message {
  const values = {
    subject: subjectOf(telling, at),
    before: first.name,
    old: first.text,
    period: second.name,
    value: second.text,
  }
  if (second.running)
    return message('{subject} is {value} in {period}, which is still running, after {old} in {before}.', values)
  if (first.value === second.value) {
    const value = sharedValue(telling, at, [first, second])
    return message('{subject} is {value} in both {before} and {period}.', { ...values, value })
  }
  const isUp = second.value > first.value
  if (first.value <= 0 || second.value < 0) {
    return isUp
      ? message('{subject} was {value} in {period}, up from {old} in {before}.', values)
      : message('{subject} was {value} in {period}, down from {old} in {before}.', values)
  }
  const change = percentOf(Math.abs(second.value - first.value) / first.value)
  const percent = fromRows(change, telling, [first.row, second.row], at)
  return isUp
    ? message('{subject} was {value} in {period}, up {percent} from {old} in {before}.', { ...values, percent })
    : message('{subject} was {value} in {period}, down {percent} from {old} in {before}.', { ...values, percent })
}

/** The value of several periods. */
function sharedValue(telling: Telling, at: number, points: readonly Point[]): Message {
  const [first] = points
  return fromRows(first?.text ?? '', telling, rowsOf(points), at)
}

const rowsOf = (points: readonly Point[]): Row[] => points.map(({ row }) => row)

const shares = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const leastShare = 0.001

function percentOf(share: number): Phrase {
  return share < leastShare ? message('less than 0.1%') : shares.format(share)
}

function manyPeriods(series: Series, first: Point): Message {
  const { telling, at, points, unit } = series
  if (points.every((one) => one.value === first.value)) {
    return message('{subject} is {value} in each of the {n, number} {units}.', {
      subject: subjectOf(telling, at),
      value: sharedValue(telling, at, points),
      n: fromRows(points.length, telling, rowsOf(points), null),
      units: unitWords(unit),
    })
  }
  const trend = trendText(series)
  if (trend !== null) return trend
  const total = totalText(series)
  const { sentence, unfinished } = extremesOf(series, total !== null)
  const text =
    total === null
      ? message('{subject} varies by {unit}: {sentence}.', {
          subject: subjectOf(telling, at),
          unit: unitWord(unit),
          sentence,
        })
      : message('{total} {sentence}.', { total, sentence })
  return joinMessages([text, ...unfinished])
}

const fewestForTrend = 3

/** 'Revenue rose every month': at least three finished periods without a gap, each above or each below the one before. */
function trendText({ telling, at, points, unit, isPartial }: Series): Message | null {
  const done = points.filter(isDone)
  const [first] = done
  const last = done.at(-1)
  const isOver = points.slice(0, -1).every(isDone)
  if (isPartial || !isOver || first === undefined || last === undefined || done.length < fewestForTrend) return null
  const steps = done.slice(1).map((one, place) => Math.sign(one.value - (done[place]?.value ?? one.value)))
  const [step] = steps
  if (step === undefined || step === 0 || steps.some((one) => one !== step)) return null
  const values = {
    subject: subjectOf(telling, at),
    unit: unitWord(unit),
    old: first.text,
    before: first.name,
    value: last.text,
    period: last.name,
  }
  const trend =
    step > 0
      ? message('{subject} rose every {unit}, from {old} in {before} to {value} in {period}.', values)
      : message('{subject} fell every {unit}, from {old} in {before} to {value} in {period}.', values)
  const running = points.find((one) => one.running)
  return running === undefined ? trend : joinMessages([trend, stillRunning(running)])
}

function stillRunning({ first, text }: Point): Message {
  return message('{period} is still running ({value} so far).', { period: first, value: text })
}

function partlyIncluded({ first, text }: Point): Message {
  return message('{period} is only partly included ({value}).', { period: first, value: text })
}

const isDone = ({ running, cut }: Point): boolean => !running && !cut

/** The total over all periods, if the measure adds up and nothing is left out; null otherwise. */
function totalText({ telling, at, points, isWhole }: Series): Message | null {
  const { facts } = telling
  const [first] = points
  const last = points.at(-1)
  if (!isWhole || !facts.sums.includes(at) || first === undefined || last === undefined) return null
  const style = styleOf(
    telling.rows.map((row) => row[at] ?? null),
    facts.units[at] ?? null,
  )
  const sum = formatNumber(
    points.reduce((total, one) => total + one.value, 0),
    style,
  )
  const value = fromAllRows(sum, telling, at)
  const where = whereOf(telling)
  const span = message('from {first} to {last}', { first: first.name, last: last.name })
  const counted = facts.counts.find((one) => one.at === at)
  const isDated = facts.isDated && where !== null
  if (counted !== undefined) {
    const rows = qualified(counted.rows, where)
    return isDated
      ? message('There are {value} {rows}.', { value, rows })
      : message('There are {value} {rows} {span}.', { value, rows, span })
  }
  const subject = subjectOf(telling, at)
  return isDated
    ? message('{subject} is {value}.', { subject, value })
    : message('{subject} {span} is {value}.', { subject, span, value })
}

/**
 * The best and the lowest period without a full stop, and the ones that aren't whole if they aren't the best.
 * @param isFirst whether a sentence begins with them
 */
function extremesOf(series: Series, isFirst: boolean): { sentence: Message; unfinished: Message[] } {
  const { telling, at, points, unit, isPartial } = series
  const isBest = telling.facts.revenue.includes(at)
  const done = points.filter(isDone)
  const most = Math.max(...points.map((one) => one.value))
  const least = Math.min(...points.map((one) => one.value))
  const leastDone = Math.min(...done.map((one) => one.value))
  // A period that is still running isn't the lowest one yet.
  const lowest = done.length > 1 ? leastDone : least
  const unitShown = isPartial ? message('{unit} shown', { unit: unitWord(unit) }) : unitWord(unit)
  const unitsShown = isPartial ? message('{units} shown', { units: unitWords(unit) }) : unitWords(unit)
  const words = { unit: unitShown, units: unitsShown }
  const leaders = points.filter((one) => one.value === most)
  const high = clause(
    series,
    isFirst ? leaders.map((one, place) => (place === 0 ? { ...one, name: one.first } : one)) : leaders,
    { ...words, rank: isBest ? message('best') : message('highest') },
  )
  const low = clause(
    series,
    (done.length > 1 ? done : points).filter((one) => one.value === lowest),
    { ...words, rank: lowest === least ? message('lowest') : message('lowest finished') },
  )
  const others = points.filter((one) => one.value !== most)
  const running = others.filter((one) => one.running).slice(0, 1)
  return {
    sentence: message('{high}; {low}', { high, low }),
    unfinished: [...others.filter((one) => one.cut).map(partlyIncluded), ...running.map(stillRunning)],
  }
}

interface RankWords {
  unit: Phrase
  units: Phrase
  rank: Message
}

function clause({ telling, at }: Series, points: readonly Point[], { unit, units, rank }: RankWords): Message {
  const [only, other] = points
  const value = sharedValue(telling, at, points)
  if (other !== undefined)
    return message('{names} were the {rank} {units} ({value} each)', {
      names: someNames(telling, rowsOf(points), (place) => points[place]?.name ?? ''),
      rank,
      units,
      value,
    })
  const values = { name: only?.name ?? '', rank, unit, value }
  return only?.running === true
    ? message('{name} is the {rank} {unit} ({value}, still running)', values)
    : message('{name} was the {rank} {unit} ({value})', values)
}
