import { message, verbatim } from '@parlance/contract'
import { metricOf } from '../schema/metrics.ts'
import { anyOf } from '../answer/lists.ts'
import type { ColumnModel, Schema, TableModel } from '../schema/model.ts'
import { tableOf } from '../schema/model.ts'
import { revenueMeasures } from '../schema/measures.ts'
import type { Draft, Item, TableMention } from '../parse/draft.ts'
import { Decline } from '../decline.ts'
import { certain } from '../match/quality.ts'
import { mostChoices } from './pick.ts'
import { subjectPick } from './weights.ts'

function columnItems(draft: Draft): { column: ColumnModel; quality: number }[][] {
  const mentions = draft.items.flatMap(operandsOf).flatMap((item) => {
    if (item.kind === 'column') return [item]
    if (item.kind === 'aggregate' && item.of.kind === 'column') return [item.of]
    if (item.kind === 'aggregate' && item.of.kind === 'length') return [item.of.of]
    if (item.kind === 'length') return [item.of]
    if (item.kind === 'aggregate' && item.of.kind === 'elapsed') return [item.of.to]
    return item.kind === 'count' && item.of?.kind === 'column' ? [item.of] : []
  })
  const lefts = draft.conditions.flatMap((one) => ('left' in one && one.left?.kind === 'column' ? [one.left] : []))
  const groups = draft.groups.flatMap((one) => (one.kind === 'column' ? [one] : []))
  const orders = draft.orders.flatMap((one) => (one.by?.kind === 'column' ? [one.by] : []))
  return [...mentions, ...lefts, ...groups, ...orders].map((one) => one.candidates)
}

/** What an item is computed from: itself, unless it combines others. */
function operandsOf(item: Item): Item[] {
  if (item.kind === 'share' || item.kind === 'ratio') return operandsOf(item.of)
  if (item.kind === 'quotient') return [item.of, item.by]
  return item.kind === 'difference' ? [item.of, item.less].flatMap(operandsOf) : [item]
}

function valueCandidates(draft: Draft): ColumnModel[][] {
  return draft.conditions.flatMap((one) =>
    one.kind === 'one of'
      ? one.values.flatMap((value) => (value.kind === 'values' ? [value.matches.map((match) => match.column)] : []))
      : [],
  )
}

/** How many of the question's columns and values a table could supply. */
function coverage(draft: Draft, table: TableModel): number {
  const columns = columnItems(draft).reduce(
    (sum, candidates) =>
      sum + Math.max(0, ...candidates.filter((one) => one.column.table === table).map((one) => one.quality)),
    0,
  )
  const found = valueCandidates(draft).filter((list) => list.some((one) => one.table === table)).length
  return columns + found * subjectPick.value
}

/** Being named makes a table likelier than one that only has the columns, unless its rows must not exist. */
function spokenOf(draft: Draft, table: TableModel): number {
  const absent = new Set(
    draft.conditions.flatMap((one) => (one.kind === 'relation' && one.negated ? [one.table.at] : [])),
  )
  return Math.max(
    0,
    ...draft.tables
      .filter((one) => !absent.has(one.at))
      .flatMap((one) =>
        one.candidates
          .filter((candidate) => candidate.table === table)
          .map((candidate) => candidate.quality * subjectPick.mentioned),
      ),
  )
}

/** The table that a question is about: the one it names first, else the one that has most of its columns. */
export function subjectOf(schema: Schema, draft: Draft): TableModel | Decline {
  const namesNothing = draft.items.length + draft.tables.length + draft.groups.length + draft.orders.length === 0
  if (draft.subject === null || draft.subject.candidates.length === 0)
    return namesNothing
      ? (filteredTable(draft) ?? new Decline(message('The question does not say what to show.')))
      : subjectByColumns(schema, draft)
  return subjectByName(draft, draft.subject)
}

/** The table of a filter that the area defines, if the question is only its name: 'products to reorder'. */
function filteredTable({ conditions }: Draft): TableModel | null {
  const tables = conditions.flatMap((one) =>
    one.kind === 'flag' && !one.negated
      ? one.left.candidates.filter(({ column }) => column.computed?.kind === 'filter').map(({ column }) => column.table)
      : [],
  )
  return new Set(tables).size === 1 && conditions.length === 1 ? (tables[0] ?? null) : null
}

