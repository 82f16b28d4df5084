import { message } from '@parlance/contract'
import { rowWords } from '../answer/describe.ts'
import type { ColumnValues } from '../contract.ts'
import type { ColumnModel, Schema } from '../schema/model.ts'
import { capitalized, columnSql, ownWords, type FreeNames } from './names.ts'
import type { NamedTable, ProposedDefinition } from './contract.ts'

/** Dimensions of one table. */
const mostDimensions = 4

/** Columns that make few groups, and columns of places from the finest to the coarsest. */
const categories = new Set(
  'status state category type segment gender department class kind language brand channel priority industry plan tier level reason source'.split(
    ' ',
  ),
)
const places = ['city', 'region', 'state', 'province', 'country', 'continent']

/** What numbers of a table are worth grouping by: categories with at least two values, and places with their hierarchy. */
export async function proposeDimensions(
  { dialect }: Pick<Schema, 'dialect'>,
  { table, name }: NamedTable,
  valuesOf: (column: ColumnModel) => Promise<ColumnValues>,
  names: FreeNames,
): Promise<ProposedDefinition[]> {
  const texts = table.columns.filter((one) => one.kind === 'text' && !one.isKey && !one.isForeignKey)
  const lastOf = (column: ColumnModel) => column.words.at(-1) ?? ''
  const located = texts
    .filter((one) => places.includes(lastOf(one)))
    .toSorted((left, right) => places.indexOf(lastOf(right)) - places.indexOf(lastOf(left)))
  const nameOf = (column: ColumnModel) => capitalized(`${rowWords(table)} ${ownWords(column).join(' ')}`)
  const taken = new Map<ColumnModel, string>()
  const found: ProposedDefinition[] = []
  for (const column of [...located, ...texts.filter((one) => categories.has(lastOf(one)) && !located.includes(one))]) {
    if (found.length >= mostDimensions) break
    const at = located.indexOf(column)
    const { values } = at < 0 ? await valuesOf(column) : { values: null }
    if (at < 0 && (values === null || values.filter((one) => one !== null).length < 2)) continue
    const own = names.take('dimension', nameOf(column), table)
    if (own === null) continue
    taken.set(column, own)
    const coarser = at < 1 ? undefined : located[at - 1]
    found.push({
      item: {
        kind: 'dimension',
        value: {
          name: own,
          description: null,
          synonyms: [],
          table: name,
          expression: columnSql(column, dialect),
          parent: coarser === undefined ? null : (taken.get(coarser) ?? null),
          deprecated: null,
        },
      },
      reason:
        values === null
          ? message('A place to group by')
          : message('{n, plural, one {# value} other {# values}}', { n: values.length }),
    })
  }
  return found
}
