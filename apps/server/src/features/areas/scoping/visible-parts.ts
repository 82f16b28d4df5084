import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { visibleCatalogue } from '../../../door/visible-catalogue.ts'
import { fullName } from '../../catalog/service.ts'
import type { AreaScope } from './area-scopes.ts'

/** How many users' views of one catalog are cached. */
const mostCached = 20

const cached = new WeakMap<Catalogue, { parts: Catalogue[]; made: Catalogue }[]>()

/**
 * The part of a catalog that any of some scopes shows. The same scopes give the same object, so anything derived from
 * it is computed only once.
 */
export async function visibleParts(catalogue: Catalogue, scopes: readonly AreaScope[]): Promise<Catalogue> {
  const parts = await Promise.all(scopes.map((scope) => visibleCatalogue(scope, catalogue)))
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const entries = cached.get(catalogue) ?? []
  const known = entries.find((entry) => isSame(entry.parts, parts))
  if (known !== undefined) return known.made
  const made = { ...catalogue, tables: merge(catalogue, parts) }
  cached.set(catalogue, [{ parts, made }, ...entries].slice(0, mostCached))
  return made
}

function isSame(one: readonly Catalogue[], other: readonly Catalogue[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at])
}

function merge(catalogue: Catalogue, parts: readonly Catalogue[]): CatalogueTable[] {
  const versions = Map.groupBy(
    parts.flatMap(({ tables }) => tables),
    fullName,
  )
  return catalogue.tables.flatMap((table) => {
    const shown = versions.get(fullName(table))
    return shown === undefined ? [] : [mergeTable(table, shown)]
  })
}

/** What any of a table's versions shows. */
function mergeTable(table: CatalogueTable, shown: readonly CatalogueTable[]): CatalogueTable {
  if (shown.includes(table)) return table
  const columns = new Set(shown.flatMap((version) => version.columns))
  const keys = new Set(shown.flatMap((version) => version.foreignKeys))
  const names = new Set([...columns].map(({ name }) => name))
  const isShown = (name: string) => names.has(name)
  const { hidesRows: _, uniqueKeys, ...rest } = table
  return {
    ...rest,
    columns: table.columns.filter((column) => columns.has(column)),
    primaryKey: table.primaryKey.every(isShown) ? table.primaryKey : [],
    ...(uniqueKeys ? { uniqueKeys: uniqueKeys.filter((key) => key.every(isShown)) } : {}),
    foreignKeys: table.foreignKeys.filter((key) => keys.has(key)),
    ...(shown.every(({ hidesRows }) => hidesRows) ? { hidesRows: true } : {}),
  }
}
