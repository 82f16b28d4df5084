import type { Condition, HintMention, MeasureMention } from '../parse/draft.ts'
import { revenueMeasures, isSale } from '../schema/measures.ts'
import type { TableModel } from '../schema/model.ts'
import { isPeople } from '../schema/people.ts'
import { rowsBefore } from './ages.ts'
import type { Scope } from './scope.ts'

type Comparison = Extract<Condition, { kind: 'compare' }>

/**
 * 'orders over 5,000', 'products that earned less than 100': if no column has the amount, but sales lines add up to it,
 * the comparison is about their revenue.
 */
export function readSaleAmounts(scope: Scope): void {
  scope.draft.conditions = scope.draft.conditions.map((one) => {
    if (one.kind !== 'compare' || one.operand.kind !== 'number') return one
    const measure = revenueInstead(scope, one)
    return measure === null ? one : { ...one, left: measure }
  })
}

function revenueInstead(scope: Scope, { left, operand }: Comparison): MeasureMention | null {
  if (left?.kind !== 'hint' || (operand.kind === 'number' && ![null, 'money'].includes(operand.unit))) return null
  const { subject } = scope
  const isOfSubject = rowsBefore(scope, left.at) === subject
  if (!isOfSubject || hasColumnFor(subject, left) || !addsUp(subject, left)) return null
  if (revenueMeasures(scope.schema, subject).length === 0) return null
  return { kind: 'measure', of: 'revenue', text: left.text, at: left.at }
}

function hasColumnFor(table: TableModel, { words }: HintMention): boolean {
  return table.columns.some((one) => one.words.some((word) => words.includes(word)))
}

/** Whether the words may mean revenue: an amount of a sale, or what things earned; people earn a salary. */
function addsUp(table: TableModel, { words, earns }: HintMention): boolean {
  return earns === true ? !isPeople(table) : words.includes('amount') && isSale(table)
}
