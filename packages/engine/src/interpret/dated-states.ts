import { stem } from '@parlance/retrieval'
import type { Condition, Draft } from '../parse/draft.ts'
import { dateColumns } from '../schema/roles.ts'
import type { TableModel } from '../schema/model.ts'

/** 'orders shipped in May' may be delivered by now: a verb whose date is stored says when, not in what state rows are. */
export function withoutDatedStates(draft: Draft): Draft {
  const { conditions } = draft
  const isDated = (condition: Condition, at: number) => {
    const next = conditions[at + 1]
    const verb = next?.kind === 'date' && next.left === null ? next.verb : null
    return verb !== null && tablesWithState(condition, verb).some((table) => hasDate(table, verb))
  }
  return { ...draft, conditions: conditions.filter((one, at) => !isDated(one, at)) }
}

/** The tables with the value that is said by the verb alone. */
function tablesWithState(condition: Condition, verb: string): TableModel[] {
  if (condition.kind !== 'one of' || condition.left !== null || condition.negated) return []
  const [only, other] = condition.values
  if (only?.kind !== 'values' || other !== undefined || only.text.toLowerCase() !== verb) return []
  return only.matches.map((one) => one.column.table)
}

function hasDate(table: TableModel, verb: string): boolean {
  return dateColumns(table).some((one) => one.words.some((word) => stem(word) === stem(verb)))
}
