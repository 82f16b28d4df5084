import { joinMessages, message, type Message, type ResultColumn, type Row } from '@parlance/contract'
import type { Understood } from '../contract.ts'
import { comparisonText } from './comparison.ts'
import { qualified } from './describe.ts'
import { chained, separated, type Phrase } from './lists.ts'
import { formatCell, formatNumber, numberOf } from './numbers.ts'
import type { AnswerFacts } from './suggest.ts'

export interface AnswerRequest {
  question: string
  understood: Understood
  columns: ResultColumn[]
  rows: Row[]
  /** Whether there are more rows than these. */
  truncated: boolean
  /** The total number of rows; absent or null if these aren't all and no one counted them. */
  totalRows?: number | null
  /** yyyy-mm-dd. */
  today: string
}

export interface Answer {
  text: Message
  followUps: string[]
}

function factsIn(state: unknown): AnswerFacts | null {
  if (typeof state !== 'object' || state === null || !('told' in state)) return null
  const { told: facts } = state
  return typeof facts === 'object' && facts !== null ? (facts as AnswerFacts) : null
}

/** Answers a question in one or two sentences, based only on its rows, and suggests follow-up questions. */
export function composeAnswer(request: AnswerRequest): Answer {
  const facts = factsIn(request.understood.state)
  return { text: textOf(request, facts), followUps: followUpsFor(request, facts) }
}

function followUpsFor(request: AnswerRequest, facts: AnswerFacts | null): string[] {
  if (facts === null) return []
  const usable =
    request.rows.length === 0 ? facts.followUps.filter((one) => !/^(and by|top|how many)/i.test(one)) : facts.followUps
  return usable.filter((one) => one.toLowerCase() !== request.question.toLowerCase()).slice(0, 3)
}

function textOf(request: AnswerRequest, facts: AnswerFacts | null): Message {
  const { rows, columns } = request
  const [first] = rows
  if (first === undefined) return nothingText(facts)
  const compared = facts?.compared && !request.truncated ? comparisonText(rows, facts.compared) : null
  if (compared !== null) return compared
  if (rows.length === 1 && facts?.shape === 'number') return numbersText(first, facts, columns)
  if (facts?.shape === 'series') return seriesText(request, facts)
  if (facts?.shape === 'ranking' || facts?.shape === 'groups') return rankingText(request, facts)
  return listText(request, facts)
}

function nothingText(facts: AnswerFacts | null): Message {
  const rows = facts?.subject ?? message('rows')
  const where = facts?.where ?? null
  return where === null
    ? message('No {rows} were found.', { rows })
    : message('No {rows} were found {where}.', { rows, where })
}

function numbersText(row: Row, facts: AnswerFacts, columns: readonly ResultColumn[]): Message {
  const { subject, where } = facts
  const value = numberOf(row[0])
  if (row.length === 1 && facts.counts[0] === 0 && value !== null) return countText(value, facts)
  if (row.every((cell) => cell === null)) {
    return where === null
      ? message('No {rows} were found, so there is nothing to calculate.', { rows: subject })
      : message('No {rows} were found {where}, so there is nothing to calculate.', { rows: subject, where })
  }
  const measures = row.map((cell, at) => ({
    measure: facts.labels[at] ?? columns[at]?.name ?? message('value'),
    value: cellPhrase(cell),
  }))
  const [first, ...others] = measures
  if (first === undefined || others.length === 0) return measureText(first, where)
  const clauses = chained(
    [message('The {measure} is {value}', first), ...others.map((one) => message('the {measure} is {value}', one))],
    (before, last) => message('{before}, and {last}', { before, last }),
  )
  return where === null
    ? message('{clauses}.', { clauses })
    : message('{clauses} for {rows}.', { clauses, rows: qualified(subject, where) })
}

function measureText(measured: { measure: Phrase; value: Phrase } | undefined, where: Message | null): Message {
  const { measure = message('value'), value = formatCell(null) } = measured ?? {}
  return message('The {measure} is {value}.', { measure: qualified(measure, where), value })
}

function countText(n: number, { subject, where }: AnswerFacts): Message {
  return message('{n, plural, one {There is # {row}.} other {There are # {rows}.}}', {
    n,
    row: qualified(singularOf(subject), where),
    rows: qualified(subject, where),
  })
}

function singularOf(words: string): string {
  return words
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh)es$/, '$1')
    .replace(/s$/, '')
}

/** A cell of a measure, whose number may be stored as text. */
function cellPhrase(cell: Row[number] | undefined): Phrase {
  return formatCell(numberOf(cell) ?? cell)
}

/** A cell of a column; numbers that are names aren't formatted. */
function cellText(facts: AnswerFacts | null, row: Row, at: number): Phrase {
  const cell = row[at]
  return facts?.names.includes(at) === true && cell !== null && cell !== undefined ? String(cell) : formatCell(cell)
}

/**
 * The cells that identify a row: all but the measures. Only the parts of a person's name are joined without a comma.
 */
function nameOf(row: Row, facts: AnswerFacts): Phrase {
  const named = row.flatMap((_, at) =>
    facts.measures.includes(at) ? [] : [{ text: cellText(facts, row, at), isPart: isPartOfName(facts.labels[at]) }],
  )
  return named.reduce<Phrase>((text, one, at) => {
    const before = named[at - 1]
    if (before === undefined) return one.text
    return separated([text, one.text], before.isPart && one.isPart ? ' ' : ', ')
  }, '')
}

function isPartOfName(label: Phrase | undefined): boolean {
  return typeof label === 'string' && /\b(first|given|middle|last|family|sur) ?names?$/i.test(label)
}

