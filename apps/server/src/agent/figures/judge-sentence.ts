import type { Grounding } from '../grounding.ts'
import { numbersIn, type WrittenNumber } from '../numbers.ts'
import { asRead, textBefore } from '../plain-text.ts'
import { contradictionOf } from './claims/contradiction.ts'
import { isBound } from './claims/conditions.ts'
import { countsLabels, countsThings, groupOfRanked } from './claims/counts.ts'
import { isShareOfThings } from './claims/quantities.ts'
import { isBoundShare } from './claims/shares.ts'
import { isTimeGap } from './claims/time-gaps.ts'
import { computedFits } from './claims/referenced.ts'
import { isRun } from './claims/runs.ts'
import { approximateWords, nearlyWords } from './cues.ts'
import { durationsIn } from './durations.ts'
import { Facts, type FactColumn } from './facts.ts'
import { datesIn, isOnDate, type WrittenDate } from '../dates-in-text.ts'
import { fillIn, type FilledFigure } from './fill-in.ts'
import { withMonthNames } from '../month-numbers.ts'
import { referencesIn } from './find-references.ts'
import { Meanings, type Meaning, type Operation, type RoundedNumber } from './meanings.ts'
import { unitAfter } from './measures.ts'
import { RowNames } from './names.ts'
import type { Reference } from './notation.ts'
import { isOfLabel } from './columns-named.ts'
import { matchesIn } from '../../lib/matches-in.ts'
import { beginnings } from './plain-words.ts'
import { readClaims } from './reading/read-claims.ts'
import type { Figure } from './resolve.ts'
import { statementOf, type Mention, type Statement } from './statement.ts'
import type { Step } from './step.ts'
import type { KnownWords } from './unknown-names.ts'

/** What sentences are compared with. */
export interface JudgeOptions {
  steps: readonly Step[]
  /** Numbers and dates that a sentence may repeat: those of the conversation. */
  words: Grounding
  known: KnownWords
}

/** The longest sentence that is compared with the rows; a longer one is left out. */
const longestSentence = 4_000
/** Figures and names in one sentence, and lines of a table; one with more isn't read by anyone. */
const mostMentions = 240
const mostLines = 200

/** Compares sentences with the results of a turn. */
export class SentenceJudge {
  readonly #options: JudgeOptions
  readonly #facts: Facts
  readonly #names: RowNames
  readonly #meanings: Meanings
  /** Columns of dates. */
  readonly #times: readonly FactColumn[]
  /** Dates of the question and the SQL. */
  readonly #askedDates: readonly WrittenDate[]

