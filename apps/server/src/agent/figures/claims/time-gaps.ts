import { smallNumber } from '../../number-phrases.ts'
import { unitNamed } from '../measures.ts'
import { groupsOf, spokenColumns, type Check, type Statement } from '../statement.ts'

/** “two weeks after”, “a day before”, “3 months later than”. */
const gap =
  /(?<!\p{L})(an?|\p{L}{3,9}|\d{1,3}) (days?|weeks?|months?|years?) (after|before|later(?: than)?|earlier(?: than)?)(?!\p{L})/iu
const dayLength = 86_400
/** Months and years differ in length. */
const room = new Map([
  ['month', 3],
  ['year', 3],
])

function gapIn(text: string): RegExpExecArray | null {
  const match = gap.exec(text)
  return match && !Number.isNaN(amountOf(match[1] ?? '')) ? match : null
}

function amountOf(written: string): number {
  return /^an?$/i.test(written) ? 1 : smallNumber(written)
}

/** Whether a number is the distance of two days, which `timeGapsHold` compares with the rows. */
export function isTimeGap(text: string, { start, end }: { start: number; end: number }): boolean {
  const match = gapIn(text)
  return match !== null && start >= match.index && end <= match.index + match[0].length
}

/** “Truck 2 is due two weeks after Van 1”: against a column of days. */
export const timeGapsHold: Check = (statement) => {
  const { text, facts } = statement
  const match = gapIn(text)
  if (!match) return null
  const [written, amount = '', name = '', word = ''] = match
  const unit = unitNamed(name)
  const groups = groupsOf(statement)
  const before = groups.filter((group) => group.end <= match.index && group.names.some(({ isDate }) => !isDate))
  const subject = before.at(-1)?.names ?? []
  const after = groups.find(
    ({ start, names }) =>
      start >= match.index + written.length &&
      (subject.length === 0 ||
        names.some((name) => subject.some((own) => own.column === name.column && own.step === name.step))),
  )
  const one = dayOf(statement, before.at(-1)?.names[0])
  // “opened in Bonn and closed in Graz ten days later”: both come before it.
  const other = dayOf(statement, (after ?? before.at(-2))?.names[0])
  const within = after ? [] : daysOf(statement, before.at(-1)?.names[0])
  if (within.length > 0 && unit)
    return within.some((days) => days === (amountOf(amount) * unit.factor) / dayLength) ? null : `It is not ${written}.`
  const isBare = !after && /^(?:later|earlier)$/i.test(word)
  if (isBare && (one === null || other === null)) return null
  if (!unit || one === null || other === null)
    return facts.steps.length > 0 ? `${written} does not follow from the rows.` : null
  const found = /^(?:after|later)/i.test(word) ? one - other : other - one
  const count = amountOf(amount)
  const wanted = (count * unit.factor) / dayLength
  return Math.abs(found - wanted) <= (room.get(name.replace(/s$/, '').toLowerCase()) ?? 0)
    ? null
    : `It is not ${written}.`
}

/** The days between two dates of the only row that a name stands for: “due 42 days after it was issued”. */
function daysOf({ facts }: Statement, name: Statement['names'][number] | undefined): number[] {
  const [row = -1] = name?.rows ?? []
  return name?.rows.length === 1
    ? facts.days.filter(({ step }) => step.id === name.step).flatMap(({ numbers }) => numbers[row] ?? [])
    : []
}

/** The day of the only row that a name stands for, in days since 1970. */
function dayOf(statement: Statement, name: Statement['names'][number] | undefined): number | null {
  const { facts } = statement
  const [row] = name?.rows ?? []
  const times = facts.columns.filter(({ step, role }) => step.id === name?.step && role === 'time')
  const [time] = [...spokenColumns(statement, { start: 0, end: statement.text.length }, times), ...times]
  if (!name || name.rows.length !== 1 || !time || row === undefined) return null
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(time.step.result.rows[row]?.[time.index] ?? ''))?.[0]
  return day === undefined ? null : Date.parse(day) / 1000 / dayLength
}
