import type { FactColumn } from '../facts.ts'
import { isMoney } from '../related-columns.ts'
import { spokenColumns, type Statement } from '../statement.ts'
import type { Condition } from './condition.ts'

/** Whether a number of a column meets a condition, in the unit in which the condition is written. */
export function meets({ holds, limits, mention }: Condition, column: FactColumn, value: number): boolean {
  const percent = mention?.kind === 'percent' && column.isFraction ? 100 : 1
  return holds(value * percent * (limits?.some((one) => one >= column.scale) ? column.scale : 1))
}

/** The columns that a condition may be about, if its words don't say which. */
export function columnsOf(statement: Statement, condition: Condition): readonly FactColumn[] {
  const found = columnsMeant(statement, condition)
  const isOfMoney = /[$€£]\s?$/.test(statement.text.slice(0, condition.mention?.start ?? 0))
  const money = isOfMoney ? [found, statement.facts.numbers].map((columns) => columns.filter(isMoney)) : []
  return money.find((columns) => columns.length > 0) ?? found
}

function columnsMeant(statement: Statement, { limits, mention }: Condition): readonly FactColumn[] {
  const all = statement.facts.numbers
  const spoken = spokenColumns(statement, { start: 0, end: statement.text.length })
  if (mention?.kind === 'percent') {
    const percents = spoken.filter(({ isPercent, isFraction }) => isPercent || isFraction)
    return percents.length > 0 ? percents : all.filter(({ isPercent, isFraction }) => isPercent || isFraction)
  }
  const many = spoken.filter(({ step }) => step.result.rows.length > 1)
  if (many.length > 0 || all.every(({ step }) => step.result.rows.length <= 1))
    return spoken.length > 0 ? spoken : comparable(all, limits ?? [])
  return [
    ...spoken,
    ...comparable(
      all.filter(({ step }) => step.result.rows.length > 1),
      limits ?? [],
    ),
  ]
}

/** Columns of about the same size, as a logarithm. */
const nearEnough = 0.2

/** The limit is for the columns whose numbers are nearest to it: revenue is under 1,000, not the number of orders. */
function comparable(numbers: readonly FactColumn[], limits: readonly number[]): FactColumn[] {
  const limit = Math.max(...limits.map(Math.abs), Number.MIN_VALUE)
  const distance = ({ numbers: own }: FactColumn): number =>
    Math.abs(Math.log(Math.max(...own.map((one) => Math.abs(one ?? 0)), Number.MIN_VALUE) / limit))
  const sorted = numbers.toSorted((a, b) => distance(a) - distance(b))
  const [nearest] = sorted
  return nearest ? sorted.filter((column) => distance(column) - distance(nearest) < nearEnough) : []
}
