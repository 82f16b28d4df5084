import { message } from '@parlance/contract/messages'
import type {
  BodyNode,
  CteNode,
  ExpressionNode,
  FromNode,
  Identifier,
  ItemNode,
  LimitNode,
  QueryNode,
  TableNode,
} from '../model.ts'
import { positionsOf } from '../positions.ts'
import { RefusedNode, list, nowhere, object, onlyFields, refusedAt, tagged, scalar } from '../strict.ts'
import type { Json } from '../strict.ts'
import { expression, expressions, windowDefinition } from './expressions.ts'
import type { Converter } from './converter.ts'
import { columnDefinitions, jsonTable } from './json.ts'
import { aliasOf, dottedName, firstPlace, placed, placeOf, stringOf, unplaced } from './names.ts'

const withParts: ReadonlySet<string> = new Set(['ctes', 'recursive', 'location'])
const cteParts: ReadonlySet<string> = new Set([
  'ctename',
  'aliascolnames',
  'ctematerialized',
  'ctequery',
  'search_clause',
  'cycle_clause',
  'location',
])
const searchParts: ReadonlySet<string> = new Set([
  'search_col_list',
  'search_breadth_first',
  'search_seq_column',
  'location',
])
const cycleParts: ReadonlySet<string> = new Set([
  'cycle_col_list',
  'cycle_mark_column',
  'cycle_mark_value',
  'cycle_mark_default',
  'cycle_path_column',
  'location',
])
const columnParts: ReadonlySet<string> = new Set(['name', 'val', 'location'])
const tableParts: ReadonlySet<string> = new Set([
  'catalogname',
  'schemaname',
  'relname',
  'inh',
  'relpersistence',
  'alias',
  'location',
])
const subqueryInFromParts: ReadonlySet<string> = new Set(['lateral', 'subquery', 'alias'])
const joinParts: ReadonlySet<string> = new Set([
  'jointype',
  'isNatural',
  'larg',
  'rarg',
  'usingClause',
  'join_using_alias',
  'quals',
  'alias',
  'rtindex',
])
const sampleParts: ReadonlySet<string> = new Set(['relation', 'method', 'args', 'repeatable', 'location'])
const functionInFromParts: ReadonlySet<string> = new Set([
  'lateral',
  'ordinality',
  'functions',
  'alias',
  'coldeflist',
  'is_rowsfrom',
])

/** Converts PostgreSQL's own parse tree. @throws RefusedNode unless it is one plain query */
export function convertLibpg(result: unknown, text: string): QueryNode {
  const statements = list(object(result).stmts)
  if (statements.length !== 1)
    throw new RefusedNode(
      message('Only one statement is allowed. Send one query at a time.'),
      null,
      'not_one_statement',
    )
  const [kind, content] = tagged(object(statements[0]).stmt)
  if (kind !== 'SelectStmt') {
    throw new RefusedNode(message('Only queries are allowed. Start with SELECT or WITH.'), null, 'not_select')
  }
  const context: Converter = {
    text,
    positions: positionsOf(text),
    query: (value) => convertQuery(selectStatement(value), context),
    expression: (value) => expression(value, context),
    window: (node) => windowDefinition(node, context),
  }
  return convertQuery(object(content), context)
}

function selectStatement(value: unknown): Json {
  const [kind, content] = tagged(value)
  if (kind !== 'SelectStmt') {
    throw new RefusedNode(
      message('Only queries are allowed, and part of this statement changes data. Remove that part.'),
      null,
      'not_select',
    )
  }
  return object(content)
}

const queryFields = new Set([
  'distinctClause',
  'targetList',
  'fromClause',
  'whereClause',
  'groupClause',
  'groupDistinct',
  'havingClause',
  'windowClause',
  'valuesLists',
  'sortClause',
  'limitOffset',
  'limitCount',
  'limitOption',
  'withClause',
  'op',
  'all',
  'larg',
  'rarg',
])

function convertQuery(node: Json, context: Converter): QueryNode {
  if (node.intoClause)
    throw new RefusedNode(message('SELECT INTO writes data and is not allowed. Remove INTO.'), nowhere)
  if (list(node.lockingClause).length > 0) {
    throw new RefusedNode(
      message('FOR UPDATE and FOR SHARE lock rows and are not allowed. Remove the clause.'),
      nowhere,
    )
  }
  onlyFields(node, queryFields, 'Query')
  const ctes = node.withClause ? withClause(object(node.withClause), context) : { recursive: false, ctes: [] }
  return {
    type: 'query',
    ...ctes,
    body: body(node, context),
    orderBy: expressions(node.sortClause, context),
    limit: limitOf(node, context),
  }
}

