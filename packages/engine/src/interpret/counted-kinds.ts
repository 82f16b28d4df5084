import type { Condition, Draft } from '../parse/draft.ts'

type Relation = Extract<Condition, { kind: 'relation' }>

/** 'customers with more than 20 delivered orders': the words between a number and its rows say which rows count. */
export function withCountedKinds(draft: Draft): Draft {
  const { conditions } = draft
  const counts = conditions.filter((one): one is Relation => one.kind === 'relation' && one.count !== null)
  const ownerOf = (condition: Condition) =>
    counts.find((one) => one.at < condition.at && condition.at < one.table.at && isKind(condition))
  if (!conditions.some(ownerOf)) return draft
  return {
    ...draft,
    conditions: conditions
      .filter((one) => ownerOf(one) === undefined)
      .map((one) =>
        one.kind === 'relation'
          ? { ...one, inner: [...one.inner, ...conditions.filter((other) => ownerOf(other) === one)] }
          : one,
      ),
  }
}

/** Whether a condition is an adjective: a stored value, a state, or a yes/no column. */
function isKind(condition: Condition): boolean {
  return (
    condition.kind === 'state' || condition.kind === 'flag' || (condition.kind === 'one of' && condition.left === null)
  )
}
