import type { Catalogue, SqlDialect } from '@parlance/contract'
import type { Parse } from '../contract.ts'
import { prepareSql } from '../lexer/prepare.ts'
import type { ParsedTrees, QueryNode, SelectNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import { findAveragesOfAverages } from './average-of-averages.ts'
import type { Examination, Findings } from './contract.ts'
import { findCrossJoins } from './cross-join.ts'
import { findDateTexts } from './date-text.ts'
import { findDistinctSums } from './distinct-sum.ts'
import { findFanOuts } from './fan-out.ts'
import { findComparisons, findDateFilters } from './filters.ts'
import { findIntegerDivisions } from './integer-division.ts'
import { findLimitedInputs, findUnorderedPicks, ownLimit } from './limits.ts'
import { findLostRows } from './lost-rows.ts'
import { findMergedNames } from './merged-names.ts'
import { findNotIns } from './not-in.ts'
import { findNullComparisons } from './null-comparison.ts'
import { findOuterJoins } from './outer-join.ts'
import { findPlainCounts } from './plain-count.ts'
import { findRanking } from './ranking.ts'
import { ctesOf, scopeOf, type SelectScope } from './scope.ts'
import { findUnsuitableSums } from './unsuitable-sum.ts'

export interface ExamineRequest {
  sql: string
  dialect: SqlDialect
  /** Only the tables that the user may access; no others are mentioned. */
  catalogue: Catalogue
}

/**
 * Looks for what makes a result silently wrong, and for what the caller may check in the data. It only reads; access
 * rights are the gate's job.
 * @returns null when the query can't be read
 */
export async function examine({ sql, dialect, catalogue }: ExamineRequest, parse: Parse): Promise<Examination | null> {
  const prepared = prepareSql(sql, dialect)
  if ('problem' in prepared) return null
  const { text } = prepared.prepared
  const outcome = await parse(dialect, text)
  if (!outcome.ok) return null
  const trees = outcome.trees as ParsedTrees
  if ('refusal' in trees) return null
  const { query } = trees
  const index = indexOf(catalogue)
  const owners = new Map<SelectNode, QueryNode>()
  const queries: QueryNode[] = []
  walkQuery(query, {
    query: (node) => {
      queries.push(node)
      if (node.body.type === 'select') owners.set(node.body, node)
    },
  })
  const shared = { index, ctes: ctesOf(queries, dialect), prepared: prepared.prepared, text }
  const scopes: SelectScope[] = []
  walkQuery(query, { select: (select) => scopes.push(scopeOf(select, shared, owners.get(select) ?? null)) })
  const outermost = scopes.find(({ select }) => select === query.body)
  return {
    ...findingsOf(scopes),
    ownLimit: ownLimit(query),
    isOrdered: query.orderBy.length > 0,
    ranking: outermost ? findRanking(query, prepared.prepared, outermost) : null,
  }
}

const finders: { [Name in keyof Findings]: (scope: SelectScope) => Findings[Name] } = {
  fanOuts: findFanOuts,
  limitedInputs: findLimitedInputs,
  comparisons: findComparisons,
  dateFilters: findDateFilters,
  crossJoins: findCrossJoins,
  integerDivisions: findIntegerDivisions,
  nullComparisons: findNullComparisons,
  notIns: findNotIns,
  distinctSums: findDistinctSums,
  averagesOfAverages: findAveragesOfAverages,
  unsuitableSums: findUnsuitableSums,
  dateTexts: findDateTexts,
  outerJoins: findOuterJoins,
  plainCounts: findPlainCounts,
  mergedNames: findMergedNames,
  lostRows: findLostRows,
  unorderedPicks: findUnorderedPicks,
}

function findingsOf(scopes: SelectScope[]): Findings {
  const found = Object.entries(finders).map(([name, find]) => [name, scopes.flatMap<unknown>(find)] as const)
  return Object.fromEntries(found) as unknown as Findings
}
