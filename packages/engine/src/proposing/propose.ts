import {
  message,
  portableKey,
  type Catalogue,
  type CatalogueTable,
  type Definitions,
  type PortableItem,
} from '@parlance/contract'
import type { ColumnValues } from '../contract.ts'
import type { ColumnModel, Schema, TableModel } from '../schema/model.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { isAdditive, isOfLife, ownDate } from '../schema/roles.ts'
import { proposeDimensions } from './dimensions.ts'
import { proposeMetrics } from './metrics.ts'
import type { NamedTable, ProposedDefinition } from './contract.ts'
import { FreeNames } from './names.ts'
import { proposeFilters, statesOf, type FoundState } from './states.ts'

export interface ProposingRequest {
  /** Only the area's tables, with the columns that the asker may see, and with its relationships as foreign keys. */
  catalogue: Catalogue
  /** What the area already defines. */
  definitions: Definitions
  /** A table's name as the area spells it. */
  nameOf: (table: CatalogueTable) => string
  /** Reads the distinct values of a text column as the asker; null if there are many or they may not be used. */
  valuesOf: (table: CatalogueTable, column: string) => Promise<ColumnValues>
  /** Whether the time is over. What was found until then is returned. */
  isOver: () => boolean
}

/** Tables to look at: those with the most relationships. An area of 10,000 tables needs no 100,000 definitions. */
const mostTables = 60
const mostRead = 300
const mostDefinitions = 120

/**
 * Proposes definitions from the names, the types, and a few values of columns: the date of each table of events, metrics,
 * dimensions, and states. Nothing is proven here.
 */
export async function proposeDefinitions(request: ProposingRequest): Promise<ProposedDefinition[]> {
  const { catalogue, nameOf, isOver } = request
  const schema = modelSchema(withinBounds(catalogue), [])
  const names = new FreeNames(request.definitions)
  const found: ProposedDefinition[] = []
  for (const table of askedTables(schema)) {
    if (isOver() || found.length >= mostDefinitions) break
    const named = { table, name: nameOf(table.source) }
    const valuesOf = (column: ColumnModel) =>
      isOver() ? Promise.resolve({ values: null }) : request.valuesOf(table.source, column.name)
    const states = await statesOf(schema, named, valuesOf)
    const date = ownDate(table)
    if (isFacts(schema, table) && date !== null) found.push(timeOf(named, date))
    if (isFacts(schema, table)) found.push(...proposeMetrics(schema, named, { names, state: shareState(states) }))
    found.push(...(await proposeDimensions(schema, named, valuesOf, names)), ...proposeFilters(named, states, names))
  }
  const known = new Set(itemsOf(request.definitions).map(meaningOf))
  return found.filter(({ item }) => !known.has(meaningOf(item))).slice(0, mostDefinitions)
}

/** Only the tables that refer to the most others, because reading a name as words takes time. */
function withinBounds(catalogue: Catalogue): Catalogue {
  if (catalogue.tables.length <= mostRead) return catalogue
  const tables = catalogue.tables.toSorted((left, right) => right.foreignKeys.length - left.foreignKeys.length)
  return { ...catalogue, tables: tables.slice(0, mostRead) }
}

function itemsOf({ metrics, dimensions, filters, time_columns }: Definitions): PortableItem[] {
  return [
    ...metrics.map((value) => ({ kind: 'metric' as const, value })),
    ...dimensions.map((value) => ({ kind: 'dimension' as const, value })),
    ...filters.map((value) => ({ kind: 'filter' as const, value })),
    ...time_columns.map((value) => ({ kind: 'time_column' as const, value })),
  ]
}

/** What a definition says, whatever its name. A table needs only one time column. */
function meaningOf(item: PortableItem): string {
  const said = (...texts: string[]) =>
    JSON.stringify([item.kind, ...texts.map((text) => text.replaceAll(/[\s"`[\]]+/g, ''))]).toLowerCase()
  if (item.kind === 'metric') {
    const { computation } = item.value
    return computation.kind === 'formula'
      ? said(computation.formula)
      : said(computation.table, computation.expression, computation.condition ?? '')
  }
  if (item.kind === 'dimension') return said(item.value.table, item.value.expression)
  if (item.kind === 'filter') return said(item.value.table, item.value.condition)
  return item.kind === 'time_column' ? said(item.value.table) : portableKey(item)
}

const watched = 'cancel return refund lost overdue rejected paid won completed active'.split(' ')

/** The state whose share people watch: what went wrong before what went well. */
function shareState(states: readonly FoundState[]): FoundState | null {
  const found = watched.map((word) => states.find(({ name }) => name.toLowerCase().startsWith(word)))
  return found.find((one) => one !== undefined && !one.isDefault) ?? null
}

function timeOf({ table, name }: NamedTable, { name: column }: ColumnModel): ProposedDefinition {
  return {
    item: { kind: 'time_column', value: { table: name, column } },
    reason: message('The date that periods mean for {table}', { table: table.name }),
  }
}

/** Tables that people ask about: no views, no copies, no tables that only link others; the most linked ones first. */
function askedTables({ tables, links }: Schema): TableModel[] {
  const linksOf = (table: TableModel) => links.filter((one) => one.child === table || one.parent === table).length
  return tables
    .filter((table) => !table.isView && table.columns.some((one) => !one.isKey && !one.isForeignKey))
    .map((table) => ({ table, count: linksOf(table) }))
    .toSorted((left, right) => right.count - left.count)
    .slice(0, mostTables)
    .map(({ table }) => table)
}

/** Whether a table's rows are events or amounts: it has its own date, or numbers that add up and belong to other rows. */
function isFacts({ links }: Schema, table: TableModel): boolean {
  const belongs = links.some(({ child }) => child === table)
  const date = ownDate(table)
  const isDated = date !== null && !isOfLife(date)
  return belongs && (isDated || table.columns.some(isAdditive))
}
