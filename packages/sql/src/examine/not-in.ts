import type { ExpressionNode, Identifier, SelectNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import type { Token } from '../tokens/token.ts'
import { wordAt } from '../tokens/words.ts'
import type { NotIn } from './contract.ts'
import { conjuncts, ownExpressions, visitExpression, visitNegated } from './expressions.ts'
import { resolveColumn } from './relations.ts'
import { scopeOf, type SelectScope } from './scope.ts'

/**
 * Finds NOT IN over a subquery whose column may be NULL; a single NULL makes the condition false for every row. The
 * caller runs `nulls`, which returns those rows of the subquery.
 */
export function findNotIns(scope: SelectScope): NotIn[] {
  if (scope.prepared.placeholders.length > 0) return []
  const found: NotIn[] = []
  visitNegated([...ownExpressions(scope.select), ...scope.sources.conditions], (node, isNegated) => {
    if (!isNegated || node.type !== 'operation' || !/^(?:InSubquery|ANY_SUBLINK\b)/.test(node.operator)) return
    const subquery = node.children.find((child) => child.type === 'subquery')
    const body = subquery?.query.body
    if (body?.type !== 'select') return
    const one = mayBeNull(body, scope)
    if (one) found.push(one)
  })
  return found
}

function mayBeNull(select: SelectNode, outer: SelectScope): NotIn | null {
  const [item, ...others] = select.items
  if (item?.type !== 'item' || others.length > 0 || item.expression.type !== 'column') return null
  const { parts } = item.expression
  const scope = scopeOf(select, outer)
  const found = resolveColumn(parts, scope.sources, scope.index)
  if (!found || !(found.column.column.nullable || found.relation.isOptional)) return null
  if (found.column.table.entry.primaryKey.includes(found.column.name) && !found.relation.isOptional) return null
  if (isFiltered(select, found.column.name)) return null
  const start = parts[0]?.start ?? -1
  const own = textAround(start, outer)
  const name = item.alias ?? parts.at(-1)
  if (own === null || !name || usesWithNames(select, outer)) return null
  const written = `parlance_values.${outer.text.slice(name.start, name.end)}`
  return {
    table: found.column.table.ref,
    column: found.column.name,
    nulls: `SELECT ${written} FROM (${own}) parlance_values WHERE ${written} IS NULL`,
  }
}

function isFiltered(select: SelectNode, column: string): boolean {
  return conjuncts(select.where).some((condition) => {
    if (condition.type !== 'operation' || !/^IS_?NOT_?NULL$/i.test(condition.operator)) return false
    let names = false
    visitExpression(
      condition,
      (node: ExpressionNode) => (names ||= node.type === 'column' && lastText(node.parts) === column.toLowerCase()),
    )
    return names
  })
}

function lastText(parts: Identifier[]): string {
  return parts.at(-1)?.text.toLowerCase() ?? ''
}

/** The names of a WITH clause are unknown outside of the query. */
function usesWithNames(select: SelectNode, { ctes, index }: SelectScope): boolean {
  if (ctes.size === 0) return false
  let uses = false
  walkQuery(
    { type: 'query', recursive: false, ctes: [], body: select, orderBy: [], limit: null },
    { table: ({ name }) => (uses ||= index.find(name) === null) },
  )
  return uses
}

/** The text of the innermost parentheses around an offset, if they follow IN. */
function textAround(offset: number, { text, prepared }: SelectScope): string | null {
  const open: { token: Token; before: string }[] = []
  let before = ''
  for (const token of prepared.tokens) {
    const word = wordAt(text, token)
    if (token.start > offset && word === ')') {
      const last = open.at(-1)
      if (last && last.token.start < offset)
        return last.before === 'in' ? text.slice(last.token.end, token.start) : null
    }
    if (word === '(') open.push({ token, before })
    else if (word === ')') open.pop()
    before = word
  }
  return null
}
