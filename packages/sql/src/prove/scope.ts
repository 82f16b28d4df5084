import { formatMessage, type Message } from '@parlance/contract'
import type { DenialCode, DenialReason } from '../contract.ts'
import type { CteNode, ExpressionNode, Identifier, QueryNode, SelectNode, TableNode } from '../parse/model.ts'
import type { CatalogueIndex, IndexedColumn, IndexedTable } from './catalogue-index.ts'

/** One column of a relation: its key, and the table columns that its values come from. */
export interface OutputColumn {
  name: string
  key: string
  sources: Set<IndexedColumn>
}

/** An item in FROM. Columns are null if they can't be known; then a name may refer to any of them. */
export interface Relation {
  /** The name that qualifies its columns; null if it has none. */
  key: string | null
  columns: OutputColumn[] | null
  byKey: Map<string, OutputColumn>
  /** The sources of its values if its columns can't be known; absent if they come from no known column. */
  openSources?: Set<IndexedColumn>
  reference: TableReference | null
  /** For a join with an alias: its tables, and which of its columns are read. */
  joined?: { references: TableReference[]; read: Set<OutputColumn> }
}

/** One mention of a catalogue table in the query. */
export interface TableReference {
  node: TableNode
  table: IndexedTable
  columns: Set<IndexedColumn>
  /** `*`, a whole row, or a natural join reads every column. */
  wholeRow: boolean
  /** Columns that the engine adds, such as SQLite's rowid. */
  hidden: Set<string>
  /** It is part of a NATURAL JOIN, whose columns depend on all columns of the table. */
  natural: boolean
}

export interface Cte {
  key: string
  name: string
  node: CteNode
  /**
   * What the name refers to here: 'ready' means the WITH query, 'own' that this is still its own query, and 'unclear'
   * either the query or a table, because engines and readers differ.
   */
  state: 'ready' | 'own' | 'unclear'
  columns: OutputColumn[] | null
  parent: Cte | null
}

export interface Scope {
  relations: Relation[]
  /** Names given to result columns, and the table columns behind them. */
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

/** The part of a SELECT that a name is in: in most dialects, result columns can't see their own aliases. */
export type Clause = 'items' | 'other'

/** The walk over queries and expressions, which FROM uses to prove its content. */
export interface Walk {
  query(query: QueryNode, parent: Scope | null, ctes: Cte | null, proof: Proof): OutputColumn[] | null
  expression(expression: ExpressionNode, scope: Scope, proof: Proof, clause: Clause): Set<IndexedColumn>
}

/** Everything that the proof of one query collects. */
export interface Proof {
  walk: Walk
  index: CatalogueIndex
  /** Null: every table of the catalogue may be read. */
  allowed: ReadonlySet<IndexedTable> | null
  /** Columns that don't exist for this user. */
  disallowed: (column: IndexedColumn) => boolean
  /** Views that show what rules protect: they are refused before the query can name one of their columns. */
  closed: (table: IndexedTable) => boolean
  /** Functions outside the list, which the rules' own masks call. */
  trusted: ReadonlySet<string>
  /** The columns that each expression's value comes from; recorded only if a caller asks for it. */
  sources: Map<ExpressionNode, Set<IndexedColumn>> | null
  references: TableReference[]
  /** All WITH queries, including unused ones. */
  ctes: CteNode[]
  /** Mentions of WITH queries, and the query that each refers to. */
  cteReferences: { node: TableNode; cte: CteNode }[]
  problems: DenialReason[]
  /** Double-quoted words that match no column: SQLite reads them as text. */
  strings: Identifier[]
  qualified: QualifiedColumn[]
  groupedKeys: GroupedKey[]
  /** The columns that the query returns; null if they can't be known. */
  outputs: OutputColumn[] | null
}

const mostProblems = 20

export function report(proof: Proof, code: DenialCode, text: Message, position: number | null): void {
  if (proof.problems.length >= mostProblems) return
  const isSame = (other: DenialReason) => other.code === code && other.message.text === text.text
  const written = formatMessage(text)
  const known = proof.problems.some((other) => isSame(other) && formatMessage(other.message) === written)
  if (!known)
    proof.problems.push({ code, message: text, position: position === null || position < 0 ? null : position })
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

/** Marks a source as read on every mention of its table in this relation. */
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

/** A GROUP BY with the whole primary key of a table, from which the engine derives the table's other columns. */
export interface GroupedKey {
  select: SelectNode
  reference: TableReference
  /** The aliased join through which the table's columns are written; null if they use the table's own name. */
  through: Relation | null
  /** Position in GROUP BY of the key's last column, and the offset in the text where that column ends. */
  at: number
  end: number
}
