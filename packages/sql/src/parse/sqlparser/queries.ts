import type { SqlDialect } from '@parlance/contract'
import { message } from '@parlance/contract/messages'
import { dialectOf } from '../../dialects/index.ts'
import type { BodyNode, CteNode, ExpressionNode, ItemNode, LimitNode, QueryNode, SelectNode } from '../model.ts'
import { positionsOf } from '../positions.ts'
import { RefusedNode, list, nowhere, object, onlyFields, tagged, scalar } from '../strict.ts'
import type { Json } from '../strict.ts'
import { expression, expressions, orderedExpressions, windowSpecification } from './expressions.ts'
import type { Converter } from './expressions.ts'
import { fromItems } from './from.ts'
import { aliasName, identifier, objectName, spanOf } from './names.ts'

const withParts: ReadonlySet<string> = new Set(['with_token', 'recursive', 'cte_tables'])
const cteParts: ReadonlySet<string> = new Set(['alias', 'query', 'materialized', 'closing_paren_token'])
const setOperationParts: ReadonlySet<string> = new Set(['op', 'set_quantifier', 'left', 'right'])
const valuesParts: ReadonlySet<string> = new Set(['explicit_row', 'value_keyword', 'rows'])
const columnParts: ReadonlySet<string> = new Set(['expr', 'alias'])
const starParts: ReadonlySet<string> = new Set([
  'wildcard_token',
  'opt_except',
  'opt_exclude',
  'opt_replace',
  'opt_rename',
])
const replaceParts: ReadonlySet<string> = new Set(['expr', 'column_name', 'as_keyword'])
const renameParts: ReadonlySet<string> = new Set(['ident', 'alias'])
const orderByParts: ReadonlySet<string> = new Set(['kind'])
const limitParts: ReadonlySet<string> = new Set(['limit', 'offset'])
const fetchParts: ReadonlySet<string> = new Set(['with_ties', 'percent', 'quantity'])
const topParts: ReadonlySet<string> = new Set(['with_ties', 'percent', 'quantity'])

/**
 * Converts the statements of sqlparser-rs, which are in this text. @throws RefusedNode unless they are one plain query
 */
export function convertSqlparser(statements: unknown, text: string, dialect: SqlDialect): QueryNode {
  const all = list(statements)
  if (all.length !== 1) {
    throw new RefusedNode(
      message('Only one statement is allowed. Send one query at a time.'),
      null,
      'not_one_statement',
    )
  }
  const [kind, content] = tagged(all[0])
  if (kind !== 'Query')
    throw new RefusedNode(message('Only queries are allowed. Start with SELECT or WITH.'), null, 'not_select')
  const context: Converter = {
    text,
    dialect,
    positions: positionsOf(text),
    query: (value) => convertQuery(object(value), context),
  }
  return context.query(content)
}

const queryFields = new Set(['with', 'body', 'order_by', 'limit_clause', 'fetch'])

function convertQuery(node: Json, context: Converter): QueryNode {
  refuseLocks(node)
  onlyFields(node, queryFields, 'Query')
  const ctes = node.with ? withClause(object(node.with), context) : { recursive: false, ctes: [] }
  return {
    type: 'query',
    ...ctes,
    body: body(node.body, context),
    orderBy: node.order_by ? orderBy(object(node.order_by), context) : [],
    limit: limitOf(node, context),
  }
}

function refuseLocks(node: Json): void {
  if (list(node.locks).length > 0) {
    throw new RefusedNode(
      message('FOR UPDATE and FOR SHARE lock rows and are not allowed. Remove the clause.'),
      nowhere,
    )
  }
}

function withClause(node: Json, context: Converter): { recursive: boolean; ctes: CteNode[] } {
  onlyFields(node, withParts, 'WITH')
  return {
    recursive: node.recursive === true,
    ctes: list(node.cte_tables).map((item) => {
      const cte = object(item)
      onlyFields(cte, cteParts, 'WITH')
      const alias = object(cte.alias)
      return {
        name: identifier(alias.name, context),
        columns: list(alias.columns).map((column) => identifier(object(column).name, context)),
        query: context.query(cte.query),
        added: [],
      }
    }),
  }
}

