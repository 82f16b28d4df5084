import { message } from '@parlance/contract/messages'
import type { ExpressionNode, Identifier, QueryNode } from '../model.ts'
import { dialectOf } from '../../dialects/index.ts'
import { RefusedNode, isObject, list, object, onlyFields, refusedAt, tagged, scalar, unsupported } from '../strict.ts'
import type { Json } from '../strict.ts'
import { checkDoubleColon } from './double-colon.ts'
import { expressionShapes, functionFields, windowFields } from './expression-shapes.ts'
import { firstPlace, identifier, objectName, operatorName, spanOf, typeName } from './names.ts'
import type { Context } from './names.ts'

const orderByParts: ReadonlySet<string> = new Set(['expr', 'options', 'with_fill'])
const functionArgumentsParts: ReadonlySet<string> = new Set(['duplicate_treatment', 'args', 'clauses'])
const functionArgumentParts: ReadonlySet<string> = new Set(['name', 'arg', 'operator'])
const windowFrameParts: ReadonlySet<string> = new Set(['units', 'start_bound', 'end_bound'])
const caseParts: ReadonlySet<string> = new Set(['case_token', 'end_token', 'operand', 'conditions', 'else_result'])
const whenParts: ReadonlySet<string> = new Set(['condition', 'result'])
const jsonPathParts: ReadonlySet<string> = new Set(['value', 'path'])
const jsonStepParts: ReadonlySet<string> = new Set(['path', 'has_colon'])
const fieldParts: ReadonlySet<string> = new Set(['root', 'access_chain'])

const functionWords = message('This function contains keywords that are not supported. Use plain arguments.')

/** The converter of queries, passed as an argument so that the two modules don't import each other. */
export interface Converter extends Context {
  query(value: unknown): QueryNode
}

/** Converts one expression. @throws RefusedNode at anything that isn't on the list */
export function expression(value: unknown, context: Converter): ExpressionNode {
  try {
    return convert(value, context)
  } catch (error) {
    return refusedAt(error, () => firstPlace(value, context))
  }
}

function convert(value: unknown, context: Converter): ExpressionNode {
  const [kind, content] = tagged(value)
  const special = specials[kind]
  if (special) return special(content, context)
  const shape = expressionShapes[kind]
  if (!shape) throw new RefusedNode(unsupported)
  const node = object(content)
  onlyFields(node, shape.known, 'Expression')
  const children: ExpressionNode[] = []
  for (const field of shape.one)
    if (node[field] !== undefined && node[field] !== null) children.push(expression(node[field], context))
  for (const field of shape.many) for (const item of list(node[field])) children.push(expression(item, context))
  for (const field of shape.queries) children.push({ type: 'subquery', query: context.query(node[field]) })
  if (kind === 'Cast' && node.kind === 'DoubleColon') checkDoubleColon(node.data_type, context.dialect)
  if (kind === 'Cast' || kind === 'Convert') return { type: 'cast', to: typeName(node.data_type), children }
  const operator = 'op' in node ? operatorName(node.op) : kind
  return { type: 'operation', operator, children, ...(node.negated === true ? { negated: true } : {}) }
}

export function expressions(value: unknown, context: Converter): ExpressionNode[] {
  return list(value).map((item) => expression(item, context))
}

/** The expressions of `ORDER BY`. */
export function orderedExpressions(value: unknown, context: Converter): ExpressionNode[] {
  return list(value).map((item) => {
    const node = object(item)
    onlyFields(node, orderByParts, 'ORDER BY')
    if (node.with_fill) throw new RefusedNode(message('WITH FILL is not supported. Join a list of all values instead.'))
    return expression(node.expr, context)
  })
}

