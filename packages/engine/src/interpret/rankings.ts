import { message } from '@parlance/contract'
import { Decline } from '../decline.ts'
import { column as columnExpression } from '../query.ts'
import { revenueMeasures } from '../schema/measures.ts'
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
  const rankings = rankingsOf(scope)
  const [only, other] = rankings
  if (only !== undefined && other === undefined) {
    note(scope, message('Ranks by {measure}', { measure: only.words }))
    return only.value
  }
  const replacements = rankings
    .slice(0, mostRankings)
    .map(({ words }) => ({ label: message('Rank by {measure}', { measure: words }), words: ` by ${words}` }))
  const choices = replacements.length === 0 ? null : { text: null, replacements }
  return new Decline(message('It is not clear how to rank the best.'), [], choices)
}

/** The revenue, the own numbers, and the numbers of rows that belong to a row, nearest first. */
function rankingsOf({ schema, subject }: Scope): Ranking[] {
  const [revenue] = revenueMeasures(schema, subject)
  const own = subject.columns.filter(isMeasurable)
  const children = new Set(
    schema.links
      .filter((one) => one.parent === subject && one.child !== subject && !one.child.isView)
      .map((one) => one.child),
  )
  return [
    ...(revenue === undefined
      ? []
      : [
          {
            words: 'revenue',
            value: {
              expression: { kind: 'aggregate' as const, fn: 'sum' as const, distinct: false, of: revenue.scalar },
              alias: 'revenue',
            },
          },
        ]),
    ...[...children].map((table) => ({
      words: `number of ${table.spoken}`,
      value: { expression: { kind: 'rows' as const, table: table.key }, alias: `${table.words.join('_')}_count` },
    })),
    ...own.map((one) => ({ words: one.spoken, value: { expression: columnExpression(one.ref), alias: one.name } })),
  ]
}