function body(value: unknown, context: Converter): BodyNode {
  const [kind, content] = tagged(value)
  switch (kind) {
    case 'Select':
      return select(object(content), context)
    case 'Query':
      return context.query(content)
    case 'SetOperation': {
      const node = object(content)
      onlyFields(node, setOperationParts, 'Set operation')
      const quantifier = scalar(node.set_quantifier)
      if (quantifier.includes('Name'))
        throw new RefusedNode(message('BY NAME is not supported. List the columns in the same order in both queries.'))
      return {
        type: 'set',
        operator: `${scalar(node.op)} ${quantifier}`,
        left: body(node.left, context),
        right: body(node.right, context),
      }
    }
    case 'Values': {
      const node = object(content)
      onlyFields(node, valuesParts, 'VALUES')
      return { type: 'values', rows: list(node.rows).map((row) => expressions(rowContent(row), context)) }
    }
    case 'Table':
      throw new RefusedNode(message('TABLE is not supported as a query. Write SELECT * FROM instead.'))
    default:
      throw new RefusedNode(
        message('Only queries are allowed, and part of this statement changes data. Remove that part.'),
        null,
        'not_select',
      )
  }
}

function rowContent(row: unknown): unknown {
  return Array.isArray(row) ? row : object(row).content
}

const selectFields = new Set([
  'select_token',
  'distinct',
  'top',
  'top_before_distinct',
  'projection',
  'from',
  'connect_by',
  'selection',
  'group_by',
  'having',
  'named_window',
  'qualify',
  'window_before_qualify',
  'value_table_mode',
  'flavor',
])

function select(node: Json, context: Converter): SelectNode {
  if (node.into) throw new RefusedNode(message('SELECT INTO writes data and is not allowed. Remove INTO.'), nowhere)
  onlyFields(node, selectFields, 'SELECT')
  if (node.value_table_mode && node.value_table_mode !== 'AsStruct') {
    throw new RefusedNode(message('SELECT AS VALUE is not supported. Select columns instead.'))
  }
  if (node.flavor !== 'Standard') throw new RefusedNode(message('The query must start with SELECT.'))
  const distinctOn = distinctOnOf(node.distinct)
  const keyword = spanOf(object(node.select_token).span, context)
  if (!keyword) throw new RefusedNode(message('This form of query is not supported. Start it with SELECT.'))
  return {
    type: 'select',
    distinct: node.distinct !== undefined && node.distinct !== null && node.distinct !== 'All',
    keywordEnd: keyword.end,
    items: list(node.projection).map((item) => selectItem(item, context)),
    from: fromItems(node.from, context),
    distinctOn: expressions(distinctOn, context),
    where: node.selection ? expression(node.selection, context) : null,
    groupBy: groupBy(node.group_by, context),
    having: node.having ? expression(node.having, context) : null,
    qualify: node.qualify ? expression(node.qualify, context) : null,
    windows: list(node.named_window).flatMap((window) => namedWindow(window, context)),
    others: list(node.connect_by).flatMap((clause) => hierarchy(clause, context)),
    top: node.top ? topOf(object(node.top), context) : null,
  }
}

function distinctOnOf(distinct: unknown): unknown[] {
  if (distinct === undefined || distinct === null || distinct === 'Distinct' || distinct === 'All') return []
  const [kind, content] = tagged(distinct)
  if (kind !== 'On')
    throw new RefusedNode(message('This form of DISTINCT is not supported. Use SELECT DISTINCT or GROUP BY.'))
  return list(content)
}

function namedWindow(window: unknown, context: Converter) {
  const [, specification] = list(window)
  const [kind, content] = tagged(specification)
  return kind === 'NamedWindow' ? [] : windowSpecification(content, context)
}

function hierarchy(clause: unknown, context: Converter) {
  const [kind, content] = tagged(clause)
  const node = object(content)
  if (kind === 'ConnectBy') return expressions(node.relationships, context)
  return [expression(node.condition, context)]
}

function selectItem(value: unknown, context: Converter): ItemNode {
  const [kind, content] = tagged(value)
  switch (kind) {
    case 'UnnamedExpr':
      return { type: 'item', expression: expression(content, context), alias: null }
    case 'ExprWithAlias': {
      const node = object(content)
      onlyFields(node, columnParts, 'Column')
      return { type: 'item', expression: expression(node.expr, context), alias: aliasName(node.alias, context) }
    }
    case 'Wildcard':
      return star(null, object(content), context)
    case 'QualifiedWildcard': {
      const [qualifier, options] = list(content)
      const [form, name] = tagged(qualifier)
      if (form !== 'ObjectName')
        throw new RefusedNode(message('Only a table name or an alias can come before .* here. Write one of them.'))
      return star(objectName(name, context), object(options), context)
    }
    default:
      throw new RefusedNode(message('This result column is not supported. Write an expression with AS and a name.'))
  }
}

