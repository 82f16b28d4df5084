import { columnsNamed } from '../columns-named.ts'
import { conceptsOf, stemOf } from '../concepts.ts'
import { isMoney } from '../related-columns.ts'
import { isPartOfYear } from '../unpivot.ts'
import { speaksOf, type FactColumn, type Facts } from '../facts.ts'
import { clauseAt, columnsFor, isWithin, spokenColumns, textOf, type Mention, type Statement } from '../statement.ts'
import type { Clause } from '../sentences.ts'
import { partsSpoken } from './column-fit.ts'
import { changeColumns } from './conditions.ts'
import { profits, speaksOfProfit } from './profits.ts'
import { fittingMeanings } from './support.ts'

/** A claim that something is the first, the last, or in another place. */
export interface Superlative extends Clause {
  direction: 'high' | 'low'
  /** The position that is claimed; 1 for “highest”, -1 for “last”. */
  place: number
  /** What is compared, if the word says it. */
  concept: string | null
}

/** Words after “most” and “best” that name no column of their own. */
const generic = new Set(
  'recent common frequent often of by far value amount number row result is was and in at with among between ever important successful active year month quarter week day customer place time one country product people city market overall likely notable significant'
    .split(' ')
    .map(stemOf),
)

/** The columns that a superlative compares; `unknown` if it names something that is in no result. */
export function dimensionOf(
  given: Statement,
  { start, end, concept, place }: Superlative,
): readonly FactColumn[] | 'unknown' {
  const statement = withoutUnits(given)
  const { facts, text, isKnown, words } = statement
  const before = figuresBefore(statement, { start, end })
  if (before.length > 0) return before
  const ofNoun = concept === null ? [] : nounAfter(statement, end)
  if (ofNoun.length > 0) return ofNoun
  const related = relatedIn(given, clauseAt(statement, start))
  if (related.length > 0 && place === 1) return related
  if (concept !== null) {
    const columns = [...facts.columns, ...facts.days].filter(
      ({ concepts, role }) => concepts.has(concept) || (concept === 'age' && role === 'time'),
    )
    if (concept === 'price' && columns.length === 0) return facts.numbers.filter((column) => isMoney(column))
    if (concept === 'traffic') {
      const busy = facts.numbers.filter(({ stems }) => traffic.some((stem) => stems.has(stem)))
      return busy.length > 0 ? busy : columnsFor(statement, clauseAt(statement, start))
    }
    const stated = figuresBeside(statement, clauseAt(statement, start)).filter((column) => columns.includes(column))
    if (stated.length > 0) return stated
    const fewest = Math.min(...columns.map(({ stems }) => stems.size))
    // “the fastest” is by the minutes, and not by the penalty minutes.
    return columns.length === 0 && !isKnown(concept) ? 'unknown' : columns.filter(({ stems }) => stems.size === fewest)
  }
  const clause = clauseAt(statement, start)
  const sizes = facts.numbers.filter(({ concepts }) => concepts.has('area') || concepts.has('capacity'))
  const isOfSize = sizes.length > 0 && /^(?:largest|biggest|smallest)$/i.test(text.slice(start, end))
  if (isOfSize && spokenColumns(statement, clause).length === 0) return sizes
  const written = text.slice(start, end).toLowerCase()
  const [next] = words.filter((word) => word.start >= end && word.start <= end + 2)
  const compound =
    /^best-(\p{L}+)/u.exec(written)?.[1] ??
    /^(?:highest|lowest|best|worst)-(\p{L}+)/u.exec(text.slice(start, start + 40))?.[1]
  const isBeforeNoun = /^(?:most|least|meisten|le plus|la plus|il più|la più)$/.test(written)
  const noun = isBeforeNoun ? next?.stem : undefined
  const named = compound ? stemOf(compound) : noun
  if (named !== undefined && !generic.has(named)) {
    const columns = columnsNamed(
      [{ stem: named }],
      facts.columns.filter(({ role }) => role !== 'name'),
    )
    const isName = facts.columns.some((column) => column.role === 'name' && speaksOf({ stem: named }, column))
    if (columns.length > 0) return partsSpoken(statement, { columns: plainest(columns, named), clause })
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
  const spoken = columnsNamed(nouns, facts.columns)
  const isShare = nouns.some(({ text: noun }) => /^(?:shares?|rates?|percentages?|proportions?|ratio)$/i.test(noun))
  const numbers = spoken.filter(({ role }) => role === 'number')
  const rates = isShare ? facts.numbers.filter((one) => one.isPercent || one.isFraction) : []
  const spokenRates = rates.filter((one) => spokenColumns(statement, clause, rates).includes(one))
  const amounts = spokenRates.length > 0 ? spokenRates : numbers
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
  const all = inOrderOfRows(statement, columnsFor(statement, clause))
  const both = all.filter((column) => own.includes(column))
  return both.length > 0 ? both : all
}

/** “charges the most per night” doesn't compare nights. */
function withoutUnits(statement: Statement): Statement {
  const { words, text } = statement
  const isUnit = ({ start }: Clause): boolean => /(?<!\p{L})(?:per|pro) $/iu.test(text.slice(0, start))
  return { ...statement, words: words.filter((word) => !isUnit(word) && !/^(?:per|pro)$/i.test(word.text)) }
}

/** “the most electricity” is `kwh`, and not `solar_kwh`, unless the word is in their names. */
function plainest(columns: readonly FactColumn[], stem: string): readonly FactColumn[] {
  if (columns.some(({ stems }) => stems.has(stem))) return columns
  const fewest = Math.min(...columns.map(({ stems }) => stems.size))
  return columns.filter(({ stems }) => stems.size === fewest)
}

/** The columns whose names have the word right after a superlative: “the quickest reaction”. */
function nounAfter({ words, facts }: Statement, end: number): FactColumn[] {
  const [noun] = words.filter(({ start }) => start >= end && start <= end + 2)
  return noun === undefined ? [] : facts.numbers.filter(({ stems }) => stems.has(noun.stem))
}

/** Without a word for a column, a place is one in the order of the rows. */
function inOrderOfRows(statement: Statement, columns: readonly FactColumn[]): readonly FactColumn[] {
  if (spokenColumns(statement, { start: 0, end: statement.text.length }).length > 0) return columns
  const asked = columns.filter((column) => orderOf(column.step.sql) === column.name.toLowerCase())
  return asked.length > 0 ? asked : columns
}

/** The first column by which a query orders its rows. */
function orderOf(sql: string): string | undefined {
  return /\border by\s{1,9}"?([\p{L}\p{N}_]{1,80})/iu.exec(sql)?.[1]?.toLowerCase()
}

const freeWords = /(?<!\p{L})(?:free|unused|vacant|open|available|empty|spare|left)(?!\p{L})/iu
const moveWords =
  /(?<!\p{L})(?:increase[sd]?|growth|grew|rise|rose|gain(?:ed|s)?|improve(?:d|ment)|jump(?:ed)?|surge|decrease[sd]?|decline[sd]?|drop(?:ped)?|fall|fell|shr[aiu]nk|cut|loss|reduction|change[sd]?)(?!\p{L})/iu

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
    const rests = facts.derived.filter(({ relation, of: [whole] }) => relation === 'rest' && spoken.includes(whole))
    if (rests.length > 0) return rests
  }
  if (speaksOfProfit(facts, words)) return profits(facts)
  const rates = amountsPer(statement, clause, spoken)
  if (rates.length > 0) return rates
  // “the loss” of money is a number, and not a move.
  const isLoss = facts.numbers.some(({ numbers }) => numbers.some((one) => one !== null && one < 0))
  if (!moveWords.test(isLoss ? words.replaceAll(/loss/giu, '') : words)) return []
  const moves = [
    ...changeColumns(facts),
    ...movesOfSeries(facts, spokenColumns(statement, { start: 0, end: statement.text.length })),
    ...movesOfPeriods(facts),
  ]
  const percents = moves.filter(({ isPercent }) => isPercent)
  if (/percent|%|relative/i.test(words) && percents.length > 0) return percents
  const amounts = facts.derived.filter(({ relation }) => relation === 'change')
  return /absolute/i.test(statement.text) && amounts.length > 0 ? amounts : moves
}

