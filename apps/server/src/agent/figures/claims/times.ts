import { isNegated, type Check } from '../statement.ts'

const first =
  /(?<!\p{L})(?:first|earliest|oldest|soonest|(?<=\bthe )next(?= \p{L}+ (?:is|to|was|on|due))|älteste\p{L}*|früheste\p{L}*|más antigu[oa])(?!\p{L})/giu
const latest =
  /(?<!\p{L})(?:latest|newest|most recent|last to|(?<=\bthe )last(?= \p{L}+ (?:is|was|in the list|on|to)(?!\p{L}))|neueste\p{L}*|jüngste\p{L}*|más reciente)(?!\p{L})/giu
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
  const { facts, names, text } = statement
  const things = names.filter(({ isDate }) => !isDate)
  const [subject] = things.filter(({ rows }) => rows.length === 1)
  if (!subject || /\bfirst (?:two|three|\d|half|quarter|place)\b/i.test(text)) return null
  const time = facts.columns.find((column) => column.step.id === subject.step && column.role === 'time')
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
    [...text.matchAll(pattern)].some(
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