function star(qualifier: ReturnType<typeof objectName> | null, options: Json, context: Converter): ItemNode {
  onlyFields(options, starParts, '*')
  const token = spanOf(object(options.wildcard_token).span, context)
  const except = options.opt_except ? object(options.opt_except) : null
  const exclude = options.opt_exclude ? excluded(options.opt_exclude) : []
  const names = except ? [except.first_element, ...list(except.additional_elements)] : exclude
  return {
    type: 'star',
    qualifier,
    except: names.map((name) => identifier(name, context)),
    replace: list(options.opt_replace ? object(options.opt_replace).items : null).map((item) => {
      const node = object(item)
      onlyFields(node, replaceParts, 'REPLACE')
      return { name: identifier(node.column_name, context), expression: expression(node.expr, context) }
    }),
    rename: renamedColumns(options.opt_rename).map((item) => {
      const node = object(item)
      onlyFields(node, renameParts, 'RENAME')
      return { name: identifier(node.ident, context), alias: identifier(node.alias, context) }
    }),
    start: qualifier?.[0]?.start ?? token?.start ?? 0,
    end: token?.end ?? 0,
  }
}

function renamedColumns(value: unknown): unknown[] {
  if (!value) return []
  const [kind, content] = tagged(value)
  return kind === 'Multiple' ? list(content) : [content]
}

function excluded(value: unknown): unknown[] {
  const [kind, content] = tagged(value)
  const names = kind === 'Multiple' ? list(content) : [content]
  return names.map((name) => {
    const parts = Array.isArray(name) ? name : [name]
    if (parts.length !== 1)
      throw new RefusedNode(
        message('EXCLUDE supports only plain column names. Remove the table name before each column.'),
      )
    const part = object(parts[0])
    return part.Identifier ?? part
  })
}

function groupBy(value: unknown, context: Converter): ExpressionNode[] {
  const [kind, content] = tagged(value)
  if (kind === 'All' && list(content).length === 0) return [{ type: 'operation', operator: 'All', children: [] }]
  if (kind !== 'Expressions') throw new RefusedNode(message('GROUP BY ALL is not supported here. List the columns.'))
  const [keys, modifiers] = list(content)
  for (const modifier of list(modifiers)) {
    if (modifier !== 'Rollup' && modifier !== 'Cube' && modifier !== 'Totals') {
      throw new RefusedNode(message('This keyword in GROUP BY is not supported. Use ROLLUP, CUBE, or GROUPING SETS.'))
    }
  }
  const items = expressions(keys, context)
  return dialectOf(context.dialect).grammar.groupsByCalls ? items.map(grouping) : items
}

/** ROLLUP or CUBE parsed as a function. */
function grouping(key: ExpressionNode): ExpressionNode {
  const name = key.type === 'call' && key.name.length === 1 ? key.name[0]!.toLowerCase() : ''
  if (key.type !== 'call' || key.star || (name !== 'rollup' && name !== 'cube')) return key
  return { type: 'operation', operator: name, children: key.children }
}

function orderBy(node: Json, context: Converter) {
  onlyFields(node, orderByParts, 'ORDER BY')
  const [kind, content] = tagged(node.kind)
  if (kind !== 'Expressions') throw new RefusedNode(message('ORDER BY ALL is not supported. List the columns.'))
  return orderedExpressions(content, context)
}

function limitOf(node: Json, context: Converter): LimitNode | null {
  if (node.fetch) return fetchOf(object(node.fetch), node.limit_clause, context)
  if (!node.limit_clause) return null
  const [kind, content] = tagged(node.limit_clause)
  const clause = object(content)
  if (kind === 'OffsetCommaLimit') {
    return {
      form: 'limit',
      count: expression(clause.limit, context),
      inexact: false,
      others: [expression(clause.offset, context)],
    }
  }
  onlyFields(clause, limitParts, 'LIMIT')
  return {
    form: 'limit',
    count: clause.limit ? expression(clause.limit, context) : null,
    inexact: false,
    others: clause.offset ? [expression(object(clause.offset).value, context)] : [],
  }
}

function fetchOf(node: Json, limitClause: unknown, context: Converter): LimitNode {
  onlyFields(node, fetchParts, 'FETCH')
  const others: LimitNode['others'] = []
  if (limitClause) {
    const [, content] = tagged(limitClause)
    const clause = object(content)
    if (clause.limit) throw new RefusedNode(message('LIMIT and FETCH cannot be combined. Use one of them.'))
    if (clause.offset) others.push(expression(object(clause.offset).value, context))
  }
  return {
    form: 'fetch',
    count: node.quantity ? expression(node.quantity, context) : null,
    inexact: node.with_ties === true || node.percent === true || !node.quantity,
    others,
  }
}

function topOf(node: Json, context: Converter): LimitNode {
  onlyFields(node, topParts, 'TOP')
  const inexact = node.with_ties === true || node.percent === true
  const [kind, content] = tagged(node.quantity)
  if (kind === 'Constant') {
    return {
      form: 'top',
      count: { type: 'literal', kind: 'number', value: String(content), start: null, end: null },
      inexact,
      others: [],
    }
  }
  return { form: 'top', count: expression(content, context), inexact, others: [] }
}
