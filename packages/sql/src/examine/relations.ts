import type { CatalogueIndex, IndexedColumn, IndexedTable } from '../prove/catalogue-index.ts'
import { nameKey } from '../prove/names.ts'
import type { ExpressionNode, FromNode, Identifier, QueryNode, SelectNode } from '../parse/model.ts'

/** An item in FROM: a catalogue table, or a query. */
export interface Relation {
  key: string
  table: IndexedTable | null
  query: QueryNode | null
  /** Whether an outer join fills it with NULLs where nothing matches. */
  isOptional: boolean
}

/** A column of one relation of a SELECT. */
export interface RelationColumn {
  relation: Relation
  column: IndexedColumn
}

export type CteQueries = ReadonlyMap<string, QueryNode>

/** FROM of one SELECT, flattened, with its join conditions. */
export interface Sources {
  relations: Relation[]
  conditions: ExpressionNode[]
  /** Columns that USING makes equal, by name. */
  using: Identifier[]
  /** An item in FROM is neither a table nor a query, so nothing is proven. */
  isOpaque: boolean
}

export function sourcesOf(select: SelectNode, index: CatalogueIndex, ctes: CteQueries): Sources {
  const sources: Sources = { relations: [], conditions: [], using: [], isOpaque: false }
  for (const item of select.from) addSource(item, sources, index, ctes)
  return sources
}

function addSource(item: FromNode, sources: Sources, index: CatalogueIndex, ctes: CteQueries): void {
  if (item.type === 'join') {
    const before = sources.relations.length
    addSource(item.left, sources, index, ctes)
    const between = sources.relations.length
    addSource(item.right, sources, index, ctes)
    if (/right|full/i.test(item.kind)) markOptional(sources.relations.slice(before, between))
    if (/left|full/i.test(item.kind)) markOptional(sources.relations.slice(between))
    if (item.on) sources.conditions.push(item.on)
    sources.using.push(...item.using)
    if (item.natural || item.alias || /apply|asof|semi|anti/i.test(item.kind)) sources.isOpaque = true
  } else if (item.type === 'table') {
    const own = item.name.at(-1)
    if (!own) return
    const key = nameKey(item.alias?.name ?? own, index.dialect)
    const cte = item.name.length === 1 ? ctes.get(nameKey(own, index.dialect)) : undefined
    const found = cte ? null : index.find(item.name)
    const table = found === 'ambiguous' ? null : found
    sources.relations.push({ key, table, query: cte ?? null, isOptional: false })
  } else if (item.type === 'derived') {
    const key = item.alias ? nameKey(item.alias.name, index.dialect) : ''
    const hasOwnNames = (item.alias?.columns.length ?? 0) > 0
    if (item.lateral || hasOwnNames) sources.isOpaque = true
    sources.relations.push({ key, table: null, query: item.query, isOptional: false })
  } else {
    sources.isOpaque = true
  }
}

function markOptional(relations: Relation[]): void {
  for (const relation of relations) relation.isOptional = true
}

/** Whether a table has at most one row. */
export function isSingleRow({ table }: Relation): boolean {
  const rows = table?.entry.rowEstimate ?? null
  return rows !== null && rows <= 1
}

/** The table column that a name refers to in this FROM; null if uncertain. */
export function resolveColumn(
  parts: Identifier[],
  { relations, isOpaque }: Sources,
  { dialect }: CatalogueIndex,
): RelationColumn | null {
  const name = parts.at(-1)
  const qualifier = parts.at(-2)
  if (!name) return null
  const key = nameKey(name, dialect)
  if (qualifier) {
    const named = namedRelations(qualifier, relations, dialect)
    return named.length === 1 ? columnOf(named[0], key) : null
  }
  if (isOpaque || relations.some((relation) => relation.table === null)) return null
  const found = relations.map((relation) => columnOf(relation, key)).filter((column) => column !== null)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The relation whose column a name may be: one of this FROM, one of an outer query, or 'unknown'. */
export function relationOf(
  parts: Identifier[],
  { relations, isOpaque }: Sources,
  { dialect }: CatalogueIndex,
): Relation | 'outer' | 'unknown' {
  const name = parts.at(-1)
  const qualifier = parts.at(-2)
  if (!name || isOpaque) return 'unknown'
  if (qualifier) {
    const named = namedRelations(qualifier, relations, dialect)
    if (named.length === 0) return 'outer'
    return named.length === 1 ? named[0]! : 'unknown'
  }
  const key = nameKey(name, dialect)
  const found = relations.filter((relation) => columnOf(relation, key) !== null)
  if (found.length === 1 && relations.every(({ table }) => table !== null)) return found[0]!
  return found.length === 0 && relations.every(({ table }) => table !== null) ? 'outer' : 'unknown'
}

function namedRelations(qualifier: Identifier, relations: Relation[], dialect: CatalogueIndex['dialect']): Relation[] {
  const wanted = nameKey(qualifier, dialect)
  return relations.filter((relation) => relation.key === wanted)
}

function columnOf(relation: Relation | undefined, key: string): RelationColumn | null {
  const column = relation?.table?.columns.get(key)
  return relation && column ? { relation, column } : null
}
