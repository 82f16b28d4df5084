import type * as SqlparserModule from '@guanmingchiu/sqlparser-ts'
import type { DialectFacts } from '@parlance/contract'
import type { SqlLanguage } from 'sql-formatter'
import type { Token } from '../tokens/token.ts'
import type { Rewrite } from '../tokens/draft.ts'
import type { LexicalRules } from './lexical-rules.ts'
import type { TextFunctions } from './text-functions.ts'

/** All that the gate must know of a dialect. Everything outside of this folder asks it, never a dialect's name. */
export type Dialect = Description &
  ({ hasOwnGrammar: true; parsers: null } | { hasOwnGrammar: false; parsers: ParserNames })

interface Description extends DialectFacts {
  /** How it writes its tokens. */
  lexicalRules: LexicalRules
  /** Symbols that no honest query needs: session variables, stages, links, placeholders of the drivers. */
  refusedSymbols: string
  /** The tokens without hints, which say how rows are found and not which, and without other words that say nothing. */
  withoutHints: (sql: string, tokens: Token[]) => Token[]
  /** What its parsers read without being driven out of their stack or their time. */
  limits: ShapeLimits
  /** How the parsers read a placeholder, by its position from 1. */
  parserPlaceholder: (position: number) => string
  /** How the parsers get words that they do not know. */
  readable: ReadableWords
  /** What its grammar has, and how the parsers misread it. */
  grammar: Grammar
  /** What its names mean. */
  scoping: Scoping
  /** The functions that a query may call. */
  functions: FunctionRules
  /** Names that no catalogue lists. */
  words: UnlistedNames
  /** How it compares and converts values. */
  values: ValueRules
  /** How masks are written. */
  masks: MaskSql
  /** How the rewritten query is written. */
  rewriting: Rewriting
  /** The language in which sql-formatter lays it out. */
  formatter: SqlLanguage
}

/** Its names in the two parsers. */
export interface ParserNames {
  sqlparser: Parameters<(typeof SqlparserModule)['parse']>[1]
  polyglot: string
}

export interface ShapeLimits {
  /** Parentheses inside of each other, below the depth at which a parser's own guard, or its stack, gives up. */
  depth: number
  operators: number
  /** Characters of the rewritten query, which has a guard for each protected table. */
  rewritten: number
  /**
   * How often the tokens are read by a parser that reads each argument of a call twice, in case it names the argument
   * (`f(name: value)`): a token inside of n calls is read 2^n times. Null where no parser does.
   */
  callReadings: number | null
}

export interface ReadableWords {
  /** Whether a text may have any of these words, at a glance. */
  mayNeed: (sql: string) => boolean
  /**
   * Whether text literals reach the parsers without what is in them, between plain quotes. The lexer alone then reads
   * escapes, raw text, `$$` and q-quotes, so that no parser can end a text at another place than it.
   */
  hidesText: boolean
  /** What neither parser knows. */
  both: Rewrite | null
  /** What sqlparser-rs does not know. */
  sqlparser: Rewrite | null
  /** What polyglot does not know. */
  polyglot: Rewrite | null
  /** Functions that polyglot takes for another engine's, with other arguments: it gets a name that it does not know. */
  misreadFunctions: ReadonlySet<string>
}

export interface Grammar {
  /** `TABLE users` is seen by its parser as the query that it is; elsewhere it is refused. */
  readsTableQuery: boolean
  /** A statement may follow another without a semicolon, so that an alias must not be a word that begins one. */
  needsNoSemicolon: boolean
  /** `x::type` is a cast; elsewhere a method of a type. */
  hasDoubleColonCast: boolean
  /** A name may reach another database over a link, written with `@`. */
  hasDatabaseLinks: boolean
  /** FROM takes JSON_TABLE. */
  hasJsonTable: boolean
  /** A function takes `t.*` as one row. */
  takesRowArguments: boolean
  /** To its parser ROLLUP and CUBE are functions. */
  groupsByCalls: boolean
  /** `CONVERT(x, CHAR)`: polyglot takes the type for a column. */
  hasTypeArguments: boolean
  /** Polyglot takes text in double quotes for a name; the drivers pin the session mode in which it is text. */
  hasTextLikeNames: boolean
  pivot: PivotRules
}

export interface PivotRules {
  /** A subquery with a name may come before PIVOT, so that a guard can take the place of a table there. */
  takesSubquery: boolean
  /** The made columns are called after the aggregate first, then the value. */
  namesAggregateFirst: boolean
  /** The made columns keep the quotes of a text in their name. */
  keepsQuotes: boolean
  /** What comes before a number in the name of a made column. */
  numberPrefix: string
}

