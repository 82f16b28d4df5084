import { message } from '@parlance/contract/messages'
import type { ExpressionNode, FromNode, Identifier } from '../model.ts'
import { RefusedNode, list, object, onlyFields, scalar, tagged } from '../strict.ts'
import type { Json } from '../strict.ts'
import type { Converter } from './converter.ts'
import { aliasOf, placeOf, stringOf, unplaced } from './names.ts'
import { namedType, typeName } from './types.ts'

/** Fields of an SQL/JSON node that contain expressions, formatted values, pairs, or lists of these. */
interface JsonShape {
  operator: string
  expressions: string[]
  /** Plain data without names of tables or columns. */
  data: string[]
}

const shapes: Record<string, JsonShape> = {
  JsonFuncExpr: {
    operator: 'JsonFunction',
    expressions: ['context_item', 'pathspec', 'passing', 'on_empty', 'on_error'],
    data: ['op', 'wrapper', 'quotes', 'output', 'location'],
  },
  JsonIsPredicate: {
    operator: 'IsJson',
    expressions: ['expr'],
    data: ['format', 'item_type', 'unique_keys', 'location'],
  },
  JsonObjectConstructor: {
    operator: 'JsonObject',
    expressions: ['exprs'],
    data: ['output', 'absent_on_null', 'unique', 'location'],
  },
  JsonArrayConstructor: {
    operator: 'JsonArray',
    expressions: ['exprs'],
    data: ['output', 'absent_on_null', 'location'],
  },
  JsonParseExpr: { operator: 'Json', expressions: ['expr'], data: ['output', 'unique_keys', 'location'] },
  JsonScalarExpr: { operator: 'JsonScalar', expressions: ['expr'], data: ['output', 'location'] },
  JsonSerializeExpr: { operator: 'JsonSerialize', expressions: ['expr'], data: ['output', 'location'] },
  JsonValueExpr: { operator: 'JsonValue', expressions: ['raw_expr'], data: ['format'] },
  JsonKeyValue: { operator: 'JsonPair', expressions: ['key', 'value'], data: [] },
  JsonArgument: { operator: 'JsonArgument', expressions: ['val'], data: ['name'] },
  JsonBehavior: { operator: 'JsonBehavior', expressions: ['expr'], data: ['btype', 'coerce', 'location'] },
  JsonTablePathSpec: { operator: 'JsonPath', expressions: ['string'], data: ['name', 'name_location', 'location'] },
}

/** Child nodes whose parent omits the name of their kind. */
const partKinds: Record<string, string> = {
  context_item: 'JsonValueExpr',
  value: 'JsonValueExpr',
  val: 'JsonValueExpr',
  on_empty: 'JsonBehavior',
  on_error: 'JsonBehavior',
  expr: 'JsonValueExpr',
}

/** PostgreSQL's SQL/JSON expressions, by the kind of their node. */
export const jsonConverters = Object.fromEntries([
  ...Object.keys(shapes).map((kind) => [kind, (node: Json, context: Converter) => convert(kind, node, context)]),
  ['JsonArrayQueryConstructor', arrayOfQuery],
  ['JsonObjectAgg', aggregate],
  ['JsonArrayAgg', aggregate],
]) as Record<string, (node: Json, context: Converter) => ExpressionNode>

function convert(kind: string, node: Json, context: Converter): ExpressionNode {
  const shape = shapes[kind]
  if (!shape)
    throw new RefusedNode(message('This JSON syntax is not supported. Use JSON functions and operators instead.'))
  onlyFields(node, new Set([...shape.expressions, ...shape.data]), 'JSON')
  const children: ExpressionNode[] = []
  for (const field of shape.expressions) {
    const value = node[field]
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) children.push(...value.map((item) => context.expression(item)))
    else children.push(part(field, object(value), context))
  }
  const made: ExpressionNode = { type: 'operation', operator: `${shape.operator} ${wordsOf(node)}`.trim(), children }
  return returning(made, node.output)
}

/** The fields of a node that identify its function. */
function wordsOf(node: Json): string {
  return [node.op, node.item_type, node.btype]
    .filter((word) => word !== undefined)
    .map(scalar)
    .join(' ')
}

function part(field: string, value: Json, context: Converter): ExpressionNode {
  const kind = partKinds[field]
  const isTagged = Object.keys(value).length === 1 && !('raw_expr' in value) && !('btype' in value)
  return kind === undefined || isTagged ? context.expression(value) : convert(kind, value, context)
}

const outputParts: ReadonlySet<string> = new Set(['typeName', 'returning'])

/** RETURNING is a cast of the result. */
function returning(made: ExpressionNode, output: unknown): ExpressionNode {
  if (output === undefined || output === null) return made
  const node = object(output)
  onlyFields(node, outputParts, 'RETURNING')
  return { type: 'cast', to: typeName(node.typeName).name, children: [made] }
}

