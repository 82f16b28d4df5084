import { message } from '@parlance/contract/messages'
import type { ExpressionNode, Identifier, TableFunctionNode } from '../model.ts'
import { RefusedNode, list, object, onlyFields, scalar, tagged } from '../strict.ts'
import type { Json } from '../strict.ts'
import { expression } from './expressions.ts'
import type { Converter } from './expressions.ts'
import { aliasOf, identifier } from './names.ts'

const tableParts: ReadonlySet<string> = new Set(['json_expr', 'json_path', 'columns', 'alias'])
const namedParts: ReadonlySet<string> = new Set(['name', 'type', 'path', 'exists'])
const nestedParts: ReadonlySet<string> = new Set(['path', 'columns'])
const openJsonParts: ReadonlySet<string> = new Set(['name', 'type', 'path', 'as_json'])

/** MySQL's JSON_TABLE: its input and its columns' names. */
export function jsonTable(node: Json, context: Converter): TableFunctionNode {
  onlyFields(node, tableParts, 'JSON_TABLE')
  const columns: Identifier[] = []
  addColumns(node.columns, columns, context)
  const read = [expression(node.json_expr, context), literal(node.json_path, context)]
  return tableFunction('json_table', read, columns, node, context)
}

/** T-SQL's `OPENJSON (value, path) WITH (name type path, …)`. */
export function openJson(node: Json, context: Converter): TableFunctionNode {
  onlyFields(node, tableParts, 'OPENJSON')
  const read = [expression(node.json_expr, context)]
  if (node.json_path) read.push(literal(node.json_path, context))
  const columns = list(node.columns).map((item) => {
    const column = object(item)
    onlyFields(column, openJsonParts, 'OPENJSON')
    if (column.path !== undefined && column.path !== null) scalar(column.path)
    return identifier(column.name, context)
  })
  return tableFunction('openjson', read, columns, node, context)
}

function tableFunction(
  name: string,
  read: ExpressionNode[],
  columns: Identifier[],
  node: Json,
  context: Converter,
): TableFunctionNode {
  return {
    type: 'table-function',
    name: [{ text: name, quote: null, start: -1, end: -1 }],
    arguments: read,
    alias: aliasOf(node.alias, context),
    ordinality: false,
    isSyntax: true,
    columns,
  }
}

function addColumns(value: unknown, names: Identifier[], context: Converter): void {
  for (const item of list(value)) {
    const [kind, content] = tagged(item)
    const column = object(content)
    if (kind === 'ForOrdinality') names.push(identifier(column, context))
    else if (kind === 'Named') {
      onlyFields(column, namedParts, 'JSON_TABLE')
      literal(column.path, context)
      names.push(identifier(column.name, context))
    } else if (kind === 'Nested') {
      onlyFields(column, nestedParts, 'JSON_TABLE')
      literal(column.path, context)
      addColumns(column.columns, names, context)
    } else
      throw new RefusedNode(
        message('A JSON_TABLE column is not in the supported form. Write a name, a type, and PATH.'),
      )
  }
}

function literal(value: unknown, context: Converter): ExpressionNode {
  const written = expression({ Value: value }, context)
  if (written.type !== 'literal')
    throw new RefusedNode(message('The JSON path must be a string. Write it in single quotes.'))
  return written
}
