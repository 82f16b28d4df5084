import { message } from '@parlance/contract'
import type { TableOfArea } from './area-content.ts'
import type { Collector } from './collector.ts'
import { FileError, type Place } from './file-error.ts'

/** Finds the area's table that a name in a file means: `warehouse.sales.orders`. */
export class TableMatcher {
  readonly #tables: readonly TableOfArea[]
  readonly #collector: Collector

  constructor(tables: readonly TableOfArea[], collector: Collector) {
    this.#tables = tables
    this.#collector = collector
  }

  /**
   * A table of another schema is taken if no other table of the area has its name: tools often name the schema of
   * another environment. The note says so.
   * @throws FileError if the area has no such table, or several
   */
  find(parts: readonly string[], place: Place): TableOfArea {
    const source = parts.join('.')
    const [name = '', schema = null] = parts.toReversed()
    const named = this.#tables.filter((table) => isSame(table.shortName, name) || isSame(table.name, source))
    const exact = named.filter((table) => isSame(table.name, source) || isSchema(table, schema))
    const found = exact.length > 0 ? exact : named
    const [table, other] = found
    if (table === undefined) {
      throw new FileError(
        message('The area has no table {source}. Add it to the area, and import the file again.', { source }),
        place,
      )
    }
    if (other !== undefined) {
      throw new FileError(
        message('The area has several tables with the name {name}. Write the schema in the file.', { name }),
        place,
      )
    }
    if (exact.length === 0) {
      const values = { source, table: table.name }
      this.#collector.note(place, 'assumed', message('{source} was read as the table {table} of the area.', values))
    }
    return table
  }
}

export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function isSchema(table: TableOfArea, schema: string | null): boolean {
  return schema === null || (table.schema !== null && isSame(table.schema, schema))
}

const nameParts = /\s*(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([^\s."`[\]]+))\s*(?:\.|$)/y

/** @returns the parts of a table's name, without quotes; null for anything else, such as a query */
export function splitName(text: string): string[] | null {
  const parts: string[] = []
  nameParts.lastIndex = 0
  let end = 0
  while (end < text.length) {
    nameParts.lastIndex = end
    const found = nameParts.exec(text)
    if (found === null) return null
    const [, double, backtick, bracket, plain] = found
    parts.push(double?.replaceAll('""', '"') ?? backtick ?? bracket ?? plain ?? '')
    end = nameParts.lastIndex
  }
  return parts.length === 0 || parts.includes('') ? null : parts
}
