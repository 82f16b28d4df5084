import { message } from '@parlance/contract'
import type { Expression, Filter, Selected, TableKey } from '../query.ts'
import type { Condition, Draft } from '../parse/draft.ts'
import { Decline } from '../decline.ts'

/** A date of the rows themselves narrows the whole: 'cancelled in 2024' is a part of the orders of 2024. */
function isWhole(filters: readonly Filter[], own: ReadonlySet<TableKey>): boolean {
  return filters.length > 0 && filters.every((one) => one.kind === 'period' && own.has(one.ref.table))
}

/** 'from customers' before 'in Germany' only leads to the condition. */
function isMereLink(condition: Condition): boolean {
  return condition.kind === 'relation' && !condition.negated && condition.count === null
}

/**
 * The conditions that select the part of a percentage: those after the sentence's verb ('are shipped'), else all. A
 * date of the rows themselves narrows the whole, unless it is the only condition.
 * @param made the filters of each condition of the draft
 * @param own the tables whose dates are those of the rows
 * @returns the positions of the conditions; empty if the question has no part, only groups
 */
export function partConditions(
  draft: Draft,
  made: readonly (readonly Filter[])[],
  own: ReadonlySet<TableKey>,
): Set<number> | Decline {
  const { partFrom, partAt, conditions, groups } = draft
  const all = [...conditions.keys()]
  if (partAt !== null) return new Set(all.filter((at) => conditions[at]?.at === partAt))
  if (!draft.items.some((one) => one.kind === 'share')) return new Set()
  const behind = all.filter((at) => partFrom !== null && conditions[at]!.at >= partFrom)
  if (behind.length === 0 && groups.length > 0) return new Set()
  const candidates = behind.length > 0 ? behind : all
  const undated = candidates.filter((at) => !isWhole(made[at] ?? [], own))
  if (behind.length === 0 && undated.filter((at) => !isMereLink(conditions[at]!)).length > 1)
    return new Decline(
      message(
        'It is not clear which condition the percentage is for. Ask “what percentage of … are …”, with the other condition before “are”.',
      ),
      ['percentage'],
    )
  return new Set(undated.length > 0 ? undated : candidates)
}

/** Turns a share into the percentage of the rows that match the part's conditions. */
export function withPart<Shown extends Selected>(named: Shown, filters: readonly Filter[]): Shown {
  const { expression } = named
  if (expression.kind !== 'share' || filters.length === 0) return named
  const part: Expression = { kind: 'percentage', of: expression.of, filters: [...filters] }
  return { ...named, expression: part, alias: named.alias.replace(/_share_percent$/, '_percent') }
}
