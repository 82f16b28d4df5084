import { message } from '@parlance/contract'
import { Decline } from '../decline.ts'
import type { ElapsedMention } from '../parse/draft.ts'
import type { Scalar } from '../query.ts'
import type { ColumnModel } from '../schema/model.ts'
import { dateColumns, isOfLife } from '../schema/roles.ts'
import { isDue } from './event-dates.ts'
import { farness, note, type Scope } from './scope.ts'

/** A value of each row, with the name of its result column. */
export interface NamedScalar {
  expression: Scalar
  alias: string
}

interface Pair {
  from: ColumnModel
  to: ColumnModel
  quality: number
}

/** The days between two dates of a row. Declines if no table has both, or several tables do. */
export function elapsedOf(scope: Scope, mention: ElapsedMention): NamedScalar | Decline {
  const pairs = pairsOf(mention)
  const best = Math.max(...pairs.map((one) => one.quality))
  const fitting = pairs.filter((one) => one.quality === best)
  const nearest = Math.min(...fitting.map((one) => farness(scope, one.to.table)))
  const [only, other] = fitting.filter((one) => farness(scope, one.to.table) === nearest)
  if (only === undefined)
    return new Decline(message('No table has both dates, so the time between them is not known.'), [mention.text])
  if (other !== undefined)
    return new Decline(message('It is not clear between which dates the time is meant. Name both dates.'), [
      mention.text,
    ])
  const { from, to } = only
  note(
    scope,
    message('Time is counted in days from {from} to {to}', {
      from: `${from.table.name}.${from.name}`,
      to: `${to.table.name}.${to.name}`,
    }),
  )
  scope.shown.push(to.table)
  return { expression: { kind: 'days', ref: from.ref, to: to.ref }, alias: 'days' }
}

function pairsOf({ from, to }: ElapsedMention): Pair[] {
  if (from === null) return to.candidates.flatMap(({ column, quality }) => withOwnDate(column, quality))
  return to.candidates.flatMap((end) =>
    from.candidates
      .filter(({ column }) => column.table === end.column.table && column !== end.column)
      .map((start) => ({ from: start.column, to: end.column, quality: start.quality + end.quality })),
  )
}

/** 'shipping time' starts with the row's own date; 'rental time' ends with the only other thing that happens to it. */
function withOwnDate(named: ColumnModel, quality: number): Pair[] {
  const dates = dateColumns(named.table).filter((one) => !isDue(one) && !isOfLife(one) && !isBookkeeping(one))
  const [own] = dates
  if (own === undefined || !dates.includes(named)) return []
  if (own !== named) return [{ from: own, to: named, quality }]
  const [end, other] = dates.filter((one) => one !== own)
  return end === undefined || other !== undefined ? [] : [{ from: own, to: end, quality }]
}

const bookkeeping = new Set(['update', 'updated', 'modified', 'created', 'changed', 'inserted'])

function isBookkeeping({ words }: ColumnModel): boolean {
  return words.some((word) => bookkeeping.has(word))
}
