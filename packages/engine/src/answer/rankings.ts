import { message, type Message, type Row } from '@parlance/contract'
import { listOf } from './lists.ts'
import { numberOf } from './numbers.ts'
import { fromAllRows } from './sources.ts'
import { nameOf, someNames, subjectOf, superlative, valueOf, type Telling } from './telling.ts'

/** Rows after the first that a ranking names. */
const mostFollowers = 2

/** Who leads a ranking, and who follows; null if its rows aren't in the order of its measure. */
export function rankingText(telling: Telling): Message | null {
  const { facts, rows } = telling
  const [at] = facts.measures
  const [first] = rows
  if (at === undefined || first === undefined || facts.descending === null) return null
  if (rows.some((row) => row[at] === null || row[at] === undefined) || !isSorted(telling, at)) return null
  const leaders = rows.filter((row) => row[at] === first[at])
  const values = {
    names: someNames(telling, leaders),
    best: superlative(telling, at, facts.descending),
    value: valueOf(telling, first, at, leaders),
  }
  const others = rows.slice(leaders.length, leaders.length + mostFollowers)
  if (others.length === 0) {
    return leaders.length === 1
      ? message('{names} has {best} ({value}).', values)
      : message('{names} share {best} ({value} each).', values)
  }
  const followers = listOf(others.map((row) => namedRow(telling, row, at)))
  return leaders.length === 1
    ? message('{names} has {best} ({value}), followed by {others}.', { ...values, others: followers })
    : message('{names} share {best} ({value} each), followed by {others}.', { ...values, others: followers })
}

function isSorted({ facts, rows }: Telling, at: number): boolean {
  return rows.every((row, place) => {
    const before = rows[place - 1]
    if (before === undefined) return true
    const [left, right] = [numberOf(before[at]), numberOf(row[at])]
    const order = left === null || right === null ? compare(String(before[at]), String(row[at])) : left - right
    return facts.descending === true ? order >= 0 : order <= 0
  })
}

function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** A row's name, and its measure in parentheses. */
function namedRow(telling: Telling, row: Row, at: number): Message {
  return message('{name} ({value})', { name: nameOf(telling, row), value: valueOf(telling, row, at) })
}

/** The groups with the highest and the lowest measure; null if there is no number to compare. */
export function groupsText(telling: Telling): Message | null {
  const { facts, rows } = telling
  const [at, second] = facts.measures
  if (at === undefined) return null
  const known = rows.filter((row) => numberOf(row[at]) !== null)
  const [first, other] = known
  if (first === undefined) return null
  if (other === undefined && rows.length === 1) {
    return message('{subject} is {value} for {name}.', {
      subject: subjectOf(telling, at),
      value: valueOf(telling, first, at),
      name: nameOf(telling, first),
    })
  }
  const high = extreme(telling, known, { at, isHighest: true, isNamed: false })
  const groups = facts.groups ?? message('groups')
  if (high.tied.length === known.length) {
    return known.length < rows.length
      ? null
      : message('{subject} is {value} for each of the {n, number} {groups}.', {
          subject: subjectOf(telling, at),
          value: valueOf(telling, first, at, known),
          n: fromAllRows(rows.length, telling),
          groups,
        })
  }
  const next =
    second !== undefined && rows.some((row) => numberOf(row[second]) !== null)
      ? extreme(telling, rows, { at: second, isHighest: true, isNamed: false })
      : extreme(telling, known, { at, isHighest: false, isNamed: true })
  const values = { high: high.text, next: next.text, n: fromAllRows(rows.length, telling), groups }
  return message('Of {n, number} {groups}, {high}; {next}.', values)
}

interface Side {
  at: number
  isHighest: boolean
  /** Whether the sentence has named the measure already. */
  isNamed: boolean
}

/** The rows with the highest or lowest measure, in words: 'France has the most customers (2)'. */
function extreme(
  telling: Telling,
  rows: readonly Row[],
  { at, isHighest, isNamed }: Side,
): { tied: Row[]; text: Message } {
  const numbers = rows.flatMap((row) => numberOf(row[at]) ?? [])
  const value = isHighest ? Math.max(...numbers) : Math.min(...numbers)
  const tied = rows.filter((row) => numberOf(row[at]) === value)
  const isCount = telling.facts.counts.some((one) => one.at === at)
  const least = isCount ? message('the fewest') : message('the lowest')
  const values = {
    names: someNames(telling, tied),
    best: isNamed ? least : superlative(telling, at, isHighest),
    value: valueOf(telling, tied[0] ?? [], at, tied),
  }
  return {
    tied,
    text:
      tied.length === 1
        ? message('{names} has {best} ({value})', values)
        : message('{names} have {best} ({value} each)', values),
  }
}
