import type { ExpressionNode, QueryNode } from '../model.ts'
import type { Json } from '../strict.ts'
import type { Context } from './names.ts'

/** The converters, passed as an argument so that the modules don't import each other. */
export interface Converter extends Context {
  query(value: unknown): QueryNode
  expression(value: unknown): ExpressionNode
  window(node: Json): ExpressionNode[]
}
