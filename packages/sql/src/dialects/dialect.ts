import type * as SqlparserModule from '@guanmingchiu/sqlparser-ts'
import type { DialectFacts } from '@parlance/contract'
import type { SqlLanguage } from 'sql-formatter'
import type { Token } from '../tokens/token.ts'
import type { Rewrite } from '../tokens/draft.ts'
import type { LexicalRules } from './lexical-rules.ts'
import type { TextFunctions } from './text-functions.ts'

/** Everything the gate needs to know about a dialect. Code outside this folder uses this, never a dialect's name. */
export type Dialect = Description &
  ({ hasOwnGrammar: true; parsers: null } | { hasOwnGrammar: false; parsers: ParserNames })

interface Description extends DialectFacts {
  /** How the dialect tokenizes SQL. */
  lexicalRules: LexicalRules
  /** Symbols that no honest query needs: session variables, stages, links, driver placeholders. */
  refusedSymbols: string
  /** Removes hints, which affect how rows are found but not which ones, and other words without effect. */
  withoutHints: (sql: string, tokens: Token[]) => Token[]
  /** What its parsers can read without exceeding their stack or time. */
  limits: ShapeLimits
  /** The placeholder that the parsers read, by its position from 1. */
  parserPlaceholder: (position: number) => string
  /** Replaces words that the parsers don't know. */
  readable: ReadableWords
  /** Features of its grammar, and how the parsers misread them. */
  grammar: Grammar
  /** How names are resolved. */
  scoping: Scoping
  /** The functions that a query may call. */
  functions: FunctionRules
  /** Names that aren't in any catalogue. */
  words: UnlistedNames
  /** How values are compared and converted. */
  values: ValueRules
  /** How masks are written. */
  masks: MaskSql
  /** How the rewritten query is written. */
  rewriting: Rewriting
  /** The sql-formatter language for this dialect. */
  formatter: SqlLanguage
}

/** The dialect's names in the two parsers. */
export interface ParserNames {
  sqlparser: Parameters<(typeof SqlparserModule)['parse']>[1]
  polyglot: string
}

export interface ShapeLimits {
  /** Maximum nesting of parentheses, below the depth at which a parser's own guard or its stack gives up. */
  depth: number
  operators: number
  /** Maximum characters of the rewritten query, which has a guard for each protected table. */
  rewritten: number
  /**
   * How many token reads are allowed for a parser that reads each argument of a call twice, in case it is named
   * (`f(name: value)`). A token inside n nested calls is read 2^n times. Null if no parser does this.
   */
  callReadings: number | null
}

export interface ReadableWords {
  /** A quick check for whether a text may contain any of these words. */
  mayNeed: (sql: string) => boolean
  /**
   * Whether text literals reach the parsers emptied, between plain quotes. Then only the lexer reads escapes, raw text,
   * `$$`, and q-quotes, and no parser can end a text at a different place.
   */
  hidesText: boolean
  /** Words that neither parser knows. */
  both: Rewrite | null
  /** Words that sqlparser-rs doesn't know. */
  sqlparser: Rewrite | null
  /** Words that polyglot doesn't know. */
  polyglot: Rewrite | null
  /**
   * Functions that polyglot mistakes for another engine's function with different arguments; it gets a name it doesn't
   * know.
   */
  misreadFunctions: ReadonlySet<string>
}

export interface Grammar {
  /** The parser reads `TABLE users` as a query; other dialects refuse it. */
  readsTableQuery: boolean
  /** A statement may follow another without a semicolon, so an alias must not be a word that begins a statement. */
  needsNoSemicolon: boolean
  /** `x::type` is a cast; elsewhere it is a method of a type. */
  hasDoubleColonCast: boolean
  /** A name may reach another database through a link, written with `@`. */
  hasDatabaseLinks: boolean
  /** FROM supports JSON_TABLE. */
  hasJsonTable: boolean
  /** A function accepts `t.*` as one row. */
  takesRowArguments: boolean
  /** The parser reads ROLLUP and CUBE as functions. */
  groupsByCalls: boolean
  /** `CONVERT(x, CHAR)`: polyglot reads the type as a column. */
  hasTypeArguments: boolean
  /** Polyglot reads double-quoted text as a name; the drivers pin the session mode in which it is text. */
  hasTextLikeNames: boolean
  pivot: PivotRules
}

export interface PivotRules {
  /** A named subquery may come before PIVOT, so a guard can replace a table there. */
  takesSubquery: boolean
  /** Generated columns are named after the aggregate first, then the value. */
  namesAggregateFirst: boolean
  /** Generated column names include the quotes of a text value. */
  keepsQuotes: boolean
  /** The prefix before a number in the name of a generated column. */
  numberPrefix: string
}

