import type { CatalogueTable } from '@parlance/contract'
import type { TableGroup } from './group-tables.ts'

/** The part of a definition that is searched for names. */
const longestDefinition = 20_000

/** Adds each view to the group whose tables its definition names most. Other views form groups of their own. */
export function placeViews(groups: TableGroup[], views: CatalogueTable[], most: number): TableGroup[] {
  const groupOf = new Map(groups.flatMap((group) => group.tables.map((table) => [table.name.toLowerCase(), group])))
  const added = new Map<TableGroup, CatalogueTable[]>()
  const rest: CatalogueTable[] = []
  for (const view of views) {
    const counts = new Map<TableGroup, number>()
    const written = new Set(
      view.definition
        ?.slice(0, longestDefinition)
        .toLowerCase()
        .match(/[\p{L}\p{N}_]+/gu),
    )
    for (const name of written) {
      const group = groupOf.get(name)
      const size = (group?.tables.length ?? 0) + (group && added.get(group)?.length ? added.get(group)!.length : 0)
      if (group !== undefined && size < most) counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    const [best] = [...counts].toSorted((left, right) => right[1] - left[1])
    if (best === undefined) rest.push(view)
    else added.set(best[0], [...(added.get(best[0]) ?? []), view])
  }
  const size = Math.max(1, most)
  const own = Array.from({ length: Math.ceil(rest.length / size) }, (_, at) => ({
    tables: rest.slice(at * size, (at + 1) * size),
    shared: [],
  }))
  return [
    ...groups.map((group) => {
      const tables = [...group.tables, ...(added.get(group) ?? [])]
      return { tables, shared: group.shared.slice(0, Math.max(0, most - tables.length)) }
    }),
    ...own,
  ]
}
