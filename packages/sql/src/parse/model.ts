import type { Message } from '@parlance/contract'
/**
 * The gate's own small tree, to which every parser's tree is converted.
 * A converter knows each node that it accepts, and anything else refuses the query, so this is an allow-list.
 * Offsets are UTF-16 positions in the parsed text. Everything is plain JSON, because it crosses a worker boundary.
 */
export interface Identifier {
  text: string
  /** The quote as written; null for a bare word, which the dialect may fold. */
  quote: '"' | '`' | '[' | "'" | null
  start: number
  end: number
}

/** A range of the text. */
export interface Span {
  start: number
  end: number
}

export interface QueryNode {
  type: 'query'
  recursive: boolean
  ctes: CteNode[]
  body: BodyNode
  orderBy: ExpressionNode[]
  limit: LimitNode | null
}

export interface CteNode {
  name: Identifier
  columns: Identifier[]
  query: QueryNode
  /** Columns that PostgreSQL's SEARCH and CYCLE add after the query's own. */
  added: string[]
}

export type BodyNode = SelectNode | SetNode | ValuesNode | QueryNode

export interface SetNode {
  type: 'set'
  operator: string
  left: BodyNode
  right: BodyNode
}

export interface ValuesNode {
  type: 'values'
  rows: ExpressionNode[][]
}

export interface LimitNode {
  form: 'limit' | 'fetch' | 'top'
  /** Null: no number of rows is given (LIMIT ALL, a bare OFFSET). */
  count: ExpressionNode | null
  /** Percent or ties: the count isn't a number of rows. */
  inexact: boolean
  others: ExpressionNode[]
  /** The position of PostgreSQL's ALL in place of a number. */
  all?: { start: number; end: number }
}

export interface SelectNode {
  type: 'select'
  distinct: boolean
  /** Where the word SELECT ends. */
  keywordEnd: number
  items: ItemNode[]
  from: FromNode[]
  distinctOn: ExpressionNode[]
  where: ExpressionNode | null
  groupBy: ExpressionNode[]
  having: ExpressionNode | null
  qualify: ExpressionNode | null
  windows: ExpressionNode[]
  /** CONNECT BY, START WITH. */
  others: ExpressionNode[]
  top: LimitNode | null
}

export type ItemNode =
  | {
      type: 'star'
      qualifier: Identifier[] | null
      except: Identifier[]
      /** BigQuery's and Snowflake's REPLACE: another value under a column's name. */
      replace: { name: Identifier; expression: ExpressionNode }[]
      /** Snowflake's RENAME. */
      rename: { name: Identifier; alias: Identifier }[]
      start: number
      end: number
    }
  | { type: 'item'; expression: ExpressionNode; alias: Identifier | null }

export type FromNode = TableNode | DerivedNode | JoinNode | TableFunctionNode | PivotNode

export interface Alias {
  name: Identifier
  columns: Identifier[]
}

export interface TableNode {
  type: 'table'
  name: Identifier[]
  alias: Alias | null
  /** TABLESAMPLE or ONLY, as a message names it; null if there is none. A table with a modifier can't be guarded. */
  modifier: string | null
  /** PostgreSQL's word TABLE, if that is the whole query. */
  command?: Span
  /** PostgreSQL's `*` after a name, which adds nothing to the name. */
  descendants?: Span
}

export interface DerivedNode {
  type: 'derived'
  query: QueryNode
  alias: Alias | null
  lateral: boolean
}

export interface JoinNode {
  type: 'join'
  kind: string
  natural: boolean
  using: Identifier[]
  on: ExpressionNode | null
  left: FromNode
  right: FromNode
  /** PostgreSQL's `(a JOIN b …) AS x`, the only name under which its columns are found; null if there is none. */
  alias: Alias | null
  /** PostgreSQL's `USING (…) AS x`, a name for the shared columns; the tables keep their own names. */
  usingAlias?: Alias | null
}

export interface TableFunctionNode {
  type: 'table-function'
  name: Identifier[]
  arguments: ExpressionNode[]
  alias: Alias | null
  ordinality: boolean
  /** JSON_TABLE and the like: part of the language, so no function of that name can replace it. */
  isSyntax: boolean
  /** The columns listed after it with their types; null if there are none. */
  columns: Identifier[] | null
}

/** PIVOT and UNPIVOT of a table or subquery. */
export interface PivotNode {
  type: 'pivot'
  input: FromNode
  /** Aggregates of PIVOT with the names that they add to the columns. */
  aggregates: { expression: ExpressionNode; alias: Identifier | null }[]
  /** Columns read as values; the result doesn't have them. */
  consumed: ExpressionNode[]
  /** Names of the generated columns, each in parts that the dialect joins with `_`. */
  made: Pick<Identifier, 'text' | 'quote' | 'start'>[][]
  alias: Alias | null
}

export type ExpressionNode =
  | { type: 'column'; parts: Identifier[] }
  | {
      type: 'literal'
      kind: 'string' | 'number' | 'null' | 'boolean' | 'other'
      value: string
      start: number | null
      end: number | null
    }
  | { type: 'parameter'; start: number }
  | { type: 'call'; name: string[]; start: number; star: boolean; children: ExpressionNode[] }
  | { type: 'cast'; to: string; children: ExpressionNode[] }
  | { type: 'subquery'; query: QueryNode }
  | { type: 'row'; qualifier: Identifier[] }
  | {
      type: 'operation'
      operator: string
      children: ExpressionNode[]
      /** Set by one converter for NOT IN, NOT EXISTS, NOT LIKE, and NOT BETWEEN; the other one adds an operation. */
      negated?: true
    }

/** Why a converter refuses a tree. */
export interface Refusal {
  code: 'not_one_statement' | 'not_select' | 'forbidden_construct' | 'unparseable'
  message: Message
  position: number | null
}

/** The value that crosses from the worker to the gate as `trees`. */
export type ParsedTrees = { query: QueryNode; shape?: Uint8Array } | { refusal: Refusal }

/** PostgreSQL's own tree as JSON text in UTF-8: enough to compare two queries. */
export interface ParsedShape {
  shape: Uint8Array
}
