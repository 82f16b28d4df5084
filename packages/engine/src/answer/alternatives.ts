import { formatMessage, message, type Message } from '@parlance/contract'
import { monthNames } from '../match/dates.ts'
import type { Period, Query } from '../query.ts'
import { columnOf, type ColumnModel, type Schema } from '../schema/model.ts'
import { dateColumns } from '../schema/roles.ts'
import type { Phrase } from './lists.ts'
import { periodWords } from './periods.ts'

/** A part of a question that can mean something else, with the questions to ask instead. */
export interface OpenChoice {
  /** What the part was taken to mean. */
  label: Message
  /** The position of the assumption that says so; null if none does. */
  assumption: number | null
  /** Not yet known to be understood. */
  alternatives: { label: Message; question: string }[]
}

/** What is asked, and what was understood. */
interface Answered {
  schema: Schema
  question: string
  query: Query
  assumptions: readonly Message[]
}

/** The parts of an answered question whose meaning the asker may change: its period, its date, and its amount. */
export function openChoices(answered: Answered): OpenChoice[] {
  return [periodChoice(answered), dateChoice(answered), amountChoice(answered)]
    .filter((choice) => choice !== null)
    .filter(({ alternatives }) => alternatives.length > 0)
}

const longer: Record<string, { words: string; label: Message }> = {
  week: { words: 'in the last 7 days', label: message('The last 7 days') },
  month: { words: 'in the last 30 days', label: message('The last 30 days') },
  quarter: { words: 'in the last 3 months', label: message('The last 3 months') },
  year: { words: 'in the last 12 months', label: message('The last 12 months') },
}
const near = {
  last: {
    other: 'this',
    otherLabel: (unit: string) =>
      message('{unit, select, week {This week} month {This month} quarter {This quarter} other {This year}}', { unit }),
  },
  this: {
    other: 'last',
    otherLabel: (unit: string) =>
      message('{unit, select, week {Last week} month {Last month} quarter {Last quarter} other {Last year}}', { unit }),
  },
}

const nearWords =
  /\b(?:(?:in|during|over|for) )?(?:the )?(last|previous|past|prior|this|current) (week|month|quarter|year)\b/i

function isThis(word = ''): boolean {
  return /^(?:this|current)$/i.test(word)
}

/** 'last year': the current one, or the last twelve months. */
function periodChoice({ question, query }: Answered): OpenChoice | null {
  const period = query.filters.find((one): one is Period => one.kind === 'period' && !one.negated)
  const [, which, unit = ''] = /^(last|this) (week|month|quarter|year)$/.exec(period?.label ?? '') ?? []
  const rolling = longer[unit]
  if (period === undefined || rolling === undefined || (which !== 'last' && which !== 'this')) return null
  const { other, otherLabel } = near[which]
  const said = nearWords.exec(question)
  const isSaid = said?.[2]?.toLowerCase() === unit && isThis(said[1]) === (which === 'this')
  if (said === null || !isSaid) return null
  const again = (words: string) =>
    `${question.slice(0, said.index)}${words}${question.slice(said.index + said[0].length)}`
  return {
    label: message('{words} = {dates}', { words: periodWords(period.label), dates: datesOf(period, unit) }),
    assumption: null,
    alternatives: [
      { label: otherLabel(unit), question: again(`${other} ${unit}`) },
      { label: rolling.label, question: again(rolling.words) },
    ],
  }
}

/** The days of a whole period: '2025', 'October 2026', or from the first to the last day. */
function datesOf({ from, before }: Period, unit: string): Phrase {
  if (from === null || before === null) return ''
  const [year = '', month = ''] = from.split('-')
  if (unit === 'year') return year
  if (unit === 'month') return periodWords(`${monthNames[Number(month) - 1] ?? ''} ${year}`)
  const last = new Date(`${before}T00:00:00Z`)
  last.setUTCDate(last.getUTCDate() - 1)
  return message('{from} to {to}', { from, to: last.toISOString().slice(0, 10) })
}

/** 'in 2025': another date of the same rows, such as the day on which they were shipped. */
function dateChoice({ schema, question, query, assumptions }: Answered): OpenChoice | null {
  const period = query.filters.find((one): one is Period => one.kind === 'period' && !one.negated)
  if (period === undefined) return null
  const column = columnOf(schema, period.ref)
  const place = `${column.table.name}.${column.name}`
  const assumption = assumptions.findIndex(
    (one) => one.text.startsWith('Dates refer to') && formatMessage(one).endsWith(` ${place}`),
  )
  const before = /\b(?:in|during|since|between|before|after|last|this)\b/i.exec(question)
  if (assumption < 0 || before === null) return null
  const label = assumptions[assumption]
  if (label === undefined) return null
  const at = before.index
  return {
    label,
    assumption,
    alternatives: otherDates(column).map((other) => ({
      label: message('Dates refer to {column}', { column: `${other.table.name}.${other.name}` }),
      question: `${question.slice(0, at)}${other.words[0] ?? ''} ${question.slice(at)}`,
    })),
  }
}

/** Each alternative is read like a question, which takes time. */
const mostDates = 2

function otherDates(column: ColumnModel): ColumnModel[] {
  return dateColumns(column.table)
    .filter((other) => other !== column)
    .slice(0, mostDates)
}

const amounts = [
  { words: 'units sold', label: message('Units sold') },
  { words: 'number of orders', label: message('Number of orders') },
]
const revenueWords = /\b(?:revenue|sales|turnover)\b/i

/** 'revenue': the units that were sold, or the number of orders. */
function amountChoice({ question, assumptions }: Answered): OpenChoice | null {
  const assumption = assumptions.findIndex(({ text }) => text.startsWith('Revenue is '))
  const label = assumptions[assumption]
  if (label === undefined || !revenueWords.test(question)) return null
  return {
    label,
    assumption,
    alternatives: amounts.map(({ words, label: name }) => ({
      label: name,
      question: question.replace(revenueWords, words),
    })),
  }
}
