import { message } from '@parlance/contract/messages'
import type { ExpressionNode } from '../model.ts'
import { RefusedNode, list, object, onlyFields, refusedAt, tagged, scalar, unsupported } from '../strict.ts'
import type { Json } from '../strict.ts'
import type { Converter } from './converter.ts'
import { jsonConverters } from './json.ts'
import { dottedName, firstPlace, placeOf, stringOf } from './names.ts'
import { typeName } from './types.ts'

const columnParts: ReadonlySet<string> = new Set(['fields', 'location'])
const operatorParts: ReadonlySet<string> = new Set([
  'kind',
  'name',
  'lexpr',
  'rexpr',
  'location',
  'rexpr_list_start',
  'rexpr_list_end',
])
const castParts: ReadonlySet<string> = new Set(['arg', 'typeName', 'location'])
const subqueryParts: ReadonlySet<string> = new Set(['subLinkType', 'testexpr', 'operName', 'subselect', 'location'])
const subscriptParts: ReadonlySet<string> = new Set(['arg', 'indirection'])
const indexParts: ReadonlySet<string> = new Set(['is_slice', 'lidx', 'uidx'])

type Convert = (node: Json, context: Converter) => ExpressionNode

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
  const converter = converters[kind]
  if (!converter) {
    throw new RefusedNode(unsupported)
  }
  return converter(object(content), context)
}

export function expressions(value: unknown, context: Converter): ExpressionNode[] {
  return list(value).map((item) => expression(item, context))
}

const converters: Record<string, Convert> = {
  ColumnRef: columnReference,
  A_Const: constant,
  ParamRef: (node, context) => ({ type: 'parameter', start: placeOf(node.location, context) }),
  A_Expr: operatorExpression,
  BoolExpr: fixed(['boolop', 'args', 'location'], (node) => scalar(node.boolop), [], ['args']),
  NullTest: fixed(['arg', 'nulltesttype', 'location'], (node) => scalar(node.nulltesttype), ['arg']),
  BooleanTest: fixed(['arg', 'booltesttype', 'location'], (node) => scalar(node.booltesttype), ['arg']),
  CoalesceExpr: fixed(['args', 'location'], () => 'Coalesce', [], ['args']),
  MinMaxExpr: fixed(['op', 'args', 'location'], (node) => scalar(node.op), [], ['args']),
  CaseExpr: fixed(
    ['arg', 'args', 'defresult', 'location'],
    (node) => (node.arg ? 'CaseOf' : 'Case'),
    ['arg', 'defresult'],
    ['args'],
  ),
  CaseWhen: fixed(['expr', 'result', 'location'], () => 'When', ['expr', 'result']),
  A_ArrayExpr: fixed(['elements', 'location', 'list_start', 'list_end'], () => 'Array', [], ['elements']),
  RowExpr: fixed(['args', 'row_format', 'location'], () => 'Tuple', [], ['args']),
  CollateClause: fixed(['arg', 'collname', 'location'], () => 'Collate', ['arg']),
  GroupingFunc: fixed(['args', 'location'], () => 'Grouping', [], ['args']),
  GroupingSet: fixed(['kind', 'content', 'location'], (node) => scalar(node.kind), [], ['content']),
  SortBy: fixed(['node', 'sortby_dir', 'sortby_nulls', 'location'], () => 'Sort', ['node']),
  NamedArgExpr: fixed(['arg', 'name', 'argnumber', 'location'], () => 'Argument', ['arg']),
  SQLValueFunction: (node) => ({
    type: 'call',
    name: [scalar(node.op).replace('SVFOP_', '').toLowerCase()],
    start: -1,
    star: false,
    children: [],
  }),
  List: (node, context) => ({ type: 'operation', operator: 'Tuple', children: expressions(node.items, context) }),
  FuncCall: functionCall,
  TypeCast: cast,
  SubLink: subLink,
  A_Indirection: indirection,
  ...jsonConverters,
}

function fixed(known: string[], operator: (node: Json) => string, one: string[], many: string[] = []): Convert {
  const fields = new Set(known)
  return (node, context) => {
    onlyFields(node, fields, 'Expression')
    const children: ExpressionNode[] = []
    for (const field of one) if (node[field]) children.push(expression(node[field], context))
    for (const field of many) children.push(...expressions(node[field], context))
    return { type: 'operation', operator: operator(node), children }
  }
}

function columnReference(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, columnParts, 'Column')
  const fields = list(node.fields)
  const last = tagged(fields.at(-1))[0]
  if (last === 'A_Star') {
    const names = fields.slice(0, -1).map(stringOf)
    return { type: 'row', qualifier: names.length > 0 ? dottedName(names, node.location, context) : [] }
  }
  return { type: 'column', parts: dottedName(fields.map(stringOf), node.location, context) }
}

const digits = /[0-9]+/y

/** The end of a plain number, the only literal that may be replaced (in LIMIT). */
function numberEnd(start: number, context: Converter): number | null {
  digits.lastIndex = start
  return digits.test(context.text) ? digits.lastIndex : null
}

