import { stemOf } from '../concepts.ts'
import { aboveWords, belowWords, inclusiveWords, shownWords, totalWords } from '../cues.ts'
import { speaksOf, type FactColumn } from '../facts.ts'
import { textBefore } from '../../plain-text.ts'
import {
  clauseAt,
  commonRows,
  isNegated,
  isWithin,
  namesFor,
  spokenColumns,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'

/** A condition on the numbers of a column: above or below a limit, zero, positive, negative. */
interface Condition {
  holds: (value: number) => boolean
  /** Where it is in the sentence. */
  start: number
  end: number
  /** The written limits; null for a condition in words. */
  limits: readonly number[] | null
  mention: Mention | null
}

/** “All six earned over 50,000”, “only Germany is above 200,000”, “two cost more than 100”, “none is out of stock”. */
export const boundsAreKept: Check = (statement) => {
  for (const condition of conditionsIn(statement)) {
    const outcome = judge(statement, condition)
    if (condition.mention?.isStated && !isQuantified(statement)) continue
    if (outcome === false) return `The rows do not say "${statement.text.trim()}".`
    if (outcome === null && condition.mention !== null)
      return `Whether "${textOf(statement, condition)}" holds does not follow from the rows.`
  }
  return null
}

/** The limits that a sentence sets with a number, to be judged as a bound and not as a figure. */
export function isBound({ text }: { text: string }, { start }: { start: number }): boolean {
  const before = textBefore(text, start)
  if (reachBefore.test(before) && no.test(text)) return true
  return aboveWords.test(before) || belowWords.test(before)
}

/** Whether a percentage is a limit for a column of percentages, and not for a share. */
export function limitsPercentages(
  { facts, text }: Statement,
  { start, end, kind }: Pick<Mention, 'start' | 'end' | 'kind'>,
): boolean {
  if (/\bof\b/i.test(text.slice(start, end))) return false
  return (
    kind === 'percent' &&
    facts.numbers.some(({ isPercent, isFraction }) => isPercent || isFraction) &&
    !/^\s?(?:%|percent)?\sof\b/i.test(text.slice(end))
  )
}

const reachBefore = /\breach(?:es|ed)?\s[$€£]?$/iu
const stockOut = /(?<!\p{L})(?:out of stock|sold out|ausverkauft|nicht auf lager|agotad[oa]s?|épuisée?s?)(?!\p{L})/iu
const profitable = /\b(?:profitable|positive|in the black)\b/i
const losing = /\b(?:negative|unprofitable|in the red|made a loss)\b/i

export function conditionsIn(statement: Statement): Condition[] {
  const { text, mentions } = statement
  const limits = mentions.flatMap((mention): Condition[] => {
    if (mention.kind === 'ratio' || mention.kind === 'text' || mention.value === null) return []
    if (mention.kind === 'percent' && !limitsPercentages(statement, mention)) return []
    const before = textBefore(text, mention.start)
    const isReach = reachBefore.test(before) && no.test(text)
    const isAbove = aboveWords.test(before) || isReach
    if (!isAbove && !belowWords.test(before)) return []
    const includes = isReach || inclusiveWords.test(before)
    const value = mention.value
    const holds = (own: number): boolean =>
      isAbove ? own > value || (includes && own === value) : own < value || (includes && own === value)
    return [{ holds, start: mention.start, end: mention.end, limits: [value], mention }]
  })
  const inWords = [
    { pattern: stockOut, holds: (own: number) => own === 0 },
    { pattern: profitable, holds: (own: number) => own > 0 },
    { pattern: losing, holds: (own: number) => own < 0 },
  ].flatMap(({ pattern, holds }): Condition[] => {
    const match = pattern.exec(text)
    return match && hasFittingColumn(statement, pattern)
      ? [{ holds, start: match.index, end: match.index + match[0].length, limits: null, mention: null }]
      : []
  })
  return [...limits, ...inWords]
}

function hasFittingColumn({ facts, text }: Statement, pattern: RegExp): boolean {
  if (/\bmost profitable\b/i.test(text)) return false
  return facts.numbers.some(({ concepts, numbers }) =>
    pattern === stockOut
      ? concepts.has('stock')
      : concepts.has('profit') || numbers.some((one) => one !== null && one < 0),
  )
}

const no =
  /^[\s*_-]{0,4}(?:(?:and|but)\s)?(?:no|none|no one|nobody|not one|kein\p{L}*|ning[uú]n\p{L}*|aucune?|nessun\p{L}*|nenhum\p{L}*)(?!\p{L})/iu
export const onlyWords =
  /(?<!\p{L})(?:only|nur|solo|sólo|seulement|soltanto|apenas|einzige\p{L}*|únic[oa]s?|seule?)(?!\p{L})/iu
const all = /\b(?:all|every|each|both|alle[rn]?|jede[rsnm]?|tod[oa]s|cada|tous|toutes|chaque|tutt[ie]|ogni|always)\b/iu
const most = /\b(?:most|the majority)\b(?! recent)/i

/** A limit of the question may describe what was counted, unless the sentence says of how many things it holds. */
function isQuantified({ text }: Statement): boolean {
  return no.test(text) || onlyWords.test(text) || all.test(text) || most.test(text)
}

/** @returns whether a condition is met by the rows that the sentence says; null if that isn't certain */
function judge(statement: Statement, condition: Condition): boolean | null {
  const { text, facts } = statement
  const counted = countedThings(statement, condition)
  if (condition.mention && countsThings(statement, condition.mention)) {
    return facts.steps.some(({ result }) => !result.truncated && condition.holds(result.rows.length))
  }
  const clause = clauseAt(statement, condition.start)
  const part = textOf(statement, clause)
  const spoken = spokenColumns(statement, { start: 0, end: text.length })
  const close = columnsOf(condition, spoken, facts.numbers).filter(({ numbers }) => numbers.length > 0)
  if (close.length === 0) return null
  const own = close.filter(({ step }) => statement.names.some((name) => name.step === step.id))
  const outcomes = (own.length > 0 ? own : close).map((column) =>
    judgeColumn(statement, { condition, column, counted, part }),
  )
  if (outcomes.includes(true)) return true
  return outcomes.every((one) => one === false) ? false : null
}

function columnsOf(
  { limits, mention }: Condition,
  spoken: readonly FactColumn[],
  all: readonly FactColumn[],
): readonly FactColumn[] {
  if (limits === null) return conditionColumns(all)
  if (mention?.kind === 'percent') {
    const percents = spoken.filter(({ isPercent, isFraction }) => isPercent || isFraction)
    return percents.length > 0 ? percents : all.filter(({ isPercent, isFraction }) => isPercent || isFraction)
  }
  const many = spoken.filter(({ step }) => step.result.rows.length > 1)
  if (many.length > 0 || all.every(({ step }) => step.result.rows.length <= 1))
    return spoken.length > 0 ? spoken : comparable(all, limits)
  return [
    ...spoken,
    ...comparable(
      all.filter(({ step }) => step.result.rows.length > 1),
      limits,
    ),
  ]
}

function conditionColumns(numbers: readonly FactColumn[]): FactColumn[] {
  const fitting = numbers.filter(({ concepts }) => concepts.has('stock') || concepts.has('profit'))
  return fitting.length > 0 ? fitting : [...numbers]
}

/** Columns of about the same size, as a logarithm. */
const nearEnough = 0.2

/** The limit is for the columns whose numbers are nearest to it: revenue is under 1,000, not the number of orders. */
function comparable(numbers: readonly FactColumn[], limits: readonly number[]): FactColumn[] {
  const limit = Math.max(...limits.map(Math.abs), Number.MIN_VALUE)
  const distance = ({ numbers: own }: FactColumn): number =>
    Math.abs(Math.log(Math.max(...own.map((one) => Math.abs(one ?? 0)), Number.MIN_VALUE) / limit))
  const sorted = numbers.toSorted((a, b) => distance(a) - distance(b))
  const [nearest] = sorted
  return nearest ? sorted.filter((column) => distance(column) - distance(nearest) < nearEnough) : []
}

interface Judged {
  condition: Condition
  column: FactColumn
  counted: Counted | null
  part: string
}

function judgeColumn(statement: Statement, { condition, column, counted, part }: Judged): boolean | null {
  const { text } = statement
  const isWhole = column.isComplete || shownWords.test(text)
  const holds = (value: number): boolean =>
    condition.holds(
      value *
        (condition.mention?.kind === 'percent' && column.isFraction ? 100 : 1) *
        (condition.limits !== null && condition.limits.some((one) => one >= column.scale) ? column.scale : 1),
    )
  const known = column.numbers.flatMap((value, row) => (value === null ? [] : [{ value, row }]))
  const meeting = known.filter(({ value }) => holds(value)).map(({ row }) => row)
  const names = namesFor(statement, condition).filter(({ step }) => step === column.step.id)
  const named = names.length === 0 ? null : commonRows(names, column.step.id)
  const isNot = isNegated(part.replace(text.slice(condition.start, condition.end), ''))
  if (no.test(part) || no.test(text)) {
    if (meeting.length > 0) return false
    return isWhole ? true : null
  }
  if (counted !== null) {
    if (!isWhole) return null
    const found = isNot ? known.length - meeting.length : meeting.length
    return counted(found, known.length)
  }
  if (onlyWords.test(text) && named !== null && named.length > 0) {
    return isWhole ? sameRows(named, meeting) : null
  }
  if (totalWords.test(text) && named === null && !all.test(text)) {
    const sum = known.reduce((total, { value }) => total + value, 0)
    return isWhole ? holds(sum) !== isNot : null
  }
  if (totalWords.test(text) && named !== null && named.length > 1) {
    return holds(named.reduce((total, row) => total + (column.numbers[row] ?? 0), 0)) !== isNot
  }
  if (named !== null && named.length > 0) {
    const fitting = named.filter((row) => meeting.includes(row)).length
    return isNot ? fitting === 0 : fitting === named.length
  }
  if (all.test(part) || all.test(text) || known.length === 1) {
    if (!isWhole) return meeting.length < known.length ? false : null
    return (meeting.length === known.length) !== isNot
  }
  if (meeting.length === known.length) return isWhole ? !isNot : null
  return meeting.length === 0 ? isNot : null
}

export function sameRows(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((row) => other.includes(row))
}

/** Whether so many of all rows are as many as the sentence says. */
type Counted = (found: number, all: number) => boolean

/** How far “a third of the countries” may be from a third. */
const shareRoom = 0.03

/** “Half of the cinemas”: how much of the things, in percent. */
export function isShareOfThings(statement: Statement, { kind, end }: Pick<Mention, 'kind' | 'end'>): boolean {
  return kind === 'percent' && countsThings(statement, { end })
}

/** “A third of the cinemas opened in 2012”: as many rows as the sentence names. */
export const thingSharesHold: Check = (statement) => {
  for (const mention of statement.mentions) {
    if (!mention.isTyped || mention.value === null || !isShareOfThings(statement, mention)) continue
    if (conditionsIn(statement).some(({ start }) => start > mention.start)) continue
    const wanted = mention.value / 100
    const outcomes = statement.facts.steps.map((step) => {
      const rows = commonRows(statement.names, step.id)
      return (
        rows !== null && !step.result.truncated && Math.abs(rows.length / step.result.rows.length - wanted) <= shareRoom
      )
    })
    const isShare = mention.meanings.some(({ op }) => op === 'share' || op === 'cell')
    if (!isShare && outcomes.length > 0 && !outcomes.includes(true))
      return `It is not ${textOf(statement, mention)} them.`
  }
  return null
}

/** “Four of the six countries”, “two cinemas”, “most countries”: how many things the sentence says fulfil a condition. */
function countedThings(statement: Statement, condition: Condition): Counted | null {
  const { text, mentions } = statement
  const before = mentions.filter(({ start, kind }) => start < condition.start && (kind === 'value' || kind === 'bound'))
  const isWhole = ({ start }: Mention): boolean =>
    /\b(?:all|the|these|alle[rn]?|der|den|los|las|tous les)\s$/i.test(textBefore(text, start))
  const count = before.findLast(
    (mention) =>
      mention.value !== null &&
      !isWhole(mention) &&
      Number.isInteger(mention.value) &&
      (countsThings(statement, mention) || /^\s(?:of|de|von|der|des|di)\s/i.test(text.slice(mention.end))),
  )
  if (count?.value !== null && count?.value !== undefined) {
    const wanted = count.value
    return (found) => found === wanted
  }
  const share = mentions.find((mention) => mention.start < condition.start && isShareOfThings(statement, mention))
  if (share && share.value !== null) {
    const wanted = share.value / 100
    return (found, whole) => Math.abs(found / whole - wanted) <= shareRoom
  }
  const match = most.exec(text)
  return match && match.index < condition.start && startsThings(statement, match.index + match[0].length)
    ? (found, whole) => found > whole / 2
    : null
}

/** Whether the word after a number names what the rows are about. */
export function countsThings(statement: Statement, { end }: { end: number }): boolean {
  return startsThings(statement, end)
}

function startsThings({ words, facts, text }: Statement, end: number): boolean {
  if (/^\s(?:an?|per|each|every|pro|par|por|al)\s/i.test(text.slice(end, end + 8))) return false
  const next = words
    .filter((word) => word.start >= end && word.start <= end + 25 && /^[^.,;:(]*$/.test(text.slice(end, word.start)))
    .slice(0, 2)
  const labels = facts.columns.filter(({ role }) => role === 'name' || role === 'time')
  const isCounted = (stem: string): boolean => facts.numbers.some((column) => speaksOf({ stem }, column))
  if (next[0] && isCounted(next[0].stem)) return false
  return next.some(
    ({ stem }) => !isCounted(stem) && (labels.some((column) => speaksOf({ stem }, column)) || rowWords.has(stem)),
  )
}

const rowWords = new Set(
  'row result entry record line item year month quarter week day people person'.split(' ').map(stemOf),
)

/** “There are five countries”, “three cinemas opened in 2010”: a number of things that the rows don't have. */
export const countsFit: Check = (statement) => {
  const { mentions, facts, text } = statement
  for (const mention of mentions) {
    const { value, kind, isTyped } = mention
    if (!isTyped || value === null || !Number.isInteger(value) || (kind !== 'value' && kind !== 'bound')) continue
    const isAll = /\ball\s$/i.test(textBefore(text, mention.start))
    const isOfThem = isAll || /^\s(?:of|von|de)\s(?:the|these|them|den|los|las)\b/i.test(text.slice(mention.end))
    if (
      mention.meanings.some(({ op }) => op === 'cell') &&
      !countsLabels(statement, mention) &&
      !/^\s(?:of|von|de|der)\s/i.test(text.slice(mention.end))
    )
      continue
    if (isBound(statement, mention) || !(countsThings(statement, mention) || isOfThem)) continue
    if (facts.steps.length > 0 && facts.steps.every(({ result }) => result.rows.length === 0) && value > 0)
      return 'No row was found.'
    if (/\b(?:top|first|last|bottom|over the|next)\s$/i.test(textBefore(text, mention.start))) continue
    if (conditionsIn(statement).some(({ start }) => start > mention.start)) continue
    const outcomes = facts.steps
      .filter(({ result }) => result.rows.length > 0)
      .map((step): boolean | null => {
        if (step.result.truncated) return value === step.result.rows.length && shownWords.test(text) ? true : null
        const names = statement.names.filter((name) => name.step === step.id && !isWithin(name, mention))
        const rows = names.length === 0 ? null : commonRows(names, step.id)
        const distinct = facts.columns
          .filter((column) => column.step === step && column.role === 'name')
          .map(({ index }) => new Set(step.result.rows.map((row) => row[index] ?? null)).size)
        const all = [step.result.rows.length, ...distinct]
        // A count of the named rows: “three were hired in 2002”.
        if (rowsWithFigureAfter(statement, mention, step.id) === value) return true
        if (rows !== null && isOfThem && !isAll) return rows.length === value || groupSize(statement, step.id) === value
        return all.includes(value) || rows?.length === value || groupSize(statement, step.id) === value
      })
    if (outcomes.length > 0 && !outcomes.includes(true)) return `There are not ${textOf(statement, mention)} of them.`
  }
  return null
}

/** “Two stations have only 6 platforms”: the rows with the number that follows. */
function rowsWithFigureAfter({ mentions }: Statement, { end }: Mention, step: string): number | null {
  const next = mentions.find(
    (one) =>
      one.start >= end &&
      one.isTyped &&
      one.meanings.some(({ op, column }) => op === 'cell' && column?.step.id === step),
  )
  const meaning = next?.meanings.find(({ op, column }) => op === 'cell' && column?.step.id === step)
  return meaning?.column ? meaning.column.numbers.filter((one) => one === meaning.value).length : null
}

/** Whether the word after a number is the name of a column of names, and not a word for any row, such as “people”. */
export function countsLabels({ words, facts }: Statement, { end }: Pick<Mention, 'end'>): boolean {
  const next = words.filter(({ start }) => start >= end && start <= end + 25).slice(0, 2)
  return next.some((word) =>
    facts.columns.some((column) => (column.role === 'name' || column.role === 'time') && speaksOf(word, column)),
  )
}

function groupSize({ names }: Statement, step: string): number {
  return new Set(names.filter((name) => name.step === step && name.rows.length === 1).map(({ start }) => start)).size
}