export interface Scoping {
  /** The engine's own name of its one schema, which the catalogue leaves out. */
  mainSchema: string | null
  /** The parts of a schema's name are quoted one by one: `project.data`. */
  quotesSchemaParts: boolean
  /** System tables with this prefix are found without a schema, before the catalogue's. */
  systemTablePrefix: string | null
  /** Aliases of result columns are seen by the result columns after them. */
  itemsSeeAliases: boolean
  /** `column.field` reads a field of a value. */
  dotsReachFields: boolean
  /** A table's name without a column is its whole row. */
  tableNameIsRow: boolean
  /** `(u).name` and `(u).*` read the table `u` of FROM. */
  parenthesesReachRows: boolean
  /** A name in double quotes that no column has is a text. */
  quotesMayBeText: boolean
  /** Users often write text in double quotes, so that a column that is missing there says how text is written. */
  remindsOfQuotes: boolean
  /** `*` over USING keeps the columns in the order of the tables; elsewhere the shared ones come first. */
  starKeepsOrder: boolean
  /** GROUP BY over a table's primary key knows its other columns, but not those of a subquery. */
  groupsKnowKeys: boolean
  /** The name of a VALUES column without an alias, by its index from 0. */
  valuesColumn: (index: number) => string
  /** A WITH query may read those after it, even without RECURSIVE. */
  withReadsAhead: boolean
  /** A WITH query may read itself, even without RECURSIVE. */
  withReadsItself: boolean
  /** A WITH query that reads its own name without RECURSIVE is sure to mean an outer one. */
  withSkipsItself: boolean
  /** The engine mixes up the names of a WITH inside of another. */
  withMixesUp: boolean
}

export interface FunctionRules {
  /** The functions that may be called, in lower case; any other is refused in every position (R06). */
  scalar: ReadonlySet<string>
  /** The functions that may be called in FROM. */
  table: ReadonlySet<string>
  /** The columns of those table functions that always deliver the same ones. */
  tableColumns: ReadonlyMap<string, string[]>
  /** Schemas and prefixes under which the listed functions may be named. */
  schemas: ReadonlySet<string>
  /** Functions that masks call and queries may not; the guard's own proof accepts them. */
  ofMasks: readonly string[]
  /** Which argument of FORMAT and PRINTF is a pattern that may pad; null where none is. */
  paddingArgument: 0 | 1 | null
  /** Types that a value may be cast to, besides those of columns; null where no cast looks up what else exists. */
  castTypes: ReadonlySet<string> | null
}

export interface UnlistedNames {
  /** Words that are written like a column and are the engine's own: dates, counters, parts of dates as arguments. */
  columns: ReadonlySet<string>
  /** Columns that every table has without listing them; they vanish when the table becomes a subquery. */
  rowIdentifiers: ReadonlySet<string>
  /** Tables of one row that the engine itself has, with their column. */
  tables: ReadonlyMap<string, string>
  /** Words such as CURRENT_USER say something of the session without parentheses, and are never columns. */
  areSessionWords: boolean
}

export interface ValueRules {
  /** A text literal of this content, under the session modes that the drivers pin (R09). */
  quoteText: (text: string) => string
  /** `||` is OR. */
  barsAreOr: boolean
  /** A value has a type of its own, whatever its column or JSON says: any text is more than any number. */
  haveOwnTypes: boolean
  /** True is 1 and any number is a condition. */
  booleansAreNumbers: boolean
  /** The empty text is NULL. */
  emptyTextIsNull: boolean
  /**
   * What a comparison of a text with a number does: it converts silently ('abc' is 0, or more than any number), fails at
   * the first row that is not a number, or is refused before any row is read.
   */
  textBesideNumber: 'converts' | 'fails' | 'refused'
  /** SQL before and after the parameters of the current day and moment, where a text does not become one. */
  dateParameter: SqlAround
  timestampParameter: SqlAround
}

/** SQL that encloses something. */
export type SqlAround = readonly [before: string, after: string]

export interface MaskSql {
  /** The text functions that masks are made of. */
  text: TextFunctions
  /** SQL around the salt: 16 hex digits of SHA-256 over the salt and the value, as text in UTF-8. */
  hash: (text: string, value: string) => SqlAround
  /** A CASE that may give the column itself keeps the column's collation, which comparisons ask for. */
  keepsCollation: boolean
  /** A condition that the value is a number; null where the column's type says so. */
  isNumber: ((value: string) => string) | null
}

export interface Rewriting {
  /** The placeholder that the driver binds, by its position from 1; null where it binds none, and values are literals. */
  placeholder: ((position: number) => string) | null
  /** What comes before a table's alias. */
  tableAlias: ' AS ' | ' '
  /** Keeps the engine from running the user's expressions before the rules (R22); empty where no way is known. */
  fence: { before: string; after: string; where: string }
  /** How a limit is added after an OFFSET; null where it cannot be. */
  limitAfterOffset: 'limit' | 'fetch' | null
  /** FETCH refuses result columns of the same name. */
  fetchNeedsUniqueNames: boolean
  /** A limit may follow a union that ends with a query in parentheses. */
  limitsParentheses: boolean
  /** OPTION (…) comes after the limit. */
  endsWithOption: boolean
}
