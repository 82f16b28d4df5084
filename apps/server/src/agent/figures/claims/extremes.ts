import { clarity, clarityOf } from '../columns-named.ts'
import { rankOf, speaksOf, type FactColumn } from '../facts.ts'
import type { Clause } from '../sentences.ts'
import {
  clauseAt,
  commonRows,
  isNegated,
  isSettled,
  isWithin,
  namesFor,
  ofPeriod,
  spokenColumns,
  textOf,
  type Check,
  type Statement,
} from '../statement.ts'
import { changeColumns } from './conditions.ts'
import { competition, superlativesIn } from './find-superlatives.ts'
import { placesOf } from './placings.ts'
import { sumsByName } from './grouped-sums.ts'
import type { Step } from '../step.ts'
import { derivedBeside, dimensionOf, figuresBeside, type Superlative } from './dimensions.ts'
import { notExtreme } from './superlative-words.ts'

/** Whether the smallest or the largest number is meant; of what no column says, it may be both. */
function directionsOf(statement: Statement, claim: Superlative, column: FactColumn): ('high' | 'low')[] {
  const { concept, direction } = claim
  if (concept === null) return ['high', 'low']
  if (concept !== 'delay' && concept !== 'punctuality') return [direction]
  if (column.concepts.has('punctuality')) return [concept === 'delay' ? opposite(claim) : direction]
  return isBetterLow(statement, column) ? [concept === 'delay' ? direction : opposite(claim)] : ['high', 'low']
}

/** “the most reliable one: only 3 were late”: no word says what is compared, but the figure right after it does. */
function isByFigure(
  { text, facts, words }: Statement,
  { claim, clause }: { claim: Superlative; clause: Clause },
): boolean {
  const isOpen =
    claim.place === 1 && (claim.concept !== null || /^(?:most|least)$/i.test(text.slice(claim.start, claim.end)))
  const isAdjectiveNext = /^(?:most|least)$/i.test(text.slice(claim.start, claim.end))
  const own = words.filter((word) => isWithin(word, clause) && word.start >= claim.end).slice(isAdjectiveNext ? 1 : 0)
  return isOpen && !own.some((word) => facts.numbers.some((column) => clarityOf(word, column) >= clarity.form))
}

/** “the calmest week, with only one incident”: the figure beside it is the smallest or the largest of its column. */
export function isExtremeFigure(
  statement: Statement,
  clause: Clause,
  directions: (column: FactColumn) => readonly ('high' | 'low')[] = () => ['high', 'low'],
): boolean {
  const columns = figuresBeside(statement, clause)
  return columns.some((column) => {
    const rows = subjectIn(statement, clause, column.step.id) ?? []
    return (
      column.isComplete &&
      rows.length > 0 &&
      contextsOf(statement, { rows, step: column.step.id, claim: clause }).some((context) =>
        directions(column).some((direction) =>
          rows.every((row) => rankOf(within(column, context), row, direction) === 1),
        ),
      )
    )
  })
}

