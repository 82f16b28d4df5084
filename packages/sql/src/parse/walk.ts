import type { BodyNode, ExpressionNode, FromNode, QueryNode, SelectNode, TableNode } from './model.ts'

/** Callbacks for the nodes; each runs before the node's children are visited. */
export interface Visitor {
  query?(node: QueryNode): unknown
  select?(node: SelectNode): unknown
  table?(node: TableNode): unknown
  expression?(node: ExpressionNode): unknown
}

/** Visits every node of a query, in the order of the text where the tree preserves it. */
export function walkQuery(query: QueryNode, visitor: Visitor): void {
  visitor.query?.(query)
  for (const cte of query.ctes) walkQuery(cte.query, visitor)
  walkBody(query.body, visitor)
  walkExpressions(query.orderBy, visitor)
  walkLimit(query.limit, visitor)
}

function walkLimit(limit: QueryNode['limit'], visitor: Visitor): void {
  if (!limit) return
  if (limit.count) walkExpression(limit.count, visitor)
  walkExpressions(limit.others, visitor)
}

function walkBody(body: BodyNode, visitor: Visitor): void {
  switch (body.type) {
    case 'query':
      return walkQuery(body, visitor)
    case 'set':
      walkBody(body.left, visitor)
      return walkBody(body.right, visitor)
    case 'values':
      for (const row of body.rows) walkExpressions(row, visitor)
      return
    case 'select':
      return walkSelect(body, visitor)
  }
}

function walkSelect(select: SelectNode, visitor: Visitor): void {
  visitor.select?.(select)
  for (const item of select.items) {
    if (item.type === 'item') walkExpression(item.expression, visitor)
    else for (const { expression } of item.replace) walkExpression(expression, visitor)
  }
  for (const item of select.from) walkFrom(item, visitor)
  for (const expression of selectExpressions(select)) walkExpression(expression, visitor)
  walkLimit(select.top, visitor)
}

/** The expressions of a SELECT outside its columns, FROM, and TOP. */
export function selectExpressions(select: SelectNode): ExpressionNode[] {
  const single = [select.where, select.having, select.qualify].filter((clause) => clause !== null)
  return [...select.distinctOn, ...single, ...select.groupBy, ...select.windows, ...select.others]
}

function walkFrom(item: FromNode, visitor: Visitor): void {
  switch (item.type) {
    case 'table':
      visitor.table?.(item)
      return
    case 'derived':
      return walkQuery(item.query, visitor)
    case 'table-function':
      return walkExpressions(item.arguments, visitor)
    case 'pivot':
      walkFrom(item.input, visitor)
      for (const { expression } of item.aggregates) walkExpression(expression, visitor)
      return walkExpressions(item.consumed, visitor)
    case 'join':
      walkFrom(item.left, visitor)
      walkFrom(item.right, visitor)
      if (item.on) walkExpression(item.on, visitor)
      return
  }
}

function walkExpressions(expressions: ExpressionNode[], visitor: Visitor): void {
  for (const expression of expressions) walkExpression(expression, visitor)
}

function walkExpression(expression: ExpressionNode, visitor: Visitor): void {
  visitor.expression?.(expression)
  if (expression.type === 'subquery') walkQuery(expression.query, visitor)
  else if ('children' in expression) walkExpressions(expression.children, visitor)
}