function withClause(node: Json, context: Converter): { recursive: boolean; ctes: CteNode[] } {
  onlyFields(node, withParts, 'WITH')
  return {
    recursive: node.recursive === true,
    ctes: list(node.ctes).map((item) => {
      const cte = object(tagged(item)[1])
      onlyFields(cte, cteParts, 'WITH')
      return {
        name: placed(scalar(cte.ctename), cte.location, context),
        columns: list(cte.aliascolnames).map((name) => unplaced(stringOf(name))),
        query: context.query(cte.ctequery),
        added: addedColumns(cte, context),
      }
    }),
  }
}

/** The columns that SEARCH and CYCLE add to a recursive query. */
function addedColumns(cte: Json, context: Converter): string[] {
  const names: string[] = []
  if (cte.search_clause) {
    const search = object(cte.search_clause)
    onlyFields(search, searchParts, 'SEARCH')
    names.push(scalar(search.search_seq_column))
  }
  if (cte.cycle_clause) {
    const cycle = object(cte.cycle_clause)
    onlyFields(cycle, cycleParts, 'CYCLE')
    for (const mark of [cycle.cycle_mark_value, cycle.cycle_mark_default]) {
      if (mark && expression(mark, context).type !== 'literal')
        throw new RefusedNode(
          message('CYCLE supports only literal values. Write a string or a number after TO and DEFAULT.'),
        )
    }
    names.push(scalar(cycle.cycle_mark_column), scalar(cycle.cycle_path_column))
  }
  return names
}

function body(node: Json, context: Converter): BodyNode {
  if (node.op !== 'SETOP_NONE' && node.op !== undefined) {
    return {
      type: 'set',
      operator: `${scalar(node.op)} ${node.all ? 'All' : ''}`,
      left: side(node.larg, context),
      right: side(node.rarg, context),
    }
  }
  const rows = list(node.valuesLists)
  if (rows.length > 0) {
    return { type: 'values', rows: rows.map((row) => expressions(object(tagged(row)[1]).items, context)) }
  }
  const distinct = list(node.distinctClause).filter((item) => Object.keys(object(item)).length > 0)
  return {
    type: 'select',
    distinct: list(node.distinctClause).length > 0,
    keywordEnd: -1,
    items: list(node.targetList).map((item) => target(item, context)),
    from: list(node.fromClause).map((item) => fromItem(item, context)),
    distinctOn: distinct.map((item) => expression(item, context)),
    where: node.whereClause ? expression(node.whereClause, context) : null,
    groupBy: expressions(node.groupClause, context),
    having: node.havingClause ? expression(node.havingClause, context) : null,
    qualify: null,
    windows: list(node.windowClause).flatMap((window) => windowDefinition(object(tagged(window)[1]), context)),
    others: [],
    top: null,
  }
}

/** Each side of a set operation is a whole statement, without its tag. */
function side(value: unknown, context: Converter): BodyNode {
  const query = convertQuery(object(value), context)
  const plain = query.ctes.length === 0 && query.orderBy.length === 0 && !query.limit
  return plain ? query.body : query
}

function target(value: unknown, context: Converter): ItemNode {
  const [, content] = tagged(value)
  const node = object(content)
  onlyFields(node, columnParts, 'Column')
  const inner = expression(node.val, context)
  if (inner.type === 'row') {
    const end = inner.qualifier.at(-1)?.end ?? 0
    return {
      type: 'star',
      qualifier: inner.qualifier.length > 0 ? inner.qualifier : null,
      except: [],
      replace: [],
      rename: [],
      start: inner.qualifier[0]?.start ?? 0,
      end,
    }
  }
  return { type: 'item', expression: inner, alias: node.name ? unplaced(scalar(node.name)) : null }
}

function fromItem(value: unknown, context: Converter): FromNode {
  try {
    return convertFrom(value, context)
  } catch (error) {
    return refusedAt(error, () => firstPlace(value, context))
  }
}

function convertFrom(value: unknown, context: Converter): FromNode {
  const [kind, content] = tagged(value)
  const node = object(content)
  switch (kind) {
    case 'RangeVar': {
      onlyFields(node, tableParts, 'Table')
      const parts = [node.catalogname, node.schemaname, node.relname].filter((part) => part !== undefined).map(String)
      const name = dottedName(parts, node.location, context)
      return {
        type: 'table',
        name,
        alias: aliasOf(node.alias),
        modifier: node.inh === true ? null : 'ONLY',
        ...aroundName(name, context.text),
      }
    }
    case 'RangeTableSample':
      return sample(node, context)
    case 'RangeSubselect':
      onlyFields(node, subqueryInFromParts, 'Subquery in FROM')
      return {
        type: 'derived',
        query: context.query(node.subquery),
        alias: aliasOf(node.alias),
        lateral: node.lateral === true,
      }
    case 'JoinExpr':
      return join(node, context)
    case 'RangeFunction':
      return rangeFunction(node, context)
    case 'JsonTable':
      return jsonTable(node, context)
    default:
      throw new RefusedNode(
        message('This is not supported in FROM. Use a table, a subquery, a join, or an allowed function.'),
      )
  }
}

