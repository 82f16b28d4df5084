import type { TurnEvent } from '@parlance/contract'

/** A query of a turn whose rows have a name. */
export interface TurnQuery {
  sql: string
  /** The results that it was computed from; null if a database ran it. */
  computedFrom: string[] | null
}

/** The queries of a turn, by the names of their results. */
export function queriesIn(events: TurnEvent[]): Map<string, TurnQuery> {
  const queries = new Map<string, TurnQuery>()
  for (const part of events.flatMap(({ content }) => content?.parts ?? [])) {
    if (!('functionResponse' in part)) continue
    const { step, sql_query: sql, computed_from: computedFrom = null } = part.functionResponse.response
    if (step !== undefined && sql !== undefined && !queries.has(step)) queries.set(step, { sql, computedFrom })
  }
  return queries
}