function subjectByName(draft: Draft, subject: TableMention): TableModel | Decline {
  const [first, second] = subject.candidates
    .map(({ table, quality }) => ({
      table,
      score: quality * subjectPick.name + coverage(draft, table) - (table.isView ? subjectPick.namedView : 0),
    }))
    .sort((left, right) => right.score - left.score)
  if (first === undefined) return new Decline(message('The question does not mention any table of this database.'))
  if (second === undefined || first.score - second.score >= subjectPick.namedTie) return first.table
  const options = [first.table, second.table]
  return new Decline(
    message('“{word}” could mean {tables}.', { word: subject.text, tables: anyOf(options.map((one) => one.name)) }),
    [subject.text],
    {
      text: subject.text,
      replacements: options.map((one) => ({ label: verbatim(one.spoken), words: one.spoken })),
    },
  )
}

/** The table that has the columns and values of the question; for a measure, the table that stores it. */
function subjectByColumns(schema: Schema, draft: Draft): TableModel | Decline {
  const measure = measureIn(draft)
  if (measure !== undefined) return definedTable(schema, measure) ?? measureTable(schema, isOrderValue(measure))
  const scored = schema.tables
    .map((table) => ({
      table,
      score:
        coverage(draft, table) +
        spokenOf(draft, table) -
        (table.isView ? subjectPick.view : 0) +
        (table.primaryKey.length === 1 ? subjectPick.singleKey : 0),
    }))
    .sort((left, right) => right.score - left.score)
  const [first] = scored
  if (first === undefined || first.score < subjectPick.least)
    return new Decline(message('The question does not mention any table of this database.'))
  const equal = scored.filter((one) => first.score - one.score < subjectPick.tie).map((one) => one.table)
  const computed = equal.filter((table) => isComputedFrom(draft, table))
  if (computed.length === 1 && equal.length > 1) return computed[0] ?? first.table
  if (equal.length < 2) return first.table
  const list = equal.find((table) => isListOf(schema, draft, table, equal))
  if (list !== undefined) return list
  return draft.tables.length > 0 ? first.table : severalSubjects(draft, equal)
}

/** 'all role codes': the roles, not the employees, which only refer to their role's code. */
function isListOf({ links }: Schema, draft: Draft, table: TableModel, all: readonly TableModel[]): boolean {
  const named = columnItems(draft).flat()
  const refers = (other: TableModel) =>
    links.some(
      ({ child, parent, pairs }) =>
        child === other && parent === table && pairs.some((pair) => named.some((one) => one.column === pair.child)),
    )
  return all.every((other) => other === table || refers(other))
}

/** 'average fee by specialty' is about the rows with the fee. */
function isComputedFrom(draft: Draft, table: TableModel): boolean {
  return draft.items
    .flatMap(operandsOf)
    .some(
      (item) =>
        item.kind === 'aggregate' &&
        item.of.kind === 'column' &&
        item.of.candidates.some((one) => one.column.table === table && one.quality >= certain),
    )
}

function measureIn(draft: Draft): Item | undefined {
  return [
    ...draft.items.flatMap(operandsOf),
    ...draft.orders.flatMap((one) => (one.by === null || one.by.kind === 'hint' ? [] : [one.by])),
  ].find((one) => one.kind === 'measure' || (one.kind === 'aggregate' && one.of.kind === 'measure'))
}

function severalSubjects(draft: Draft, tables: readonly TableModel[]): Decline {
  const options = tables.slice(0, mostChoices)
  const mention = draft.items.find((one) => one.kind === 'column')
  return new Decline(
    message('The question fits {tables} equally well.', { tables: options.map((one) => one.name).join(', ') }),
    [],
    mention?.kind === 'column'
      ? {
          text: mention.text,
          replacements: options.map((one) => ({ label: verbatim(one.spoken), words: `${one.spoken} ${mention.text}` })),
        }
      : null,
  )
}

function isOrderValue(item: Item): boolean {
  const measure = item.kind === 'aggregate' ? item.of : item
  return measure.kind === 'measure' && measure.of === 'order value'
}

/** The table of a metric; null for other measures. */
function definedTable(schema: Schema, item: Item): TableModel | null {
  const measure = item.kind === 'aggregate' ? item.of : item
  if (measure.kind !== 'measure' || typeof measure.of !== 'object') return null
  return metricOf(schema, measure.of.metric).tables[0] ?? null
}

function measureTable(schema: Schema, whole: boolean): TableModel | Decline {
  const all = revenueMeasures(schema, null)
  const measure = (whole ? all.find((one) => one.scalar.kind === 'column') : undefined) ?? all[0]
  if (measure === undefined) return new Decline(message('No column in this database contains earnings.'), ['revenue'])
  return tableOf(schema, measure.table.key)
}
