import { fallWords, riseWords } from '../cues.ts'
import type { FactColumn } from '../facts.ts'
import { textBefore } from '../../plain-text.ts'
import { columnsFor, isNegated, isWithin, textOf, type Check, type Mention, type Statement } from '../statement.ts'
import { fitsRatio } from './comparisons.ts'

const steadily =
  /(?<!\p{L})(?:every|each)\s(?:single\s)?(?:year|month|quarter|week|day|period|time)(?!\p{L})|(?<!\p{L})(?:steadily|continuously|consistently|year after year|month after month|jedes jahr|jeden monat|stetig|kontinuierlich|cada año|cada mes|chaque année|chaque mois|ogni anno|todos os anos)(?!\p{L})/iu
const doubling =
  /(?<!\p{L})(?:doubled|tripled|quadrupled|halved|verdoppelt\p{L}*|verdreifacht\p{L}*|duplicó|duplicaron)(?!\p{L})/iu
const factors: [RegExp, number][] = [
  [/doubl|verdoppel|duplic/i, 2],
  [/tripl|verdreifach/i, 3],
  [/quadrupl/i, 4],
  [/halv/i, 0.5],
]
const except = /(?<!\p{L})(?:except(?: for| in)?|apart from|other than|außer|excepto|salvo|sauf|tranne)(?!\p{L})/iu

/** A series in the order of time. */
interface Series {
  column: FactColumn
  /** Row indexes, oldest first. */
  order: readonly number[]
}

/** “rose from 5 to 9”, “fell in 2018”, “grew every year”, “doubled”: against the rows in the order of time. */
export const trendsHold: Check = (statement) => {
  const { text, mentions } = statement
  const isUp = riseWords.test(text)
  const isDown = fallWords.test(text)
  const isNot = isNegated(text)
  const signed = mentions.filter(
    ({ meanings }) => meanings.length > 0 && meanings.every(({ op }) => op === 'diff' || op === 'change'),
  )
  if (doubling.test(text)) return doublingHolds(statement)
  if (isUp === isDown) return null
  if (isNot) return notMoved(statement, isUp)
  if (
    signed.some(
      ({ isTyped, meanings }) =>
        !isTyped &&
        meanings.some(({ value }) => value !== null && (isUp ? value < 0 : value > 0) && !isByAmount(statement, value)),
    )
  )
    return `The change has the other sign.`
  if (steadily.test(text)) return steadyHolds(statement, isUp)
  const ends = fromTo(statement)
  if (ends)
    return ends.some(([from, to]) => (isUp ? to > from : to < from)) ? null : `It did not ${isUp ? 'rise' : 'fall'}.`
  if (mentions.some(({ meanings }) => meanings.some(({ op }) => op === 'stated')) && statement.names.length === 0)
    return null
  return periodHolds(statement, isUp)
}

/** A difference of two figures may be written in either order. */
function isByAmount({ text }: Statement, value: number): boolean {
  void value
  return /\b(?:gap|difference|lead)\b/i.test(text)
}

function seriesOf(statement: Statement): Series[] {
  const { facts } = statement
  const columns = columnsFor(statement, { start: 0, end: statement.text.length })
  return facts.steps.flatMap((step) => {
    const time = facts.columns.find((column) => column.step === step && column.role === 'time')
    const names = facts.columns.filter((column) => column.step === step && column.role === 'name')
    if (!time || names.length > 0 || step.result.rows.length < 2) return []
    const order = step.result.rows
      .map((row, at) => ({ at, time: String(row[time.index] ?? '') }))
      .toSorted((a, b) => (a.time < b.time ? -1 : 1))
      .map(({ at }) => at)
    return columns.filter((column) => column.step === step).map((column) => ({ column, order }))
  })
}

/** The pairs of numbers of “from A to B”: of the figures, or of the periods. */
function fromTo(statement: Statement): [number, number][] | null {
  const { text, mentions, names } = statement
  const figures = mentions.filter(
    ({ meanings, value, kind }) => kind === 'value' && value !== null && meanings.some(({ op }) => op === 'cell'),
  )
  for (const [at, right] of figures.entries()) {
    const left = figures[at - 1]
    if (
      !left ||
      !isFrom(text, left.start) ||
      !/(?<!\p{L})(?:to|auf|bis|a|à|para|hasta)(?!\p{L})/iu.test(text.slice(left.end, right.start))
    )
      continue
    const pairs = pairsOf(left, right)
    if (pairs.length > 0) return pairs
  }
  const dates = names.filter(({ isDate }) => isDate)
  const [from, to] = dates.filter(({ start }, at) => dates.findIndex((one) => one.start === start) === at)
  if (!from || !to || !isFrom(text, from.start)) return null
  const pairs = seriesOf(statement).flatMap(({ column }): [number, number][] => {
    const [one, two] = [column.numbers[from.rows[0] ?? -1], column.numbers[to.rows.at(-1) ?? -1]]
    return typeof one === 'number' &&
      typeof two === 'number' &&
      from.step === column.step.id &&
      to.step === column.step.id
      ? [[one, two]]
      : []
  })
  return pairs.length > 0 ? pairs : null
}

