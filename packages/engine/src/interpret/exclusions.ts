import type { Condition, Draft, TableMention } from '../parse/draft.ts'
import { ancestors } from '../schema/graph.ts'
import type { Schema, TableModel } from '../schema/model.ts'

type State = Extract<Condition, { kind: 'state' }>
type Relation = Extract<Condition, { kind: 'relation' }>

/**
 * 'without test accounts', 'without late orders': the filter of the area belongs to the rows that must not exist. If each
 * row of the subject has exactly one of them, the filter must not apply to it.
 */
export function withExclusions(schema: Schema, draft: Draft, subject: TableModel): void {
  for (const relation of draft.conditions) {
    if (relation.kind !== 'relation' || !relation.negated || relation.count !== null) continue
    const states = draft.conditions.flatMap((one) => (isOf(one, relation.table) ? [one] : []))
    if (states.length === 0) continue
    const rest = draft.conditions.filter((one) => !isOf(one, relation.table))
    const owned = relation.table.candidates.some(({ table }) => ancestors(schema, subject).includes(table))
    draft.conditions = owned
      ? rest.flatMap((one) => (one === relation ? negated(states) : [one]))
      : rest.map((one): Condition => (one === relation ? nested(relation, states) : one))
  }
}

function isOf(one: Condition, table: TableMention): one is State {
  return one.kind === 'state' && one.state.filter !== undefined && one.of !== null && one.of.at === table.at
}

function negated(states: readonly State[]): Condition[] {
  return states.map((one) => ({ ...one, negated: !one.negated }))
}

function nested(relation: Relation, states: readonly State[]): Relation {
  return { ...relation, inner: [...relation.inner, ...states] }
}
