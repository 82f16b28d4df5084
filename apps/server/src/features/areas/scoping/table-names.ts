import { dialectFacts } from '@parlance/contract'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { fullName } from '../../catalog/service.ts'

/** Tables by name and by name with schema, both in lowercase. */
type NameIndex = Map<string, CatalogueTable[]>

const indexes = new WeakMap<Catalogue, NameIndex>()

/**
 * Finds the table that an area's or a user's spelling means in one database. The schema is optional if the table is in
 * the default schema or in only one. The exact spelling decides between names that differ only in case.
 */
export function findTable(catalogue: Catalogue, written: string): CatalogueTable | 'ambiguous' | null {
  const found = namesOf(catalogue).get(written.toLowerCase())
  if (found === undefined) return null
  const near = preferred(found, (table) => isNear(catalogue, table) || isQualified(table, written))
  const exact = preferred(near, (table) => table.name === written || fullName(table) === written)
  return exact.length === 1 && exact[0] !== undefined ? exact[0] : 'ambiguous'
}

/**
 * The spelling of a table in an area: as in the catalog, with its schema only if it is not the default one. A path of
 * folders is reduced to its last part (BA-140), unless another table has the same one.
 */
export function nameOf(catalogue: Catalogue, table: CatalogueTable): string {
  const isBare = dialectFacts[catalogue.dialect].hasFolderPaths || isNear(catalogue, table)
  return isBare && isSame(findTable(catalogue, table.name), table) ? table.name : fullName(table)
}

function isSame(found: CatalogueTable | 'ambiguous' | null, { schema, name }: CatalogueTable): boolean {
  return found !== null && found !== 'ambiguous' && found.schema === schema && found.name === name
}

/** Lists every possible meaning of an ambiguous spelling, with the schema. */
export function spellingsOf(catalogue: Catalogue, written: string): string[] {
  return (namesOf(catalogue).get(written.toLowerCase()) ?? []).map(fullName)
}

function isNear({ defaultSchema }: Catalogue, { schema }: CatalogueTable): boolean {
  return schema === null || schema === defaultSchema
}

function isQualified(table: CatalogueTable, written: string): boolean {
  return table.schema !== null && fullName(table).toLowerCase() === written.toLowerCase()
}

function preferred<T>(all: T[], matches: (each: T) => boolean): T[] {
  const some = all.filter(matches)
  return some.length > 0 ? some : all
}

function namesOf(catalogue: Catalogue): NameIndex {
  const known = indexes.get(catalogue)
  if (known !== undefined) return known
  const made: NameIndex = new Map()
  for (const table of catalogue.tables) {
    const bare = table.name.toLowerCase()
    const whole = fullName(table).toLowerCase()
    add(made, bare, table)
    if (whole !== bare) add(made, whole, table)
  }
  indexes.set(catalogue, made)
  return made
}

function add(index: NameIndex, key: string, table: CatalogueTable): void {
  const tables = index.get(key)
  if (tables === undefined) index.set(key, [table])
  else tables.push(table)
}