function isFrom(text: string, at: number): boolean {
  return /(?<!\p{L})(?:from|von|desde|de|dal?)\s(?:\S+\s){0,3}[$€£]?$/iu.test(text.slice(Math.max(0, at - 40), at))
}

function pairsOf(left: Mention, right: Mention): [number, number][] {
  return left.meanings.flatMap((one) =>
    right.meanings.flatMap((other): [number, number][] =>
      one.op === 'cell' &&
      other.op === 'cell' &&
      one.column?.index === other.column?.index &&
      one.column?.step === other.column?.step &&
      one.value !== null &&
      other.value !== null
        ? [[one.value, other.value]]
        : [],
    ),
  )
}

/** “grew every year”, also “until April” and “except 2017”. */
function steadyHolds(statement: Statement, isUp: boolean): string | null {
  const { text, names } = statement
  const found = seriesOf(statement)
  if (found.length === 0) return null
  const isTrue = found.some(({ column, order }) => {
    const places = new Map(order.map((row, at) => [row, at]))
    const dates = names
      .filter((name) => name.isDate && name.step === column.step.id)
      .map((name) => name.rows.map((row) => places.get(row) ?? 0))
    const exceptAt = except.exec(text)?.index
    const excluded =
      exceptAt === undefined
        ? []
        : names
            .filter(({ start, isDate }) => isDate && start > exceptAt)
            .flatMap(({ rows }) => rows.map((row) => places.get(row) ?? -1))
    const limits = exceptAt === undefined ? dates.flat() : []
    const [first, last] = spanOf(limits, order.length - 1, text)
    return order.every((row, at) => {
      if (at <= first || at > last) return true
      const [value, before] = [column.numbers[row], column.numbers[order[at - 1] ?? -1]]
      if (typeof value !== 'number' || typeof before !== 'number') return false
      const moved = isUp ? value > before : value < before
      return excluded.includes(at) ? !moved : moved
    })
  })
  return isTrue ? null : `It did not go ${isUp ? 'up' : 'down'} from every row to the next.`
}

/** The places between which a steady move is claimed: “since 2017”, “until April”, “from 2016 to 2018”, or all. */
function spanOf(limits: readonly number[], end: number, text: string): [first: number, last: number] {
  const [only = 0] = limits
  if (limits.length > 1) return [Math.min(...limits), Math.max(...limits)]
  if (limits.length === 0) return [0, end]
  return /\b(?:since|seit|desde|depuis)\b/i.test(text) ? [only, end] : [0, only]
}

/** “fell in 2018”: from the period before. Without a period, from the first to the last. */
function periodHolds(statement: Statement, isUp: boolean): string | null {
  const { text, names } = statement
  const found = seriesOf(statement)
  if (found.length === 0) return movedWithoutSeries(statement)
  const outcomes = found.flatMap(({ column, order }): boolean[] => {
    const dates = names.filter((name) => name.isDate && name.step === column.step.id && name.rows.length === 1)
    const rows = new Set(dates.map(({ rows: [row = -1] }) => row))
    const [row] = rows
    const isBetween = rows.size === 2 && /(?<!\p{L})(?:to|until|bis|a|à)(?!\p{L})/iu.test(text)
    if (rows.size > 1 && !isBetween) return []
    const place = row === undefined ? order.length - 1 : order.indexOf(row)
    const [from, to] = isBetween
      ? [[...rows][0], [...rows][1]]
      : [order[row === undefined ? 0 : place - 1], order[place]]
    const [one, two] = [column.numbers[from ?? -1], column.numbers[to ?? -1]]
    if (typeof one === 'number' && typeof two === 'number') return [isUp ? two > one : two < one]
    return row === undefined ? [] : [false]
  })
  return outcomes.length > 0 && outcomes.every((one) => !one) ? `It did not ${isUp ? 'rise' : 'fall'}.` : null
}

/** One value has no direction: “rose to 5” isn't in a single row. */
function movedWithoutSeries({ facts, mentions, text, names }: Statement): string | null {
  const isDerived = mentions.some(({ meanings }) =>
    meanings.some(
      ({ op, column }) => op === 'diff' || op === 'change' || op === 'stated' || column?.isPercent === true,
    ),
  )
  const hasDirection = facts.columns.some(({ name }) =>
    /change|growth|diff|delta|increase|decrease|prev|trend|yoy|mom/i.test(name),
  )
  if (
    facts.steps.length === 0 ||
    isDerived ||
    /\brises? to\b/i.test(text) ||
    hasDirection ||
    facts.columns.some(({ role }) => role === 'time')
  )
    return null
  return mentions.length > 0 || names.length > 0 || /\b(?:has|have|had)\b/i.test(text)
    ? 'One value does not show a change.'
    : null
}

