import { conceptsOf, stemOf } from '../concepts.ts'
import { isMoney } from '../related-columns.ts'
import { rankOf, speaksOf, type FactColumn, type Facts } from '../facts.ts'
import {
  clauseAt,
  columnsFor,
  commonRows,
  isNegated,
  isWithin,
  namesFor,
  spokenColumns,
  textOf,
  type Check,
  type Statement,
} from '../statement.ts'
import type { Clause } from '../sentences.ts'
import { partsSpoken } from './column-fit.ts'
import { changeColumns } from './conditions.ts'
import { last, lowWords, notExtreme, ordinal, ordinals, places, runnerUp, superlatives } from './superlative-words.ts'

interface Superlative extends Clause {
  direction: 'high' | 'low'
  /** The position that is claimed; 1 for “highest”, -1 for “last”. */
  place: number
  /** What is compared, if the word says it. */
  concept: string | null
}

/** “Germany has the highest revenue” although another row has more; “France is second” although it is third. */
export const placesFit: Check = (statement) => {
  for (const claim of superlativesIn(statement)) {
    const clause = clauseAt(statement, claim.start)
    const words = textOf(statement, clause)
    if (claim.place === 1 && notExtreme.test(words)) continue
    const dimension = dimensionOf(statement, claim)
    if (dimension === 'unknown') return `No column says what "${words.trim()}" compares.`
    const found = noComparison(statement)
    if (found !== null && claim.place === 1) return found
    for (const step of statement.facts.steps) {
      const rows = subjectIn(statement, clause, step.id)
      if (rows === null || step.result.rows.length < 2) continue
      const columns = dimension.filter((column) => column.step === step && column.role === 'number')
      const masked = statement.facts.columns.filter((column) => column.step === step && column.role === 'masked')
      if (masked.length > 0 && columns.length > 0 && spokenColumns(statement, clause, masked).length > 0)
        return 'A masked column cannot be compared.'
      if (columns.length === 0) continue
      // “the biggest drop” is the smallest change.
      const isDrop =
        claim.direction === 'high' && fallNouns.test(words) && columns.every((one) => isChange(statement, one))
      const asked = isDrop ? { ...claim, direction: 'low' as const } : claim
      if (inTable.test(statement.text.slice(claim.end)) && rows.some((row) => row + 1 === claim.place)) continue
      const isTrue = columns.flatMap((column) =>
        contextsOf(statement, { rows, step: step.id }).map((context) =>
          isInPlace(within(column, context), rows, asked),
        ),
      )
      const isNot = isNegated(words)
      if (isNot ? isTrue.every((one) => one === true) : isTrue.every((one) => one === false))
        return `The rows do not say "${words.trim()}".`
    }
  }
  return null
}

/** “Beta leads for high priority”: among the rows of each name that the subject shares, and among all. */
function contextsOf(
  { names }: Statement,
  { rows, step }: { rows: readonly number[]; step: string },
): (readonly number[] | null)[] {
  const shared = names
    .filter(
      (name) => name.step === step && name.rows.length > rows.length && rows.every((row) => name.rows.includes(row)),
    )
    .map((name) => name.rows)
  return [null, ...shared]
}

function within(column: FactColumn, context: readonly number[] | null): FactColumn {
  if (context === null) return column
  return { ...column, numbers: column.numbers.map((value, row) => (context.includes(row) ? value : null)) }
}

/** “fourth in the table”: the position of the row. */
const inTable = /^\s(?:in|on|of) (?:the|this) (?:table|list|ranking|standings|league)(?!\p{L})/iu
const fallNouns =
  /(?<!\p{L})(?:decrease[sd]?|decline[sd]?|drop(?:ped)?|fall|fell|reduction|lost|worsen\p{L}*)(?!\p{L})/iu

function isChange({ facts }: Statement, column: FactColumn): boolean {
  return !facts.numbers.includes(column) || changeColumns(facts).includes(column)
}

