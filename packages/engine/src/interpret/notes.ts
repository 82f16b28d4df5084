import { message } from '@parlance/contract'
import { stem } from '@parlance/retrieval'
import { lifeWords } from '../lexicon/life-events.ts'
import { isAggregate, tableKeyOf, type Expression, type Query } from '../query.ts'
import { ancestors, belongsTo } from '../schema/graph.ts'
import { columnOf, tableOf, type ColumnModel, type Schema, type TableModel } from '../schema/model.ts'
import { note, type Scope } from './scope.ts'

/** The table that the first number over several rows is computed from; null without one. */
export function measuredTable(schema: Schema, expressions: readonly Expression[]): TableModel | null {
  const measure = expressions.find(isAggregate)
  return measure === undefined ? null : tableOf(schema, tableKeyOf(measure))
}

/** 'orders per customer' may also mean their average, so the user should know. */
export function noteEach({ schema, draft, assumptions }: Scope, { select, groups, limit }: Query): void {
  const [only, other] = select.filter((one) => isAggregate(one.expression))
  const key = groups.find((one) => one.kind === 'column' && isWholeKey(columnOf(schema, one.ref)))
  if (!draft.saysPer || limit !== null || other !== undefined || only?.expression.kind !== 'rows') return
  if (key?.kind === 'column')
    assumptions.push(
      message('“per {row}” shows each {row}; ask for the average to get one number', {
        row: tableOf(schema, key.ref.table).words.join(' '),
      }),
    )
}

/** 'revenue by category': a row with several categories is part of each one's total. */
export function noteOverlaps(scope: Scope, { select, groups }: Query): void {
  const { schema } = scope
  const isTotal = ({ expression }: Query['select'][number]) =>
    expression.kind === 'share' || (expression.kind === 'aggregate' && expression.fn === 'sum')
  const measured = measuredTable(
    schema,
    select.filter(isTotal).map((one) => one.expression),
  )
  if (measured === null) return
  for (const group of groups) {
    const owner = tableOf(schema, tableKeyOf(group))
    if (!ancestors(schema, measured).includes(owner) && belongsTo(schema, measured, owner))
      note(scope, message('What belongs to several rows of {table} counts for each of them', { table: owner.name }))
  }
}

const stems = new WeakMap<Schema, ReadonlySet<string>>()

/** The stems of all words of the schema's names, made once for each schema. */
function stemsOf(schema: Schema): ReadonlySet<string> {
  const known = stems.get(schema)
  if (known !== undefined) return known
  const words = schema.tables.flatMap((table) => [...table.words, ...table.columns.flatMap((one) => one.words)])
  const made = new Set(words.map(stem))
  stems.set(schema, made)
  return made
}

/** A verb that matches no name of the schema was read only as a link, so the user should know. */
export function notePassed(scope: Scope): void {
  for (const verb of scope.draft.passed)
    if (![verb, ...lifeWords(verb)].some((word) => stemsOf(scope.schema).has(stem(word))))
      note(scope, message('“{word}” only links tables and adds no condition', { word: verb }))
}

function isWholeKey(column: ColumnModel): boolean {
  const [key, other] = column.table.primaryKey
  return key === column && other === undefined
}
