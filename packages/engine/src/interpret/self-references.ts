import { message } from '@parlance/contract'
import { Decline, readAll } from '../decline.ts'
import { certain } from '../match/quality.ts'
import type { ColumnMention, Condition, Draft, Item, TableMention } from '../parse/draft.ts'
import { column as columnExpression, type Filter } from '../query.ts'
import type { ColumnModel, Schema, TableModel } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'
import type { Scope } from './scope.ts'

type Reference = Extract<Condition, { kind: 'refers' }>

/**
 * Reads 'who reports to Ann', 'employees who report to Ann': the rows whose column refers to Ann's row, where the name
 * follows a column that refers to rows of its own table. Other drafts stay as they are.
 */
export function withSelfReferences(schema: Schema, draft: Draft): Draft {
  const mention = mentions(draft).find((one) => referring(schema, one) !== null)
  const link = mention === undefined ? null : referring(schema, mention)
  if (mention === undefined || link === null) return draft
  const { column, key } = link
  const inner = draft.conditions.flatMap((one) => namedBehind(one, mention, column.table))
  if (inner.length === 0) return draft
  const table: TableMention = draft.subject ?? {
    kind: 'table',
    text: column.table.spoken,
    candidates: [{ table: column.table, quality: 1 }],
    at: mention.at,
  }
  const reference: Reference = { kind: 'refers', column, key, inner, at: mention.at }
  const others = draft.conditions.filter((one) => namedBehind(one, mention, column.table).length === 0)
  return {
    ...draft,
    items: draft.items.flatMap((one) => withoutColumn(one, mention, table, draft.items)),
    subject: table,
    tables: draft.tables.length > 0 ? draft.tables : [table],
    conditions: [...others, reference],
  }
}

function mentions({ items, conditions }: Draft): ColumnMention[] {
  const shown = items.flatMap((one) => (one.kind === 'count' && one.of !== null ? [one.of] : [one]))
  const compared = conditions.flatMap((one) => (one.kind === 'one of' && one.left !== null ? [one.left] : []))
  return [...shown, ...compared].filter((one) => one.kind === 'column')
}

/** The column of a mention and the key that it refers to, if both are of the same table; else null. */
function referring(schema: Schema, mention: ColumnMention): { column: ColumnModel; key: ColumnModel } | null {
  const sure = new Set(mention.candidates.filter((one) => one.quality >= certain).map((one) => one.column))
  for (const { child, parent, pairs } of schema.links) {
    const [pair, other] = pairs
    if (child === parent && other === undefined && pair !== undefined && sure.has(pair.child))
      return { column: pair.child, key: pair.parent }
  }
  return null
}

/** The condition as one on the row referred to, if it is the name of a row of the table behind the mention. */
function namedBehind(condition: Condition, mention: ColumnMention, table: TableModel): Condition[] {
  if (condition.kind !== 'one of' || condition.negated) return []
  const { left, at, values } = condition
  const isNamed = values.every(
    (value) => value.kind === 'values' && value.matches.some((one) => displayColumns(table).includes(one.column)),
  )
  const isBehind = left === null ? at > mention.at : left === mention
  return isNamed && isBehind ? [{ ...condition, left: null }] : []
}

function withoutColumn(item: Item, mention: ColumnMention, table: TableMention, items: readonly Item[]): Item[] {
  if (item.kind === 'count' && item.of === mention) return [{ ...item, of: table }]
  if (item !== mention) return [item]
  return items.some((one) => one.kind === 'table') ? [] : [table]
}

/** The filter for a reference to other rows of the same table. */
export function referenceFilter(
  scope: Scope,
  { column, key, inner }: Reference,
  read: (scope: Scope, table: TableModel, inner: Condition) => Filter[] | Decline,
): Filter | Decline {
  const filters = readAll(inner, (one) => read({ ...scope, mentioned: [] }, column.table, one))
  if (filters instanceof Decline) return filters
  const found = filters.flat()
  if (found.length === 0)
    return new Decline(message('It is not clear which of the {rows} you mean.', { rows: column.table.spoken }), [
      column.spoken,
    ])
  return { kind: 'refers', left: columnExpression(column.ref), to: key.ref, filters: found }
}
