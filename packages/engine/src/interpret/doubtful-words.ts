import { message } from '@parlance/contract'
import { Decline, firstDecline } from '../decline.ts'
import { plainQuestion } from '../match/tokens.ts'
import roles from '../lexicon/vocabulary/roles.json' with { type: 'json' }
import { sameExpression, type ColumnRef, type Filter, type Literal, type Query } from '../query.ts'
import { tableWords } from '../answer/describe.ts'
import { ancestors } from '../schema/graph.ts'
import { columnOf, tableOf, type ColumnModel, type Schema } from '../schema/model.ts'
import { isMeasurable, isNumeric, isTemporal } from '../schema/roles.ts'

/** Declines readings in which words of the question mean something other than the columns they were matched to. */
export function doubtfulMeaning(schema: Schema, question: string, query: Query): Decline | null {
  return firstDecline(
    () => lostNamePart(schema, question, query),
    () => lostName(schema, question, query),
    () => wrongDirection(schema, question, query),
    () => amountAsDate(schema, query),
    () => yearAsAmount(schema, question, query),
    () => dateOfOthers(schema, question, query),
    () => saidAlready(schema, question, query),
    () => noAmount(schema, question, query),
    () => placeOfOthers(schema, question, query),
    () => periodAsName(question, query),
  )
}

const namePart = /\b(first|given|last|family|middle|maiden) names?\b/gi
const nameParts = new Map<string, readonly string[]>(Object.entries(roles.nameParts))

/** 'the last name' is a separate column, not the last of all names. */
function lostNamePart(schema: Schema, question: string, query: Query): Decline | null {
  const plain = plainQuestion(question).replaceAll(/"[^"]*"/g, '""')
  if (/\balphabetically (?:first|last)\b/i.test(plain)) return null
  const names = [...columnsIn(query)].map((ref) => wordsOf(columnOf(schema, ref)))
  for (const [text, part = ''] of plain.matchAll(namePart)) {
    const words = nameParts.get(part.toLowerCase()) ?? []
    if (names.some((one) => words.some((word) => one.has(word)))) continue
    return new Decline(message('No column was found for “{words}”.', { words: text }), [text])
  }
  return null
}