const perWord = /(?<!\p{L})(?:per|pro|je|por|par)\s(?:\p{L}+\s)?\p{L}+/iu

/** “Per trainer, it has the most members”: what follows from the amounts and what they are divided by. */
function amountsPer({ facts, text, words }: Statement, clause: Clause, spoken: readonly FactColumn[]): FactColumn[] {
  const start = /^[\s*_]*(?:per|pro|je|por|par)\s/iu.test(text) ? 0 : clause.start
  const match = perWord.exec(text.slice(start, clause.end))
  const said = facts.spokenOf(
    words.filter((word) => isWithin(word, clause)),
    facts.numbers,
  )
  if (!match || said.some(({ concepts, name }) => concepts.has('average') || /avg|average/i.test(name))) return []
  const part = { start: start + match.index, end: start + match.index + match[0].length }
  const divisors = columnsNamed(
    words.filter((word) => isWithin(word, part)),
    facts.numbers,
  )
  const found = facts.derived.filter(
    ({ relation, of: [, divisor] }) => relation === 'per' && divisors.includes(divisor),
  )
  const own = found.filter(({ of: [amount] }) => spoken.includes(amount))
  return own.length > 0 ? own : found
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

/** The change from the column of the first month or quarter to that of the last one, as it is and in percent. */
function movesOfPeriods({ numbers, steps }: Facts): FactColumn[] {
  return steps.flatMap((step) => {
    const own = numbers.filter((column) => column.step === step && isPartOfYear(column))
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last || own.length < 3 || first.period?.rest !== last.period?.rest) return []
    const change = (compute: (from: number, to: number) => number): FactColumn => ({
      ...last,
      numbers: last.numbers.map((to, row) => {
        const from = first.numbers[row] ?? null
        return from === null || to === null || from === 0 ? null : compute(from, to)
      }),
    })
    return [change((from, to) => to - from), { ...change((from, to) => (to / from - 1) * 100), isPercent: true }]
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

/** The columns, also those that follow from two others, of the figure that a clause or the next one states. */
export function figuresBeside(statement: Statement, clause: Clause): FactColumn[] {
  const part = { start: clause.start, end: clause.end + farthest }
  return columnsOfFigure(
    statement,
    statement.mentions.find((one) => isWithin(one, part) && one.kind !== 'text'),
  )
}

/** “the highest rejection rate at 4%”: what a figure of a clause says is compared, if no column has it. */
export function derivedBeside(statement: Statement, given: Clause): FactColumn[] {
  const { text } = statement
  // “the weakest results, with only half of its students passing”
  const isAfter = /^[,\s]*with\s/i.test(text.slice(given.end)) && spokenColumns(statement, given).length === 0
  const isExplained = isAfter || /:\s*$/.test(text.slice(given.start, given.end + 1))
  const clause = isExplained ? { start: given.start, end: given.end + farthest } : given
  const found = columnsOfFigure(
    statement,
    statement.mentions.find((one) => isWithin(one, clause) && one.kind !== 'text'),
  )
  return found.every((column) => statement.facts.derived.some((one) => one === column)) ? found : []
}

/** The columns of the figure before “…, the most of all”. */
export function figuresBefore(statement: Statement, { start, end }: Clause): FactColumn[] {
  const { mentions, text } = statement
  if (
    !/^\s(?:of (?:all|any)|(?:than any )?other|than (?:any|every)(?:one|body) else|than (?:all|any) (?:of )?(?:the )?others?)(?!\p{L})/iu.test(
      text.slice(end),
    )
  )
    return []
  return columnsOfFigure(
    statement,
    mentions.findLast((one) => one.end <= start && one.kind !== 'text'),
  )
}

function columnsOfFigure(statement: Statement, figure: Mention | undefined): FactColumn[] {
  const fitting = figure ? fittingMeanings(statement, figure) : []
  const meanings = fitting.length > 0 ? fitting : (figure?.meanings ?? [])
  const cells = meanings.filter(({ op }) => op === 'cell')
  return (cells.length > 0 ? cells : meanings).flatMap(({ op, column, from }) => {
    if (op === 'derived' && from) return [from]
    return op === 'cell' && column?.role === 'number' ? [column] : []
  })
}

/** What makes a place or a time busy. */
const traffic = ['passengers', 'visitors', 'visits', 'orders', 'payments', 'trips', 'flights', 'calls'].map(stemOf)

function isAdjective(word: string): boolean {
  return (
    /(?:able|ible|al|ful|ic|ive|ous|ed|ing|ent|ant|ular|loyal|satisfied|happy|visited|rated)$/i.test(word) &&
    !/thing$/i.test(word)
  )
}