/** “Germany has the highest revenue” although another row has more; “France is second” although it is third. */
export const placesFit: Check = (statement) => {
  for (const written of superlativesIn(statement)) {
    const claim = asMeasured(statement, written)
    if (isSettled(statement, claim)) continue
    const clause = clauseAt(statement, claim.start)
    const words = textOf(statement, clause)
    if (claim.place === 1 && notExtreme.test(words)) continue
    if (claim.place === 1 && isSelected(statement, { claim, clause })) continue
    const named = claim.concept === competition ? [] : dimensionOf(statement, claim)
    const derived = derivedBeside(statement, clause)
    const beside = derived.length === 0 && named === 'unknown' ? figuresBeside(statement, clause) : derived
    const dimension = beside.length > 0 ? beside : named
    if (dimension === 'unknown' && isTenure(statement, claim)) continue
    if (
      isByFigure(statement, { claim, clause }) &&
      isExtremeFigure(statement, clause, (one) => directionsOf(statement, claim, one))
    )
      continue
    if (dimension === 'unknown') return `No column says what "${words.trim()}" compares.`
    const found = noComparison(statement)
    if (found !== null && claim.place === 1) return found
    for (const step of stepsCompared(statement)) {
      const rows = subjectIn(statement, clause, step.id)
      if (rows === null || step.result.rows.length < 2) continue
      const columns = ofPeriod(
        dimension.filter((column) => column.step === step && column.role === 'number'),
        statement.text,
      )
      const masked = statement.facts.columns.filter((column) => column.step === step && column.role === 'masked')
      if (masked.length > 0 && columns.length > 0 && spokenColumns(statement, clause, masked).length > 0)
        return 'A masked column cannot be compared.'
      const placing = placingOf(statement, { claim, clause, step })
      if (placing !== null) {
        if (isInPlace(placing, rows, { ...claim, direction: 'high' }) === isNegated(words))
          return `The rows do not say "${words.trim()}".`
        continue
      }
      if (columns.length === 0) continue
      const asked = {
        ...claim,
        direction: directionOf(statement, { claim, columns, words, hasFigure: beside.length > 0 }),
      }
      if (inTable.test(statement.text.slice(claim.end)) && rows.some((row) => row + 1 === claim.place)) continue
      const isTrue = columns.flatMap((column) =>
        contextsOf(statement, { rows, step: step.id, claim }).map((context) =>
          isInPlace(within(column, context), rows, asked),
        ),
      )
      for (const column of columns) {
        const sums = sumsByName(statement, clause, column)
        if (sums) isTrue.push(isInPlace(sums.column, [sums.row], asked))
      }
      const isNot = isNegated(words)
      // “in both years”: by the column of each.
      if (!isNot && inBoth.test(statement.text) && isTrue.includes(false))
        return `The rows do not say "${words.trim()}".`
      if (isNot ? isTrue.every((one) => one === true) : isTrue.every((one) => one === false))
        return `The rows do not say "${words.trim()}".`
    }
  }
  return null
}

/** “{r1.country[max revenue]} has the highest revenue”: a reference selects the row by what its clause speaks of. */
function isSelected(
  { mentions, words, text }: Statement,
  { claim, clause }: { claim: Superlative; clause: Clause },
): boolean {
  const isByWorth = bestOrWorst.test(text.slice(claim.start, claim.end))
  const selecting = mentions.filter((one) => one.extreme !== undefined && isWithin(one, clause))
  // “{r1.country[max revenue]}, with {r1.revenue[min revenue]}” is two rows.
  if (new Set(selecting.map(({ extreme }) => extreme?.direction)).size !== 1) return false
  return selecting.some(({ extreme, meanings, kind }) => {
    if (!extreme) return false
    const isOwn = kind !== 'text' && meanings[0]?.column === extreme.column
    const isSpoken = isOwn || words.some((word) => isWithin(word, clause) && speaksOf(word, extreme.column))
    return isSpoken && (isByWorth || extreme.direction === claim.direction)
  })
}

/** What is most punctual has the smallest delay, or the largest share of what was on time. */
function asMeasured({ facts }: Statement, claim: Superlative): Superlative {
  const has = (concept: string): boolean => facts.numbers.some(({ concepts }) => concepts.has(concept))
  return claim.concept === 'delay' && !has('delay') && has('punctuality')
    ? { ...claim, concept: 'punctuality', direction: opposite(claim) }
    : claim
}

/** Of a result with columns of periods, its rows with a period each if the sentence names one of these. */
function stepsCompared({ facts: { steps }, names }: Statement): Step[] {
  const dated = steps.filter(
    ({ id, isUnpivoted }) => isUnpivoted && names.some((name) => name.isDate && name.step === id),
  )
  return steps.filter((step) =>
    step.isUnpivoted ? dated.includes(step) : !dated.some(({ id }) => id.startsWith(`${step.id} `)),
  )
}

/** The column of places, for “came in fourth” and “won the race”; null if a claim is about something else. */
function placingOf(
  statement: Statement,
  { claim, clause, step }: { claim: Superlative; clause: Clause; step: Step },
): FactColumn | null {
  const places = placesOf(statement.facts, step)
  if (places === null || claim.concept === competition) return places ?? rowsAsPlaces(statement, { claim, step })
  const others = statement.facts.numbers.filter((column) => column.step === step && column.index !== places.index)
  const isPlain = claim.place !== 1 || /first/i.test(textOf(statement, claim))
  // “finished last” says nothing of what lasts.
  const outside = { ...statement, words: statement.words.filter((word) => !isWithin(word, claim)) }
  return isPlain && claim.concept === null && spokenColumns(outside, clause, others).length === 0 ? places : null
}

