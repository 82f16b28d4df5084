import type { FactColumn } from '../facts.ts'
import { spokenColumns, type Check } from '../statement.ts'

const comparative = String.raw`(?:more|less|fewer|better|worse|\p{L}{3,}er)`
const both =
  // oxlint-disable-next-line no-restricted-globals -- made of our own words
  new RegExp(
    String.raw`(?<!\p{L})the (${comparative})(?!\p{L})[^.;]{2,80}?,?\s(?:the|desto|umso) (${comparative})(?!\p{L})|(?<!\p{L})je (${comparative})(?!\p{L})[^.;]{2,80}?,?\s(?:desto|umso) (${comparative})(?!\p{L})`,
    'iu',
  )
const relation =
  /(?<!\p{L})(?:correlat(?:es?|ed|ion)|goes? hand in hand|rises? with|falls? with|increases? with|decreases? with|in proportion to|proportional to|hängt mit)(?!\p{L})/iu
const fewer =
  /^(?:less|fewer|worse|lower|smaller|shorter|cheaper|slower|younger|weaker|weniger|kleiner|kürzer|niedriger|billiger|schlechter)$/iu
/** Fewer rows show no relation; more take long to compare. */
const fewestRows = 3
const mostRows = 500

/** “The higher the price, the better the rating”: every two rows must say so. */
export const relationsHold: Check = (statement) => {
  const { text, facts } = statement
  const match = both.exec(text)
  const found = match ?? relation.exec(text)
  if (!found || facts.steps.length === 0) return null
  const words = match ? match.slice(1).filter((word) => word !== undefined) : []
  const middle = match ? match.index + match[0].length - (words[1]?.length ?? 0) : found.index
  const [left, right] = [
    spokenColumns(statement, { start: 0, end: middle }),
    spokenColumns(statement, { start: middle, end: text.length }),
  ]
  const isOpposite = match
    ? fewer.test(words[0] ?? '') !== fewer.test(words[1] ?? '')
    : /(?:falls?|decreases?) with|invers|negativ/iu.test(text)
  const holds = left.some((one) => right.some((other) => isMonotone(one, other, isOpposite)))
  return holds ? null : 'The rows do not show this relation.'
}

/** Whether of every two rows, the one with more of the first has more of the second, or less if they are opposite. */
function isMonotone(one: FactColumn, other: FactColumn, isOpposite: boolean): boolean {
  if (one === other || one.step !== other.step || !one.isComplete) return false
  const pairs = one.numbers
    .slice(0, mostRows)
    .flatMap((value, row) => {
      const second = other.numbers[row] ?? null
      return value === null || second === null ? [] : [{ value, second: isOpposite ? -second : second }]
    })
    .toSorted((a, b) => a.value - b.value || a.second - b.second)
  return (
    pairs.length >= fewestRows &&
    pairs.every(({ value, second }, at) => {
      const before = pairs[at - 1]
      return before === undefined || (value === before.value ? second === before.second : second > before.second)
    })
  )
}