/** Nothing is the highest in an empty result, or of one value that no query compared with others. */
function noComparison({ facts: { steps }, mentions, names }: Statement): string | null {
  if (steps.length === 0 || steps.some(({ result }) => result.rows.length > 1)) return null
  const isCompared = steps.some(
    ({ sql, result }) =>
      result.rows.length === 1 &&
      (sql === '' || /\b(?:max|min|order by|limit|top|rank|row_number|all|any)\b/i.test(sql)),
  )
  return isCompared ||
    (mentions.length === 0 && names.length === 0 && steps.some(({ result }) => result.rows.length > 0))
    ? null
    : 'No query compared it with others.'
}

function superlativesIn({ text, mentions, names }: Statement): Superlative[] {
  const found: Superlative[] = []
  for (const { pattern, direction, concept = null } of superlatives) {
    for (const { 0: written, index } of text.matchAll(pattern)) {
      found.push({ start: index, end: index + written.length, direction, place: 1, concept })
    }
  }
  const direction = lowWords.test(text) ? 'low' : 'high'
  for (const { 0: written, 1: word, 2: digits, index } of text.matchAll(ordinal)) {
    if (
      /\b(?:an?|one|two|three|four)\s$/i.test(text.slice(Math.max(0, index - 6), index)) &&
      /^s?\sof\b/.test(text.slice(index + written.length))
    )
      continue
    if (
      mentions.some(
        ({ meanings, start, end }) => meanings.some(({ op }) => op === 'rank') && index >= start && index < end,
      )
    )
      continue
    const place = digits ? Number(digits) : ordinals.indexOf(word?.toLowerCase() ?? '') + 2
    const concept = /^\s(?:most expensive)/i.test(text.slice(index + written.length)) ? 'price' : null
    found.push({ start: index, end: index + written.length, direction, place, concept })
  }
  for (const [pattern, place] of places) {
    for (const { 0: written, index } of text.matchAll(pattern))
      found.push({ start: index, end: index + written.length, direction, place, concept: null })
  }
  for (const { 0: written, index } of text.matchAll(last))
    found.push({ start: index, end: index + written.length, direction: 'high', place: -1, concept: null })
  for (const { 0: written, index } of text.matchAll(runnerUp))
    found.push({ start: index, end: index + written.length, direction: 'high', place: 2, concept: null })
  const outside = found.filter((one) => !names.some(({ start, end }) => one.start >= start && one.end <= end))
  return outside.filter(
    (one, at) =>
      !outside.some(
        (other, place) => place !== at && other.concept !== null && other.start <= one.start && other.end >= one.end,
      ),
  )
}

/** Words after “most” and “best” that name no column of their own. */
const generic = new Set(
  'recent common frequent often of by far value amount number row result is was and in at with among between ever important successful active year month quarter week day customer place time one country product people city market overall likely notable significant'
    .split(' ')
    .map(stemOf),
)

