import type { DenialCode, DenialReason } from '../contract.ts'
import type { CteNode, ExpressionNode, Identifier, QueryNode, SelectNode, TableNode } from '../parse/model.ts'
import type { CatalogueIndex, IndexedColumn, IndexedTable } from './catalogue-index.ts'

/** One column of a relation: its key, and the table columns that its values come from. */
export interface OutputColumn {
  name: string
  key: string
  sources: Set<IndexedColumn>
}

/** Something in FROM. Columns are null where they cannot be known; then any name may be meant. */
export interface Relation {
  /** The name by which columns are qualified; null when it has none. */
  key: string | null
  columns: OutputColumn[] | null
  byKey: Map<string, OutputColumn>
  /** Where its values come from when its columns cannot be known; absent where they come from no known column. */
  openSources?: Set<IndexedColumn>
  reference: TableReference | null
  /** Of a join under one name: the tables in it, and which of its columns are read. */
  joined?: { references: TableReference[]; read: Set<OutputColumn> }
}

/** One mention of a catalogue table in the query. */
export interface TableReference {
  node: TableNode
  table: IndexedTable
  columns: Set<IndexedColumn>
  /** `*`, a whole row or a natural join reads every column. */
  wholeRow: boolean
  /** Columns that the engine adds itself, such as SQLite's rowid. */
  hidden: Set<string>
  /** It takes part in NATURAL JOIN, whose columns depend on all that the table has. */
  natural: boolean
}

export interface Cte {
  key: string
  name: string
  node: CteNode
  /**
   * What the name means here: 'ready' the WITH query; 'own' not yet, because this is its own query; 'unclear' the query
   * or a table, as engines and readers differ.
   */
  state: 'ready' | 'own' | 'unclear'
  columns: OutputColumn[] | null
  parent: Cte | null
}

export interface Scope {
  relations: Relation[]
  /** Names given to result columns, and what they carry. */
  aliases: Map<string, Set<IndexedColumn>>
  parent: Scope | null
  ctes: Cte | null
}

/** A column written with its table's schema in front. */
export interface QualifiedColumn {
  parts: Identifier[]
  /** Which part is the table's name. */
  tableAt: number
  reference: TableReference
}

/** Where in a SELECT a name stands: result columns see no aliases of their own in most dialects. */
export type Clause = 'items' | 'other'

/** The walk over queries and expressions, by which FROM proves what stands inside of it. */
export interface Walk {
  query(query: QueryNode, parent: Scope | null, ctes: Cte | null, proof: Proof): OutputColumn[] | null
  expression(expression: ExpressionNode, scope: Scope, proof: Proof, clause: Clause): Set<IndexedColumn>
}

/** All that the proof of one query gathers. */
export interface Proof {
  walk: Walk
  index: CatalogueIndex
  /** Null: every table of the catalogue may be read. */
  allowed: ReadonlySet<IndexedTable> | null
  /** Columns that do not exist for this person. */
  disallowed: (column: IndexedColumn) => boolean
  /** Views that show what rules protect: they are refused before a column of theirs could be named. */
  closed: (table: IndexedTable) => boolean
  /** Functions beyond the list, which the rules' own masks call. */
  trusted: ReadonlySet<string>
  /** From which columns each expression takes its value; kept only where a caller asks for it. */
  sources: Map<ExpressionNode, Set<IndexedColumn>> | null
  references: TableReference[]
  /** All WITH queries, those that nothing reads included. */
  ctes: CteNode[]
  /** Mentions of WITH queries, and the query that each means. */
  cteReferences: { node: TableNode; cte: CteNode }[]
  problems: DenialReason[]
  /** Double-quoted words that name no column: SQLite reads them as text. */
  strings: Identifier[]
  qualified: QualifiedColumn[]
  groupedKeys: GroupedKey[]
  /** What the query delivers; null when it cannot be known. */
  outputs: OutputColumn[] | null
}

const mostProblems = 20

export function report(proof: Proof, code: DenialCode, message: string, position: number | null): void {
  if (proof.problems.length >= mostProblems) return
  const known = proof.problems.some((problem) => problem.code === code && problem.message === message)
  if (!known) proof.problems.push({ code, message, position: position === null || position < 0 ? null : position })
}

export function relation(
  key: string | null,
  columns: OutputColumn[] | null,
  reference: TableReference | null,
): Relation {
  const byKey = new Map<string, OutputColumn>()
  for (const column of columns ?? []) {
    const known = byKey.get(column.key)
    if (known) for (const source of column.sources) known.sources.add(source)
    else byKey.set(column.key, column)
  }
  return { key, columns, byKey, reference }
}

/** Marks a source as read, on every mention of its table that stands in this relation. */
export function readColumn(relationRead: Relation, column: OutputColumn): void {
  relationRead.joined?.read.add(column)
  const { reference } = relationRead
  if (!reference) return
  for (const source of column.sources) if (source.table === reference.table) reference.columns.add(source)
}

export function readAll(relationRead: Relation): void {
  for (const column of relationRead.columns ?? []) relationRead.joined?.read.add(column)
  if (relationRead.reference) relationRead.reference.wholeRow = true
}

/** A GROUP BY with the whole primary key of a table, by which the engine knows the table's other columns. */
export interface GroupedKey {
  select: SelectNode
  reference: TableReference
  /** The join under one name by which the table's columns are written; null where its own name is. */
  through: Relation | null
  /** Position in GROUP BY of the key's last column, and where that ends in the text. */
  at: number
  end: number
}