function constant(node: Json, context: Converter): ExpressionNode {
  const start = placeOf(node.location, context)
  const place = { start, end: numberEnd(start, context) }
  if (node.isnull) return { type: 'literal', kind: 'null', value: 'null', ...place }
  if (node.ival) return { type: 'literal', kind: 'number', value: scalar(object(node.ival).ival ?? 0), ...place }
  if (node.fval) return { type: 'literal', kind: 'number', value: scalar(object(node.fval).fval), ...place }
  if (node.boolval)
    return { type: 'literal', kind: 'boolean', value: scalar(object(node.boolval).boolval ?? false), ...place }
  if (node.sval) return { type: 'literal', kind: 'string', value: scalar(object(node.sval).sval ?? ''), ...place }
  if (node.bsval) return { type: 'literal', kind: 'other', value: scalar(object(node.bsval).bsval), ...place }
  throw new RefusedNode(
    message('This kind of literal is not supported. Use a number or a string in single quotes.'),
    start,
  )
}

function operatorExpression(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, operatorParts, 'Operator')
  const names = list(node.name).map(stringOf)
  if (names.length > 1 && names[0] !== 'pg_catalog') {
    throw new RefusedNode(
      message('Operators with a schema are not supported. Use the plain operator.'),
      placeOf(node.location, context),
    )
  }
  const children: ExpressionNode[] = []
  if (node.lexpr) children.push(expression(node.lexpr, context))
  if (node.rexpr) children.push(expression(node.rexpr, context))
  return { type: 'operation', operator: `${scalar(node.kind)} ${names.at(-1) ?? ''}`, children }
}

const callFields = new Set([
  'funcname',
  'args',
  'agg_order',
  'agg_filter',
  'over',
  'agg_within_group',
  'agg_star',
  'agg_distinct',
  'func_variadic',
  'funcformat',
  'location',
])

function functionCall(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, callFields, 'Function')
  const children = [...expressions(node.args, context), ...expressions(node.agg_order, context)]
  if (node.agg_filter) children.push(expression(node.agg_filter, context))
  if (node.over) children.push(...windowDefinition(object(node.over), context))
  return {
    type: 'call',
    name: list(node.funcname).map(stringOf),
    start: placeOf(node.location, context),
    star: node.agg_star === true,
    children,
  }
}

const windowFields = new Set([
  'name',
  'refname',
  'partitionClause',
  'orderClause',
  'frameOptions',
  'startOffset',
  'endOffset',
  'location',
])

/** The expressions of a window: partition, order, and frame bounds. */
export function windowDefinition(node: Json, context: Converter): ExpressionNode[] {
  onlyFields(node, windowFields, 'OVER')
  const bounds = [node.startOffset, node.endOffset].filter((bound) => bound !== undefined && bound !== null)
  return [
    ...expressions(node.partitionClause, context),
    ...expressions(node.orderClause, context),
    ...bounds.map((bound) => expression(bound, context)),
  ]
}

function cast(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, castParts, 'Cast')
  const { name, type } = typeName(node.typeName)
  return {
    type: 'cast',
    to: name,
    children: [expression(node.arg, context), ...expressions(type.typmods, context)],
  }
}

function subLink(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, subqueryParts, 'Subquery')
  const query: ExpressionNode = { type: 'subquery', query: context.query(node.subselect) }
  const children = node.testexpr ? [expression(node.testexpr, context), query] : [query]
  const operators = list(node.operName).map(stringOf)
  if (operators.length > 1)
    throw new RefusedNode(message('Operators with a schema are not supported. Use the plain operator.'))
  if (node.subLinkType === 'EXPR_SUBLINK') return query
  return { type: 'operation', operator: `${scalar(node.subLinkType)} ${operators[0] ?? ''}`, children }
}

/** Subscripts `a[1]` and fields of a composite `(a).b`. */
function indirection(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, subscriptParts, 'Subscript')
  const children = [expression(node.arg, context)]
  let operator = 'FieldAccess'
  const steps = list(node.indirection)
  if (children[0]?.type === 'subquery' && steps.some((step) => tagged(step)[0] === 'A_Star')) {
    throw new RefusedNode(
      message('A subquery before .* is not supported. Move it to FROM, as in SELECT x.* FROM (SELECT …) AS x.'),
    )
  }
  for (const [at, step] of steps.entries()) {
    const [kind, content] = tagged(step)
    if (kind === 'A_Star' && at === steps.length - 1) operator += '.*'
    else if (kind === 'String') operator += `.${stringOf(step)}`
    else if (kind === 'A_Indices') {
      const indices = object(content)
      onlyFields(indices, indexParts, 'Subscript')
      operator += indices.is_slice ? '[:]' : '[]'
      for (const index of [indices.lidx, indices.uidx]) if (index) children.push(expression(index, context))
    } else throw new RefusedNode(message('A field name is missing after the dot. Add it.'))
  }
  return { type: 'operation', operator, children }
}
