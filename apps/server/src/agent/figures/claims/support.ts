import { aboveWords, averageWords, belowWords, totalWords } from '../cues.ts'
import { conceptsOf, stemOf } from '../concepts.ts'
import { speaksOf, type FactColumn } from '../facts.ts'
import type { Meaning, Operation } from '../meanings.ts'
import { textBefore } from '../../plain-text.ts'
import {
  clauseAt,
  commonRows,
  figuresIn,
  groupsOf,
  isWithin,
  namesFor,
  spokenColumns,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'
import { unitProblem } from './units.ts'

/**
 * Whether each figure can mean what its sentence says: a value of the rows that are named beside it, of the column that is
 * spoken of, computed as the words say. A figure that can't is untrue.
 */
export const figuresFit: Check = (statement) => {
  const paired = inOrder(statement)
  for (const mention of statement.mentions) {
    if (mention.meanings.some(({ op }) => op === 'stated')) continue
    const shown = textOf(statement, mention)
    if (mention.kind === 'text' && mention.meanings.length > 0) {
      if (!fitsAttribute(statement, mention)) return `${shown} is not in the same row.`
      continue
    }
    if (mention.meanings.length === 0) return `${shown} does not follow from the rows.`
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

/** “A and B have 19”: each of them, unless it is their sum. @returns a name that doesn't have the figure */
function missingNames(statement: Statement, mention: Mention, meanings: readonly Meaning[]): string | null {
  const clause = clauseAt(statement, mention.start)
  const isOnly = statement.mentions.filter(({ kind }) => kind !== 'text').length === 1
  const group = groupsOf(statement).findLast(({ start, end }) => start >= clause.start && end <= mention.start)
  if (!group || !isOnly || meanings.some(({ op }) => op !== 'cell')) return null
  const names = group.names.filter(({ isDate }) => !isDate)
  const places = new Set(names.map(({ start }) => start))
  if (places.size < 2 || opposed.test(statement.text.slice(group.end, mention.start))) return null
  const missing = names.find(
    (name) =>
      !meanings.some(
        ({ column, value }) =>
          column !== null && name.rows.some((row) => column.step.id !== name.step || column.numbers[row] === value),
      ),
  )
  return missing ? textOf(statement, missing) : null
}

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
  const near = namesFor(statement, mention).filter((name) => !name.isDate || !isFromBefore(statement, mention, name))
  const names = near.filter((name) => column === null || name.step === column.step.id)
  const isOther = names.length === 0 && near.some((name) => !name.isDate) && op === 'cell' && column !== null
  if (
    isOther &&
    (column.step.result.rows.length > 1 || near.some((name) => isWithin(name, clauseAt(statement, mention.start)))) &&
    !/\b(?:all|total|overall|of the)\b/i.test(statement.text)
  )
    return false
  const step = column?.step.id
  if (names.length === 0 || step === undefined) return true
  if (rows === null) {
    // A total of everything beside one name needs a word that says so.
    const clause = clauseAt(statement, mention.start)
    const isNear =
      names.some((name) => isWithin(name, clause)) &&
      (commonRows(names, step)?.length ?? 0) < column!.step.result.rows.length
    return (
      !isNear ||
      op === 'count' ||
      op === 'min' ||
      op === 'max' ||
      totalWords.test(statement.text) ||
      averageWords.test(statement.text)
    )
  }
  if (
    (op === 'diff' || op === 'ratio' || op === 'change') &&
    rows.length === 2 &&
    statement.names.filter((name) => name.step === step).length > 1
  ) {
    return rows.every((row) => statement.names.some((name) => name.step === step && name.rows.includes(row)))
  }
  const allowed = commonRows(names, step)
  if (allowed === null || allowed.length === 0) return names.some((name) => rows.some((row) => name.rows.includes(row)))
  return rows.some((row) => allowed.includes(row))
}

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
    ({ kind, meanings }) => kind !== 'text' && !meanings.some(({ op }) => op === 'stated'),
  )
  const groups = groupsOf(statement)
  const names = statement.names.filter(({ isDate }) => !isDate || statement.names.every((one) => one.isDate))
  if (figures.length < 2 || figures.length !== names.length || groups.length === 0) return new Map()
  const isSplit =
    figures.every(({ start }) => names.every((name) => name.end <= start)) ||
    figures.every(({ end }) => names.every((name) => name.start >= end))
  if (!isSplit) return new Map()
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

const nextWords = /^["'”’)*_\s]{0,4}(?:%|percent)?\s?((?:\p{L}+[\s-]){0,2}\p{L}+)/u

/** “97 units” isn't a price: the word after a figure names its column, or things that it counts. */
function fitsNoun(statement: Statement, { end }: Mention): (meaning: Meaning) => boolean {
  const after =
    nextWords.exec(statement.text.slice(end, end + 60).replace(/^[^\S\n]*(?:million|billion|thousand)\b/i, ''))?.[1] ??
    ''
  const stems = nounsOf(after)
  const spoken = stems.map((stem) =>
    statement.facts.columns.filter((column) => column.role !== 'masked' && speaksOf({ stem }, column)),
  )
  const columns = mostSpoken(spoken)
  const things = stems.flatMap((stem) => [...conceptsOf(stem)]).filter((concept) => countable.has(concept))
  return ({ column, op }) => {
    if (op === 'ratio' || op === 'share' || op === 'change' || op === 'rank') return true
    if (columns.length === 0) {
      if (things.length === 0 || column === null || op === 'count') return true
      const own = [...column.concepts].filter((concept) => countable.has(concept))
      const isRelated = isFollowedBy(statement, end, column)
      const isNamed = isRelated || things.some((thing) => thingsIn(column.step.sql).has(thing))
      return (
        !(column.isCount || own.length > 0 || column.step.result.rows.length === 1) ||
        isNamed ||
        things.some((one) => own.includes(one))
      )
    }
    if (op === 'count') return columns.every(({ role }) => role !== 'number')
    // A column whose name says nothing, such as “quantity”, may count anything that another result counts.
    if (column !== null && isVague(column) && columns.every(({ step }) => step !== column.step)) return true
    return (
      column === null ||
      columns.includes(column) ||
      columns.some((one) => one.name === column.name) ||
      (stems.length === 1 && stems.some((stem) => speaksOf({ stem }, column)))
    )
  }
}

const notNoun =
  /^(?:an?|ha[sd]|have|is|are|was|were|with|of|in|and|that|which|who|for|from|to|by|at|on|as|more|fewer|less|higher|lower|than|each|per|but|or)$/i

/** The columns that most of the words speak of: “open tickets” are not closed ones. */
function mostSpoken(spoken: readonly (readonly FactColumn[])[]): FactColumn[] {
  const counts = new Map<FactColumn, number>()
  for (const column of spoken.flat()) counts.set(column, (counts.get(column) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return [...counts].filter(([, count]) => count === most).map(([column]) => column)
}

/** Up to two words after a figure, before a verb or a preposition. */
function nounsOf(after: string): string[] {
  const words = after.split(/[\s-]/).filter(Boolean)
  const end = words.findIndex((word) => notNoun.test(word))
  return (end < 0 ? words : words.slice(0, end)).slice(0, 2).map(stemOf)
}

/** “55 customers cancelled” are cancellations. */
function isFollowedBy({ words }: Statement, end: number, { stems }: FactColumn): boolean {
  const next = words.filter(({ start }) => start >= end).slice(0, 4)
  return next.some(
    ({ stem }) => stem.length >= rootLength && [...stems].some((own) => own.startsWith(stem.slice(0, rootLength))),
  )
}

const rootLength = 5

/** The things that SQL names. */
function thingsIn(sql: string): Set<string> {
  return new Set((sql.match(/\p{L}+/gu) ?? []).flatMap((word) => [...conceptsOf(stemOf(word))]))
}

function isVague({ stems, concepts }: FactColumn): boolean {
  return stems.size === 0 || concepts.has('quantity')
}

const countable = new Set(
  'orders customers invoices tracks employees films rentals members tasks visits payments tickets'.split(' '),
)

/** A figure whose clause speaks of other columns only isn't theirs. */
function fitsColumn(statement: Statement, mention: Mention): (meaning: Meaning) => boolean {
  const clause = clauseAt(statement, mention.start)
  const figures = figuresIn(statement, { start: 0, end: statement.text.length })
  const among = statement.facts.columns.filter(({ role }) => role === 'number' || role === 'id')
  const near = spokenColumns({ ...statement, words: wordsApartFromNames(statement) }, clause, among)
  const spoken =
    near.length > 0 || figures.length > 1
      ? near
      : spokenColumns(statement, { start: 0, end: statement.text.length }, among)
  return ({ column, op }) => {
    if (column === null || op === 'count') return true
    if (column.role === 'id') return spoken.includes(column) || /\bids?\b|\bnumber\b/i.test(textOf(statement, clause))
    if (column.role !== 'number') return true
    if (column.stems.size === 0 && vagueBefore.test(textBefore(statement.text, mention.start))) return true
    const own = spoken.filter(({ step }) => step === column.step)
    if (own.length === 0 && (isVague(column) || spoken.every(({ step }) => step.result.rows.length <= 1)))
      return spoken.length === 0 || column.step.result.rows.length > 1
    return spoken.some((one) => one === column || one.name === column.name)
  }
}

/** The words that don't belong to a name: “NC-17 films” are what is measured, not how many there are. */
function wordsApartFromNames({ words, names }: Statement): Statement['words'] {
  return words.filter(
    (word) => !names.some(({ end, isDate }) => !isDate && word.start - end >= 0 && word.start - end <= 1),
  )
}

const vagueBefore =
  /\b(?:worth|amount\p{L}*|values?|valued|totals?|totalling|totaling|paid|sum|brought in|came to)\b.{0,12}$/iu
const differenceBefore =
  /\b(?:difference|gap|lead(?:s|ing)?|trail(?:s|ing)?|ahead|behind|exceed(?:s|ed)?)\b[^.;]{0,60}$/i
const byBefore = /(?<!\p{L})(?:by|um|en|de|di)\s(?:about |around |roughly |only |just |etwa |rund )?[$€£¥]?$/iu
const comparedAfter =
  /^["'”’)*_\s]{0,4}(?:(?!is|was|are|were|has|had|which|that)\p{L}+\s){0,2}(?:more|fewer|less|higher|lower|larger|smaller|above|below|ahead|behind)(?!\p{L})(?!\s(?:and|or)(?!\p{L}))/iu

/** The words around a figure say how it is computed: a total, an average, a difference, a change. */
function fitsOperation(statement: Statement, mention: Mention): (meaning: Meaning) => boolean {
  const clause = clauseAt(statement, mention.start)
  const figures = figuresIn(statement, clause)
  const scope =
    statement.mentions.filter(({ kind, meanings }) => kind !== 'text' && !meanings.some(({ op }) => op === 'stated'))
      .length === 1
      ? { start: 0, end: statement.text.length }
      : clause
  const words = textOf(statement, scope)
  const isOnly = figures.filter(({ meanings }) => !meanings.some(({ op }) => op === 'stated')).length <= 1
  const isOfOne = namesFor(statement, mention).length > 0
  const before = textBefore(statement.text, mention.start)
  const after = statement.text.slice(mention.end, mention.end + 40)
  const isCompared =
    (/^\s?[$€£]?\s?(?:vor|hinter|über|unter|mehr als|weniger als|por delante de|devant)\s\p{Lu}/u.test(after) &&
      !aboveWords.test(before)) ||
    (differenceBefore.test(before) && byBefore.test(before)) ||
    comparedAfter.test(after)
  const wanted: ((meaning: Meaning) => boolean)[] = []
  if (isOnly && totalWords.test(words) && !averageWords.test(words))
    wanted.push(
      (meaning) =>
        isTotal(meaning) ||
        (isOfOne &&
          meaning.op === 'cell' &&
          !/\b(?:together|combined|altogether|zusammen|juntos|ensemble)\b/i.test(words)),
    )
  if (isOnly && averageWords.test(words)) wanted.push(isAverage)
  if (mention.isTyped && !averageWords.test(statement.text)) wanted.push(({ op }) => op !== 'avg')
  if (isCompared) wanted.push(({ op }) => isOneOf(op, ['diff', 'change', 'ratio']))
  if (!isCompared && !aboveWords.test(before) && !belowWords.test(before)) {
    wanted.push(
      ({ op }) =>
        op !== 'diff' ||
        differenceBefore.test(before) ||
        byBefore.test(before) ||
        !mention.isTyped ||
        /(?<!\p{L})(?:gap|difference|differ|margin|lead|unterschied|diferencia|différence)(?!\p{L})/iu.test(words),
    )
  }
  return (meaning) => wanted.every((test) => test(meaning))
}

function isOneOf(op: Operation, list: readonly Operation[]): boolean {
  return list.includes(op)
}

function isTotal({ op, column }: Meaning): boolean {
  return (
    op === 'sum' ||
    op === 'count' ||
    op === 'avg' ||
    (column !== null && (/total|sum/i.test(column.name) || column.step.result.rows.length === 1)) ||
    op === 'share'
  )
}

function isAverage({ op, column }: Meaning): boolean {
  return op === 'avg' || (column !== null && column.step.result.rows.length > 0 && isAverageColumn(column))
}

function isAverageColumn({ name, step, concepts }: FactColumn): boolean {
  const isNamed = (one: string): boolean => /avg|average|mean|durchschnitt/i.test(one)
  return (
    concepts.has('average') ||
    isNamed(name) ||
    (/\bavg\s*\(/i.test(step.sql) && !step.result.columns.some((one) => isNamed(one.name)))
  )
}

const negativeWords =
  /-\s?$|(?<!\p{L})(?:loss|losses|lost|minus|negative|deficit|in the red|verlust|minus|pérdida|perdió|perte|perdita|fell|fallen|dropped|declined?|decreased?|down|below|behind|less|fewer|lower|shrank|trail\p{L}*|sank|gesunken|bajó|baissé)(?!\p{L})/iu

function fitsSign({ text }: Statement, { isTyped, value, start }: Mention): (meaning: Meaning) => boolean {
  return (meaning) =>
    !isTyped ||
    meaning.op !== 'cell' ||
    (meaning.value ?? 0) >= 0 ||
    (value ?? 0) < 0 ||
    negativeWords.test(text) ||
    text.slice(0, start).endsWith('-')
}
