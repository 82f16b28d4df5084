import type { Catalogue, CatalogueTable } from '@parlance/contract'
import {
  indexCatalogue,
  relevantTables,
  stem,
  tokenise,
  type CatalogueIndex,
  type Description,
} from '@parlance/retrieval'
import { descriptionsOf, hintOf, type AreaHints } from './area-hints.ts'
import { describeTable, promptName, tableName } from './schema-text.ts'

/** Characters of table descriptions in one prompt. */
const schemaBudget = 4_100
const nameBudget = 400
/** A longer table description is cut to the relevant columns to leave room for others. */
const tableBudget = 1_400
const searchLimit = 16

export interface SchemaText {
  text: string
  /** The described tables, best match first. */
  tables: CatalogueTable[]
  /** Their names as SQL needs them. */
  names: string[]
  /** All tables that the user may use. */
  total: number
}

export interface SchemaOptions {
  hints?: AreaHints | null
  /** In characters; defaults to the usual budget. */
  budget?: number
}

/**
 * The tables that a model needs for a question: all of them if they fit. Otherwise the best matches and their
 * foreign-key neighbors, then only the names of others. The length is bounded regardless of the database's size.
 */
export function describeSchema(catalogue: Catalogue, question: string, options: SchemaOptions = {}): SchemaText {
  const { hints = null, budget = schemaBudget } = options
  const stems = new Set(tokenise(question).map(stem))
  const tables: CatalogueTable[] = []
  const lines: string[] = []
  const rest: string[] = []
  let left = budget
  let nameLeft = nameBudget
  for (const table of byRelevance(catalogue, question, hints)) {
    const limit = Math.min(left, tableBudget)
    const line = limit > 120 ? describeTable(table, catalogue, { hints: hintOf(hints, table), limit, stems }) : ''
    if (line !== '' && line.length <= left) {
      lines.push(line)
      tables.push(table)
      left -= line.length + 1
    } else {
      const name = promptName(tableName(table, catalogue))
      if (name.length + 2 > nameLeft) break
      rest.push(name)
      nameLeft -= name.length + 2
    }
  }
  const more = catalogue.tables.length - tables.length - rest.length
  return {
    text: [...lines, ...nameLine(rest, more)].join('\n'),
    tables,
    names: tables.map((table) => tableName(table, catalogue)),
    total: catalogue.tables.length,
  }
}

function nameLine(names: string[], more: number): string[] {
  if (names.length === 0 && more === 0) return []
  return [`Other tables (call get_table_info for details): ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

/** Whether a written name, with or without schema and quotes, refers to this table. */
export function isNamed(table: Pick<CatalogueTable, 'schema' | 'name'>, wanted: string): boolean {
  const plain = wanted.replaceAll(/["'`[\]]/g, '').toLowerCase()
  const full = table.schema ? `${table.schema}.${table.name}` : table.name
  return plain === table.name.toLowerCase() || plain === full.toLowerCase()
}

function* byRelevance(catalogue: Catalogue, question: string, hints: AreaHints | null): Generator<CatalogueTable> {
  const found = relevantTables(indexOf(catalogue, descriptionsOf(hints)), question, searchLimit)
  yield* found
  const seen = new Set(found)
  for (const table of catalogue.tables) if (!seen.has(table)) yield table
}

const indexes = new WeakMap<Catalogue, { descriptions: Description[]; index: CatalogueIndex }>()

function indexOf(catalogue: Catalogue, descriptions: Description[]): CatalogueIndex {
  const known = indexes.get(catalogue)
  if (known && (known.descriptions === descriptions || isSame(known.descriptions, descriptions))) return known.index
  const made = indexCatalogue(catalogue, descriptions)
  indexes.set(catalogue, { descriptions, index: made })
  return made
}

function isSame(one: Description[], other: Description[]): boolean {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other)
}
