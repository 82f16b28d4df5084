import { averageWords, totalWords } from '../cues.ts'
import type { FactColumn } from '../facts.ts'
import type { Meaning } from '../meanings.ts'
import type { Clause } from '../sentences.ts'
import { textBefore } from '../../plain-text.ts'
import {
  clauseAt,
  commonRows,
  groupsOf,
  isWithin,
  namesFor,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'
import { fitsColumn, fitsNoun, isPartOfNext } from './column-fit.ts'
import { fitsOperation } from './operation-fit.ts'
import { hasSeveralReferences, isOfOtherRow, referenceProblem, saysReferences } from './referenced.ts'
import { unitProblem } from './units.ts'

/**
 * Whether each figure can mean what its sentence says: a value of the rows that are named beside it, of the column that is
 * spoken of, computed as the words say. A figure that can't is untrue.
 */
export const figuresFit: Check = (statement) => {
  const paired = inOrder(statement)
  const hasSeveral = hasSeveralReferences(statement)
  // Names and figures in the same order, or no names at all.
  const isCertain = (mention: Mention): boolean =>
    paired.has(mention) || (statement.names.length === 0 && mention.meanings.some(({ op }) => op === 'cell'))
  for (const mention of statement.mentions) {
    if (mention.meanings.some(({ op }) => op === 'stated') || saysReferences(statement, mention)) continue
    const shown = textOf(statement, mention)
    if (mention.kind === 'text' && mention.meanings.length > 0) {
      if (!fitsAttribute(statement, mention)) return `${shown} is not in the same row.`
      continue
    }
    if (mention.meanings.length === 0) return `${shown} does not follow from the rows.`
    if (!mention.isTyped && hasSeveral) {
      const [names] = filters(statement, mention, paired)
      if (names && !mention.meanings.some(names.keep) && (isCertain(mention) || isOfOtherRow(statement, mention)))
        return names.problem(shown)
      const problem = referenceProblem(statement, mention) ?? unitProblem(statement, mention, mention.meanings)
      if (problem !== null) return problem
      continue
    }
    let left: readonly Meaning[] = mention.meanings
    for (const { keep, problem } of filters(statement, mention, paired)) {
      left = left.filter(keep)
      if (left.length === 0) return problem(shown)
    }
    const apart = missingNames(statement, mention, left)
    if (apart !== null) return `${shown} is not a figure of ${apart}.`
    const unit = unitProblem(statement, mention, left)
    if (unit !== null) return unit
  }
  return null
}

/** The ways in which a figure follows from the rows that also fit the words around it. */
export function fittingMeanings(statement: Statement, mention: Mention): readonly Meaning[] {
  return filters(statement, mention, inOrder(statement)).reduce<readonly Meaning[]>(
    (left, { keep }) => left.filter(keep),
    mention.meanings,
  )
}

/** “A and B have 19”: each of them, unless it is their sum. @returns a name that doesn't have the figure */
function missingNames(statement: Statement, mention: Mention, meanings: readonly Meaning[]): string | null {
  const clause = clauseAt(statement, mention.start)
  const isOnly = statement.mentions.filter(({ kind }) => kind !== 'text').length === 1
  const groups = groupsOf(statement)
  const before = groups.findLast(({ start, end }) => start >= clause.start && end <= mention.start)
  // “Each 9,800 had A and B”, as in German and Spanish.
  const group =
    before ?? (eachBefore.test(statement.text) ? groups.find(({ start }) => start >= mention.end) : undefined)
  if (!group || !isOnly || meanings.some(({ op }) => op !== 'cell' && op !== 'derived')) return null
  const names = group.names.filter(({ isDate }) => !isDate)
  const places = new Set(names.map(({ start }) => start))
  if (places.size < 2 || opposed.test(statement.text.slice(group.end, Math.max(group.end, mention.start)))) return null
  const missing = names.find(
    (name) =>
      !meanings.some(
        ({ column, value, from }) =>
          column !== null &&
          name.rows.some(
            (row) => column.step.id !== name.step || isNearly((from ?? column).numbers[row] ?? null, value),
          ),
      ),
  )
  return missing ? textOf(statement, missing) : null
}

/** Figures of two columns are rarely the same to the last digit. */
function isNearly(one: number | null, other: number | null): boolean {
  return one === other || (one !== null && other !== null && Math.abs(one - other) <= Math.abs(other) * 0.05)
}

const eachBefore = /(?<!\p{L})(?:each|jeweils|cada un[oa]|chacune?|ognun[oa])(?!\p{L})/iu
const opposed = /\b(?:ahead|behind|more|less|fewer|than|above|below|followed|gap|difference|between|against)\b/i

/** “Andrew Adams is the {r1.title[2]}”: a text of another row than the name beside it. */
function fitsAttribute(statement: Statement, mention: Mention): boolean {
  const [meaning] = mention.meanings
  const column = meaning?.column
  if (!meaning?.rows || !column) return true
  const rows = meaning.rows
  const clause = clauseAt(statement, mention.start)
  const near = statement.names.filter(
    (name) => isWithin(name, clause) && name.step === column.step.id && name.column !== column.index,
  )
  const isMentioned = statement.mentions.some(
    (one) =>
      one !== mention &&
      one.kind === 'text' &&
      isWithin(one, clause) &&
      one.meanings.some((other) => other.rows?.some((row) => rows.includes(row))),
  )
  return near.length === 0 || isMentioned || near.some((name) => name.rows.some((row) => rows.includes(row)))
}

interface Filter {
  keep: (meaning: Meaning) => boolean
  problem: (shown: string) => string
}

function filters(statement: Statement, mention: Mention, paired: ReadonlyMap<Mention, Meaning[]>): Filter[] {
  const names = namesFor(statement, mention)
  const nameList = () => names.map((name) => textOf(statement, name)).join(' or ')
  const order = paired.get(mention)
  const isLoose = groupsOf(statement).length > 1
  return [
    {
      keep: (meaning) =>
        order?.includes(meaning) === true || ((!order || isLoose) && fitsNames(meaning, statement, mention)),
      problem: (shown) => `${shown} is not a figure of ${nameList()}.`,
    },
    { keep: fitsNoun(statement, mention), problem: (shown) => `${shown} is not what the word after it says.` },
    { keep: fitsColumn(statement, mention), problem: (shown) => `${shown} is a figure of another column.` },
    { keep: fitsOperation(statement, mention), problem: (shown) => `${shown} is not computed as the sentence says.` },
    { keep: fitsSign(statement, mention), problem: (shown) => `${shown} is negative.` },
  ]
}

/** Whether a meaning is about the rows that are named. */
function fitsNames(meaning: Meaning, statement: Statement, mention: Mention): boolean {
  const { rows, op, column } = meaning
  const isBase =
    fromPrefix.test(textBefore(statement.text, mention.start)) && toAfter.test(statement.text.slice(mention.end))
  const near = namesFor(statement, mention).filter(
    (name) => !name.isDate || !(isFromBefore(statement, mention, name) || (isBase && name.end <= mention.start)),
  )
  const own = near.filter((name) => name.isDate && isRightAfter(statement, mention, name))
  const isLater = laterMove.test(textBefore(statement.text, mention.start))
  const names = near.filter(
    (name) =>
      (column === null || name.step === column.step.id) &&
      (!name.isDate || (own.length > 0 ? own.includes(name) : !isLater)) &&
      !isOtherOfPair(statement, mention, name),
  )
  const isOther = names.length === 0 && near.some((name) => !name.isDate) && op === 'cell' && column !== null
  if (
    isOther &&
    (column.step.result.rows.length > 1 || near.some((name) => isWithin(name, clauseAt(statement, mention.start)))) &&
    !/\b(?:all|total|overall|of the)\b/i.test(statement.text)
  )
    return false
  const step = column?.step.id
  if (statement.names.length === 0 && rows !== null && !ofBeforeIt.test(statement.text) && isOfAll(meaning, statement))
    return false
  if (names.length === 0 || step === undefined) return true
  if (rows === null) {
    // A total of everything beside one name needs a word that says so.
    const clause = clauseAt(statement, mention.start)
    const isNear =
      (inPlace.test(statement.text) || names.some((name) => isWithin(name, clause))) &&
      (commonRows(names, step)?.length ?? 0) < column!.step.result.rows.length
    return (
      !isNear ||
      op === 'count' ||
      op === 'min' ||
      op === 'max' ||
      ofBefore.test(textBefore(statement.text, mention.start)) ||
      totalWords.test(statement.text) ||
      averageWords.test(statement.text)
    )
  }
  if (
    (op === 'diff' || op === 'ratio' || op === 'change') &&
    rows.length === 2 &&
    statement.names.filter((name) => name.step === step).length > 1
  ) {
    // “fell by 5% in 2024 but …”: from the year before.
    const clause = clauseAt(statement, mention.start)
    const [date, ...more] = near.filter((name) => isWithin(name, clause))
    const isStep = op !== 'ratio' && Math.abs((rows[0] ?? 0) - (rows[1] ?? 0)) === 1
    if (date?.isDate && more.length === 0 && isStep && rows.some((row) => date.rows.includes(row))) return true
    // Of Ann's rows in May and in June, and not of any two of her rows.
    const common = commonRows(statement.names, step) ?? []
    if (common.length > 1) return rows.every((row) => common.includes(row))
    return rows.every((row) => statement.names.some((name) => name.step === step && name.rows.includes(row)))
  }
  const allowed = commonRows(names, step)
  if (allowed === null || allowed.length === 0) return names.some((name) => rows.some((row) => name.rows.includes(row)))
  return op === 'sum' || op === 'avg'
    ? rows.every((row) => allowed.includes(row))
    : rows.some((row) => allowed.includes(row))
}

/** “3,350 of 5,455”: the second is of all rows. */
const ofBefore =
  /(?:[\d%]\s(?:of|out of|von|de|sur|su)\s(?:the |all |its |insgesamt )?|(?<!\p{L})(?:half|thirds?|quarters?|fifths?|tenth|most|some|many|\p{L}+) of (?:the|all|its|their) )$/iu

/** “In Bonn, 40 seats are free.” */
const inPlace = /^[\s*_]*(?:in|at|for|on|with|bei|im|am|en|dans|nel)\s/iu

/** “That is 44% of all sessions”: of what the sentence before is about. */
const ofBeforeIt =
  /^[\s*_]*(?:(?:that|this)(?:\s\p{L}+)?|it|they|she|he|these|those)(?:['’]s|['’]re|\s(?:alone\s)?(?:is|are|was|were|makes?|made|accounts?|accounted|represents?|represented|equals?))(?!\p{L})/iu

const scopeWords =
  /(?<!\p{L})(?:overall|across|in total|in all|altogether|company-wide|insgesamt|en total|au total|in totale|no total)(?!\p{L})/iu

/** “Overall, 80% of the beds are in use”: a figure of all rows, and not of one. A share of one row needs its name. */
function isOfAll({ rows, op, column, from }: Meaning, { text }: Statement): boolean {
  const isPart = op === 'share' || (from?.isPercent === true && !saysLabel(text, column, rows?.[0]))
  return (
    (isPart || scopeWords.test(text)) &&
    !extremeWords.test(text) &&
    (op === 'derived' || op === 'cell' || op === 'share') &&
    rows !== null &&
    (column?.step.result.rows.length ?? 0) > rows.length
  )
}

/** Whether a text has a word of a row's names. */
function saysLabel(text: string, column: FactColumn | null, row: number | undefined): boolean {
  const lower = text.toLowerCase()
  const cells = column?.step.result.rows[row ?? -1] ?? []
  return cells.some(
    (cell) =>
      typeof cell === 'string' && (cell.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => lower.includes(word)),
  )
}

const extremeWords =
  /(?<!\p{L})(?:most|least|\p{L}{2,}est|best|worst|peak\p{L}*|max\p{L}*|min\p{L}*|top|record|rang\p{L}*|between|höchste\p{L}*|más|plus)(?!\p{L})/iu

/** “in March, from 20 to 15”: the first figure is that of the month before. */
const fromPrefix = /(?<!\p{L})(?:from|von|de|desde|da)\s[$€£]?$/iu
const toAfter = /^\s?(?:%|percent|euros?|dollars?)?\s?(?:to|auf|a|à|para)\s[$€£]?\d/iu

/** “and then rose to 12”: in a later row than those that were named. */
const laterMove = /(?<!\p{L})(?:then|before|later|again) (?:\p{L}+ ){1,2}to\s[$€£]?$/iu

/** “does better on Android (4.1 vs. 3.9)”: the second figure is that of what is compared with. */
function isOtherOfPair({ text, mentions, names }: Statement, mention: Mention, name: Clause): boolean {
  const first = mentions[mentions.indexOf(mention) - 1]
  return (
    first !== undefined &&
    /^\s?(?:%|percent)?\s?(?:vs\.?|versus|against|compared (?:to|with))\s[$€£]?$/iu.test(
      text.slice(first.end, mention.start),
    ) &&
    name.end <= first.start &&
    names.findLast(({ end }) => end <= first.start)?.start === name.start
  )
}

/** “from 20 in March to 15 in May”: each date belongs to the figure before it. */
function isRightAfter({ text }: Statement, { end }: Mention, { start }: Clause): boolean {
  return start > end && dateLink.test(text.slice(end, start))
}

const dateLink = /^\s?(?:%|percent|million|thousand|billion)?\s?(?:in|for|during|on|im|en)\s$/iu

/** “from 20 to 15 in March”: the date belongs to the second figure. */
function isFromBefore({ text, mentions }: Statement, { start, end }: Mention, name: { start: number }): boolean {
  return (
    /(?<!\p{L})(?:from|von|de|desde|da)\s[$€£]?$/iu.test(textBefore(text, start)) &&
    mentions.some((other) => other.start >= end && other.end <= name.start)
  )
}

/** “Germany and France had 5 and 3”: the first name belongs to the first figure, and so on. */
function inOrder(statement: Statement): Map<Mention, Meaning[]> {
  const figures = statement.mentions.filter(
    ({ kind, meanings }) => kind !== 'text' && kind !== 'ratio' && !meanings.some(({ op }) => op === 'stated'),
  )
  const groups = groupsOf(statement)
  const names = statement.names.filter(({ isDate }) => !isDate || statement.names.every((one) => one.isDate))
  if (figures.length < 2 || figures.length !== names.length || groups.length === 0) return new Map()
  const isSplit =
    figures.every(({ start }) => names.every((name) => name.end <= start)) ||
    figures.every(({ end }) => names.every((name) => name.start >= end))
  if (!isSplit || figures.some((figure) => isPartOfNext(statement, figure))) return new Map()
  const pairs = figures.map((figure, at): [Mention, Meaning[]] => {
    const name = names[at]
    return [
      figure,
      figure.meanings.filter(
        ({ rows, column }) =>
          rows !== null &&
          name !== undefined &&
          column?.step.id === name.step &&
          rows.some((row) => name.rows.includes(row)),
      ),
    ]
  })
  if (groups.length > 1 && pairs.some(([, meanings]) => meanings.length === 0)) return new Map()
  return new Map(pairs)
}

const negativeWords =
  /-\s?$|(?<!\p{L})(?:loss|losses|lost|minus|negative|deficit|in the red|verlust|minus|pérdida|perdió|perte|perdita|fell|fallen|dropped|declined?|decreased?|down|below|behind|less|fewer|lower|shrank|overdrawn|debt|in the red|owe[sd]?|trail\p{L}*|sank|gesunken|bajó|baissé)(?!\p{L})/iu

function fitsSign({ text }: Statement, { isTyped, value, start }: Mention): (meaning: Meaning) => boolean {
  return (meaning) =>
    !isTyped ||
    (meaning.op !== 'cell' && meaning.op !== 'sum') ||
    (meaning.value ?? 0) >= 0 ||
    (value ?? 0) < 0 ||
    negativeWords.test(text) ||
    /-\s?[$€£¥]?$/.test(text.slice(0, start))
}
