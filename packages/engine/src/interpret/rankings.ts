import { message, type Message } from '@parlance/contract'
import { tableWords } from '../answer/describe.ts'
import { Decline } from '../decline.ts'
import { column as columnExpression, type Scalar } from '../query.ts'
import { isSale, quantityMeasure, revenueMeasures } from '../schema/measures.ts'
import type { Schema, TableModel } from '../schema/model.ts'
import { isMeasurable } from '../schema/roles.ts'
import type { Named } from './items.ts'
import { note, type Scope } from './scope.ts'

/** The maximum number of rankings to choose from. */
const mostRankings = 3

/** Something that rows may be ranked by, and the words that ask for it. */
interface Ranking {
  words: string
  value: Named
}

/** 'top 5 products': the only number that can rank them. Declines with the choices if there are several, or none. */
export function byLikelyMeasure(scope: Scope): Named | Decline {
  return onlyOf(scope, rankingsOf(scope), message('It is not clear how to rank the best.'))
}

/** 'which country buys the most': in money, in units, or in number of orders. Declines with the choices. */
export function byAmount(scope: Scope): Named | Decline {
  const { schema, subject } = scope
  const units = quantityMeasure(schema, null)
  const deeds = scope.mentioned.map((one) => one.table).filter(isSale)
  const [deed] = isSale(subject) ? [subject] : deeds
  const rankings: Ranking[] = [
    ...revenueOf(schema, null),
    ...(units === null ? [] : [{ words: 'units sold', value: totalOf(units.scalar, 'units_sold') }]),
    ...(deed === undefined ? [] : [rowsOf(schema, deed)]),
  ]
  return onlyOf(scope, rankings, message('It is not clear which amount “most” is about.'))
}

function onlyOf(scope: Scope, rankings: readonly Ranking[], reason: Message): Named | Decline {
  const [only, other] = rankings
  if (only !== undefined && other === undefined) {
    note(scope, message('Ranks by {measure}', { measure: only.words }))
    return only.value
  }
  const replacements = rankings
    .slice(0, mostRankings)
    .map(({ words }) => ({ label: message('Rank by {measure}', { measure: words }), words: ` by ${words}` }))
  const choices = replacements.length === 0 ? null : { text: null, replacements }
  return new Decline(reason, [], choices)
}

/** The revenue, the own numbers, and the numbers of rows that belong to a row, nearest first. */
function rankingsOf({ schema, subject }: Scope): Ranking[] {
  const own = subject.columns.filter(isMeasurable)
  const children = new Set(
    schema.links
      .filter((one) => one.parent === subject && one.child !== subject && !one.child.isView)
      .map((one) => one.child),
  )
  return [
    ...revenueOf(schema, subject),
    ...[...children].map((one) => rowsOf(schema, one)),
    ...own.map((one) => ({ words: one.spoken, value: { expression: columnExpression(one.ref), alias: one.name } })),
  ]
}

function revenueOf(schema: Schema, about: TableModel | null): Ranking[] {
  const [revenue] = revenueMeasures(schema, about)
  return revenue === undefined ? [] : [{ words: 'revenue', value: totalOf(revenue.scalar, 'revenue') }]
}

function rowsOf(schema: Schema, table: TableModel): Ranking {
  const alias = `${table.words.join('_')}_count`
  return {
    words: `number of ${tableWords(schema, table.key)}`,
    value: { expression: { kind: 'rows', table: table.key }, alias },
  }
}

function totalOf(of: Scalar, alias: string): Named {
  return { expression: { kind: 'aggregate', fn: 'sum', distinct: false, of }, alias }
}