const specials: Record<string, (content: unknown, context: Converter) => ExpressionNode> = {
  Identifier: (content, context) => ({ type: 'column', parts: [identifier(content, context)] }),
  CompoundIdentifier: (content, context) => ({
    type: 'column',
    parts: list(content).map((part) => identifier(part, context)),
  }),
  Nested: (content, context) => expression(content, context),
  Value: (content, context) => literal(content, context),
  Function: (content, context) => functionCall(object(content), context),
  Subquery: (content, context) => ({ type: 'subquery', query: context.query(content) }),
  Tuple: (content, context) => ({ type: 'operation', operator: 'Tuple', children: expressions(content, context) }),
  GroupingSets: (content, context) => groupings('GroupingSets', content, context),
  Cube: (content, context) => groupings('Cube', content, context),
  Rollup: (content, context) => groupings('Rollup', content, context),
  Case: (content, context) => caseExpression(object(content), context),
  OuterJoin: (content, context) => unary('OuterJoin', content, context),
  Prior: (content, context) => unary('Prior', content, context),
  IsFalse: (content, context) => unary('IsFalse', content, context),
  IsNotFalse: (content, context) => unary('IsNotFalse', content, context),
  IsTrue: (content, context) => unary('IsTrue', content, context),
  IsNotTrue: (content, context) => unary('IsNotTrue', content, context),
  IsNull: (content, context) => unary('IsNull', content, context),
  IsNotNull: (content, context) => unary('IsNotNull', content, context),
  IsUnknown: (content, context) => unary('IsUnknown', content, context),
  IsNotUnknown: (content, context) => unary('IsNotUnknown', content, context),
  IsDistinctFrom: (content, context) => several('IsDistinctFrom', content, context),
  IsNotDistinctFrom: (content, context) => several('IsNotDistinctFrom', content, context),
  JsonAccess: (content, context) => jsonAccess(object(content), context),
  Prefixed: (content, context) => prefixed(object(content), context),
  CompoundFieldAccess: (content, context) => fieldAccess(object(content), context),
}

const prefixedParts: ReadonlySet<string> = new Set(['prefix', 'value'])

/** Oracle's `CONNECT_BY_ROOT name`. */
function prefixed(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, prefixedParts, 'Prefix')
  const prefix = scalar(object(node.prefix).value).toLowerCase()
  if (prefix !== 'connect_by_root')
    throw new RefusedNode(message('The keyword before this value is not supported. Use CAST or a function.'))
  return { type: 'operation', operator: prefix, children: [expression(node.value, context)] }
}

function unary(operator: string, content: unknown, context: Converter): ExpressionNode {
  return { type: 'operation', operator, children: [expression(content, context)] }
}

function several(operator: string, content: unknown, context: Converter): ExpressionNode {
  return { type: 'operation', operator, children: expressions(content, context) }
}

function groupings(operator: string, content: unknown, context: Converter): ExpressionNode {
  return {
    type: 'operation',
    operator,
    children: list(content).map((set) => several('Tuple', set, context)),
  }
}

function literal(content: unknown, context: Converter): ExpressionNode {
  const node = object(content)
  const span = spanOf(node.span, context)
  const place = { start: span?.start ?? null, end: span?.end ?? null }
  const [kind, value] = tagged(node.value)
  switch (kind) {
    case 'Number':
      return { type: 'literal', kind: 'number', value: scalar(list(value)[0]), ...place }
    case 'Null':
      return { type: 'literal', kind: 'null', value: 'null', ...place }
    case 'Boolean':
      return { type: 'literal', kind: 'boolean', value: scalar(value), ...place }
    case 'Placeholder':
      if (value !== '?') throw new RefusedNode(message('Parameters need names, such as :country.'), place.start)
      return { type: 'parameter', start: place.start ?? -1 }
    case 'SingleQuotedString':
    case 'DoubleQuotedString':
      return { type: 'literal', kind: 'string', value: textOf(scalar(value), place, context), ...place }
    case 'HexStringLiteral':
    case 'NationalStringLiteral':
    case 'DollarQuotedString':
    case 'EscapedStringLiteral':
    case 'SingleQuotedByteStringLiteral':
    case 'DoubleQuotedByteStringLiteral':
    case 'SingleQuotedRawStringLiteral':
    case 'DoubleQuotedRawStringLiteral':
    case 'TripleSingleQuotedString':
    case 'TripleDoubleQuotedString':
    case 'TripleSingleQuotedRawStringLiteral':
    case 'TripleDoubleQuotedRawStringLiteral':
    case 'QuoteDelimitedStringLiteral':
    case 'NationalQuoteDelimitedStringLiteral':
      return { type: 'literal', kind: 'other', value: textOf(JSON.stringify(value), place, context), ...place }
    default:
      throw new RefusedNode(
        message('This kind of literal is not supported. Use a number or a string in single quotes.'),
        place.start,
      )
  }
}

