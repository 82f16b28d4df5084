import { dialectFacts, message, noDefinitions, portableKey } from '@parlance/contract'
import type {
  AreaProblem,
  Catalogue,
  CatalogueTable,
  DefinitionProposal,
  Definitions,
  Message,
} from '@parlance/contract'
import type { ColumnValues } from '@parlance/engine'
import type { CollectedResult } from '../../../door/contract.ts'
import { limitedSelect } from '../scoping/limited-select.ts'
import { isOfOneQuery } from '../scoping/query-failures.ts'
import type { AreaProof } from '../store/area-record.ts'

/** A column with more values has no states and makes too many groups. */
const mostValues = 50
/** Columns whose values are read for one area. */
const readColumns = 60
/** The first words of a value are enough to recognize a state. */
const longestValue = 100

export interface ProvingMeans {
  /** Only the area's tables, with the columns that the asker may see, and with its relationships as foreign keys. */
  catalogue: Catalogue
  /** What the area defines now. */
  definitions: Definitions
  /** Keys of proposals that don't come back. */
  rejected: ReadonlySet<string>
  nameOf: (table: CatalogueTable) => string
  /** A table as SQL. Null if it can't be written. */
  sqlOf: (table: CatalogueTable) => string | null
  /** Whether a rule changes the values of a column for the asker. */
  isMasked: (table: CatalogueTable, column: string) => boolean
  run: (sql: string) => Promise<CollectedResult>
  prove: (definitions: Definitions) => Promise<AreaProof>
  isOver: () => boolean
}

/** Proposes definitions as the asker, and keeps those that the gate proves in a database of the area. */
export async function provenDefinitions(
  means: ProvingMeans,
): Promise<{ proposals: DefinitionProposal[]; notes: Message[] }> {
  const { proposeDefinitions } = await import('@parlance/engine')
  let left = readColumns
  const valuesOf = async (table: CatalogueTable, column: string): Promise<ColumnValues> => {
    if (left <= 0 || means.isMasked(table, column) || dialectFacts[means.catalogue.dialect].billsBytesRead)
      return { values: null }
    left -= 1
    return { values: await readValues(table, column, means) }
  }
  const found = await proposeDefinitions({ ...means, valuesOf })
  const wanted = found.filter(({ item }) => !means.rejected.has(portableKey(item)))
  if (wanted.length === 0) return { proposals: [], notes: [] }
  const { problems } = await means.prove(merged(means.definitions, wanted))
  if (problems.some(isCut)) return { proposals: [], notes: [lateNote] }
  const refused = new Set(problems.filter(({ severity }) => severity === 'error').map(keyOf))
  const proposals = wanted.filter(({ item }) => !refused.has(JSON.stringify(placeOf(item))))
  return { proposals: withoutGaps(proposals, means.definitions), notes: [] }
}

const lateNote = message('There was no time to check the proposed definitions. Try again later.')

async function readValues(table: CatalogueTable, column: string, means: ProvingMeans): Promise<ColumnValues['values']> {
  const { quoteName } = await import('@parlance/sql')
  const from = means.sqlOf(table)
  if (from === null) return null
  const { dialect } = means.catalogue
  const sql = limitedSelect(`DISTINCT ${quoteName(column, dialect)}`, from, mostValues + 1, dialect)
  const result = await means.run(sql).catch((error: unknown) => {
    if (isOfOneQuery(error)) return null
    throw error
  })
  const values = result?.rows.map(([value = null]) => value) ?? []
  const isLong = values.some((value) => typeof value === 'string' && value.length > longestValue)
  return result === null || result.truncated || values.length > mostValues || isLong ? null : values
}

/** The definitions of an area with proposed ones. */
function merged(now: Definitions, proposals: readonly DefinitionProposal[]): Definitions {
  const all = structuredClone({ ...noDefinitions, ...now })
  for (const { item } of proposals) {
    if (item.kind === 'metric') all.metrics.push(item.value)
    else if (item.kind === 'dimension') all.dimensions.push(item.value)
    else if (item.kind === 'filter') all.filters.push(item.value)
    else if (item.kind === 'time_column') all.time_columns.push(item.value)
  }
  return all
}

/** The proof names no definition if its time is over. */
function isCut({ definition }: AreaProblem): boolean {
  return definition?.name === ''
}

function keyOf({ definition }: AreaProblem): string {
  return JSON.stringify([definition?.kind, definition?.name])
}

function placeOf({ kind, value }: DefinitionProposal['item']): unknown[] {
  if (typeof value === 'string' || Array.isArray(value)) return [kind]
  if (kind === 'time_column') return [kind, `${value.table}.${value.column}`]
  return [kind, 'name' in value ? value.name : null]
}

/** Without metrics and dimensions that name others which are no longer proposed. */
function withoutGaps(proposals: DefinitionProposal[], { metrics, dimensions }: Definitions): DefinitionProposal[] {
  const namesOf = (kind: 'metric' | 'dimension', own: { name: string }[]) =>
    new Set([
      ...own.map(({ name }) => name),
      ...proposals.flatMap(({ item }) => (item.kind === kind ? [item.value.name] : [])),
    ])
  const known = { metric: namesOf('metric', metrics), dimension: namesOf('dimension', dimensions) }
  return proposals.filter(({ item }) => {
    if (item.kind === 'dimension') return item.value.parent === null || known.dimension.has(item.value.parent)
    if (item.kind !== 'metric' || item.value.computation.kind !== 'formula') return true
    const used = [...item.value.computation.formula.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
    return used.every((name) => known.metric.has(name))
  })
}
