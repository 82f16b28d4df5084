import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { relatedNames } from '@parlance/engine'
import {
  indexCatalogue,
  relevantTables,
  stem,
  tokenise,
  type CatalogueIndex,
  type Description,
} from '@parlance/retrieval'
import { countTokens } from '../models/count-tokens.ts'
import { descriptionsOf, hintOf, type AreaHints } from './area-hints.ts'
import { describeTable, promptTable } from './schema-text.ts'
import { tableName } from './table-name.ts'

/** Characters of table descriptions in one prompt, unless an administrator sets another number. */
export const defaultSchemaBudget = 31_500
/** The part of the budget for tables that stay the same in a conversation, so that providers cache them. */
const lastingShare = 0.85
/** Characters of the names of tables that aren't described. */
const nameBudget = 1_200
/** A longer table description is cut to the relevant columns, to leave room for others. */
const tableBudget = 4_000
/** A table is described only if this many characters are left for it. */
const shortestTable = 120
/** Tables that are described for one question. */
const mostTables = 150

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
  /** In characters; defaults to `defaultSchemaBudget`. */
  budget?: number
  /** Tables that are already described elsewhere in the prompt. */
  without?: ReadonlySet<CatalogueTable>
}

/**
 * The tables that a model needs for a question: all of them if they fit, always in the same order. Otherwise the best
 * matches and their foreign-key neighbors, then only the names of others. The length is bounded regardless of the
 * database's size.
 */
export function describeSchema(catalogue: Catalogue, question: string, options: SchemaOptions = {}): SchemaText {
  const { hints = null, budget = defaultSchemaBudget, without = new Set() } = options
  return whole(catalogue, { hints, budget }) ?? ranked(catalogue, question, { hints, budget, without })
}

/** The schema in a prompt: a part that stays the same for a whole conversation, and one for the question. */
export interface PromptSchema {
  lasting: SchemaText
  /** Tables that only this question needs; null if the lasting part has all. */
  added: SchemaText | null
}

/**
 * The same within one prompt, so that a provider can cache the first part: it depends on the area and the first
 * question of the conversation alone.
 */
export function promptSchema(
  catalogue: Catalogue,
  { first, question }: { first: string; question: string },
  { hints = null, budget = defaultSchemaBudget }: Omit<SchemaOptions, 'without'> = {},
): PromptSchema {
  const all = whole(catalogue, { hints, budget })
  if (all) return { lasting: all, added: null }
  const lasting = ranked(catalogue, first, { hints, budget: Math.floor(budget * lastingShare), without: new Set() })
  const left = budget - Math.floor(budget * lastingShare)
  const added = ranked(catalogue, question, { hints, budget: left, without: new Set(lasting.tables) }, { names: false })
  return { lasting, added: added.tables.length === 0 ? null : added }
}

/** All tables in order of their names, views last; null if they don't fit. */
function whole(
  catalogue: Catalogue,
  { hints, budget }: { hints: AreaHints | null; budget: number },
): SchemaText | null {
  const families = familiesOf(catalogue.tables)
  if (families.length > mostTables) return null
  const ordered = families.toSorted(
    ({ table: one }, { table: other }) =>
      Number(one.objectType !== 'TABLE') - Number(other.objectType !== 'TABLE') ||
      compareText(tableName(one, catalogue), tableName(other, catalogue)),
  )
  const lines: string[] = []
  let left = budget
  for (const family of ordered) {
    const line = describeFamily(family, catalogue, { hints, limit: left, stems: new Set() })
    // Cut columns would mean that a part of the area is missing.
    const cost = costOf(line.text)
    if (line.isCut || cost > left) return null
    lines.push(line.text)
    left -= cost
  }
  const tables = ordered.flatMap(({ table, others }) => [table, ...others])
  return textOf(lines, { tables, catalogue })
}

