import type {
  Catalogue,
  Cell,
  ColumnSecurityRules,
  Message,
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

/** The asking user: values for the rules' parameters. A missing attribute makes the rule's condition false. */
export interface GatePrincipal {
  userId: string
  tenantId: string | null
  deptId: string | null
  /** Arbitrary key/value pairs, available as `:user.<key>`. */
  attributes: Record<string, string>
}

/** Row and column rules of one business area, in the JSON form of the requirement documents. */
export interface Policies {
  rowRules: RowSecurityRules | null
  columnRules: ColumnSecurityRules | null
  /** The installation's secret salt for the hash mask. */
  hashSalt: string
}

export interface GateLimits {
  /** Maximum number of rows the rewritten query may return; null adds no limit. */
  maxRows: number | null
}

export interface GateRequest {
  sql: string
  dialect: SqlDialect
  catalogue: Catalogue
  /** The tables of the business area; null means every table in the catalogue. */
  allowedTables: TableRef[] | null
  policies: Policies | null
  principal: GatePrincipal
  limits: GateLimits
  /** Values for the SQL's `:name` placeholders, keyed by name without the colon. */
  parameters?: Record<string, Cell>
  /** Whether the SQL contains a mask that the product wrote, and so may call the functions of masks. */
  hasMask?: boolean
  /** Columns whose values a rule masked before, so that the receipt names the outputs that come from them. */
  maskedColumns?: MaskedColumn[]
  /** The moment used for `:current_date` and `:current_timestamp`, in ISO 8601 UTC. */
  now?: string
}

/** A request with the user's values behind a function, so that what a result depends on can be recorded. */
export interface ValuedRequest extends Omit<GateRequest, 'principal' | 'now'> {
  /** This user's value for a parameter; null if there is none. */
  value: (name: string) => string | null
}

/** A column of masked values, and the rule that masked them. */
export interface MaskedColumn {
  table: TableRef
  column: string
  rule: string
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
  /** What is wrong and how to fix it. */
  message: Message
  /** 0-based character offset in the original SQL; null when unknown. */
  position: number | null
  /** The parameters without a value, by name without the colon; only for 'unresolved_parameter'. */
  parameters?: string[]
}

export interface GateAllowed {
  allowed: true
  /** The SQL for the database to run. */
  sql: string
  /** Values for the placeholders in `sql`, in order; empty on Dremio, where they are literals in `sql`. */
  params: Cell[]
  /** The user's own SQL, formatted. */
  displaySql: string
  /** `sql`, formatted, with placeholders only: values that had to be written into `sql` are left out. */
  executedSql: string
  receipt: Receipt
  /**
   * Every table and column that `sql` reads, including those the rules read. Engines that check reads themselves get
   * this list. `receipt.columns` lists what the user's own query reads.
   */
  reads: Receipt['columns']
  /**
   * Whether the query can produce many rows or long texts that aren't in any table: through recursion, a series,
   * multiplied literal lists, or repetition. Such a query needs a tight time limit, however small the tables are.
   */
  growsWithoutTables: boolean
}

export interface GateDenied {
  allowed: false
  reasons: DenialReason[]
}

/** A denial is a value, so no catch block can swallow it. */
export type GateResult = GateAllowed | GateDenied

/**
 * Parses SQL in one dialect. It runs in a worker that the server owns, because a parser can crash permanently.
 * @param form 'shape' when a tree for comparison is enough; returning a whole tree is also fine
 */
export type Parse = (dialect: SqlDialect, sql: string, form?: ParseForm) => Promise<ParseOutcome>

export type ParseForm = 'tree' | 'shape'

/** The result of each parser. The trees are the parsers' own; only `packages/sql` knows their shape. */
export type ParseOutcome =
  | { ok: true; trees: unknown }
  | { ok: false; code: 'unparseable' | 'too_large' | 'unsupported_dialect'; message: Message; position: number | null }
