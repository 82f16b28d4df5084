import { message } from '@parlance/contract/messages'
import { dialectOf } from '../../dialects/index.ts'
import type { ExpressionNode, FromNode, Identifier, JoinNode } from '../model.ts'
import { RefusedNode, list, object, onlyFields, refusedAt, tagged } from '../strict.ts'
import type { Json } from '../strict.ts'
import { addArgument, expression, expressions } from './expressions.ts'
import type { Converter } from './expressions.ts'
import { aliasOf, firstPlace, identifier, objectName } from './names.ts'
import { jsonTable, openJson } from './json-tables.ts'
import { pivot, unpivot } from './pivot.ts'

const modifierFields = ['with_hints', 'partitions', 'sample', 'version', 'index_hints', 'json_path']
const sampleParts: ReadonlySet<string> = new Set(['modifier', 'name', 'quantity', 'seed'])
const quantityParts: ReadonlySet<string> = new Set(['parenthesized', 'value', 'unit'])
const seedParts: ReadonlySet<string> = new Set(['modifier', 'value'])
const fromParts: ReadonlySet<string> = new Set(['relation', 'joins'])
const asOfParts: ReadonlySet<string> = new Set(['match_condition', 'constraint'])
const joinParts: ReadonlySet<string> = new Set(['relation', 'join_operator'])
const subqueryInFromParts: ReadonlySet<string> = new Set(['lateral', 'subquery', 'alias'])
const joinInParenthesesParts: ReadonlySet<string> = new Set(['table_with_joins'])
const tableFunctionParts: ReadonlySet<string> = new Set(['expr', 'alias'])
const tableParts: ReadonlySet<string> = new Set(['name', 'alias', 'with_ordinality', ...modifierFields])
const tableOfFunctionParts: ReadonlySet<string> = new Set([
  'name',
  'args',
  'alias',
  'lateral',
  'with_ordinality',
  ...modifierFields,
])
const unnestParts: ReadonlySet<string> = new Set([
  'alias',
  'array_exprs',
  'with_offset',
  'with_offset_alias',
  'with_ordinality',
])

/** Converts FROM: comma-separated items, each with its joins. */
export function fromItems(value: unknown, context: Converter): FromNode[] {
  return list(value).map((item) => withJoins(object(item), context))
}

function withJoins(node: Json, context: Converter): FromNode {
  onlyFields(node, fromParts, 'FROM')
  let left = factor(node.relation, context)
  for (const item of list(node.joins)) left = join(left, object(item), context)
  return left
}

const joinKinds = new Set([
  'Join',
  'Inner',
  'Left',
  'LeftOuter',
  'Right',
  'RightOuter',
  'FullOuter',
  'CrossJoin',
  'LeftSemi',
  'LeftAnti',
  'Semi',
  'Anti',
  'StraightJoin',
])

function join(left: FromNode, node: Json, context: Converter): JoinNode {
  onlyFields(node, joinParts, 'JOIN')
  const right = factor(node.relation, context)
  const result: JoinNode = { type: 'join', kind: '', natural: false, using: [], on: null, left, right, alias: null }
  if (node.join_operator === 'CrossApply' || node.join_operator === 'OuterApply') {
    return { ...result, kind: node.join_operator, right: lateral(right) }
  }
  const [kind, constraint] = tagged(node.join_operator)
  if (kind === 'AsOf') return asOf(object(constraint), result, context)
  if (!joinKinds.has(kind))
    throw new RefusedNode(message('This kind of join is not supported. Use JOIN, LEFT JOIN, or CROSS JOIN.'))
  result.kind = kind
  if (constraint === 'None' || constraint === null) return result
  if (constraint === 'Natural') return { ...result, natural: true }
  const [form, content] = tagged(constraint)
  if (form === 'On') return { ...result, on: expression(content, context) }
  if (form !== 'Using')
    throw new RefusedNode(message('This join has no supported condition. Write it with ON or USING.'))
  return { ...result, using: list(content).map((name) => usingColumn(name, context)) }
}

/** Snowflake's ASOF JOIN with its MATCH_CONDITION. */
function asOf(node: Json, result: JoinNode, context: Converter): JoinNode {
  onlyFields(node, asOfParts, 'ASOF JOIN')
  const conditions = [expression(node.match_condition, context)]
  const [form, content] = node.constraint === 'None' ? ['None', null] : tagged(node.constraint)
  if (form === 'On') conditions.push(expression(content, context))
  else if (form !== 'None') throw new RefusedNode(message('ASOF JOIN needs a condition with ON. Add it.'))
  return { ...result, kind: 'AsOf', on: { type: 'operation', operator: 'AsOf', children: conditions } }
}

function lateral(item: FromNode): FromNode {
  return item.type === 'derived' ? { ...item, lateral: true } : item
}

function usingColumn(value: unknown, context: Converter): Identifier {
  const parts = objectName(value, context)
  if (parts.length !== 1)
    throw new RefusedNode(message('USING supports only plain column names. Remove the table name before each column.'))
  return parts[0]!
}

function factor(value: unknown, context: Converter): FromNode {
  try {
    return convert(value, context)
  } catch (error) {
    return refusedAt(error, () => firstPlace(value, context))
  }
}

