import type { SqlDialect } from './catalogue.ts'
import type { DatabaseKind } from './databases.ts'

/** What all of the product must know of a SQL dialect; `packages/sql/src/dialects` describes how the gate reads it. */
export interface DialectFacts {
  /** How a name without quotes finds its object: as lower case, as upper case, or whatever its case. */
  folding: 'lower' | 'upper' | 'insensitive'
  /** What opens and what closes a quoted name; the closing quote is doubled inside of it. */
  nameQuotes: readonly [open: string, close: string]
  /** How a row limit is written: LIMIT at the end, TOP after SELECT, or FETCH FIRST at the end. */
  rowLimit: 'limit' | 'top' | 'fetch'
  /** Whether text is compared without its case unless a column says otherwise. */
  ignoresTextCase: boolean
  /** Whether the customer pays for each query by what it reads, so that no query is made only to check another. */
  billsBytesRead: boolean
  /** Whether a schema is a path of folders, so that people name a table by the last part where only one has it. */
  hasFolderPaths: boolean
  /** Whether the engine's own grammar reads it; two general parsers that must agree read the others. */
  hasOwnGrammar: boolean
}

const common = {
  folding: 'insensitive',
  nameQuotes: ['"', '"'],
  rowLimit: 'limit',
  ignoresTextCase: false,
  billsBytesRead: false,
  hasFolderPaths: false,
  hasOwnGrammar: false,
} as const satisfies DialectFacts

/** The facts of every dialect. */
export const dialectFacts = {
  postgresql: { ...common, folding: 'lower', hasOwnGrammar: true },
  mysql: { ...common, nameQuotes: ['`', '`'], ignoresTextCase: true },
  sqlite: common,
  tsql: { ...common, nameQuotes: ['[', ']'], rowLimit: 'top', ignoresTextCase: true },
  oracle: { ...common, folding: 'upper', rowLimit: 'fetch' },
  snowflake: { ...common, folding: 'upper' },
  bigquery: { ...common, nameQuotes: ['`', '`'], billsBytesRead: true },
  dremio: { ...common, hasFolderPaths: true },
  hana: { ...common, folding: 'upper' },
} as const satisfies Record<SqlDialect, DialectFacts>

/** The dialect that each kind of database speaks. */
export const kindDialects = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  sqlserver: 'tsql',
  oracle: 'oracle',
  sqlite: 'sqlite',
  snowflake: 'snowflake',
  bigquery: 'bigquery',
  dremio: 'dremio',
  mongodb: 'mysql',
  hana: 'hana',
  googlesheets: 'sqlite',
} as const satisfies Record<DatabaseKind, SqlDialect>

/** The dialect of a kind that is stored or received; null for one that only a newer version knows. */
export function dialectOfKind(kind: string): SqlDialect | null {
  return Object.hasOwn(kindDialects, kind) ? kindDialects[kind as DatabaseKind] : null
}

/** A name in the quotes of a dialect, whatever is in it. */
export function quoteName(name: string, dialect: SqlDialect): string {
  const [open, close] = dialectFacts[dialect].nameQuotes
  return open + name.replaceAll(close, close + close) + close
}
