import type { AreaListItem, VisualizationPayload } from '@parlance/contract'
import type { Database } from '../../../api/databases.ts'

/** No match, one, or several for the viewer to choose from. */
export type Found<T> = { kind: 'none' } | { kind: 'one'; item: T } | { kind: 'several'; items: T[] }

/** The viewer's databases with the payload's database name. */
export function findDatabase(databases: Database[], { databaseName }: VisualizationPayload): Found<Database> {
  return found(named(databases, databaseName, (database) => database.name))
}

/**
 * The viewer's areas with the payload's area name. Without a name, all of them, because queries run inside an area if
 * there are any. Null without a name and without areas: all tables.
 * @param areas the areas in which the viewer may ask questions
 */
export function findArea(
  areas: AreaListItem[],
  { businessAreaName }: VisualizationPayload,
): Found<AreaListItem> | null {
  if (namesArea(businessAreaName)) return found(named(areas, businessAreaName, (area) => area.area_name))
  return areas.length === 0 ? null : found(areas)
}

/** The chat uses 'All Tables' for a question outside areas. */
export function namesArea(name: string | null | undefined): name is string {
  return name !== null && name !== undefined && !['', 'all tables'].includes(name.trim().toLowerCase())
}

/** The items with exactly this name, or else those that differ only in case or surrounding spaces. */
function named<T>(items: T[], name: string, nameOf: (item: T) => string): T[] {
  const exact = items.filter((item) => nameOf(item) === name)
  const plain = (text: string) => text.trim().toLowerCase()
  return exact.length > 0 ? exact : items.filter((item) => plain(nameOf(item)) === plain(name))
}

function found<T>(items: T[]): Found<T> {
  const [item] = items
  if (item === undefined) return { kind: 'none' }
  return items.length === 1 ? { kind: 'one', item } : { kind: 'several', items }
}