const arrayOfQueryParts: ReadonlySet<string> = new Set(['query', 'output', 'format', 'absent_on_null', 'location'])

/** `JSON_ARRAY(SELECT …)`. */
function arrayOfQuery(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, arrayOfQueryParts, 'JSON_ARRAY')
  const query: ExpressionNode = { type: 'subquery', query: context.query(node.query) }
  return returning({ type: 'operation', operator: 'JsonArray', children: [query] }, node.output)
}

const aggregateParts: ReadonlySet<string> = new Set(['constructor', 'arg', 'absent_on_null', 'unique'])
const constructorParts: ReadonlySet<string> = new Set(['output', 'agg_filter', 'agg_order', 'over', 'location'])

/** JSON_OBJECTAGG and JSON_ARRAYAGG, with FILTER, ORDER BY, and OVER. */
function aggregate(node: Json, context: Converter): ExpressionNode {
  onlyFields(node, aggregateParts, 'JSON aggregate')
  // Checks for an own property, because every object has a constructor.
  const written = object(Object.hasOwn(node, 'constructor') ? node.constructor : {})
  onlyFields(written, constructorParts, 'JSON aggregate')
  const argument = object(node.arg)
  const children = [convert('key' in argument ? 'JsonKeyValue' : 'JsonValueExpr', argument, context)]
  for (const item of list(written.agg_order)) children.push(context.expression(item))
  if (written.agg_filter) children.push(context.expression(written.agg_filter))
  if (written.over) children.push(...context.window(object(written.over)))
  return returning({ type: 'operation', operator: 'JsonAggregate', children }, written.output)
}

const tableParts: ReadonlySet<string> = new Set([
  'context_item',
  'pathspec',
  'passing',
  'columns',
  'on_error',
  'alias',
  'lateral',
  'location',
])
const columnParts: ReadonlySet<string> = new Set([
  'coltype',
  'name',
  'typeName',
  'pathspec',
  'format',
  'wrapper',
  'quotes',
  'columns',
  'on_empty',
  'on_error',
  'location',
])

/** JSON_TABLE: its input, and the names and types of its columns. */
export function jsonTable(node: Json, context: Converter): FromNode {
  onlyFields(node, tableParts, 'JSON_TABLE')
  const start = placeOf(node.location, context)
  const read = [convert('JsonValueExpr', object(node.context_item), context), path(node.pathspec, context)]
  for (const item of list(node.passing)) read.push(context.expression(item))
  if (node.on_error) read.push(convert('JsonBehavior', object(node.on_error), context))
  const columns: Identifier[] = []
  addColumns(node.columns, columns, read, context)
  return {
    type: 'table-function',
    name: [{ text: 'json_table', quote: null, start, end: start }],
    arguments: read,
    alias: aliasOf(node.alias),
    ordinality: false,
    isSyntax: true,
    columns,
  }
}

function path(value: unknown, context: Converter): ExpressionNode {
  return convert('JsonTablePathSpec', object(value), context)
}

function addColumns(value: unknown, names: Identifier[], read: ExpressionNode[], context: Converter): void {
  for (const item of list(value)) {
    const [kind, content] = tagged(item)
    if (kind !== 'JsonTableColumn')
      throw new RefusedNode(
        message('A JSON_TABLE column is not in the supported form. Write a name, a type, and PATH.'),
      )
    const column = object(content)
    onlyFields(column, columnParts, 'JSON_TABLE')
    if (column.name !== undefined && column.coltype !== 'JTC_NESTED') names.push(unplaced(scalar(column.name)))
    if (column.typeName) read.push(namedType(column.typeName))
    if (column.pathspec) read.push(path(column.pathspec, context))
    for (const behavior of [column.on_empty, column.on_error]) {
      if (behavior) read.push(convert('JsonBehavior', object(behavior), context))
    }
    addColumns(column.columns, names, read, context)
  }
}

const definitionParts: ReadonlySet<string> = new Set(['colname', 'typeName', 'is_local', 'collClause', 'location'])

/** `AS t(a int, b text)`: the columns' names, and their types as casts to check. */
export function columnDefinitions(value: unknown): { names: Identifier[]; types: ExpressionNode[] } {
  const definitions = list(value).map((item) => {
    const [kind, content] = tagged(item)
    if (kind !== 'ColumnDef')
      throw new RefusedNode(message('This column definition is not supported. Write a name and a type.'))
    const node = object(content)
    onlyFields(node, definitionParts, 'Column definition')
    if (node.collClause) list(object(node.collClause).collname).forEach(stringOf)
    return { name: unplaced(scalar(node.colname)), type: namedType(node.typeName) }
  })
  return { names: definitions.map(({ name }) => name), types: definitions.map(({ type }) => type) }
}