  constructor(options: JudgeOptions) {
    this.#options = options
    this.#facts = new Facts(options.steps, options.known.question)
    this.#times = this.#facts.columns.filter(
      ({ role, step, index }) =>
        role === 'time' && step.result.rows.some((row) => /^\d{4}[-\s]?[\dQ]/i.test(String(row[index] ?? ''))),
    )
    const asked = `${options.known.question} ${this.#facts.steps.map(({ sql }) => withoutEnds(sql)).join(' ')}`
    this.#askedDates = datesIn(asked.slice(0, longestSentence))
    this.#names = new RowNames(this.#facts)
    this.#meanings = new Meanings(this.#facts)
  }

  namesRows(text: string): boolean {
    return this.#names.in(text).length > 0
  }

  /** @returns why a sentence may not be shown, in words for the model; null if it may */
  problemOf(given: string): string | null {
    const text = this.#facts.hasNumberedMonths ? withMonthNames(given) : given
    const parts = partsOf(readAround(withoutNotes(text)))
    if (parts.length > mostLines) return 'The table is too long.'
    for (const part of parts) {
      const found = this.#problemOf(part)
      if (found !== null) return found
    }
    return null
  }

  #problemOf(sentence: string): string | null {
    const { steps, words, known } = this.#options
    const filled = fillIn(sentence, steps, asRead)
    if ('error' in filled) return filled.error
    const { text } = filled
    const { found: durations, rest: typed } = durationsIn(filled.typed, [...this.#facts.columns, ...this.#facts.days])
    if (steps.length === 0) return words.ungrounded(typed).length > 0 ? 'No query was run.' : null
    if (sentence.length > longestSentence) return 'The sentence is too long.'
    const disguised = known.disguisedIn(typed)[0]
    if (disguised !== undefined) return `"${disguised}" cannot be read as a number.`
    const { others } = words.check(typed)
    if (others[0] !== undefined) return `"${others[0]}" is in no row.`
    const names = this.#names.in(text)
    const isClaim = filled.figures.length > 0 || names.length > 0 || /\p{N}/u.test(text) || comparing.test(text)
    const unknown = known.unknownIn(typed, { isClaim })[0]
    if (unknown !== undefined) return `"${unknown}" is in no row.`
    const strangeDate = this.#unknownDate(typed)
    if (strangeDate !== null) return `"${strangeDate}" is in no row.`
    const ones = onesIn(typed)
    const written = [...durations, ...numbersIn(typed), ...ones].filter(
      ({ index, written: number }) =>
        !names.some(({ start, end }) => index >= start && index < end) &&
        // “MPEG-4” is a word.
        !(number.startsWith('-') && /\p{L}$/u.test(text.slice(0, index))),
    )
    if (written.length + names.length + filled.figures.length > mostMentions)
      return 'The sentence has too many figures.'
    const isStated = words.statesIn(typed)
    const isKnown = (word: string): boolean => known.has(word)
    const unread = statementOf({ text, mentions: [], names, facts: this.#facts, isKnown, question: known.question })
    const plain = { ...unread, isKnown: () => false, question: '' }
    const typedMentions = written.map((one) =>
      this.#typed(one, { plain, isStated: ones.includes(one) || (!durations.includes(one) && isStated(one)) }),
    )
    const mentions = [...filled.figures.map((one) => this.#referenced(one)), ...typedMentions].toSorted(
      (a, b) => a.start - b.start,
    )
    const statement = { ...unread, mentions }
    const computed = computedFits(statement)
    if (computed !== null) return computed
    const { problem, settled, isWhole } = readClaims(statement)
    return problem !== null || isWhole ? problem : contradictionOf(statement, settled)
  }

  /** A month of a year, or a day, that neither the rows nor the conversation have. */
  #unknownDate(text: string): string | null {
    const times = this.#times
    const asked = this.#askedDates
    const isAsked = (date: WrittenDate): boolean =>
      asked.some(
        (one) =>
          one.year === date.year &&
          one.quarter === date.quarter &&
          (date.month === null || one.month === date.month) &&
          (date.day === null || one.day === date.day),
      )
    // Without times in the rows, only the dates that were asked for are known.
    if (times.length === 0 && asked.length === 0) return null
    const strange = datesIn(text).find(
      (date) =>
        date.year !== null &&
        (date.month !== null || date.quarter !== undefined) &&
        !isAsked(date) &&
        !times.some(({ step, index }) => step.result.rows.some((row) => isOnDate(String(row[index] ?? ''), date))),
    )
    return strange ? text.slice(strange.start, strange.end) : null
  }

  #typed(number: WrittenNumber, { plain, isStated }: { plain: Statement; isStated: boolean }): Mention {
    const { text, names } = plain
    // “a thousand” begins with the article.
    const article = /\b(?:an?|one)\s$/i.exec(textBefore(text, number.index))?.[0] ?? ''
    const isUnit = /^(?:hundred|dozen|thousand|million|billion)/i.test(number.written)
    const place = { start: number.index - (isUnit ? article.length : 0), end: number.index + number.written.length }
    const read = withRoom(number, textBefore(text, place.start))
    const [reading] = number.readings
    const value = reading ? reading.value * (number.isNegative ? -1 : 1) : null
    const isInColumn =
      isPartOfColumn(number.written, this.#facts) ||
      isOfLabel(textBefore(text, place.start), number.written, this.#facts.numbers)
    const isJudgedElsewhere =
      isInColumn ||
      (isBound({ text }, place) && number.kind !== 'percent') ||
      isBoundShare(text, { ...place, kind: number.kind }) ||
      isShareOfThings(plain, { ...place, kind: number.kind }) ||
      isTimeGap(text, place) ||
      isRun(text, place) ||
      (number.kind === 'ratio' &&
        (names.length > 1 || /^\s?times (?:its|their|his|her)(?!\p{L})/iu.test(text.slice(place.end))))
    // “Lab 4” isn't the number of rows.
    const isInName = /\d/.test(number.written) && isPartOfName(textBefore(text, place.start))
    // “took six days” doesn't count rows.
    const isOfDays = this.#facts.days.length > 0 && unitAfter(text.slice(place.end))?.quantity === 'time'
    const found = this.#meanings
      .of(read, { names, text })
      .filter(
        ({ op, rows }) => op !== 'count' || (!isInName && !isOfDays && (rows === null || isCounted(plain, place))),
      )
    const mostRows = Math.max(0, ...this.#facts.steps.map(({ result }) => result.rows.length))
    // “the two city bikes” are the rows with this name.
    const reach = definiteBefore.test(textBefore(text, place.start)) ? farthestName : 2
    const next = names.find(({ start, isDate }) => !isDate && start > place.end && start <= place.end + reach)
    const isCountOfName = number.kind === 'value' && next !== undefined && next.rows.length === value
    const isCount =
      number.kind === 'value' &&
      !isOfDays &&
      Number.isInteger(value) &&
      ((value ?? 0) <= mostRows || found.length === 0) &&
      ((countsThings(plain, place) && (countsLabels(plain, place) || !found.some(({ op }) => op === 'cell'))) ||
        isCountBeforeBound.test(text.slice(place.end)) ||
        isCountOfMoves(text, place) ||
        otherBefore.test(textBefore(text, place.start)) ||
        (isOfNamed.test(textBefore(text, place.start)) && endsWithNamed.test(text.slice(place.end))) ||
        ((value ?? 0) <= mostRows &&
          (groupOfRanked.test(text.slice(place.end)) || countsNames(text, { ...place, value, names }))))
    const meanings: Meaning[] =
      isStated || isJudgedElsewhere || isCountOfName || isCount
        ? [...found, { op: 'stated', column: null, rows: null, value }]
        : found
    return { ...place, isTyped: true, isStated, kind: number.kind, meanings, value }
  }

  #referenced({ start, end, figure, reference }: FilledFigure): Mention {
    const [source] = figure.sources
    const column = source ? this.#facts.columnAt(source.step, figure.column?.index ?? source.column) : null
    const isAll = figure.sources.some(({ rows }) => rows === null) && reference.is !== 'share'
    const rows = isAll ? null : [...new Set(figure.sources.flatMap((one) => one.rows ?? []))]
    const value = figure.value?.toNumber() ?? null
    const meaning: Meaning = { op: operationOf(reference), column, rows, value }
    const mention = { start, end, isTyped: false, isStated: false, kind: kindOf(figure), meanings: [meaning], value }
    if (reference.is !== 'cell' || reference.selector.by !== 'extreme') return mention
    const { of, column: name } = reference.selector
    const by = this.#facts.columns.find(
      (one) => one.step.id === column?.step.id && one.name.toLowerCase() === name.toLowerCase(),
    )
    return by ? { ...mention, extreme: { column: by, direction: of === 'max' ? 'high' : 'low' } } : mention
  }
}

/** “Ann has three cases, Ben two”: whether a number counts what the rows are about. */
function isCounted(plain: Statement, place: { start: number; end: number }): boolean {
  if (countsThings(plain, place)) return true
  const isBare = /^(?:[,;.]|\s(?:and|und|y|et)\s|$)/iu.test(plain.text.slice(place.end))
  const before = plain.text.slice(0, place.start)
  return isBare && numbersIn(before).some(({ index, written }) => countsThings(plain, { end: index + written.length }))
}

/** “had just one order”: a word that is a number only here. */
function onesIn(text: string): WrittenNumber[] {
  return matchesIn(text, oneThing).map(({ index }) => ({
    written: 'one',
    index,
    kind: 'value',
    readings: [{ value: 1, tolerance: 0 }],
    isNegative: false,
  }))
}

const oneThing =
  /(?<=(?<!\p{L})(?:only|just|exactly|ha[sd]|have) )one(?= (?!more|less|of|in|out|to|that|who|which|with|from|for|at|on|the|and|or|but|day|week|month|year|hour|point)\p{L}{3,})/giu

/** SQL without the days that end a period and aren't part of it: `< '2026-04-01'`. */
function withoutEnds(sql: string): string {
  return sql.replaceAll(/<\s{0,3}(?:date\s{0,3})?'\d{4}-\d{2}-\d{2}[^']{0,20}'/gi, '')
}

/** “within 48 hours” is `within_48h`, and “in 2025” is `sales_2025`: a number of a column's name. */
function isPartOfColumn(written: string, { columns }: Facts): boolean {
  const [digits] = /^\d{2,4}(?=$|\s?\p{L})/u.exec(written) ?? []
  return digits !== undefined && columns.some(({ name }) => name.split(/\D+/).includes(digits))
}

/** Whether a number follows a name, as in “Lab 4”. */
function isPartOfName(before: string): boolean {
  const [, word] = /(\p{Lu}\p{Ll}+)\s$/u.exec(before) ?? []
  return word !== undefined && !beginnings.has(word.toLowerCase())
}

/** “two of the five”, “the two largest”: a number of things, which is compared with the rows in other ways. */
function countsNames(
  text: string,
  {
    start,
    end,
    value,
    names,
  }: { start: number; end: number; value: number | null; names: readonly { start: number }[] },
): boolean {
  const after = text.slice(end, end + 30)
  if (/\b(?:all|all the|alle|todos|tous les)\s$/i.test(textBefore(text, start)) && /^\s(?!of)\p{L}/u.test(after))
    return true
  if (ofThem.test(after)) return true
  const isSuperlative =
    /^\s(?:\p{L}+\s)?(?:largest|biggest|highest|smallest|lowest|best|most|top|main|leading)\b/iu.test(after)
  return isSuperlative && value === new Set(names.map(({ start }) => start)).size
}

/** “…, two became cheaper”: a number of things without their name. */
function isCountOfMoves(text: string, { start, end }: { start: number; end: number }): boolean {
  return (
    /(?:^|[,;]\s|(?<!\p{L})(?:and|while|but|und|y|et)\s)$/iu.test(textBefore(text, start)) &&
    /^\s(?:became|become|got|improved|declined|stayed|remained|kept|rose|fell|dropped|grew|increased|decreased|went)(?!\p{L})/iu.test(
      text.slice(end),
    )
  )
}

/** “three scores are above 20”: how many are. */
const isCountBeforeBound =
  /^\s\p{L}+ (?:is|are|was|were|have been|had|have|lie|stay|stayed|score|scored|got|reached) (?:more than|less than|over|under|above|below|at least|at most|fewer than)\s/iu
const definiteBefore = /(?<!\p{L})(?:the|die|los|las|les|gli|le|os|as)\s$/iu
const farthestName = 16
/** “these two”, “the gap between the two”: of what the sentence has named before. */
const isOfNamed = /(?<!\p{L})(?:these|those|(?:between|of) the|diesen?|estos|estas|ces)\s$/iu
const endsWithNamed =
  /^(?:[.,;:)]|$|\s(?:is|are|was|were|has|have|had|there|then|together|combined|account|make|made|bring|brought|in|at|by)(?!\p{L}))/iu
/** “the other three”. */
const otherBefore = /(?<!\p{L})(?:other|remaining|top|bottom|first|last|übrigen|anderen|autres|otros|otras)\s$/iu
/** “of the five”, “out of 12”, “der vier”. */
const ofThem =
  /^\s(?:of|out of|von|de|der|des|di|sur|su)\s(?:the|these|them|those|den|los|las|le|les|der|(?:the |den |los |las |les )?(?:two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|dos|tres|cuatro|cinco|seis|deux|trois|quatre|cinq|\d{1,3}))(?!\p{L})/iu

const comparing =
  /\b(?:most|least|highest|lowest|largest|smallest|best|worst|top|leads?|leading|more|less|fewer|higher|lower|than|first|second|third|last|ahead|behind|only|mehr|weniger|meisten|más|menos|mayor|menor|plus|moins)\b/i

function operationOf({ is }: Reference): Operation {
  return is
}

function kindOf({ kind, value }: Figure): Mention['kind'] {
  if (value === null) return 'text'
  return kind === 'percent' || kind === 'ratio' || kind === 'rank' ? kind : 'value'
}

/** “about 1,200” also for 1,234: the zeros at the end say that it is rounded. */
function withRoom(number: WrittenNumber, before: string): RoundedNumber {
  const isNearly = nearlyWords.test(before)
  if (!isNearly && !approximateWords.test(before) && !approximateWords.test(withoutFirst(before))) return number
  const isWords = !/\d/.test(number.written)
  const readings = number.readings.map(({ value, tolerance }) => {
    const digits = String(Math.round(value))
    const zeros = digits.length - withoutLastZeros(digits).length
    const rounded = digits.length > zeros ? 0.5 * 10 ** zeros : 0
    const most = value * (isNearly ? 0.1 : 0.05)
    if (!isNearly && isWords && number.kind === 'percent') return { value, tolerance: Math.max(tolerance, most) }
    // “about 30%” is said of 31.7%.
    const least = number.kind === 'percent' && value % 10 === 0 ? roundPercent : 0
    return { value, tolerance: Math.max(tolerance, isNearly ? most : Math.max(Math.min(rounded, most), least)) }
  })
  return { ...number, readings, isRough: true }
}

/** “between about 20 and 30”: what is before the first of two numbers. */
function withoutFirst(before: string): string {
  return before.replace(/[$€£]?\d[\d.,]{0,15}\s?(?:%|[kKmM]|thousand|million|billion)?\s(?:and|to)\s[$€£]?$/u, '')
}

/** How far a percentage in tens may be from the number, in points. */
const roundPercent = 1.75

function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** A sentence as it is read, with its references as they are: `{r1.visits_h1_2026}` is not “h12026”. */
function readAround(text: string): string {
  let read = ''
  let from = 0
  for (const { start, end } of referencesIn(text)) {
    read += asRead(text.slice(from, start)) + text.slice(start, end)
    from = end
  }
  return read + asRead(text.slice(from))
}

function withoutNotes(text: string): string {
  return text.replaceAll(/\[\^[\w-]{1,20}\]:?/g, '')
}

/** A sentence, or each row of a table as a sentence with the words of the table's head. */
function partsOf(text: string): string[] {
  if (!/^\s*\|/.test(text)) return [text]
  const lines = text
    .split('\n')
    .map(cellsOfLine)
    .filter((cells) => cells.length > 0)
  const [head = [], ...rows] = lines
  const isHead = (rows[0] ?? []).every((cell) => /^:?-{1,}:?$/.test(cell)) && rows.length > 0
  const data = isHead ? rows.slice(1) : lines
  return data.map((cells) =>
    cells.map((cell, at) => (at === 0 || !isHead ? cell : `${head[at] ?? ''} ${cell}`)).join(', '),
  )
}

function cellsOfLine(line: string): string[] {
  const trimmed = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return trimmed === '' ? [] : trimmed.split('|').map((cell) => cell.trim())
}
