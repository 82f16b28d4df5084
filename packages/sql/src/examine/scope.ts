import type { PreparedSql } from '../lexer/prepare.ts'
import type { ExpressionNode, Identifier, QueryNode, SelectNode } from '../parse/model.ts'
import type { CatalogueIndex } from '../prove/catalogue-index.ts'
import { nameKey } from '../prove/names.ts'
import { ownExpressions } from './expressions.ts'
import { sourcesOf, type CteQueries, type Relation, type Sources } from './relations.ts'

/** One SELECT of a query, with what its names refer to. */
export interface SelectScope {
  select: SelectNode
  /** The query whose rows it returns; null for a part of a union. */
  owner: QueryNode | null
  sources: Sources
  index: CatalogueIndex
  ctes: CteQueries
  prepared: PreparedSql
  /** The text as the parsers read it. */
  text: string
}

/** The scope of another SELECT of the same text. */
export function scopeOf(
  select: SelectNode,
  { index, ctes, prepared, text }: Pick<SelectScope, 'index' | 'ctes' | 'prepared' | 'text'>,
  owner: QueryNode | null = null,
): SelectScope {
  return { select, owner, index, ctes, prepared, text, sources: sourcesOf(select, index, ctes) }
}

/** Result columns, clauses, and order of a SELECT. */
export function expressionsOf({ select, owner }: SelectScope): ExpressionNode[] {
  return [...ownExpressions(select), ...(owner?.orderBy ?? [])]
}

/** Where a value comes from. */
export interface Origin {
  expression: ExpressionNode
  scope: SelectScope
}

/** How many subqueries are followed to the expression behind a name. */
const longestPath = 5

/** The expression that a subquery of FROM returns under this name; null if the name isn't certain to be one. */
export function outputOf(parts: Identifier[], scope: SelectScope, left = longestPath): Origin | null {
  const name = parts.at(-1)
  const { dialect } = scope.index
  if (!name || left === 0 || scope.sources.isOpaque) return null
  const qualifier = parts.at(-2)
  const found = scope.sources.relations.flatMap((relation) => {
    if (qualifier && relation.key !== nameKey(qualifier, dialect)) return []
    return relation.table?.columns.has(nameKey(name, dialect)) ? [null] : outputsNamed(name, relation, scope)
  })
  const [only] = found
  if (found.length !== 1 || !only) return null
  const { expression } = only
  return expression.type === 'column' ? (outputOf(expression.parts, only.scope, left - 1) ?? only) : only
}

function outputsNamed(name: Identifier, { query }: Relation, scope: SelectScope): Origin[] {
  const body = query?.body
  if (body?.type !== 'select') return []
  const { dialect } = scope.index
  const wanted = nameKey(name, dialect)
  return body.items.flatMap((item): Origin[] => {
    if (item.type === 'star') return []
    const own = item.alias ?? (item.expression.type === 'column' ? item.expression.parts.at(-1) : undefined)
    return own && nameKey(own, dialect) === wanted ? [{ expression: item.expression, scope: scopeOf(body, scope) }] : []
  })
}

/** The queries of all WITH names. */
export function ctesOf(queries: readonly QueryNode[], dialect: CatalogueIndex['dialect']): CteQueries {
  const ctes = new Map<string, QueryNode>()
  for (const query of queries) for (const cte of query.ctes) ctes.set(nameKey(cte.name, dialect), cte.query)
  return ctes
}
