import type { ColumnModel, Schema, TableModel } from '../schema/model.ts'
import { tableOf } from '../schema/model.ts'
import { revenueMeasures } from '../schema/measures.ts'
import type { Draft } from '../parse/draft.ts'
import { Unclear } from './unclear.ts'

function columnItems(draft: Draft): { column: ColumnModel; quality: number }[][] {
  const mentions = draft.items.flatMap((item) => {
    if (item.kind === 'column') return [item]
    if (item.kind === 'share') return []
    if (item.kind === 'aggregate' && item.of.kind === 'column') return [item.of]
    return item.kind === 'count' && item.of?.kind === 'column' ? [item.of] : []
  })
  const lefts = draft.conditions.flatMap((one) => ('left' in one && one.left?.kind === 'column' ? [one.left] : []))
  const groups = draft.groups.flatMap((one) => (one.kind === 'column' ? [one] : []))
  const orders = draft.orders.flatMap((one) => (one.by?.kind === 'column' ? [one.by] : []))
  return [...mentions, ...lefts, ...groups, ...orders].map((one) => one.candidates)
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
  return columns + found * 0.5
}

/** Being named at all makes a table likelier than one that only has the columns. */
function spokenOf(draft: Draft, table: TableModel): number {
  return Math.max(
    0,
    ...draft.tables.flatMap((one) =>
      one.candidates.filter((candidate) => candidate.table === table).map((candidate) => candidate.quality * 0.5),
    ),
  )
}

/** The table that a question is about: the one it names first, else the one that has most of its columns. */
export function subjectOf(schema: Schema, draft: Draft): TableModel {
  const candidates = draft.subject?.candidates ?? []
  const namesNothing = draft.items.length + draft.tables.length + draft.groups.length + draft.orders.length === 0
  if (candidates.length === 0 && namesNothing) throw new Unclear('The question does not say what it asks for.', [])
  if (candidates.length > 0) {
    const scored = candidates
      .map(({ table, quality }) => ({ table, score: quality * 3 + coverage(draft, table) - (table.isView ? 1 : 0) }))
      .sort((left, right) => right.score - left.score)
    const [first, second] = scored
    if (first !== undefined && second !== undefined && first.score - second.score < 0.05 && draft.subject !== null) {
      const options = [first.table, second.table]
      throw new Unclear(
        `‘${draft.subject.text}’ may mean ${options.map((one) => one.name).join(' or ')}.`,
        [draft.subject.text],
        {
          text: draft.subject.text,
          replacements: options.map((one) => ({ label: one.spoken, words: one.spoken })),
        },
      )
    }
    if (first !== undefined) return first.table
  }
  const scored = schema.tables
    .map((table) => ({
      table,
      score:
        coverage(draft, table) +
        spokenOf(draft, table) -
        (table.isView ? 0.4 : 0) +
        (table.primaryKey.length === 1 ? 0.01 : 0),
    }))
    .sort((left, right) => right.score - left.score)
  const [first, second] = scored
  const measure = [
    ...draft.items.map((one) => (one.kind === 'share' ? one.of : one)),
    ...draft.orders.flatMap((one) => (one.by === null || one.by.kind === 'hint' ? [] : [one.by])),
  ].find((one) => one.kind === 'measure' || (one.kind === 'aggregate' && one.of.kind === 'measure'))
  if (measure !== undefined) return measureTable(schema, isOrderValue(measure))
  if (first === undefined || first.score < 0.3)
    throw new Unclear('No table of this database is named in the question.', [])
  if (second !== undefined && first.score - second.score < 0.02 && !draft.tables.length) {
    const names = scored.filter((one) => first.score - one.score < 0.02).map((one) => one.table)
    const mention = draft.items.find((one) => one.kind === 'column')
    throw new Unclear(
      `The question fits ${names
        .slice(0, 4)
        .map((one) => one.name)
        .join(', ')} equally well.`,
      [],
      mention?.kind === 'column'
        ? {
            text: mention.text,
            replacements: names
              .slice(0, 4)
              .map((one) => ({ label: one.spoken, words: `${one.spoken} ${mention.text}` })),
          }
        : null,
    )
  }
  return first.table
}

function isOrderValue(item: Draft['items'][number]): boolean {
  const measure = item.kind === 'aggregate' ? item.of : item
  return measure.kind === 'measure' && measure.of === 'order value'
}

function measureTable(schema: Schema, whole: boolean): TableModel {
  const [measure] = revenueMeasures(schema, null).filter((one) => !whole || one.scalar.kind === 'column')
  if (measure === undefined) throw new Unclear('No columns of this database say what was earned.', ['revenue'])
  return tableOf(schema, measure.table.key)
}
