import { message } from '@parlance/contract/messages'
import { dialectOf } from '../../dialects/index.ts'
import type { ExpressionNode, FromNode, Identifier, PivotNode } from '../model.ts'
import { RefusedNode, list, object, onlyFields, tagged } from '../strict.ts'
import type { Json } from '../strict.ts'
import { expression, expressions } from './expressions.ts'
import type { Converter } from './expressions.ts'
import { aliasOf, identifier } from './names.ts'

const pivotParts: ReadonlySet<string> = new Set([
  'table',
  'aggregate_functions',
  'value_column',
  'value_source',
  'alias',
])
const unpivotParts: ReadonlySet<string> = new Set(['table', 'value', 'name', 'columns', 'null_inclusion', 'alias'])
const aliasedParts: ReadonlySet<string> = new Set(['expr', 'alias'])

type Aliased = { expression: ExpressionNode; alias: Identifier | null }

/** PIVOT with a literal list of values. @throws RefusedNode when its columns depend on the data */
export function pivot(node: Json, input: FromNode, context: Converter): PivotNode {
  onlyFields(node, pivotParts, 'PIVOT')
  const [form, values] = tagged(node.value_source)
  if (form !== 'List') throw new RefusedNode(message('PIVOT needs a literal list of values. List them after IN.'))
  const aggregates = list(node.aggregate_functions).map((item) => aliased(item, context))
  return {
    type: 'pivot',
    input: plainInput(input, context),
    aggregates,
    consumed: expressions(node.value_column, context),
    made: list(values).flatMap((item) => valueColumns(aliased(item, context), aggregates, context)),
    alias: aliasOf(node.alias, context),
  }
}

export function unpivot(node: Json, input: FromNode, context: Converter): PivotNode {
  onlyFields(node, unpivotParts, 'UNPIVOT')
  const value = expression(node.value, context)
  const values = value.type === 'operation' && value.operator === 'Tuple' ? value.children : [value]
  const names = values.map((item) => {
    const [name] = item.type === 'column' && item.parts.length === 1 ? item.parts : []
    if (!name)
      throw new RefusedNode(message('UNPIVOT needs a plain column name for its values. Remove the table name.'))
    return [name]
  })
  return {
    type: 'pivot',
    input: plainInput(input, context),
    aggregates: [],
    consumed: list(node.columns).map((item) => aliased(item, context).expression),
    made: [...names, [identifier(node.name, context)]],
    alias: aliasOf(node.alias, context),
  }
}

/** If no named subquery may come before PIVOT, a guard can't replace a table there. */
function plainInput(input: FromNode, context: Converter): FromNode {
  if (input.type === 'table' && !dialectOf(context.dialect).grammar.pivot.takesSubquery)
    return { ...input, modifier: 'PIVOT' }
  if (input.type === 'table' || input.type === 'derived') return input
  throw new RefusedNode(message('PIVOT and UNPIVOT support only a table or a subquery. Move the join into a subquery.'))
}

function aliased(value: unknown, context: Converter): Aliased {
  const node = object(value)
  onlyFields(node, aliasedParts, 'PIVOT')
  return {
    expression: expression(node.expr, context),
    alias: node.alias ? identifier(node.alias, context) : null,
  }
}

type NamePart = PivotNode['made'][number][number]

/** The columns for one value: one for each aggregate, named as the dialect does. */
function valueColumns(value: Aliased, aggregates: Aliased[], context: Converter): PivotNode['made'] {
  const { namesAggregateFirst } = dialectOf(context.dialect).grammar.pivot
  const own = value.alias ?? literalName(value.expression, context)
  return aggregates.map(({ alias }) => {
    if (!alias) return [own]
    return namesAggregateFirst ? [alias, own] : [own, alias]
  })
}

function literalName(value: ExpressionNode, context: Converter): NamePart {
  if (value.type === 'column' && value.parts.length === 1) return value.parts[0]!
  if (value.type !== 'literal' || value.start === null || value.end === null) {
    throw new RefusedNode(message('PIVOT supports only literal values after IN. Give other values a name with AS.'))
  }
  const written = context.text.slice(value.start, value.end)
  const isText = value.kind !== 'number'
  const { keepsQuotes, numberPrefix } = dialectOf(context.dialect).grammar.pivot
  const text = isText && !keepsQuotes ? written.slice(1, -1) : written
  return { text: isText ? text : numberPrefix + text, quote: '"', start: value.start }
}
