import { fallWords, globally, riseWords, unchangedWords } from '../cues.ts'
import { textBefore } from '../../plain-text.ts'
import type { Meaning } from '../meanings.ts'
import type { NamedRows } from '../named-rows.ts'
import type { Clause } from '../sentences.ts'
import {
  clauseAt,
  isNegated,
  isWithin,
  spokenColumns,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'
import { matchesIn } from '../../../lib/matches-in.ts'
import { exceptWords, movesIn } from './conditions.ts'
import { runIn } from './runs.ts'
import { fitsRatio } from './fits-ratio.ts'
import { datesOf, namesColumn, seriesOf } from './series.ts'

const steadily =
  /(?<!\p{L})(?:every|each)\s(?:single\s)?(?:year|month|quarter|week|day|period|time)(?!\p{L})|(?<!\p{L})with (?:every|each) \p{L}+(?=[.,;]|$)|(?<!\p{L})(?:steadily|continuously|consistently|year after year|month after month|jedes jahr|jeden monat|stetig|kontinuierlich|cada año|cada mes|chaque année|chaque mois|ogni anno|todos os anos)(?!\p{L})/iu
const doubling =
  /(?<!\p{L})(?:doubled|tripled|quadrupled|halved|verdoppelt\p{L}*|verdreifacht\p{L}*|duplicó|duplicaron)(?!\p{L})/iu
const factors: [RegExp, number][] = [
  [/doubl|verdoppel|duplic/i, 2],
  [/tripl|verdreifach/i, 3],
  [/quadrupl/i, 4],
  [/halv/i, 0.5],
]
/** “rose from 5 to 9”, “fell in 2018”, “grew every year”, “doubled”: against the rows in the order of time. */
export const trendsHold: Check = (statement) => {
  const { text } = statement
  if (doubling.test(text)) return doublingHolds(statement)
  const parts = movesOf(statement)
  for (const part of parts) {
    const found = moveHolds(part, parts.length)
    if (found !== null) return found
  }
  return null
}

/** One claim that something went up or down. */
interface Move {
  /** The sentence, with what belongs to other moves blanked out. */
  part: Statement
  isUp: boolean
  /** The dates before it, for “has risen since”. */
  before: Statement['names']
}

const moveWords = [globally(riseWords), globally(fallWords)]
const separators = /[,;]\s|\s(?:and|but|while|whereas|before|then|und|aber|während|y|pero|et|mais)\s/giu

/** “rose until June, then fell”: two moves, each with its own dates and figures. */
function movesOf(statement: Statement): Move[] {
  const { text } = statement
  const found = moveWords
    .flatMap((pattern, at) =>
      matchesIn(text, pattern)
        .filter(({ 0: word }) => !namesColumn(statement, word))
        .map(({ index }) => ({ index, isUp: at === 0 })),
    )
    .toSorted((a, b) => a.index - b.index)
  const ends = found.map(({ index }, at) => {
    const next = found[at + 1]?.index
    if (next === undefined) return text.length
    return [...text.slice(index, next).matchAll(separators)].at(-1)?.index ?? null
  })
  // Two words without a separator between them, such as “a drop after the rise”, can't be told apart.
  if (ends.includes(null)) return []
  let start = 0
  return found.map(({ index, isUp }, at) => {
    // “peaked in April and has fallen since”: the date is where the move begins.
    const earlier = [...text.slice(start, index).matchAll(separators)].at(-1)
    if (earlier && sinceThen.test(text.slice(index)) && /since[.,;]?\s*$/i.test(text)) start += earlier.index
    const end = Math.max(index, (ends[at] ?? 0) + (at === found.length - 1 ? 0 : index))
    const move = {
      part: blankedTo(statement, { start, end }),
      isUp,
      before: statement.names.filter((name) => name.end <= start),
    }
    start = end
    return move
  })
}

function blankedTo(statement: Statement, part: Clause): Statement {
  const { text, names, mentions, words } = statement
  const inside = { ...statement, words: words.filter((word) => isWithin(word, part)) }
  const isSpoken = spokenColumns(inside, part).length > 0
  const hasThing = names.some((name) => !name.isDate && isWithin(name, part))
  return {
    ...statement,
    text: ' '.repeat(part.start) + text.slice(part.start, part.end),
    names: names.filter((name) => isWithin(name, part) || (!hasThing && !name.isDate && name.end <= part.start)),
    mentions: mentions.filter((mention) => isWithin(mention, part)),
    words: isSpoken ? inside.words : words,
  }
}

function moveHolds({ part, isUp, before }: Move, count: number): string | null {
  const { text, mentions, names } = part
  if (isNegated(text)) return notMoved(part, isUp)
  if (hasOtherSign(part, isUp)) return `The change has the other sign.`
  const run = runHolds(part, isUp)
  if (run !== null) return run === 'holds' ? null : run
  const times = timesMoved.exec(text)?.[1]
  if (times !== undefined) return movedTimes(part, { isUp, count: moveCounts.indexOf(times.toLowerCase()) + 1 })
  const isDated = names.some(({ isDate }) => isDate)
  if (steadily.test(text)) {
    const dates = sinceThen.test(text) && !isDated ? before.filter(({ isDate }) => isDate) : []
    return steadyHolds({ ...part, names: [...dates, ...names] }, isUp)
  }
  const ends = fromTo(part)
  if (ends)
    return ends.some(([from, to]) => (isUp ? to > from : to < from)) ? null : `It did not ${isUp ? 'rise' : 'fall'}.`
  if (sinceThen.test(text) && !isDated && before.some(({ isDate }) => isDate)) return sinceHolds(part, { isUp, before })
  if (count > 1 && !isDated) return null
  if (mentions.some(({ meanings }) => meanings.some(({ op }) => op === 'stated')) && names.length === 0) return null
  return periodHolds(part, isUp)
}

/** “fell only once”, “rose twice”. */
const timesMoved = /(?<!\p{L})(?:only |just )?(once|twice|three times|four times|five times)(?=[.,;]|$| \()/iu
const moveCounts = ['once', 'twice', 'three times', 'four times', 'five times']

function movedTimes(part: Statement, { isUp, count }: { isUp: boolean; count: number }): string | null {
  const outcomes = seriesOf(part).map(({ column, order }) => {
    const moves = order.filter((row, at) => {
      const [value, before] = [column.numbers[row], column.numbers[order[at - 1] ?? -1]]
      return typeof value === 'number' && typeof before === 'number' && (isUp ? value > before : value < before)
    })
    return moves.length === count
  })
  return outcomes.length > 0 && !outcomes.includes(true) ? `It did not ${isUp ? 'rise' : 'fall'} so often.` : null
}

/** Whether a referenced change has another sign than the word: “rose by {change(…)}” of a fall. */
function hasOtherSign(statement: Statement, isUp: boolean): boolean {
  return statement.mentions
    .filter(
      ({ isTyped, meanings }) =>
        !isTyped && meanings.length > 0 && meanings.every(({ op }) => op === 'diff' || op === 'change'),
    )
    .some(({ meanings }) =>
      meanings.some((meaning) => {
        const moved = meaning.op === 'diff' ? (movedBetween(statement, meaning) ?? meaning.value) : meaning.value
        if (moved === null || /\b(?:gap|difference|lead)\b/i.test(statement.text)) return false
        return isUp ? moved < 0 : moved > 0
      }),
    )
}

/** What a difference of two figures of a series is from the earlier to the later one, in any order of the two. */
function movedBetween(statement: Statement, { column, rows }: Meaning): number | null {
  const [one, other] = rows ?? []
  const series = seriesOf(statement).find((found) => found.column === column)
  if (!series || one === undefined || other === undefined) return null
  const [from, to] = [one, other].toSorted((a, b) => series.order.indexOf(a) - series.order.indexOf(b))
  const [before, after] = [series.column.numbers[from ?? -1], series.column.numbers[to ?? -1]]
  return typeof before === 'number' && typeof after === 'number' ? after - before : null
}

const sinceThen = /(?<!\p{L})(?:since(?: then)?|seitdem|desde entonces|depuis)(?!\p{L})/iu

/** “… to 5 in June and has fallen since”: from that date to the last one. */
function sinceHolds(part: Statement, { isUp, before }: Pick<Move, 'isUp' | 'before'>): string | null {
  const date = before.findLast(({ isDate }) => isDate)
  const outcomes = seriesOf(part).flatMap(({ column, order }): boolean[] => {
    const [from, to] = [column.numbers[date?.rows.at(-1) ?? -1], column.numbers[order.at(-1) ?? -1]]
    if (typeof from !== 'number' || typeof to !== 'number' || date?.step !== column.step.id) return []
    return [isUp ? to > from : to < from]
  })
  return outcomes.length > 0 && !outcomes.includes(true) ? `It did not ${isUp ? 'rise' : 'fall'} since.` : null
}

/** “fell for two quarters in a row”: the last ones. */
function runHolds(statement: Statement, isUp: boolean): string | null {
  const run = runIn(statement.text)
  if (!run) return null
  const { length: wanted, written } = run
  // “… in a row before recovering in May”: at any time.
  const isOver = /(?<!\p{L})(?:before|until|then|bis|hasta|avant)(?!\p{L})/iu.test(
    statement.text.split(written)[1] ?? '',
  )
  const isTrue = seriesOf(statement).some(({ column, order }) => {
    const moves = order.map((row, at) => {
      const [value, before] = [column.numbers[row], column.numbers[order[at - 1] ?? -1]]
      return typeof value === 'number' && typeof before === 'number' && (isUp ? value > before : value < before)
    })
    if (isOver)
      return moves
        .map((one) => (one ? 'x' : ' '))
        .join('')
        .split(/\s+/)
        .some((run) => run.length === wanted)
    return moves.slice(-wanted).every(Boolean) && moves.at(-wanted - 1) !== true
  })
  return isTrue ? 'holds' : `It was not ${written}.`
}

/** “was unchanged between March and April”. */
export const standstillsHold: Check = (statement) => {
  const { text, names, facts } = statement
  const match = unchangedWords.exec(text)
  const isJudged =
    facts.derived.some(({ relation }) => relation === 'change') && facts.columns.every(({ role }) => role !== 'time')
  if (!match || isNegated(text.replace(match[0], '')) || isJudged) return null
  const outcomes = seriesOf(statement).flatMap(({ column, order }): boolean[] => {
    const clause = clauseAt(statement, match.index)
    const own = datesOf(names, { column, order }).filter((name) => name.rows.length === 1)
    const near = own.filter((name) => name.start >= match.index || isWithin(name, clause))
    const rows = [...new Set((near.length > 0 ? near : own).flatMap((name) => name.rows))]
    const [one, two] = rows
    if (one === undefined || rows.length > 2) return []
    const other = two ?? order[order.indexOf(one) - 1]
    return other === undefined ? [] : [column.numbers[one] === column.numbers[other]]
  })
  return outcomes.length > 0 && !outcomes.includes(true) ? 'It did not stay the same.' : null
}

/** The pairs of numbers of “from A to B”: of the figures, or of the periods. */
function fromTo(statement: Statement): [number, number][] | null {
  const { text, mentions, names } = statement
  const figures = mentions.filter(
    ({ meanings, value, kind, isTyped }) =>
      kind === 'value' && value !== null && (!isTyped || meanings.some(({ op }) => op === 'cell')),
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
  const pairs = seriesOf(statement).flatMap(({ column, order }): [number, number][] => {
    const rowOf = (name: NamedRows): number => name.rows.find((row) => order.includes(row)) ?? -1
    const [one, two] = [column.numbers[rowOf(from)], column.numbers[rowOf(to)]]
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
  // References may be of two columns, such as one for each year.
  if (!left.isTyped && !right.isTyped && left.value !== null && right.value !== null) return [[left.value, right.value]]
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
    const dates = datesOf(names, { column, order }).map((name) => name.rows.map((row) => places.get(row) ?? 0))
    const exceptAt = exceptWords.exec(text)?.index
    const excluded =
      exceptAt === undefined
        ? []
        : names
            .filter(({ start, isDate }) => isDate && start > exceptAt)
            .flatMap(({ rows }) => rows.map((row) => places.get(row) ?? -1))
    const [first, last] = spanOf(exceptAt === undefined ? dates : [], order.length - 1, text)
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
function spanOf(dates: readonly (readonly number[])[], end: number, text: string): [first: number, last: number] {
  const limits = dates.flat()
  if (limits.length === 0) return [0, end]
  const [first, last] = [Math.min(...limits), Math.max(...limits)]
  if (dates.length > 1) return [first, last]
  if (/\b(?:since|seit|desde|depuis)\b/i.test(text)) return [first, end]
  // “every quarter of 2025” begins with its first one.
  return limits.length > 1 ? [first, last] : [0, last]
}

/** “compared with 2019”: the date is where a move begins. */
const baseBefore =
  /(?<!\p{L})(?:compared (?:with|to)|since|from|versus|vs\.?|against|than in|than|on|seit|gegenüber|desde|depuis)\s(?:the )?$/iu

/** “fell in 2018”: from the period before. Without a period, from the first to the last. */
function periodHolds(statement: Statement, isUp: boolean): string | null {
  const { text, names } = statement
  const found = seriesOf(statement)
  // Columns of two periods, and of changes, are conditions.
  if (movesIn(statement).length > 0) return null
  if (found.length === 0) return movedWithoutSeries(statement)
  const outcomes = found.flatMap(({ column, order }): boolean[] => {
    const dates = datesOf(names, { column, order }).filter((name) => name.rows.length === 1)
    const rows = new Set(dates.map(({ rows: [row = -1] }) => row))
    const [row] = rows
    const isBase = dates.length === 1 && baseBefore.test(textBefore(text, dates[0]?.start ?? 0))
    const isBetween =
      rows.size === 2 && /(?<!\p{L})(?:to|until|through|bis|hasta)(?!\p{L})|(?<!\p{L})[aà]\s(?!\p{Ll})/iu.test(text)
    if (rows.size > 1 && !isBetween) return []
    const place = row === undefined ? order.length - 1 : order.indexOf(row)
    const before: [number | undefined, number | undefined] = [order[row === undefined ? 0 : place - 1], order[place]]
    const since: typeof before = isBase ? [row, order.at(-1)] : before
    const [from, to] = isBetween ? [...rows] : since
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
  return mentions.length > 0 || names.length > 0 || /\b(?:has|have|had|than|compared)\b/i.test(text)
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
    const rows = datesOf(names, { column, order }).flatMap(({ rows: own }) => own)
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