/** The columns that a superlative compares; `unknown` if it names something that is in no result. */
function dimensionOf(
  statement: Statement,
  { start, end, concept, place }: Superlative,
): readonly FactColumn[] | 'unknown' {
  const { facts, text, isKnown, words } = statement
  const related = relatedIn(statement, clauseAt(statement, start))
  if (related.length > 0 && place === 1) return related
  if (concept !== null) {
    const columns = facts.columns.filter(
      ({ concepts, role }) => concepts.has(concept) || (concept === 'age' && role === 'time'),
    )
    if (concept === 'price' && columns.length === 0) return facts.numbers.filter((column) => isMoney(column))
    if (concept === 'traffic') {
      const busy = facts.numbers.filter(({ stems }) => traffic.some((stem) => stems.has(stem)))
      return busy.length > 0 ? busy : columnsFor(statement, clauseAt(statement, start))
    }
    const fewest = Math.min(...columns.map(({ stems }) => stems.size))
    // “the fastest” is by the minutes, and not by the penalty minutes.
    return columns.length === 0 && !isKnown(concept) ? 'unknown' : columns.filter(({ stems }) => stems.size === fewest)
  }
  const clause = clauseAt(statement, start)
  const written = text.slice(start, end).toLowerCase()
  const [next] = words.filter((word) => word.start >= end && word.start <= end + 2)
  const compound =
    /^best-(\p{L}+)/u.exec(written)?.[1] ??
    /^(?:highest|lowest|best|worst)-(\p{L}+)/u.exec(text.slice(start, start + 40))?.[1]
  const isBeforeNoun = /^(?:most|least|meisten|le plus|la plus|il più|la più)$/.test(written)
  const noun = isBeforeNoun ? next?.stem : undefined
  const named = compound ? stemOf(compound) : noun
  if (named !== undefined && !generic.has(named)) {
    const columns = facts.columns.filter((column) => column.role !== 'name' && speaksOf({ stem: named }, column))
    const isName = facts.columns.some((column) => column.role === 'name' && speaksOf({ stem: named }, column))
    if (columns.length > 0) return partsSpoken(statement, { columns, clause })
    const hasConcept = conceptsOf(named).size > 0
    const money = conceptsOf(named).has('price') ? facts.numbers.filter((column) => isMoney(column)) : []
    if (money.length > 0) return money
    if (
      place === 1 &&
      !isName &&
      !isKnown(named) &&
      (hasConcept || compound !== undefined || isAdjective(next?.text ?? ''))
    )
      return 'unknown'
  }
  // “the highest margin”: a noun that is a known concept of another kind of column.
  const nouns = words
    .filter((word) => word.start >= end && word.start <= end + 30 && isWithin(word, clause))
    .slice(0, 2)
  const spoken = nouns.flatMap(({ stem }) => facts.columns.filter((column) => speaksOf({ stem }, column)))
  const amounts = spoken.filter(({ role }) => role === 'number')
  if (amounts.length > 0) return partsSpoken(statement, { columns: amounts, clause })
  const strange = nouns.find(({ stem }) => conceptsOf(stem).size > 0)
  if (
    place === 1 &&
    spoken.length === 0 &&
    strange &&
    !isKnown(strange.text) &&
    spokenColumns(statement, clause).length === 0
  )
    return 'unknown'
  const inClause = figureColumns(statement, clause)
  // “comes third, with 9,450 picks”: the figure right after it says what is compared.
  const own =
    inClause.length > 0 ? inClause : figureColumns(statement, { start: clause.end, end: clause.end + farthest })
  if (spokenColumns(statement, clause).length === 0 && own.length > 0) return own
  const all = columnsFor(statement, clause)
  const both = all.filter((column) => own.includes(column))
  return both.length > 0 ? both : all
}

const freeWords = /(?<!\p{L})(?:free|unused|vacant|open|available|empty|spare|left)(?!\p{L})/iu
const moveWords =
  /(?<!\p{L})(?:increase[sd]?|growth|grew|rise|rose|gain(?:ed|s)?|improve(?:d|ment)|jump(?:ed)?|surge|decrease[sd]?|decline[sd]?|drop(?:ped)?|fall|fell|loss|reduction|change[sd]?)(?!\p{L})/iu

/** The columns of “the most free slots” and “the biggest increase”, which follow from two columns. */
export function relatedIn(statement: Statement, clause: Clause): FactColumn[] {
  const { facts } = statement
  const previous = clauseAt(statement, Math.max(0, clause.start - 2))
  const spokenHere = spokenColumns(statement, clause)
  // “1,400 slots free, more than any other”: the clause before says of what.
  const isBare = spokenHere.length === 0
  const words = isBare ? statement.text.slice(previous.start, clause.end) : textOf(statement, clause)
  const spoken = isBare ? spokenColumns(statement, previous) : spokenHere
  if (freeWords.test(words) && !facts.columns.some(({ name }) => freeWords.test(name.replaceAll('_', ' ')))) {
    const rests = facts.derived.filter(
      ({ relation, of }) => relation === 'rest' && of.some((one) => spoken.includes(one)),
    )
    if (rests.length > 0) return rests
  }
  if (!moveWords.test(words)) return []
  const moves = [
    ...changeColumns(facts),
    ...movesOfSeries(facts, spokenColumns(statement, { start: 0, end: statement.text.length })),
  ]
  const percents = moves.filter(({ isPercent }) => isPercent)
  return /percent|%|relative/i.test(words) && percents.length > 0 ? percents : moves
}