/** 'the names of the members', if only their keys can be shown. */
function lostName(schema: Schema, question: string, query: Query): Decline | null {
  const [text] = /\bnames?\b/i.exec(plainQuestion(question).replaceAll(/"[^"]*"/g, '""')) ?? []
  const shown = [...columnsIn(query.select)].map((ref) => columnOf(schema, ref))
  if (text === undefined || shown.length === 0 || !shown.every((one) => one.isKey || one.isForeignKey)) return null
  const isName = (one: ColumnModel) => one.kind === 'text' || one.words.includes('name')
  return [...columnsIn(query)].some((ref) => isName(columnOf(schema, ref)))
    ? null
    : new Decline(message('No column was found for “{words}”.', { words: text }), [text])
}

function wordsOf({ name, words, synonyms }: ColumnModel): Set<string> {
  return new Set([...words, ...synonyms.flat(), name.toLowerCase()])
}

/** The columns that a query uses. */
function* columnsIn(value: unknown): Generator<ColumnRef> {
  if (Array.isArray(value)) for (const one of value) yield* columnsIn(one)
  else if (isColumn(value)) yield value
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* columnsIn(one)
}

function isColumn(value: unknown): value is ColumnRef {
  if (typeof value !== 'object' || value === null || !('table' in value) || !('column' in value)) return false
  return typeof value.table === 'string' && typeof value.column === 'string'
}

const opposites = [
  { said: 'from', meant: new Set(roles.arrivals) },
  { said: 'to', meant: new Set(roles.departures) },
] as const

/** 'flights from Rome' are not those whose destination is Rome. */
function wrongDirection(schema: Schema, question: string, query: Query): Decline | null {
  const asked = ` ${plainQuestion(question).replaceAll('"', '').toLowerCase()} `
  for (const { column, value } of [...comparedIn(query.filters)].map((one) => ({
    ...one,
    column: columnOf(schema, one.ref),
  })))
    for (const { said, meant } of opposites) {
      const words = `${said} ${String(value).toLowerCase()}`
      if (typeof value !== 'string' || value === '' || !asked.includes(` ${words}`)) continue
      if (column.words.some((word) => meant.has(word)))
        return new Decline(
          message('“{words}” does not fit {column}, and no other column was found for it.', {
            words: `${said} ${value}`,
            column: column.spoken,
          }),
          [said],
        )
    }
  return null
}

/** A number with fewer digits than a year. */
const smallNumber = /^\d{1,3}(?:\.\d+)?$/

/** 'a star between 3 and 5' isn't a date between 3 and 5. */
function amountAsDate(schema: Schema, query: Query): Decline | null {
  for (const { ref, value } of comparedIn(query.filters)) {
    const column = columnOf(schema, ref)
    if (isTemporal(column) && !isNumeric(column) && smallNumber.test(String(value)))
      return new Decline(
        message('{column} is a date, so it cannot be compared with {value}.', {
          column: column.spoken,
          value: String(value),
        }),
        [String(value)],
      )
  }
  return null
}

/** Words of columns that say when something was. */
const timed = /(?:ed|ing)$|^(?:built|begun|start|end|season|since|time|period|year|yr)$/

const datedYear = /\b(?:in|during|since) (?:the year )?(\d{4})\b/gi

/** 'market estimates in 1995' doesn't ask for an estimate of 1995. */
function yearAsAmount(schema: Schema, question: string, query: Query): Decline | null {
  for (const { ref, value } of comparedIn(query.filters)) {
    const column = columnOf(schema, ref)
    if (!/^(?:19|20)\d\d$/.test(String(value)) || !isMeasurable(column)) continue
    const isYear = [...question.matchAll(datedYear)].some(([, year]) => year === String(value))
    if (isYear && !column.words.some((word) => timed.test(word)))
      return new Decline(
        message('{column} is not a date, so it cannot be compared with {value}.', {
          column: column.spoken,
          value: String(value),
        }),
        [String(value)],
      )
  }
  return null
}

/** 'the dates when customers became customers': the dates of rows that the question doesn't mention don't say that. */
function dateOfOthers(schema: Schema, question: string, { select, spoken }: Query): Decline | null {
  const [text] = /\bdates? (?:when|on which|at which)\b/i.exec(question) ?? []
  if (text === undefined) return null
  for (const { expression } of select) {
    const column = expression.kind === 'column' ? columnOf(schema, expression.ref) : null
    if (column === null || !isTemporal(column) || spoken.includes(column.table.key)) continue
    return new Decline(message('No column was found for “{words}”.', { words: text }), [text])
  }
  return null
}

/** 'the address of the gallery "North"' isn't “North”: the answer to “what” must say more than the question. */
function saidAlready(schema: Schema, question: string, query: Query): Decline | null {
  const isFixed = ({ expression }: Query['select'][number]) =>
    expression.kind === 'column' &&
    query.filters.some((one) => one.kind === 'compare' && one.operator === '=' && sameExpression(one.left, expression))
  const [first] = query.select
  if (!/^\s*what\b/i.test(question) || first?.expression.kind !== 'column' || !query.select.every(isFixed)) return null
  return new Decline(
    message('It is not clear what to show, because the question already says the {column}.', {
      column: columnOf(schema, first.expression.ref).spoken,
    }),
  )
}

/** 'how much did we ship' asks for a number, so names or dates don't answer it. */
function noAmount(schema: Schema, question: string, { select }: Query): Decline | null {
  const [words] = /^\s*how much\b/i.exec(question) ?? []
  const columns = select.flatMap(({ expression }) =>
    expression.kind === 'column' || expression.kind === 'period' ? [columnOf(schema, expression.ref)] : [],
  )
  const [first] = columns
  if (words === undefined || first === undefined || columns.length < select.length || columns.some(isNumeric))
    return null
  return new Decline(
    message('“How much” asks for an amount, but {column} is none. Name the amount, or ask “how many”.', {
      column: first.spoken,
    }),
    [words.trim()],
  )
}

/** The values that rows are compared with, inside other conditions too. */
export function* comparedIn(filters: readonly Filter[]): Generator<{ ref: ColumnRef; value: Literal }> {
  for (const filter of filters) {
    if ('left' in filter && filter.left.kind === 'column') {
      const { ref } = filter.left
      if (filter.kind === 'compare') yield { ref, value: filter.value }
      if (filter.kind === 'in') for (const value of filter.values) yield { ref, value }
      if (filter.kind === 'between') for (const value of [filter.from, filter.to]) yield { ref, value }
    }
    if ('filters' in filter) yield* comparedIn(filter.filters)
    if (filter.kind === 'not') yield* comparedIn([filter.filter])
  }
}

/** 'companies based in France' aren't those with a French employee: the place must be theirs, or of what is named. */
function placeOfOthers(schema: Schema, question: string, { subject, spoken, filters }: Query): Decline | null {
  const [, verb] = /\b(based|headquartered|located|situated) (?:in|at|near)\b/i.exec(question) ?? []
  if (verb === undefined) return null
  const own = new Set(ancestors(schema, tableOf(schema, subject)).map((one) => one.key))
  for (const { ref } of comparedIn(filters))
    if (!own.has(ref.table) && !spoken.includes(ref.table))
      return new Decline(
        message('No column of {subject} says where the {rows} are.', {
          subject: tableOf(schema, subject).name,
          rows: tableWords(schema, subject),
        }),
        [verb],
      )
  return null
}

/** 'the day number' is a column, not each day; if no column has the name, the days don't answer it. */
function periodAsName(question: string, { groups }: Query): Decline | null {
  const [said = '', unit = ''] =
    /\b(day|week|month|quarter|year) (?:number|name|code|id)s?\b(?! of\b)/i.exec(question) ?? []
  const isGroup = groups.some((one) => one.kind === 'period' && one.unit === unit.toLowerCase())
  return isGroup ? new Decline(message('No column is named “{name}”.', { name: said }), [said]) : null
}
