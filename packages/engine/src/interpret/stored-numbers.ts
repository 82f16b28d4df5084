import type { Cell } from '@parlance/contract'
import type { Expression, Query } from '../query.ts'
import roles from '../lexicon/vocabulary/roles.json' with { type: 'json' }
import { displayColumns } from '../schema/roles.ts'
import { columnOf, type ColumnModel, type Schema } from '../schema/model.ts'

/** The text columns that a query sorts by, or takes the least or greatest value of. */
export function sortedTexts(schema: Schema, { select, order }: Query): ColumnModel[] {
  const extremes = select.flatMap(({ expression: one }) =>
    one.kind === 'aggregate' && (one.fn === 'min' || one.fn === 'max') ? [one.of] : [],
  )
  const sorted: Expression[] = [...extremes, ...order.map((one) => one.expression)]
  return sorted
    .flatMap((one) => (one.kind === 'column' ? [columnOf(schema, one.ref)] : []))
    .filter((one) => one.kind === 'text' && one.computed === undefined && !isWords(one))
}

const words = new Set([...roles.places, 'name', 'title', 'email', 'description', 'status', 'type', 'category'])

/** Whether a column certainly has names or words, so that its values needn't be read. */
function isWords(column: ColumnModel): boolean {
  return displayColumns(column.table).includes(column) || words.has(column.words.at(-1) ?? '')
}

/** Whether values are numbers that a database would sort in another order, because they are stored as text: 900, 1000. */
export function areMissorted(values: readonly Cell[] | null): boolean {
  const texts = (values ?? []).flatMap((one) => (one === null || one === '' ? [] : [String(one)]))
  if (texts.length < 2 || !texts.every((one) => /^-?\d+(?:\.\d+)?$/.test(one))) return false
  return texts.toSorted().some((one, at, all) => at > 0 && Number(all[at - 1]) > Number(one))
}
