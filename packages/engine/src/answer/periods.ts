import { message, type Message } from '@parlance/contract'
import type { PeriodUnit } from '../query.ts'
import type { Phrase } from './lists.ts'

/** A unit of the calendar in words. */
export function unitWord(unit: PeriodUnit): Message {
  return message(
    '{unit, select, day {day} week {week} month {month} quarter {quarter} weekday {weekday} other {year}}',
    { unit },
  )
}

/** A period, by its label in the query: 'March 2024', 'this year', 'after 2020'. */
export function periodWords(label: string): Phrase {
  const [, edge = '', limit = ''] = /^(after|before|since|until) (.+)$/.exec(label) ?? []
  if (edge !== '') {
    return message(
      '{edge, select, after {after {period}} before {before {period}} since {since {period}} other {until {period}}}',
      { edge, period: periodWords(limit) },
    )
  }
  const [, current] = /^this ([a-z]+) to date$/.exec(label) ?? []
  if (current !== undefined)
    return message(
      '{unit, select, week {this week to date} month {this month to date} quarter {this quarter to date} other {this year to date}}',
      { unit: current },
    )
  const [from = '', to] = label.split(' to ')
  if (to !== undefined) return message('{from} to {to}', { from: periodWords(from), to: periodWords(to) })
  return relativeWords(label) ?? monthWords(label) ?? label
}

/** A period after a verb: 'in March 2024', 'on 2024-03-01', 'after 2020'. */
export function datedWords(label: string): Phrase {
  const period = periodWords(label)
  if (/^(?:after|before|since|until|today|yesterday)\b/.test(label)) return period
  if (/^\d{4}-\d\d-\d\d$/.test(label)) return message('on {date}', { date: label })
  if (label.includes(' to ')) return message('from {period}', { period })
  return /^(?:last|this|next) /.test(label) ? period : message('in {period}', { period })
}

function relativeWords(label: string): Message | null {
  if (label === 'today') return message('today')
  if (label === 'yesterday') return message('yesterday')
  const [, decade] = /^the (\d{4})s$/.exec(label) ?? []
  if (decade !== undefined) return message('the {decade}s', { decade })
  const [, which, unit = ''] = /^(last|this|next) ([a-z]+)$/.exec(label) ?? []
  if (which !== undefined) return nearWords(which, unit)
  const [, n, units = ''] = /^the last (\d+) ([a-z]+)s$/.exec(label) ?? []
  if (n === undefined) return null
  return message(
    '{unit, select, day {the last {n} days} week {the last {n} weeks} month {the last {n} months} quarter {the last {n} quarters} other {the last {n} years}}',
    { unit: units, n },
  )
}

function nearWords(which: string, unit: string): Message {
  if (which === 'last') {
    return message(
      '{unit, select, day {last day} week {last week} month {last month} quarter {last quarter} other {last year}}',
      { unit },
    )
  }
  if (which === 'next') {
    return message(
      '{unit, select, day {next day} week {next week} month {next month} quarter {next quarter} other {next year}}',
      { unit },
    )
  }
  return message(
    '{unit, select, day {this day} week {this week} month {this month} quarter {this quarter} other {this year}}',
    { unit },
  )
}

function monthWords(label: string): Message | null {
  const [, month = '', year = ''] = /^([A-Z][a-z]+) (\d+)$/.exec(label) ?? []
  if (month === '') return null
  return message(
    '{month, select, January {January {year}} February {February {year}} March {March {year}} April {April {year}} May {May {year}} June {June {year}} July {July {year}} August {August {year}} September {September {year}} October {October {year}} November {November {year}} other {December {year}}}',
    { month, year },
  )
}