/** A ranking without a column of places is in the order of its rows. */
function rowsAsPlaces({ facts }: Statement, { claim, step }: { claim: Superlative; step: Step }): FactColumn | null {
  const [column] = facts.numbers.filter((one) => one.step === step)
  return claim.concept === competition && column ? { ...column, numbers: step.result.rows.map((_, row) => -row) } : null
}

interface Asked {
  claim: Superlative
  columns: readonly FactColumn[]
  /** The words of the clause. */
  words: string
  /** Whether the figure beside the claim says what is compared. */
  hasFigure: boolean
}

/** Whether the largest or the smallest number is what a superlative means. */
function directionOf(statement: Statement, { claim, columns, words, hasFigure }: Asked): 'high' | 'low' {
  const written = textOf(statement, claim)
  const isMove = columns.every((one) => isChange(statement, one))
  // “the biggest drop” is the smallest change.
  if (isMove && claim.direction === 'high' && fallNouns.test(words)) return 'low'
  // What grows the fastest changes the most, though the fastest runner has the smallest time.
  if (isMove && claim.concept === 'speed') return opposite(claim)
  if (hasFigure && claim.concept !== null && leastOrMost.test(written)) return /^least/i.test(written) ? 'low' : 'high'
  return bestOrWorst.test(written) && columns.every((one) => isBetterLow(statement, one))
    ? opposite(claim)
    : claim.direction
}

const bestOrWorst = /^(?:best|worst)/i

/** Whether the best of a column is its smallest number: of delays, errors, or returns. */
function isBetterLow({ facts }: Statement, column: FactColumn): boolean {
  // “one in four was late”: the part of a whole.
  const { concepts } = facts.derived.find((one) => one === column)?.of[1] ?? column
  return betterLow.some((concept) => concepts.has(concept))
}

const betterLow = [
  'delay',
  'errors',
  'complaints',
  'defects',
  'returns',
  'scrap',
  'accidents',
  'absences',
  'losses',
  'conceded',
  'emissions',
  'waste',
]

/** “most punctual” is the most of what the figure beside it says. */
const leastOrMost = /^(?:least|most)\s/i

/** “has been here the longest” is about a date, which `timesHold` compares. */
function isTenure({ facts, text }: Statement, { start, concept }: Superlative): boolean {
  return (
    concept === 'duration' &&
    facts.columns.some(({ role }) => role === 'time') &&
    /(?<!\p{L})(?:been|worked|served|stayed|employed|running|open)(?!\p{L})/iu.test(text.slice(0, start))
  )
}

function opposite({ direction }: Superlative): 'high' | 'low' {
  return direction === 'low' ? 'high' : 'low'
}

/** “Beta leads for high priority”: among the rows of each name that the subject shares, and among all. */
function contextsOf(
  { names, text }: Statement,
  { rows, step, claim }: { rows: readonly number[]; step: string; claim: Clause },
): (readonly number[] | null)[] {
  const shared = names
    .filter(
      (name) =>
        name.step === step &&
        name.rows.length > rows.length &&
        rows.every((row) => name.rows.includes(row)) &&
        // “Beta in May is the highest” is the highest of all.
        !names.some((other) => other !== name && other.step === step && isOneSubject(text, other, { name, claim })),
    )
    .map((name) => name.rows)
  return [null, ...shared]
}

/** Whether two names before a claim are said together: “Beta in May”. */
function isOneSubject(text: string, other: Clause, { name, claim }: { name: Clause; claim: Clause }): boolean {
  const [first, second] = other.start < name.start ? [other, name] : [name, other]
  return second.end <= claim.start && /^\s(?:in|on|at|for|of|with|from)\s$/i.test(text.slice(first.end, second.start))
}

function within(column: FactColumn, context: readonly number[] | null): FactColumn {
  if (context === null) return column
  return { ...column, numbers: column.numbers.map((value, row) => (context.includes(row) ? value : null)) }
}

const inBoth = /(?<!\p{L})in (?:both|each of the two|all) (?:years|periods|quarters|months)(?!\p{L})/iu

/** “fourth in the table”: the position of the row. */
const inTable = /^\s(?:in|on|of) (?:the|this) (?:table|list|ranking|standings|league)(?!\p{L})/iu
const fallNouns =
  /(?<!\p{L})(?:decrease[sd]?|decline[sd]?|drop(?:ped)?|fall|fell|reduction|lost|shr[aiu]nk|cut|slump\p{L}*|worsen\p{L}*)(?!\p{L})/iu

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
