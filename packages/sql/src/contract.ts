import type {
  Catalogue,
  Cell,
  ColumnSecurityRules,
  Receipt,
  RowSecurityRules,
  SqlDialect,
  TableRef,
} from '@parlance/contract'

export type {
  ColumnMask,
  ColumnSecurityRules,
  MaskType,
  Receipt,
  RowSecurityRules,
  RowTableRule,
  TableRef,
} from '@parlance/contract'

/** Who asks: the values of the rules' parameters. A missing attribute makes the rule's condition false. */
export interface GatePrincipal {
  userId: string
  tenantId: string | null
  deptId: string | null
  /** Free key/value pairs behind `:user.<key>`. */
  attributes: Record<string, string>
}

/** Row and column rules of one business area, in the documents' JSON form. */
export interface Policies {
  rowRules: RowSecurityRules | null
  columnRules: ColumnSecurityRules | null
  /** The installation's secret salt of the hash mask. */
  hashSalt: string
}

export interface GateLimits {
  /** Rows that the rewritten query may deliver; null: no cap is added. */
  maxRows: number | null
}

export interface GateRequest {
  sql: string
  dialect: SqlDialect
  catalogue: Catalogue
  /** The tables of the business area; null: every table of the catalogue. */
  allowedTables: TableRef[] | null
  policies: Policies | null
  principal: GatePrincipal
  limits: GateLimits
  /** Values for `:name` placeholders of the SQL, by name without the colon. */
  parameters?: Record<string, Cell>
  /** The moment `:current_date` and `:current_timestamp` mean, ISO 8601 UTC. */
  now?: string
}

export type DenialCode =
  | 'empty'
  | 'too_large'
  | 'unparseable'
  | 'not_one_statement'
  | 'not_select'
  | 'forbidden_construct'
  | 'unknown_function'
  | 'forbidden_function'
  | 'unknown_table'
  | 'table_not_in_area'
  | 'unknown_column'
  | 'column_not_allowed'
  | 'ambiguous_name'
  | 'unresolved_parameter'
  | 'policy_invalid'
  | 'unsupported_dialect'

export interface DenialReason {
  code: DenialCode
  /** What is wrong and how to write it instead. */
  message: string
  /** Character offset in the SQL as it came, 0-based; null when unknown. */
  position: number | null
  /** The parameters that have no value, by name without the colon; only for 'unresolved_parameter'. */
  parameters?: string[]
}

export interface GateAllowed {
  allowed: true
  /** What the database is to run. */
  sql: string
  /** Values of the placeholders in `sql`, in order; none on Dremio, where they are literals of `sql`. */
  params: Cell[]
  /** The person's own SQL, formatted. */
  displaySql: string
  /** `sql`, formatted, with placeholders alone: a value that had to be written into `sql` is not in it. */
  executedSql: string
  receipt: Receipt
  /**
   * Every table and column that `sql` reads of the database, those of the rules included: what an engine that checks
   * reads itself is to be told. `receipt.columns` is what the person's own query reads.
   */
  reads: Receipt['columns']
  /**
   * Whether the query can make many rows or long texts that are in no table: by recursion, a series, lists written into
   * it that multiply, or repetition. Its time needs a close limit, whatever the tables hold.
   */
  growsWithoutTables: boolean
}

export interface GateDenied {
  allowed: false
  reasons: DenialReason[]
}

/** Denial is a value: it cannot be lost in a catch. */
export type GateResult = GateAllowed | GateDenied

/**
 * Reads SQL in one dialect; runs in a worker that the server owns, because the parsers can die for good.
 * @param form 'shape' where it is enough to compare the tree with another; a whole tree does as well
 */
export type Parse = (dialect: SqlDialect, sql: string, form?: ParseForm) => Promise<ParseOutcome>

export type ParseForm = 'tree' | 'shape'

/** What each parser said. The trees are the parsers' own; `packages/sql` alone knows their shape. */
export type ParseOutcome =
  | { ok: true; trees: unknown }
  | { ok: false; code: 'unparseable' | 'too_large' | 'unsupported_dialect'; message: string; position: number | null }