export interface Scoping {
  /** The engine's own name for its only schema, which the catalogue omits. */
  mainSchema: string | null
  /** The parts of a schema's name are quoted separately: `project.data`. */
  quotesSchemaParts: boolean
  /** System tables with this prefix are found without a schema, before tables of the catalogue. */
  systemTablePrefix: string | null
  /** Result columns can use the aliases of earlier result columns. */
  itemsSeeAliases: boolean
  /** `column.field` reads a field of a value. */
  dotsReachFields: boolean
  /** A table's name without a column is its whole row. */
  tableNameIsRow: boolean
  /** `(u).name` and `(u).*` read the table `u` of FROM. */
  parenthesesReachRows: boolean
  /** A double-quoted name that matches no column is text. */
  quotesMayBeText: boolean
  /** Users often write text in double quotes, so the error for a missing column also explains how to write text. */
  remindsOfQuotes: boolean
  /** `*` over USING lists the columns in the order of the tables; elsewhere the shared ones come first. */
  starKeepsOrder: boolean
  /** GROUP BY on a table's primary key covers the table's other columns, but a subquery has no such key. */
  groupsKnowKeys: boolean
  /** The name of a VALUES column without an alias, by its index from 0. */
  valuesColumn: (index: number) => string
  /** A WITH query may read later ones, even without RECURSIVE. */
  withReadsAhead: boolean
  /** A WITH query may read itself, even without RECURSIVE. */
  withReadsItself: boolean
  /** A WITH query that reads its own name without RECURSIVE always means an outer one. */
  withSkipsItself: boolean
  /** The engine confuses the names of nested WITH clauses. */
  withMixesUp: boolean
}

export interface FunctionRules {
  /** The functions that may be called, in lower case; all others are refused everywhere (R06). */
  scalar: ReadonlySet<string>
  /** The functions that may be called in FROM. */
  table: ReadonlySet<string>
  /** The columns of table functions that always return the same ones. */
  tableColumns: ReadonlyMap<string, string[]>
  /** Schemas and prefixes that may qualify the listed functions. */
  schemas: ReadonlySet<string>
  /** Functions that only masks may call; the guard's own proof accepts them. */
  ofMasks: readonly string[]
  /** Which argument of FORMAT and PRINTF is a pattern that may pad; null if there is none. */
  paddingArgument: 0 | 1 | null
  /**
   * Types that a value may be cast to, in addition to those of columns; null if casts can't reveal what else exists.
   */
  castTypes: ReadonlySet<string> | null
}

export interface UnlistedNames {
  /** The engine's own words that look like columns: dates, counters, date parts as arguments. */
  columns: ReadonlySet<string>
  /** Hidden columns that every table has; they disappear when the table becomes a subquery. */
  rowIdentifiers: ReadonlySet<string>
  /** The engine's own one-row tables, each with its column. */
  tables: ReadonlyMap<string, string>
  /** Words such as CURRENT_USER return session data without parentheses and are never columns. */
  areSessionWords: boolean
}

export interface ValueRules {
  /** A text literal with this content, under the session modes that the drivers pin (R09). */
  quoteText: (text: string) => string
  /** `||` is OR. */
  barsAreOr: boolean
  /** Each value has its own type, whatever its column or JSON says, and any text is greater than any number. */
  haveOwnTypes: boolean
  /** True is 1, and any number is a condition. */
  booleansAreNumbers: boolean
  /** The empty text is NULL. */
  emptyTextIsNull: boolean
  /**
   * How a comparison of a text with a number behaves: it converts silently ('abc' is 0, or greater than any number),
   * fails at the first row that isn't a number, or is refused before any row is read.
   */
  textComparedWithNumber: 'converts' | 'fails' | 'refused'
  /** `7 / 2` is 3. */
  truncatesDivision: boolean
  /** AVG of whole numbers is a whole number. */
  truncatesAverage: boolean
  /** SQL around the parameters for the current day and moment, where a text doesn't convert to a date. */
  dateParameter: SqlAround
  timestampParameter: SqlAround
}

/** SQL that encloses an expression. */
export type SqlAround = readonly [before: string, after: string]

export interface MaskSql {
  /** The text functions that masks use. */
  text: TextFunctions
  /** SQL around the salt: 16 hex digits of SHA-256 over the salt and the value as UTF-8 text. */
  hash: (text: string, value: string) => SqlAround
  /** A CASE that may return the column itself keeps the column's collation, which comparisons need. */
  keepsCollation: boolean
  /** A condition that the value is a number; null if the column's type guarantees it. */
  isNumber: ((value: string) => string) | null
}

export interface Rewriting {
  /**
   * The placeholder that the driver binds, by its position from 1; null if the driver can't bind and values are
   * literals.
   */
  placeholder: ((position: number) => string) | null
  /** The text before a table's alias. */
  tableAlias: ' AS ' | ' '
  /** Keeps the engine from running the user's expressions before the rules (R22); empty if no way is known. */
  fence: { before: string; after: string; where: string }
  /** Adds a limit after an OFFSET; null if the dialect can't. */
  limitAfterOffset: 'limit' | 'fetch' | null
  /** FETCH refuses duplicate names of result columns. */
  fetchNeedsUniqueNames: boolean
  /** A limit may follow a union that ends with a query in parentheses. */
  limitsParentheses: boolean
  /** OPTION (…) comes after the limit. */
  endsWithOption: boolean
}