/** The sentences of an answer, and a note if there are more rows. */
function withMore(request: AnswerRequest, ...sentences: Message[]): Message {
  return joinMessages(request.truncated ? [...sentences, message('There are more rows than shown.')] : sentences)
}

function seriesText(request: AnswerRequest, facts: AnswerFacts): Message {
  const [at] = facts.measures
  const points =
    at === undefined
      ? []
      : request.rows.flatMap((row) => {
          const value = numberOf(row[at])
          return value === null ? [] : [{ name: nameOf(row, facts), value }]
        })
  const [first] = points
  if (first === undefined || at === undefined) return listText(request, facts)
  const measure = qualified(facts.labels[at] ?? message('value'), facts.where)
  if (points.length === 1)
    return message('The {measure} is {value} ({name}).', {
      measure,
      value: formatNumber(first.value),
      name: first.name,
    })
  const highest = points.reduce((best, one) => (one.value > best.value ? one : best), first)
  const lowest = points.reduce((best, one) => (one.value < best.value ? one : best), first)
  const extremes = message('The {measure} was highest in {highest} ({most}) and lowest in {lowest} ({least}).', {
    measure,
    highest: highest.name,
    most: formatNumber(highest.value),
    lowest: lowest.name,
    least: formatNumber(lowest.value),
  })
  const isAdditive = facts.sums.includes(at) && !request.truncated
  return withMore(request, extremes, ...(isAdditive ? [totalText(points)] : []))
}

function totalText(points: readonly { value: number }[]): Message {
  const sum = formatNumber(points.reduce((total, one) => total + one.value, 0))
  return message('The {n} rows add up to {sum}.', { n: points.length, sum })
}

function rankingText(request: AnswerRequest, facts: AnswerFacts): Message {
  const [at] = facts.measures
  const [first] = request.rows
  if (at === undefined || first === undefined) return listText(request, facts)
  const label = facts.labels[at] ?? message('value')
  const measure = qualified(label, facts.where)
  if (request.rows.length === 1) {
    return message('{name}: the {measure} is {value}.', {
      name: nameOf(first, facts),
      measure,
      value: cellPhrase(first[at]),
    })
  }
  return facts.shape === 'ranking'
    ? withMore(request, firstRows(request, facts, measure, at))
    : groupsText(request, facts, label, at)
}

/** A row's name, and its measure in parentheses. */
function namedRow(facts: AnswerFacts, row: Row, at: number): Message {
  return message('{name} ({value})', { name: nameOf(row, facts), value: cellPhrase(row[at]) })
}

function firstRows({ rows }: AnswerRequest, facts: AnswerFacts, measure: Phrase, at: number): Message {
  const names = separated(rows.slice(0, 3).map((row) => namedRow(facts, row, at)))
  const n = rows.length - 3
  return n > 0
    ? message('By {measure}: {names}, and {n, number} more.', { measure, names, n })
    : message('By {measure}: {names}.', { measure, names })
}

function groupsText(request: AnswerRequest, facts: AnswerFacts, measure: Phrase, at: number): Message {
  const sorted = request.rows.toSorted((left, right) => (numberOf(right[at]) ?? 0) - (numberOf(left[at]) ?? 0))
  const [top] = sorted
  const last = sorted.at(-1)
  if (top === undefined || last === undefined) return listText(request, facts)
  const values = { n: sorted.length, groups: qualified(message('groups'), facts.where), measure }
  const sharing = (row: Row) => sorted.filter((other) => other[at] === row[at]).length
  if (sharing(top) === sorted.length) {
    return withMore(
      request,
      message('There are {n, number} {groups}: the {measure} is {value} for each.', {
        ...values,
        value: formatCell(top[at]),
      }),
    )
  }
  const extreme = (row: Row) => withSharing(namedRow(facts, row, at), sharing(row) - 1)
  return withMore(
    request,
    message('There are {n, number} {groups}: the {measure} is highest for {highest} and lowest for {lowest}.', {
      ...values,
      highest: extreme(top),
      lowest: extreme(last),
    }),
  )
}

/** A named row, and the number of others with the same value. */
function withSharing(name: Message, n: number): Message {
  return n > 0 ? message('{name} and {n, number} more', { name, n }) : name
}

function listText(request: AnswerRequest, facts: AnswerFacts | null): Message {
  const { rows } = request
  const [first] = rows
  if (first === undefined) return message('Nothing was found.')
  const where = facts?.where ?? null
  const most = rows.length === 1 ? 6 : 3
  const brief = (row: Row) =>
    separated(row.slice(0, row.length <= most ? row.length : 2).map((_, at) => cellText(facts, row, at)))
  if (rows.length === 1) {
    const row = typeof facts?.unit === 'string' ? singularOf(facts.unit) : message('row')
    return where === null
      ? message('One {row} was found: {values}.', { row, values: brief(first) })
      : message('One {row} was found {where}: {values}.', { row, where, values: brief(first) })
  }
  const found = foundText(request, facts)
  const shown = separated(rows.slice(0, 3).map(brief), '; ')
  return rows.length > 3
    ? message('{found}. The first three are: {shown}.', { found, shown })
    : message('{found}: {shown}.', { found, shown })
}

/** How many rows were found, without a period. */
function foundText({ rows: { length }, truncated, totalRows }: AnswerRequest, facts: AnswerFacts | null): Message {
  const n = totalRows ?? length
  const rows = facts?.unit ?? message('rows')
  const where = facts?.where ?? null
  if (truncated && !totalRows) {
    return where === null
      ? message('More than {n, number} {rows} were found', { n, rows })
      : message('More than {n, number} {rows} were found {where}', { n, rows, where })
  }
  return where === null
    ? message('{n, number} {rows} were found', { n, rows })
    : message('{n, number} {rows} were found {where}', { n, rows, where })
}