/** The change from the row before, of the columns of a result in the order of time. */
function movesOfSeries({ columns }: Facts, spoken: readonly FactColumn[]): FactColumn[] {
  return spoken.flatMap((column) => {
    const own = columns.filter(({ step }) => step === column.step)
    const time = own.find(({ role }) => role === 'time')
    const times = column.step.result.rows.map((row) => String(row[time?.index ?? -1] ?? ''))
    const isInOrder = times.every((one, at) => at === 0 || one > (times[at - 1] ?? ''))
    if (!time || !isInOrder || own.some(({ role }) => role === 'name')) return []
    const numbers = column.numbers.map((value, at) => {
      const before = column.numbers[at - 1]
      return value === null || before === null || before === undefined ? null : value - before
    })
    return [{ ...column, numbers }]
  })
}

/** How far behind a superlative its figure may end. */
const farthest = 40

/** The columns of the cells that a part of a sentence states. */
function figureColumns({ mentions }: Statement, part: Clause): FactColumn[] {
  return mentions
    .filter((one) => isWithin(one, part) && (one.kind === 'value' || one.kind === 'percent'))
    .flatMap(({ meanings }) =>
      meanings.flatMap(({ op, column }) => (op === 'cell' && column?.role === 'number' ? [column] : [])),
    )
}

/** What makes a place or a time busy. */
const traffic = ['passengers', 'visitors', 'visits', 'orders', 'payments', 'trips', 'flights', 'calls'].map(stemOf)

function isAdjective(word: string): boolean {
  return (
    /(?:able|ible|al|ful|ic|ive|ous|ed|ing|ent|ant|ular|loyal|satisfied|happy|visited|rated)$/i.test(word) &&
    !/thing$/i.test(word)
  )
}

/** The one row, or the equal rows, that a clause speaks of. */
function subjectIn(statement: Statement, clause: Clause, step: string): number[] | null {
  const cells = statement.mentions.filter(
    (one) =>
      isWithin(one, clause) &&
      one.meanings.length > 0 &&
      one.meanings.every(
        ({ op, rows, column }) => op === 'stated' || (op === 'cell' && column?.step.id === step && rows?.length === 1),
      ) &&
      one.meanings.some(({ op }) => op === 'cell'),
  )
  const named = statement.names.filter((name) => isWithin(name, clause) && name.step === step)
  const rows = named.length > 0 ? commonRows(named, step) : null
  if (rows !== null) return rows.length > 0 && rows.length <= 3 ? rows : null
  const own = new Set(cells.flatMap(({ meanings }) => meanings.flatMap((one) => one.rows ?? [])))
  const values = new Set(
    cells.flatMap(({ meanings }) => meanings.map(({ value, column }) => `${column?.index} ${value}`)),
  )
  if (own.size === 1 || (own.size > 0 && own.size <= 5 && values.size === 1)) return [...own]
  if (cells.length > 0) return null
  const near = namesFor(statement, clause).filter((name) => name.step === step)
  const others = near.length > 0 ? commonRows(near, step) : null
  return others !== null && others.length === 1 ? others : null
}

/** Whether rows are in a place by a column; null if that isn't certain. */
function isInPlace(column: FactColumn, rows: readonly number[], { direction, place }: Superlative): boolean | null {
  const ranks = rows.map((row) => rankOf(column, row, direction))
  const known = ranks.filter((rank) => rank !== null)
  if (known.length === 0) return null
  if (place === -1) {
    if (!column.isComplete) return null
    return rows.some((row) => rankOf(column, row, 'low') === 1)
  }
  if (place === 1) {
    // Another row with more proves it wrong even if rows are missing.
    if (known.every((rank) => rank > 1)) return false
    if (column.isComplete || isSortedBy(column, direction)) return true
    return direction === 'low' ? false : null
  }
  const isRow = rows.some((row) => row + 1 === place) && isSortedBy(column, direction)
  if (known.includes(place) || isRow) return true
  return column.isComplete || known.every((rank) => rank > place) || isSortedBy(column, direction) ? false : null
}

function isSortedBy({ numbers }: FactColumn, direction: 'high' | 'low'): boolean {
  return numbers.every((value, at) => {
    const before = numbers[at - 1]
    if (at === 0 || value === null || before === null || before === undefined) return at === 0
    return direction === 'high' ? value <= before : value >= before
  })
}
