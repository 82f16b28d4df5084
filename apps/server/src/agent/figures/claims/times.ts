import { textBefore } from '../../plain-text.ts'
import type { FactColumn } from '../facts.ts'
import { isNegated, onlyWithin, spokenColumns, type Check } from '../statement.ts'
import { matchesIn } from '../../../lib/matches-in.ts'

const first =
  /(?<!\p{L})(?:first|earliest|oldest|soonest|longest ago|longer ago than any\p{L}*|(?<=(?:been|worked|served|stayed|with us|here|employed|open|running|member) (?:\p{L}+ ){0,4})longest|longest[- ]serving|am längsten|(?<=\bthe )next(?= \p{L}+ (?:is|to|was|on|due))|älteste\p{L}*|früheste\p{L}*|más antigu[oa])(?!\p{L})/giu
const latest =
  /(?<!\p{L})(?:latest|newest|most recent(?:ly)?|shortest[- ]serving|last to|(?<=(?:starts?|started|begins?|began|opened|joined|due|\p{L}{3,}ed|ends?|came) )last(?=[,.;]|$)|als letzte[rs]?|(?<=\bthe )last(?= \p{L}+ (?:is|was|in the list|on|to)(?!\p{L}))|neueste\p{L}*|jüngste\p{L}*|más reciente)(?!\p{L})/giu
const earlier = /\b(?:before|earlier than|older than|vor|antes que)\b/i
const later = /(?<!\p{L})(?:after|later than|newer than|younger than|nach|después que)(?!\p{L})/iu

/** “All were hired before 2004”. */
export const allTimesHold: Check = (statement) => {
  const { text, facts } = statement
  const [, word = ''] =
    /\b(?:all|every|each|alle|jede[rsn]?|todos|todas|cada)\b(?! (?:year|month|week|quarter|day|jahr|monat|año|mes)).{0,80}\b(before|after|since|in|vor|nach|seit|im|en|desde)\s(?:the year )?(?:1[89]|20|21)\d\d\b/iu.exec(
      text,
    ) ?? []
  const year = /\b(?:1[89]|20|21)\d\d\b/.exec(text.slice(text.indexOf(word)))?.[0]
  const times = facts.columns.filter(({ role, isComplete }) => role === 'time' && isComplete)
  if (word === '' || year === undefined || times.length === 0 || statement.mentions.length > 0) return null
  if (statement.names.some(({ isDate }) => !isDate)) return null
  const holds = (own: string): boolean => {
    if (/before|vor/i.test(word)) return own < year
    if (/after|nach/i.test(word)) return own > year
    return /since|seit|desde/i.test(word) ? own >= year : own === year
  }
  const isTrue = times.some(({ step, index }) =>
    step.result.rows.every((row) => holds(String(row[index] ?? '').slice(0, 4))),
  )
  return isTrue === !isNegated(text) ? null : 'It does not hold for all.'
}

/** “Jane was hired first”, “Ann was hired before Ben”: against a column of dates. */
export const timesHold: Check = (statement) => {
  const parts = [...statement.text.matchAll(/[^;]+/gu)].map(({ 0: part, index }) =>
    onlyWithin(statement, { start: index, end: index + part.length }),
  )
  return parts.map(timesOfPart).find((found) => found !== null) ?? null
}

const timesOfPart: Check = (statement) => {
  const { facts, names, text } = statement
  const things = names.filter(({ isDate }) => !isDate)
  const [subject] = things.filter(({ rows }) => rows.length === 1)
  if (!subject || /\bfirst (?:two|three|\d|half|quarter|place)\b/i.test(text)) return null
  const times = facts.columns.filter((column) => column.step.id === subject.step && column.role === 'time')
  const [time] = [...spokenColumns(statement, { start: 0, end: text.length }, times), ...times]
  if (!time) return null
  const valueOf = (row: number): string => String(time.step.result.rows[row]?.[time.index] ?? '')
  const own = valueOf(subject.rows[0] ?? -1)
  if (own === '') return null
  const other = things.find(
    (name) => name.start > subject.end && name.column === subject.column && name.rows.length === 1,
  )
  if (other && (earlier.test(text) || later.test(text))) {
    const value = valueOf(other.rows[0] ?? -1)
    const isTrue = earlier.test(text) ? own < value : own > value
    return isTrue === !isNegated(text) ? null : `The dates do not say this order.`
  }
  const isAge = facts.numbers.some(({ concepts }) => concepts.has('age'))
  const claims = [first, latest].map((pattern) =>
    matchesIn(text, pattern).some(
      ({ 0: word, index }) =>
        !names.some(({ start, end }) => index >= start && index < end) &&
        !(isAge && /^(?:oldest|youngest|älteste|jüngste)/i.test(word)),
    ),
  )
  const [isFirst, isLatest] = claims
  if (isFirst === isLatest) return null
  const all = time.step.result.rows
    .map((_, row) => valueOf(row))
    .filter((one) => one !== '')
    .toSorted()
  const isTrue = own === (isFirst ? all[0] : all.at(-1))
  return isTrue === !isNegated(text) ? null : `Another one is ${isFirst ? 'earlier' : 'later'}.`
}

const endOfTime =
  /(?<!\p{L})(?:(latest|most recent|newest|last)|(earliest|oldest|first)) (?:\p{L}+ ){1,2}(?:is|was|were|are|came|happened|took place|dates?) (?:on |in |from )?$/iu

/** “The latest review was on May 3”: the latest day of a column. */
export const extremeTimesHold: Check = ({ facts, names, text }) => {
  const date = names.find((name) => name.isDate && endOfTime.test(textBefore(text, name.start)))
  const match = date ? endOfTime.exec(textBefore(text, date.start)) : null
  if (!date || !match) return null
  // “His last entry” is in the column `last_entry`.
  const words = match[0].toLowerCase().split(/\s/)
  const isName = ({ name }: FactColumn): boolean =>
    name.includes('_') &&
    name
      .toLowerCase()
      .split('_')
      .every((word) => words.includes(word))
  const isOfOne = /(?<!\p{L})(?:his|her|its|their)\s$/iu.test(textBefore(text, date.start).slice(0, match.index))
  if (isOfOne && facts.columns.some((column) => column.step.id === date.step && isName(column))) return null
  const outcomes = facts.columns
    .filter(
      ({ step, index, role, isComplete }) =>
        step.id === date.step && index === date.column && role === 'time' && isComplete,
    )
    .map(({ step, index }) => {
      const times = step.result.rows.map((row) => String(row[index] ?? '')).filter(Boolean)
      const end = times.toSorted().at(match[1] === undefined ? 0 : -1)
      return date.rows.some((row) => String(step.result.rows[row]?.[index] ?? '') === end)
    })
  return outcomes.length > 0 && !outcomes.includes(true) ? 'Another date is further.' : null
}