function notMoved(statement: Statement, isUp: boolean): string | null {
  return periodHolds(statement, isUp) === null &&
    seriesOf(statement).length > 0 &&
    statement.names.some(({ isDate }) => isDate)
    ? `It did ${isUp ? 'rise' : 'fall'}.`
    : null
}

function doublingHolds(statement: Statement): string | null {
  const { text, names, facts } = statement
  const match = doubling.exec(text)
  const factor = factors.find(([pattern]) => pattern.test(match?.[0] ?? ''))?.[1] ?? 2
  const found = seriesOf(statement)
  const before = textBefore(text, match?.index ?? 0)
  const ratios = found.flatMap(({ column, order }): number[] => {
    const rows = names.filter((name) => name.isDate && name.step === column.step.id).flatMap(({ rows: own }) => own)
    const [first, last] = [rows[0], rows.at(-1)]
    const isPair = first !== undefined && last !== undefined && first !== last
    const place = order.indexOf(first ?? -1)
    const whole = first === undefined ? [order[0], order.at(-1)] : [order[place - 1], first]
    const [from, to] = isPair ? [first, last] : whole
    const [one, two] = [column.numbers[from ?? -1], column.numbers[to ?? -1]]
    return typeof one === 'number' && typeof two === 'number' && one !== 0 ? [two / one] : []
  })
  if (ratios.length === 0) return facts.steps.length > 0 ? 'The rows do not show this change.' : null
  return ratios.some((ratio) => fitsRatio(ratio, factor, before))
    ? null
    : `It was not ${textOf(statement, { start: match?.index ?? 0, end: (match?.index ?? 0) + (match?.[0].length ?? 0) })}.`
}

const first = /(?<!\p{L})(?:first|earliest|oldest|älteste\p{L}*|früheste\p{L}*|más antigu[oa])(?!\p{L})/iu
const latest = /(?<!\p{L})(?:latest|newest|most recent|last to|neueste\p{L}*|jüngste\p{L}*|más reciente)(?!\p{L})/iu
const earlier = /\b(?:before|earlier than|older than|vor|antes que)\b/i
const later = /(?<!\p{L})(?:after|later than|newer than|younger than|nach|después que)(?!\p{L})/iu

/** “All were hired before 2004”. */
export const allTimesHold: Check = (statement) => {
  const { text, facts } = statement
  const [, word = ''] =
    /\b(?:all|every|each|alle|jede[rsn]?|todos|todas|cada)\b(?! (?:year|month|week|quarter|day|jahr|monat|año|mes)).{0,80}\b(before|after|since|in|vor|nach|seit|im|en|desde)\s(?:the year )?(?:1[89]|20|21)\d\d\b/iu.exec(
      text,
    ) ?? []
  const year = /\b(?:1[89]|20|21)\d\d\b/.exec(text.slice(text.indexOf(word)))?.[0]
  const times = facts.columns.filter(({ role, isComplete }) => role === 'time' && isComplete)
  if (word === '' || year === undefined || times.length === 0 || statement.mentions.length > 0) return null
  if (statement.names.some(({ isDate }) => !isDate)) return null
  const holds = (own: string): boolean => {
    if (/before|vor/i.test(word)) return own < year
    if (/after|nach/i.test(word)) return own > year
    return /since|seit|desde/i.test(word) ? own >= year : own === year
  }
  const isTrue = times.some(({ step, index }) =>
    step.result.rows.every((row) => holds(String(row[index] ?? '').slice(0, 4))),
  )
  return isTrue === !isNegated(text) ? null : 'It does not hold for all.'
}

/** “Jane was hired first”, “Ann was hired before Ben”: against a column of dates. */
export const timesHold: Check = (statement) => {
  const { facts, names, text } = statement
  const things = names.filter(({ isDate }) => !isDate)
  const [subject] = things.filter(({ rows }) => rows.length === 1)
  if (!subject || /\bfirst (?:two|three|\d|half|quarter|place)\b/i.test(text)) return null
  const time = facts.columns.find((column) => column.step.id === subject.step && column.role === 'time')
  if (!time) return null
  const valueOf = (row: number): string => String(time.step.result.rows[row]?.[time.index] ?? '')
  const own = valueOf(subject.rows[0] ?? -1)
  if (own === '') return null
  const other = things.find(
    (name) => name.start > subject.end && name.column === subject.column && name.rows.length === 1,
  )
  if (other && (earlier.test(text) || later.test(text))) {
    const value = valueOf(other.rows[0] ?? -1)
    const isTrue = earlier.test(text) ? own < value : own > value
    return isTrue === !isNegated(text) ? null : `The dates do not say this order.`
  }
  const isFirst = first.test(text)
  if (isFirst === latest.test(text) || isWithin(subject, { start: 0, end: 0 })) return null
  const all = time.step.result.rows
    .map((_, row) => valueOf(row))
    .filter((one) => one !== '')
    .toSorted()
  const isTrue = own === (isFirst ? all[0] : all.at(-1))
  return isTrue === !isNegated(text) ? null : `Another one is ${isFirst ? 'earlier' : 'later'}.`
}
