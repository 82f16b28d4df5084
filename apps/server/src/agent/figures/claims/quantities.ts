import { shownWords, totalWords } from '../cues.ts'
import type { FactColumn } from '../facts.ts'
import { textBefore } from '../../plain-text.ts'
import {
  clauseAt,
  columnsFor,
  commonRows,
  isNegated,
  isSettled,
  namesFor,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'
import { hasSeveralReferences } from './referenced.ts'
import { partMeant } from './column-fit.ts'
import { columnsOf, meets } from './condition-columns.ts'
import type { Condition } from './condition.ts'
import { conditionsIn, exceptWords, no, onlyWords } from './conditions.ts'
import { countsThings, inBefore, startsThings } from './counts.ts'
import { runIn } from './runs.ts'

/** “All six earned over 50,000”, “only Germany is above 200,000”, “two cost more than 100”, “none is out of stock”. */
export const boundsAreKept: Check = (statement) => {
  for (const condition of conditionsIn(statement)) {
    if (isSettled(statement, condition)) continue
    const outcome = judge(statement, condition)
    if (condition.mention?.isStated && !isQuantified(statement)) continue
    if (condition.mention === null && hasSeveralReferences(statement)) continue
    if (outcome === false) return `The rows do not say "${statement.text.trim()}".`
    if (outcome === null && condition.mention !== null)
      return `Whether "${textOf(statement, condition)}" holds does not follow from the rows.`
  }
  return null
}

const all =
  /\b(?:(?<!(?:across|over|among|for|of) )all(?! told)|every|each|both|alle[rn]?|jede[rsnm]?|tod[oa]s|cada|tous|toutes|chaque|tutt[ie]|ogni|always)\b/iu
const most = /\b(?:most|the majority)\b(?! recent)/i

/** A limit of the question may describe what was counted, unless the sentence says of how many things it holds. */
function isQuantified({ text }: Statement): boolean {
  return no.test(text) || onlyWords.test(text) || all.test(text) || most.test(text)
}

/** @returns whether a condition is met by the rows that the sentence says; null if that isn't certain */
function judge(statement: Statement, condition: Condition): boolean | null {
  const { facts } = statement
  const counted = countedThings(statement, condition)
  if (condition.mention && countsThings(statement, condition.mention)) {
    return facts.steps.some(({ result }) => !result.truncated && condition.holds(result.rows.length))
  }
  const apart = gapIsKept(statement, condition)
  if (apart !== null) return apart
  const clause = clauseAt(statement, condition.start)
  const part = textOf(statement, clause)
  const close = (condition.columns ?? columnsOf(statement, condition)).filter(({ numbers }) => numbers.length > 0)
  if (close.length === 0) return null
  const meant = condition.mention && condition.columns === null ? partMeant(statement, condition.mention) : null
  const own =
    meant !== null ? [meant.part] : close.filter(({ step }) => statement.names.some((name) => name.step === step.id))
  const outcomes = (own.length > 0 ? own : close).map((column) =>
    judgeColumn(statement, { condition, column, counted, part }),
  )
  if (outcomes.includes(true)) return true
  return outcomes.every((one) => one === false) ? false : null
}

/** “A and B are less than 300 apart”: a limit for the difference of two rows; null if it isn't one. */
function gapIsKept(statement: Statement, condition: Condition): boolean | null {
  const { text, facts, names } = statement
  if (!condition.mention || !apartBefore.test(textBefore(text, condition.start))) return null
  const [one, other, ...more] = names.filter(({ isDate, rows }) => !isDate && rows.length === 1)
  if (!one || !other || more.length > 0) return null
  const columns = columnsFor(statement, { start: 0, end: text.length }).filter(({ step }) => step.id === one.step)
  const outcomes = columns.flatMap(({ numbers }) => {
    const [first, second] = [one, other].map(({ rows: [row = -1] }) => numbers[row])
    return typeof first === 'number' && typeof second === 'number' ? [condition.holds(Math.abs(first - second))] : []
  })
  return outcomes.length === 0 || facts.steps.length === 0 ? null : outcomes.includes(true)
}

const apartBefore =
  /(?<!\p{L})(?:separated? by|separates? (?:them|the two) by|differ(?:s|ed)? by|(?:gap|difference)[^.;]{0,40} (?:is|was|of)|apart by|within) (?:just |only )?(?:more|less|fewer|under|over|at (?:least|most))(?: than)? [$€£]?$/iu

/** “from April through July”: all rows between two dates, as the result lists them. */
function rowsBetween(text: string, names: Statement['names']): number[] | null {
  const [from, to, ...more] = names.filter(({ isDate }) => isDate)
  if (!from || !to || more.length > 0 || names.length > 2) return null
  const isRange =
    /(?<!\p{L})(?:from|between|von|zwischen|de|desde|entre|du)\s$/iu.test(textBefore(text, from.start)) &&
    /^\s?(?:through|to|until|till|and|bis|und|a|à|au|hasta|y|et|-|–)\s?$/iu.test(text.slice(from.end, to.start))
  const [first, last] = [from.rows[0] ?? 0, to.rows.at(-1) ?? 0].toSorted((a, b) => a - b)
  return isRange && first !== undefined && last !== undefined
    ? Array.from({ length: last - first + 1 }, (_, at) => first + at)
    : null
}

/** The rows of “except Krakow”, “apart from Milan”. */
function excludedRows({ text, names }: Statement, column: FactColumn): readonly number[] {
  const match = exceptWords.exec(text)
  if (!match) return []
  // “Apart from Milan, no warehouse …”: only the names before the comma.
  const isFirst = /^[\s*_]*$/.test(text.slice(0, match.index))
  const end = isFirst ? text.indexOf(',', match.index) : text.length
  const excluded = names.filter(({ start, step }) => start > match.index && start < end && step === column.step.id)
  return commonRows(excluded, column.step.id) ?? []
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
  const holds = (value: number): boolean => meets(condition, column, value)
  const excluded = excludedRows(statement, column)
  const known = column.numbers.flatMap((value, row) =>
    value === null || excluded.includes(row) ? [] : [{ value, row }],
  )
  const meeting = known.filter(({ value }) => holds(value)).map(({ row }) => row)
  const names = namesFor(statement, condition).filter(({ step }) => step === column.step.id)
  const named = names.length === 0 ? null : (rowsBetween(text, names) ?? commonRows(names, column.step.id))
  const isNot = !condition.isOfNamed && isNegated(part.replace(text.slice(condition.start, condition.end), ''))
  if (!condition.isOfNamed && (no.test(part) || no.test(text))) {
    if (meeting.length > 0) return false
    return isWhole ? true : null
  }
  if (counted !== null) {
    if (!isWhole) return null
    const found = isNot ? known.length - meeting.length : meeting.length
    return counted(found, known.length)
  }
  const subset = named === null ? namedPart(text) : null
  if (subset !== null && subset.size < column.numbers.length) {
    if (!isWhole) return null
    return partsOf(column, subset).some((rows) => rows.every((row) => meeting.includes(row)) !== isNot)
  }
  const run = runIn(text)
  if (run !== null && named === null) return isWhole ? hasRun(column, { holds, length: run.length }) : null
  if (onlyWords.test(text) && named !== null && named.length > 0) {
    return isWhole ? sameRows(named, meeting) : null
  }
  const isOverall = condition.mention === null && /(?<!\p{L})overall(?!\p{L})/iu.test(text)
  if ((totalWords.test(text) || isOverall) && named === null && !all.test(text)) {
    const sum = known.reduce((total, { value }) => total + value, 0)
    return isWhole ? holds(sum) !== isNot : null
  }
  if ((totalWords.test(text) || acrossWords.test(text)) && named !== null && named.length > 1) {
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

const acrossWords = /(?<!\p{L})across (?:both|all|the|its|their|every)(?!\p{L})/iu

const partOfRows =
  /(?<!\p{L})(?:(top|first|best|leading|largest|biggest)|(bottom|last|latest|smallest|lowest|worst)) (two|three|four|five|six|seven|eight|nine|ten|\d{1,2})(?!\p{L})/iu

/** “each of the top three”, “in the last two years”. */
function namedPart(text: string): { isFirst: boolean; size: number } | null {
  const [, first, , count] = partOfRows.exec(text) ?? []
  if (count === undefined) return null
  const size = /^\d/.test(count) ? Number(count) : countWords.indexOf(count.toLowerCase()) + 2
  return { isFirst: first !== undefined, size }
}

const countWords = 'two three four five six seven eight nine ten'.split(' ')

/** The rows at one end, as the result lists them. */
function partsOf({ numbers }: FactColumn, { isFirst, size }: { isFirst: boolean; size: number }): number[][] {
  const rows = [...numbers.keys()]
  return [isFirst ? rows.slice(0, size) : rows.slice(-size)]
}

/** “three profitable quarters in a row”: so many rows after each other, and no more. */
function hasRun(
  { numbers }: FactColumn,
  { holds, length }: { holds: (value: number) => boolean; length: number },
): boolean {
  let current = 0
  const runs = [...numbers, null].flatMap((value) => {
    if (value !== null && holds(value)) {
      current++
      return []
    }
    const found = current
    current = 0
    return [found]
  })
  return runs.includes(length)
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
    if (isSettled(statement, mention)) continue
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

/** “all but two of the wards”. */
const allBut = /\ball but (one|two|three|four|five|six|\d{1,3})\b/i
const smallNumbers = new Map(['one', 'two', 'three', 'four', 'five', 'six'].map((word, at) => [word, at + 1]))

/** “Four of the six countries”, “two cinemas”, “most countries”: how many things the sentence says fulfil a condition. */
function countedThings(statement: Statement, condition: Condition): Counted | null {
  const { text, mentions } = statement
  // “five more people left than joined” is a difference.
  const before = mentions.filter(
    ({ start, end, kind }) =>
      end < condition.start - 1 && start < condition.start && (kind === 'value' || kind === 'bound'),
  )
  const isWhole = ({ start }: Mention): boolean =>
    /(?<!\p{L})(?:all|the|these|of|alle[rn]?|der|den|von|de|los|las|tous les|sur|su)\s$/iu.test(textBefore(text, start))
  const exceptions = allBut.exec(text)
  if (exceptions && exceptions.index < condition.start) {
    const wanted = smallNumbers.get(exceptions[1]?.toLowerCase() ?? '') ?? Number(exceptions[1])
    return (found, whole) => whole - found === wanted
  }
  const count = before.findLast(
    (mention) =>
      mention.value !== null &&
      !isWhole(mention) &&
      Number.isInteger(mention.value) &&
      (countsThings(statement, mention) ||
        /^\s(?:of|out of|de|von|der|des|di|sur|su)\s/i.test(text.slice(mention.end)) ||
        (mention.meanings.some(({ op }) => op === 'stated') &&
          /^\s(?:\p{L}+ ){0,3}$/u.test(text.slice(mention.end, condition.start)))),
  )
  if (count?.value !== null && count?.value !== undefined) {
    const wanted = count.value
    return (found) => found === wanted
  }
  const after = mentions.find(
    ({ start, end, value, isTyped }) =>
      isTyped &&
      value !== null &&
      start > condition.end &&
      inBefore.test(textBefore(text, start)) &&
      (countsThings(statement, { end }) || /^\s(?:of|out of)\s/.test(text.slice(end))),
  )
  if (after && after.value !== null) {
    const wanted = after.value
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