function convert(value: unknown, context: Converter): FromNode {
  const [kind, content] = tagged(value)
  const node = object(content)
  switch (kind) {
    case 'Table':
      return table(node, context)
    case 'Derived': {
      onlyFields(node, subqueryInFromParts, 'Subquery in FROM')
      return {
        type: 'derived',
        query: context.query(node.subquery),
        alias: aliasOf(node.alias, context),
        lateral: node.lateral === true,
      }
    }
    case 'NestedJoin':
      onlyFields(node, joinInParenthesesParts, 'Join in parentheses')
      return withJoins(object(node.table_with_joins), context)
    case 'Function':
      return tableFunction(node, context)
    case 'TableFunction':
      onlyFields(node, tableFunctionParts, 'Table function')
      return fromCall(expression(node.expr, context), node, context)
    case 'UNNEST':
      return unnest(node, context)
    case 'JsonTable':
      if (dialectOf(context.dialect).grammar.hasJsonTable) return jsonTable(node, context)
      throw new RefusedNode(message('JSON_TABLE is not supported here. Read the values with JSON_VALUE instead.'))
    case 'OpenJsonTable':
      return openJson(node, context)
    case 'Pivot':
      return pivot(node, factor(node.table, context), context)
    case 'Unpivot':
      return unpivot(node, factor(node.table, context), context)
    default:
      throw new RefusedNode(message('This is not supported in FROM. Use a table, a subquery, or a join.'))
  }
}

function table(node: Json, context: Converter): FromNode {
  if (node.args) return tableFunction(node, context)
  const modifiers = modifierFields.filter((field) => present(node[field]))
  onlyFields(node, tableParts, 'Table')
  if (node.with_ordinality)
    throw new RefusedNode(message('WITH ORDINALITY is not supported for tables. Use ROW_NUMBER() OVER () instead.'))
  if (modifiers.some((field) => field !== 'sample')) {
    throw new RefusedNode(
      message('Lock hints, partitions, and table versions are not supported. Write only the table name.'),
    )
  }
  return {
    type: 'table',
    name: objectName(node.name, context),
    alias: aliasOf(node.alias, context),
    modifier: sampleOf(node.sample, context),
  }
}

/** TABLESAMPLE with literal numbers; null if there is none. */
function sampleOf(value: unknown, context: Converter): string | null {
  if (!present(value)) return null
  const [, content] = tagged(value)
  const sample = object(content)
  onlyFields(sample, sampleParts, 'TABLESAMPLE')
  const numbers = [object(sample.quantity)]
  onlyFields(numbers[0]!, quantityParts, 'TABLESAMPLE')
  if (sample.seed) numbers.push(object(sample.seed))
  if (numbers[1]) onlyFields(numbers[1], seedParts, 'TABLESAMPLE')
  for (const [at, number] of numbers.entries()) {
    const written = at === 0 ? expression(number.value, context) : expression({ Value: number.value }, context)
    if (written.type !== 'literal' || written.kind !== 'number') {
      throw new RefusedNode(message('TABLESAMPLE needs a literal number, as in TABLESAMPLE (10 PERCENT).'))
    }
  }
  return 'TABLESAMPLE'
}

function present(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
}

function tableFunction(node: Json, context: Converter): FromNode {
  onlyFields(node, tableOfFunctionParts, 'Table function')
  if (modifierFields.some((field) => present(node[field])))
    throw new RefusedNode(message('Hints are not supported for a function in FROM. Remove them.'))
  const call: Extract<ExpressionNode, { type: 'call' }> = {
    type: 'call',
    name: [],
    start: 0,
    star: false,
    children: [],
  }
  const given = Array.isArray(node.args) ? node.args : object(node.args).args
  for (const argument of list(given)) addArgument(argument, call, context)
  return {
    type: 'table-function',
    name: objectName(node.name, context),
    arguments: call.children,
    alias: aliasOf(node.alias, context),
    ordinality: node.with_ordinality === true,
    isSyntax: false,
    columns: null,
  }
}

function fromCall(call: ExpressionNode, node: Json, context: Converter): FromNode {
  if (call.type !== 'call')
    throw new RefusedNode(
      message('TABLE(…) supports only a single function call. Use a table or a subquery in FROM instead.'),
    )
  const at = call.start
  return {
    type: 'table-function',
    name: call.name.map((text) => ({ text, quote: null, start: at, end: at })),
    arguments: call.children,
    alias: aliasOf(node.alias, context),
    ordinality: false,
    isSyntax: false,
    columns: null,
  }
}

function unnest(node: Json, context: Converter): FromNode {
  onlyFields(node, unnestParts, 'UNNEST')
  const alias = aliasOf(node.alias, context)
  const offset = node.with_offset_alias ? identifier(node.with_offset_alias, context) : null
  const name: Identifier = { text: 'unnest', quote: null, start: 0, end: 0 }
  return {
    type: 'table-function',
    name: [name],
    arguments: expressions(node.array_exprs, context),
    alias: alias && offset ? { name: alias.name, columns: [...alias.columns, offset] } : alias,
    ordinality: node.with_ordinality === true || node.with_offset === true,
    isSyntax: false,
    columns: null,
  }
}