const commandBefore = /\btable\s+$/i
const starBehind = /\s*\*/y

/** What PostgreSQL allows directly before and after a table's name. */
function aroundName(name: Identifier[], text: string): Pick<TableNode, 'command' | 'descendants'> {
  const [{ start } = { start: 0 }] = name
  const end = name.at(-1)?.end ?? start
  const command = commandBefore.exec(text.slice(Math.max(0, start - 200), start))
  starBehind.lastIndex = end
  const descendants = starBehind.test(text)
  return {
    ...(command ? { command: { start: start - command[0].length, end: start } } : {}),
    ...(descendants ? { descendants: { start: end, end: starBehind.lastIndex } } : {}),
  }
}

/** `TABLESAMPLE SYSTEM (10)` with literal numbers. */
function sample(node: Json, context: Converter): FromNode {
  onlyFields(node, sampleParts, 'TABLESAMPLE')
  const table = fromItem(node.relation, context)
  const methods = list(node.method).map(stringOf)
  const numbers = expressions([...list(node.args), ...(node.repeatable ? [node.repeatable] : [])], context)
  const isKnown = methods.length === 1 && (methods[0] === 'system' || methods[0] === 'bernoulli')
  const isPlain = numbers.every((number) => number.type === 'literal' && number.kind === 'number')
  if (table.type !== 'table' || !isKnown || !isPlain) {
    throw new RefusedNode(
      message(
        'This TABLESAMPLE is not supported. Use SYSTEM or BERNOULLI with a number, as in FROM orders TABLESAMPLE SYSTEM (10).',
      ),
      placeOf(node.location, context),
    )
  }
  return { ...table, modifier: 'TABLESAMPLE' }
}

function join(node: Json, context: Converter): FromNode {
  onlyFields(node, joinParts, 'JOIN')
  const [left, right] = [fromItem(node.larg, context), fromItem(node.rarg, context)]
  if (node.alias && [left, right].some(looksAround)) {
    throw new RefusedNode(
      message('This join in parentheses cannot have an alias. Move the alias to the subquery inside.'),
    )
  }
  return {
    type: 'join',
    kind: scalar(node.jointype),
    natural: node.isNatural === true,
    using: list(node.usingClause).map((name) => unplaced(stringOf(name))),
    on: node.quals ? expression(node.quals, context) : null,
    left,
    right,
    alias: aliasOf(node.alias),
    usingAlias: aliasOf(node.join_using_alias),
  }
}

/** Whether it may read what comes before it in FROM. */
function looksAround(item: FromNode): boolean {
  if (item.type === 'join') return looksAround(item.left) || looksAround(item.right)
  return item.type === 'table-function' || (item.type === 'derived' && item.lateral)
}

function rangeFunction(node: Json, context: Converter): FromNode {
  onlyFields(node, functionInFromParts, 'Function in FROM')
  const functions = list(node.functions)
  const [call, definitions] = list(object(tagged(functions[0])[1]).items)
  if (functions.length !== 1 || Object.keys(object(definitions ?? {})).length > 0) {
    throw new RefusedNode(
      message('ROWS FROM supports only one function. Combine several functions with JOIN or commas.'),
    )
  }
  const converted: ExpressionNode = expression(call, context)
  if (converted.type !== 'call')
    throw new RefusedNode(
      message('This is not supported in FROM. Use a table, a subquery, a join, or an allowed function.'),
    )
  const { names, types } = columnDefinitions(node.coldeflist)
  return {
    type: 'table-function',
    name: converted.name.map((text) => ({ text, quote: null, start: converted.start, end: converted.start })),
    arguments: [...converted.children, ...types],
    alias: aliasOf(node.alias),
    ordinality: node.ordinality === true,
    isSyntax: false,
    columns: names.length > 0 ? names : null,
  }
}

function limitOf(node: Json, context: Converter): LimitNode | null {
  if (!node.limitCount && !node.limitOffset) return null
  const count = node.limitCount ? expression(node.limitCount, context) : null
  const isAll = count?.type === 'literal' && count.kind === 'null'
  const all = isAll && count.start !== null ? /^(?:all|null)\b/i.exec(context.text.slice(count.start)) : null
  return {
    ...(isAll && all && count.start !== null ? { all: { start: count.start, end: count.start + all[0].length } } : {}),
    form: 'limit',
    count: isAll ? null : count,
    inexact: node.limitOption === 'LIMIT_OPTION_WITH_TIES',
    others: node.limitOffset ? [expression(node.limitOffset, context)] : [],
  }
}