/** A literal as the query writes it, if the parser didn't get its content. */
function textOf(read: string, place: { start: number | null; end: number | null }, context: Converter): string {
  if (!dialectOf(context.dialect).readable.hidesText) return read
  return place.start === null || place.end === null ? read : context.text.slice(place.start, place.end)
}

function functionCall(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, functionFields, 'Function')
  const parts = list(node.name)
  const isPlaced = parts.every((part) => spanOf(object(object(part).Identifier ?? {}).span, context) !== null)
  const name = isPlaced ? objectName(parts, context) : null
  const call: ExpressionNode = {
    type: 'call',
    name: name ? name.map((part) => part.text) : unplacedName(parts),
    start: name?.[0]?.start ?? -1,
    star: false,
    children: [],
  }
  addArguments(node.args, call, context)
  addArguments(node.parameters, call, context)
  if (node.filter) call.children.push(expression(node.filter, context))
  call.children.push(...orderedExpressions(node.within_group, context))
  if (node.over) call.children.push(...overClause(node.over, context))
  return call
}

/** The aggregates of PIVOT come without their positions. */
function unplacedName(parts: unknown[]): string[] {
  return parts.map((part) => {
    const [kind, content] = tagged(part)
    if (kind !== 'Identifier')
      throw new RefusedNode(message('A function cannot be named by an expression. Write its name.'))
    return scalar(object(content).value)
  })
}

type Call = Extract<ExpressionNode, { type: 'call' }>

function addArguments(value: unknown, call: Call, context: Converter): void {
  if (value === undefined || value === null || value === 'None') return
  const [kind, content] = tagged(value)
  if (kind === 'Subquery') {
    call.children.push({ type: 'subquery', query: context.query(content) })
    return
  }
  if (kind !== 'List') throw new RefusedNode(functionWords)
  const node = object(content)
  onlyFields(node, functionArgumentsParts, 'Function arguments')
  for (const argument of list(node.args)) addArgument(argument, call, context)
  for (const clause of list(node.clauses)) call.children.push(...argumentClause(clause, context))
}

/** One argument; a star is allowed only in COUNT(*). */
export function addArgument(value: unknown, call: Call, context: Converter): void {
  const [kind, content] = tagged(value)
  if (kind === 'Unnamed') return addArgumentExpression(content, call, context)
  const node = object(content)
  onlyFields(node, functionArgumentParts, 'Function argument')
  if (kind !== 'Named')
    throw new RefusedNode(
      message('An argument cannot be named by an expression. Write its name, or pass the values in order.'),
    )
  addArgumentExpression(node.arg, call, context)
}

function addArgumentExpression(value: unknown, call: Call, context: Converter): void {
  const [kind, content] = tagged(value)
  if (kind === 'Expr') {
    call.children.push(expression(content, context))
    return
  }
  if (kind === 'QualifiedWildcard' && dialectOf(context.dialect).grammar.takesRowArguments) {
    call.children.push({ type: 'row', qualifier: rowOf(content, context) })
    return
  }
  if (kind !== 'Wildcard') throw new RefusedNode(message('This argument is not supported. Name the columns, or use *.'))
  call.star = true
}

/** The single name before `.*` in a function. */
function rowOf(value: unknown, context: Converter): Identifier[] {
  const name = objectName(value, context)
  if (name.length === 1) return name
  throw new RefusedNode(message('Use a table alias before .* in a function.'), name[0]?.start ?? null)
}

function argumentClause(value: unknown, context: Converter): ExpressionNode[] {
  const [kind, content] = tagged(value)
  switch (kind) {
    case 'IgnoreOrRespectNulls':
    case 'OnOverflow':
    case 'JsonNullClause':
      if (isObject(content) && JSON.stringify(content).includes('Identifier')) throw new RefusedNode(functionWords)
      return []
    case 'OrderBy':
      return orderedExpressions(content, context)
    case 'Limit':
      return [expression(content, context)]
    case 'Separator':
      return []
    case 'Having': {
      const [, bound] = list(content)
      return [expression(bound, context)]
    }
    default:
      throw new RefusedNode(functionWords)
  }
}

