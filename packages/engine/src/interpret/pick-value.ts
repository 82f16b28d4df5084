import { message, type Message } from '@parlance/contract'
import { allOf } from '../answer/lists.ts'
import { Decline } from '../decline.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'
import { columnLabel, isSameFact, mostChoices } from './pick.ts'
import { farness, type Scope } from './scope.ts'
import { best, fit } from './scoring.ts'
import { valuePick } from './weights.ts'

/**
 * The column that a stored value belongs to; of several, the one nearest to what the question mentions.
 * Declines for none or several.
 */
export function pickValueColumn(
  scope: Scope,
  columns: ColumnModel[],
  text: string,
  at: number,
  quality: (column: ColumnModel) => number,
): ColumnModel | Decline {
  const scored = columns.map((one) => ({
    one,
    score:
      quality(one) * valuePick.match +
      fit(scope, one.table, at, 'condition') +
      (displayColumns(one.table).includes(one) ? valuePick.display : 0) -
      (one.isForeignKey ? valuePick.foreignKey : 0),
  }))
  const { winner, rivals } = best(scored)
  if (winner === null || !Number.isFinite(farness(scope, winner.table)))
    return new Decline(
      message('No column of {subject} or a related table has the value “{text}”.', {
        subject: scope.subject.name,
        text,
      }),
      [text],
    )
  const real = [...new Set([...rivals, ...elsewhere(scope, columns, winner, quality)])].filter(
    (other) => other !== winner && !isSameFact(scope, other, winner),
  )
  if (real.length === 0) return winner
  const options = [winner, ...real].slice(0, mostChoices)
  return new Decline(
    message('“{text}” is a value of {columns}.', {
      text,
      columns: allOf(options.map((one) => `${one.table.name}.${one.name}`)),
    }),
    [text],
    { text, replacements: options.map((one) => valueChoice(one, text.replace(/^['"]|['"]$/g, ''))) },
  )
}

/** A column with its value, as the question may name them. */
export function valueChoice(column: ColumnModel, text: string): { label: Message; words: string } {
  const name = `${column.table.spoken} ${column.spoken}`
  return { label: columnLabel(column), words: `${name} '${text}'` }
}

/** Names of rows that also have the value, if the question doesn't mention the chosen table. */
function elsewhere(
  scope: Scope,
  columns: readonly ColumnModel[],
  winner: ColumnModel,
  quality: (column: ColumnModel) => number,
): ColumnModel[] {
  const isSpoken = (table: TableModel) =>
    table === scope.subject || scope.mentioned.some((one) => one.table === table) || scope.related.includes(table)
  if (isSpoken(winner.table)) return []
  return columns.filter(
    (one) =>
      quality(one) >= quality(winner) &&
      one.table !== winner.table &&
      farness(scope, one.table) <= 2 &&
      displayColumns(one.table).includes(one),
  )
}
