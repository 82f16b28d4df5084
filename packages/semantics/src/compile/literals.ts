import { message, type MetricQuery } from '@parlance/contract'
import { writingOf } from '@parlance/sql/writing'
import { Refusal, type SemanticModel } from '../contract.ts'
import type { PlannedDimension } from './plan.ts'

type Where = MetricQuery['where'][number]

const operators = { at_least: '>=', at_most: '<=', above: '>', below: '<' } as const

/**
 * Writes a condition on a dimension's values. Rows without a value are not in any list, so `not_in` includes them.
 * @param left the dimension as SQL
 */
export function conditionText(left: string, { operator, values }: Where, literals: readonly string[]): string {
  const list = literals.join(', ')
  if (operator === 'in') return `${left} IN (${list})`
  if (operator === 'not_in') return `(${left} NOT IN (${list}) OR ${left} IS NULL)`
  const tests = literals.slice(0, values.length).map((literal) => `${left} ${operators[operator]} ${literal}`)
  return tests.length === 1 ? (tests[0] ?? '') : `(${tests.join(' AND ')})`
}

/** Writes the values that a dimension is compared with, as the dialect compares them. */
export function literalsOf(
  model: SemanticModel,
  dimension: PlannedDimension,
  values: Where['values'],
): string[] | Refusal {
  const literals: string[] = []
  for (const value of values) {
    const literal = literalOf(model, dimension, value)
    if (literal instanceof Refusal) return literal
    literals.push(literal)
  }
  return literals
}

function literalOf(
  model: SemanticModel,
  { dimension, kind }: PlannedDimension,
  value: string | number,
): string | Refusal {
  const { text, date } = writingOf(model.dialect)
  const written = String(value)
  if (kind === 'integer' || kind === 'number') {
    if (/^-?\d+(\.\d+)?$/.test(written.trim())) return written.trim()
    const values = { dimension: dimension.name, value: written }
    return new Refusal('invalid_value', message('{dimension} is a number and cannot be compared with {value}.', values))
  }
  if (kind === 'date' || kind === 'timestamp') return /^\d{4}-\d\d-\d\d$/.test(written) ? date(written) : text(written)
  if (kind === 'text' || typeof value === 'string') return text(written)
  return written
}
