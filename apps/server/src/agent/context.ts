import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { indexCatalogue, searchTables, type CatalogueIndex } from '@parlance/retrieval'
import { describeTable, tableName } from './schema-text.ts'

/** Characters of table descriptions in one prompt: about 2,300 tokens. */
const schemaBudget = 8_000
const nameBudget = 1_200
const searchLimit = 24

export interface SchemaText {
  text: string
  /** The tables that are described. */
  tables: string[]
  /** All tables that the person may use. */
  total: number
}

/**
 * The tables that a model needs for a question: all of them when they fit, else the best matches and their neighbours
 * along foreign keys, and then the mere names of others. Its length is bounded whatever the database's size.
 */
export function describeSchema(catalogue: Catalogue, question: string): SchemaText {
  const chosen: string[] = []
  const lines: string[] = []
  const rest: string[] = []
  let left = schemaBudget
  for (const table of byRelevance(catalogue, question)) {
    const line = left > 0 ? describeTable(table, catalogue) : ''
    if (line !== '' && line.length <= left) {
      lines.push(line)
      chosen.push(tableName(table, catalogue))
      left -= line.length + 1
    } else {
      rest.push(tableName(table, catalogue))
    }
  }
  return { text: [...lines, ...nameLine(rest)].join('\n'), tables: chosen, total: catalogue.tables.length }
}

function nameLine(names: string[]): string[] {
  if (names.length === 0) return []
  const shown: string[] = []
  let left = nameBudget
  for (const name of names) {
    if (name.length + 2 > left) break
    shown.push(name)
    left -= name.length + 2
  }
  const more = names.length - shown.length
  return [`Other tables (ask get_table_info): ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

function byRelevance(catalogue: Catalogue, question: string): CatalogueTable[] {
  const hits = searchTables(indexOf(catalogue), question, searchLimit).map((hit) => hit.table)
  const found = new Set(hits)
  for (const table of hits.slice(0, 8)) for (const neighbour of neighboursOf(table, catalogue)) found.add(neighbour)
  for (const table of catalogue.tables) found.add(table)
  return [...found]
}

function neighboursOf(table: CatalogueTable, catalogue: Catalogue): CatalogueTable[] {
  const refersTo = (from: CatalogueTable, to: CatalogueTable): boolean =>
    from.foreignKeys.some((key) => key.referencedTable === to.name && (key.referencedSchema ?? to.schema) === to.schema)
  return catalogue.tables.filter((other) => other !== table && (refersTo(table, other) || refersTo(other, table)))
}

const indexes = new WeakMap<Catalogue, CatalogueIndex>()

function indexOf(catalogue: Catalogue): CatalogueIndex {
  const known = indexes.get(catalogue)
  if (known) return known
  const made = indexCatalogue(catalogue)
  indexes.set(catalogue, made)
  return made
}
