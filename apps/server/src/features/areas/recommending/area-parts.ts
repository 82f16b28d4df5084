import type { Catalogue, CatalogueTable } from '@parlance/contract'
import type { ProtectedTables } from '@parlance/sql'
import { indexCatalogue } from '@parlance/retrieval'
import type { CatalogueIndex } from '@parlance/retrieval'
import { fullName } from '../../catalog/service.ts'
import { tableIndexOf } from '../scoping/table-search.ts'
import { hintWords } from './area-words.ts'
import type { HintWords } from './area-words.ts'
import type { AreaScopes } from '../scoping/area-scopes.ts'
import type { AreaBasics } from '../store/area-store.ts'

/** A catalog's index that all areas share. One index per area would store the same words many times. */
export interface SharedIndex {
  index: CatalogueIndex
  positions: ReadonlyMap<string, number>
}

/**
 * The data that is cached to recommend an area. It is small, so areas of ten thousand tables need not be read again.
 */
export interface AreaParts {
  size: number
  /** 1 at the position of each table that the area shows completely. */
  members: Uint8Array
  /**
   * The index of the tables with columns that the area's rules hide. It is separate because the name of a hidden column
   * must not lead to its area. Null if there are none.
   */
  changed: CatalogueIndex | null
  hints: HintWords
}

const shared = new WeakMap<Catalogue, SharedIndex>()

export function sharedIndex(catalogue: Catalogue): SharedIndex {
  const known = shared.get(catalogue)
  if (known) return known
  const positions = new Map(catalogue.tables.map((table, position) => [fullName(table), position]))
  const made = { index: tableIndexOf(catalogue), positions }
  shared.set(catalogue, made)
  return made
}

type Kept = Map<string, { version: number; protectedTables: ProtectedTables; parts: AreaParts }>
const kept = new WeakMap<Catalogue, Kept>()

/** Throws like `AreaScopes`. */
export async function partsOf(
  area: AreaBasics,
  { scopes, connectionId, catalogue }: { scopes: AreaScopes; connectionId: string; catalogue: Catalogue },
): Promise<AreaParts> {
  const known: Kept = kept.get(catalogue) ?? new Map()
  kept.set(catalogue, known)
  const key = `${area.id} ${area.isReachApproved}`
  const { version } = area
  const protectedTables = await scopes.protectedIn(connectionId)
  const present = known.get(key)
  if (present?.version === version && present.protectedTables === protectedTables) return present.parts
  const parts = await makeParts(area, { scopes, connectionId, catalogue })
  known.set(key, { version, protectedTables, parts })
  return parts
}

async function makeParts(
  area: AreaBasics,
  { scopes, connectionId, catalogue }: { scopes: AreaScopes; connectionId: string; catalogue: Catalogue },
): Promise<AreaParts> {
  const [record, { allowedTables, policies }] = await Promise.all([
    scopes.areaOf(area),
    scopes.scopeOf(area, connectionId),
  ])
  const { visibleColumns } = await import('@parlance/sql')
  const { positions } = sharedIndex(catalogue)
  const members = new Uint8Array(catalogue.tables.length)
  const changed: CatalogueTable[] = []
  for (const ref of allowedTables) {
    const position = positions.get(fullName({ schema: ref.schema, name: ref.table }))
    const table = position === undefined ? undefined : catalogue.tables[position]
    if (position === undefined || table === undefined) continue
    const visible = policies?.columnRules ? new Set(visibleColumns(ref, catalogue, policies)) : null
    if (visible === null || visible.size === table.columns.length) members[position] = 1
    else changed.push({ ...table, columns: table.columns.filter(({ name }) => visible.has(name)) })
  }
  return {
    size: allowedTables.length,
    members,
    changed: changed.length === 0 ? null : indexCatalogue({ ...catalogue, tables: changed }),
    hints: hintWords(record, new Set(allowedTables.map(({ table }) => table))),
  }
}
