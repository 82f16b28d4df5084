import type { AreaListItem, VisualizationPayload } from '@parlance/contract'
import type { Database } from '../../../api/databases.ts'

/** None, the one, or several among which the viewer must choose. */
export type Found<T> = { kind: 'none' } | { kind: 'one'; item: T } | { kind: 'several'; items: T[] }

/** The viewer's databases of the payload's name. */
export function findDatabase(databases: Database[], { databaseName }: VisualizationPayload): Found<Database> {
  return found(named(databases, databaseName, (database) => database.name))
}

/**
 * The viewer's areas of the payload's name; where it names none, all of them, since where there are areas every query
 * runs inside one. Null where it names none and there are none: all tables.
 * @param areas those in which the viewer may ask
 */
export function findArea(
  areas: AreaListItem[],
  { businessAreaName }: VisualizationPayload,
): Found<AreaListItem> | null {
  if (namesArea(businessAreaName)) return found(named(areas, businessAreaName, (area) => area.area_name))
  return areas.length === 0 ? null : found(areas)
}

/** 'All Tables' is how the chat calls a question outside of areas. */
export function namesArea(name: string | null | undefined): name is string {
  return name !== null && name !== undefined && !['', 'all tables'].includes(name.trim().toLowerCase())
}

/** Those of exactly this name; where there are none, those that differ in upper case or spaces around. */
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