function overClause(value: unknown, context: Converter): ExpressionNode[] {
  const [kind, content] = tagged(value)
  if (kind === 'NamedWindow') return []
  if (kind !== 'WindowSpec')
    throw new RefusedNode(message('This window is not supported. Put it in parentheses or use its name.'))
  return windowSpecification(content, context)
}

/** The expressions of a window: partition, order, and frame bounds. */
export function windowSpecification(value: unknown, context: Converter): ExpressionNode[] {
  const node = object(value)
  onlyFields(node, windowFields, 'OVER')
  const result = [...expressions(node.partition_by, context), ...orderedExpressions(node.order_by, context)]
  if (node.window_frame) {
    const frame = object(node.window_frame)
    onlyFields(frame, windowFrameParts, 'Window frame')
    for (const bound of [frame.start_bound, frame.end_bound]) {
      if (!bound) continue
      const [, distance] = tagged(bound)
      if (distance) result.push(expression(distance, context))
    }
  }
  return result
}

function caseExpression(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, caseParts, 'CASE')
  const children: ExpressionNode[] = []
  if (node.operand) children.push(expression(node.operand, context))
  for (const item of list(node.conditions)) {
    const when = object(item)
    onlyFields(when, whenParts, 'WHEN')
    children.push(expression(when.condition, context), expression(when.result, context))
  }
  if (node.else_result) children.push(expression(node.else_result, context))
  return { type: 'operation', operator: node.operand ? 'CaseOf' : 'Case', children }
}

function jsonAccess(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, jsonPathParts, 'JSON path')
  const children = [expression(node.value, context)]
  const path = object(node.path)
  onlyFields(path, jsonStepParts, 'JSON path')
  let operator = 'JsonAccess'
  for (const step of list(path.path)) {
    const [kind, content] = tagged(step)
    const entry = object(content)
    if (kind === 'Bracket') children.push(expression(entry.key, context))
    else if (kind === 'Dot') operator += `.${scalar(entry.key)}`
    else
      throw new RefusedNode(
        message('This step of the JSON path is not supported. Use names and numbers, as in name:a.b[0].'),
      )
  }
  return { type: 'operation', operator, children }
}

function fieldAccess(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, fieldParts, 'Field')
  const steps = list(node.access_chain)
  const children = [expression(node.root, context)]
  addColumn(node.root, children[0], steps, context)
  let operator = 'FieldAccess'
  for (const step of steps) {
    const [kind, content] = tagged(step)
    if (kind === 'Dot') {
      const [inner, name] = tagged(content)
      if (inner !== 'Identifier')
        throw new RefusedNode(message('Methods are not supported. Write a field name after the dot.'))
      operator += `.${scalar(object(name).value)}`
    } else if (kind === 'Subscript') {
      const [form, parts] = tagged(content)
      const entry = object(parts)
      if (form !== 'Index')
        throw new RefusedNode(message('Array slices are not supported. Read single elements instead.'))
      children.push(subscript(entry.index, context))
    } else throw new RefusedNode(unsupported)
  }
  return { type: 'operation', operator, children }
}

/** In `t.column['key']` the first step belongs to the name. */
function addColumn(root: unknown, column: ExpressionNode | undefined, steps: unknown[], context: Converter): void {
  if (column?.type !== 'column' || tagged(root)[0] !== 'Identifier') return
  const [kind, content] = steps.length > 0 ? tagged(steps[0]) : ['', null]
  if (kind !== 'Dot') return
  const [inner, name] = tagged(content)
  if (inner !== 'Identifier') return
  column.parts.push(identifier(name, context))
  steps.shift()
}

/** BigQuery writes `[OFFSET(1)]`, where OFFSET is a position, not a function. */
function subscript(value: unknown, context: Converter): ExpressionNode {
  const inner = expression(value, context)
  const positions = ['offset', 'safe_offset', 'ordinal', 'safe_ordinal']
  if (inner.type !== 'call' || inner.name.length !== 1 || !positions.includes(inner.name[0]!.toLowerCase()))
    return inner
  return { type: 'operation', operator: 'Position', children: inner.children }
}