function ranked(
  catalogue: Catalogue,
  question: string,
  { hints, budget, without }: Required<SchemaOptions>,
  { names: showsNames } = { names: true },
): SchemaText {
  const stems = new Set(tokenise(question).map(stem))
  const families = familyByTable(catalogue.tables)
  const tables: CatalogueTable[] = []
  const described = new Set(without)
  const lines: string[] = []
  const rest: string[] = []
  let left = budget
  let nameLeft = showsNames ? nameBudget : 0
  for (const table of byRelevance(catalogue, question, { hints, matchesOnly: !showsNames })) {
    if (described.has(table)) continue
    const family = families.get(table) ?? { table, others: [] }
    const limit = Math.min(left, tableBudget)
    const fits = limit > shortestTable && lines.length < mostTables
    const line = fits ? describeFamily(family, catalogue, { hints, limit, stems }).text : ''
    const cost = costOf(line)
    if (line !== '' && cost <= left) {
      lines.push(line)
      for (const one of [family.table, ...family.others]) {
        described.add(one)
        tables.push(one)
      }
      left -= cost
    } else {
      const name = promptTable(table, catalogue)
      if (name.length + 2 > nameLeft) break
      rest.push(name)
      nameLeft -= name.length + 2
    }
  }
  const more = catalogue.tables.length - described.size - rest.length
  return textOf([...lines, ...(showsNames ? nameLine(rest, more) : [])], { tables, catalogue })
}

/** Characters that a token usually has. */
const charactersPerToken = 4

/** What a line takes of the budget: its characters, or more if it has many short words and signs. */
function costOf(line: string): number {
  return Math.max(line.length, countTokens(line) * charactersPerToken) + 1
}

function textOf(
  lines: string[],
  { tables, catalogue }: { tables: CatalogueTable[]; catalogue: Catalogue },
): SchemaText {
  return {
    text: lines.join('\n'),
    tables,
    names: tables.map((table) => tableName(table, catalogue)),
    total: catalogue.tables.length,
  }
}

function nameLine(names: string[], more: number): string[] {
  if (names.length === 0 && more === 0) return []
  return [
    `Other tables (call get_database_schema for details): ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]
}

/** A table, and others that differ from it only by numbers in their names, such as the partitions of a table. */
interface Family {
  table: CatalogueTable
  others: CatalogueTable[]
}

const smallestFamily = 3
const families = new WeakMap<readonly CatalogueTable[], Map<CatalogueTable, Family>>()

function familyByTable(tables: readonly CatalogueTable[]): Map<CatalogueTable, Family> {
  const known = families.get(tables)
  if (known) return known
  const groups = Map.groupBy(tables, ({ schema, name, columns, objectType }) => {
    if (objectType !== 'TABLE' || !/\d/.test(name)) return JSON.stringify([schema, name])
    const shape = columns.map((column) => `${column.name} ${column.dataType}`)
    return JSON.stringify([schema, name.replaceAll(/\d+/g, '#'), ...shape])
  })
  const made = new Map<CatalogueTable, Family>()
  for (const group of groups.values()) {
    const sorted = group.toSorted((one, other) => compareText(one.name, other.name))
    const [table, ...others] = sorted
    if (!table) continue
    for (const one of group) made.set(one, { table: one, others: [] })
    const family = { table, others }
    if (group.length >= smallestFamily) for (const one of group) made.set(one, family)
  }
  families.set(tables, made)
  return made
}

function familiesOf(tables: readonly CatalogueTable[]): Family[] {
  return [...new Set(familyByTable(tables).values())]
}

function describeFamily(
  { table, others }: Family,
  catalogue: Catalogue,
  { hints, limit, stems }: { hints: AreaHints | null; limit: number; stems: ReadonlySet<string> },
): { text: string; isCut: boolean } {
  const line = describeTable(table, catalogue, { hints: hintOf(hints, table), limit, stems })
  const isCut = line.isCut
  const last = others.at(-1)
  if (!last) return { text: line.text, isCut }
  const names = `${promptTable(table, catalogue)} to ${promptTable(last, catalogue)}`
  return { text: `${line.text} and ${others.length} more tables with the same columns: ${names}`, isCut }
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Whether a written name, with or without schema and quotes, refers to this table. */
export function isNamed(table: Pick<CatalogueTable, 'schema' | 'name'>, wanted: string): boolean {
  const plain = wanted.replaceAll(/["'`[\]]/g, '').toLowerCase()
  const full = table.schema ? `${table.schema}.${table.name}` : table.name
  return plain === table.name.toLowerCase() || plain === full.toLowerCase()
}

function* byRelevance(
  catalogue: Catalogue,
  question: string,
  { hints, matchesOnly }: { hints: AreaHints | null; matchesOnly: boolean },
): Generator<CatalogueTable> {
  const found = relevantTables(indexOf(catalogue, descriptionsOf(hints)), question, mostTables, relatedNames)
  yield* found
  if (matchesOnly) return
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
