import type { Catalogue, SqlDialect } from '@parlance/contract'
import type { Parse } from '../contract.ts'
import { prepareSql } from '../lexer/prepare.ts'
import type { LimitNode, ParsedTrees, QueryNode, SelectNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import { nameKey } from '../prove/names.ts'
import type { Examination, LimitedInput } from './contract.ts'
import { aggregateOf, ownExpressions, visitExpression } from './expressions.ts'
import { findFanOuts } from './fan-out.ts'
import { findComparisons, findDateFilters } from './filters.ts'
import { findRanking } from './ranking.ts'
import { sourcesOf, type CteQueries, type Sources } from './relations.ts'

export interface ExamineRequest {
  sql: string
  dialect: SqlDialect
  /** Only the tables that the user may access; no others are mentioned. */
  catalogue: Catalogue
}

/**
 * Looks for what makes a result silently wrong: sums over repeated rows, aggregates of cut-off input, and literals and
 * periods that the caller may check. It only reads; access rights are the gate's job.
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
  const ctes = ctesOf(query, dialect)
  const found: Examination = {
    fanOuts: [],
    limitedInputs: [],
    comparisons: [],
    dateFilters: [],
    ownLimit: ownLimit(query),
    ranking: null,
  }
  walkQuery(query, {
    select: (select) => {
      const sources = sourcesOf(select, index, ctes)
      if (select === query.body) found.ranking = findRanking(query, prepared.prepared, { sources, index })
      found.fanOuts.push(...findFanOuts(select, sources, index, text))
      found.limitedInputs.push(...limitedInputs(select, sources, text))
      found.comparisons.push(...findComparisons(select, sources, index))
      found.dateFilters.push(...findDateFilters(select, sources, index))
    },
  })
  return found
}

function ctesOf(query: QueryNode, dialect: SqlDialect): CteQueries {
  const ctes = new Map<string, QueryNode>()
  walkQuery(query, {
    query: (node) => {
      for (const cte of node.ctes) ctes.set(nameKey(cte.name, dialect), cte.query)
    },
  })
  return ctes
}

function limitedInputs(select: SelectNode, { relations }: Sources, text: string): LimitedInput[] {
  let aggregates = false
  for (const expression of ownExpressions(select)) {
    visitExpression(expression, (node) => {
      aggregates ||= aggregateOf(node, text) !== null
    })
  }
  if (!aggregates) return []
  return relations.flatMap(({ query }) => {
    const rows = query ? ownLimit(query) : null
    return query && rows !== null ? [{ rows, ordered: query.orderBy.length > 0 }] : []
  })
}

function ownLimit(query: QueryNode): number | null {
  const top = query.body.type === 'select' ? query.body.top : null
  return rowsOf(query.limit) ?? rowsOf(top)
}

function rowsOf(limit: LimitNode | null): number | null {
  const count = limit && !limit.inexact ? limit.count : null
  return count?.type === 'literal' && count.kind === 'number' ? Number(count.value) : null
}
