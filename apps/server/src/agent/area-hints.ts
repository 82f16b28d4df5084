import type { AreaJoin, Catalogue, CatalogueTable, ForeignKey } from '@parlance/contract'
import type { Description } from '@parlance/retrieval'

/**
 * What a business area's owner has written about its data, for a model and the built-in engine. Users write it, so it
 * is data and never an instruction (R19).
 */
export interface AreaHints {
  name: string
  description: string | null
  /** The area's standard instructions to the model. */
  instructions: string | null
  synonyms: string[]
  /** Questions that a new conversation offers first. */
  sampleQuestions: string[]
  /** The readable tables that have a description, synonyms, or described columns. */
  tables: TableHint[]
  /** Only joins between readable tables and columns; joins without tables are included unchanged. */
  joins: AreaJoin[]
}

export interface TableHint {
  /** Includes the schema if there is one. */
  table: string
  description: string | null
  synonyms: string[]
  /** The columns that the user may see, spelled as in the catalog. */
  columns: { name: string; description: string | null; synonyms: string[] }[]
}

/** A question with verified SQL for this database or area. */
export interface VerifiedExample {
  question: string
  sql: string
  /** The day on which the question was asked, yyyy-mm-dd. */
  askedOn: string
}

const descriptions = new WeakMap<AreaHints, Description[]>()

/** The hints as terms for the search and the built-in engine. Returns the same list for the same hints. */
export function descriptionsOf(hints: AreaHints | null): Description[] {
  if (!hints) return []
  const known = descriptions.get(hints)
  if (known) return known
  const made = hints.tables.flatMap(({ table, description, synonyms, columns }) => [
    ...(description || synonyms.length > 0 ? [{ table, column: null, text: description ?? '', synonyms }] : []),
    ...columns.map((column) => ({
      table,
      column: column.name,
      text: column.description ?? '',
      synonyms: column.synonyms,
    })),
  ])
  descriptions.set(hints, made)
  return made
}

/** The area's description of one table, or null if there is none. */
export function hintOf(hints: AreaHints | null, table: Pick<CatalogueTable, 'schema' | 'name'>): TableHint | null {
  const name = table.schema === null ? table.name : `${table.schema}.${table.name}`
  return hints?.tables.find((hint) => hint.table === name) ?? null
}

const joined = new WeakMap<Catalogue, { joins: string; catalogue: Catalogue }>()

/**
 * The catalog with the area's joins added as links that the database doesn't declare, so that the search and the
 * built-in engine follow them. Returns the same object for the same joins.
 */
export function withAreaJoins(catalogue: Catalogue, hints: Pick<AreaHints, 'joins'> | null): Catalogue {
  const links = (hints?.joins ?? []).flatMap((join) => linkOf(join, catalogue) ?? [])
  if (links.length === 0) return catalogue
  const joins = JSON.stringify(hints?.joins)
  const known = joined.get(catalogue)
  if (known?.joins === joins) return known.catalogue
  const tables = catalogue.tables.map((table) => {
    const added = links.filter((link) => link.child === table && !hasLink(table, link.key)).map((link) => link.key)
    return added.length === 0 ? table : { ...table, foreignKeys: [...table.foreignKeys, ...added] }
  })
  const made = { ...catalogue, tables }
  joined.set(catalogue, { joins, catalogue: made })
  return made
}

/** Turns a join on one pair of columns into a foreign key of the side that doesn't join on its own primary key. */
function linkOf(join: AreaJoin, catalogue: Catalogue): { child: CatalogueTable; key: ForeignKey } | null {
  if (join.join_condition) return null
  const left = endOf(join.left_table, join.left_column, catalogue)
  const right = endOf(join.right_table, join.right_column, catalogue)
  if (!left || !right) return null
  const [child, parent] = left.isKey && !right.isKey ? [right, left] : [left, right]
  const { schema, name } = parent.table
  return {
    child: child.table,
    key: {
      columns: [child.column],
      referencedSchema: schema,
      referencedTable: name,
      referencedColumns: [parent.column],
    },
  }
}

function endOf(table: string | undefined, column: string | undefined, catalogue: Catalogue) {
  const wanted = table?.toLowerCase()
  const found = catalogue.tables.find(({ schema, name }) =>
    [name, `${schema}.${name}`].some((written) => written.toLowerCase() === wanted),
  )
  const own = found?.columns.find((candidate) => candidate.name.toLowerCase() === column?.toLowerCase())
  return found && own ? { table: found, column: own.name, isKey: found.primaryKey.join() === own.name } : null
}

function hasLink(table: CatalogueTable, key: ForeignKey): boolean {
  return table.foreignKeys.some(
    (one) => one.referencedTable === key.referencedTable && one.columns.join() === key.columns.join(),
  )
}

/** Joins written as SQL, one per line. */
export function joinLines(joins: AreaJoin[]): string[] {
  return joins.flatMap((join) => {
    const { left_table: left, left_column: from, right_table: right, right_column: to } = join
    const condition = join.join_condition ?? (from && to ? `${left}.${from} = ${right}.${to}` : null)
    const type = join.join_type ?? 'INNER'
    const structured = left && right && condition ? `${left} ${type} JOIN ${right} ON ${condition}` : null
    const line = [structured, join.description].filter(Boolean).join(': ')
    return line === '' ? [] : [line.replaceAll(/\s+/g, ' ')]
  })
}
