import type { SqlDialect } from './catalogue.ts'
import type { DatabaseKind } from './databases.ts'

/** Facts of an SQL dialect that the whole product needs. `packages/sql/src/dialects` describes how the gate reads it. */
export interface DialectFacts {
  /** How an unquoted name finds its object: as lower case, as upper case, or in any case. */
  folding: 'lower' | 'upper' | 'insensitive'
  /** The quotes around a name. Inside of the name, the closing quote is doubled. */
  nameQuotes: readonly [open: string, close: string]
  /** Syntax of a row limit: LIMIT at the end, TOP after SELECT, or FETCH FIRST at the end. */
  rowLimit: 'limit' | 'top' | 'fetch'
  /** Whether text comparison ignores case by default. */
  ignoresTextCase: boolean
  /** Whether each query costs money by what it reads. Parlance then runs no query only to check another one. */
  billsBytesRead: boolean
  /** Whether queries cost money in any way. Parlance then reads no values in the background unless that is switched on. */
  billsQueries: boolean
  /** Whether a column of any type may contain text. */
  hasLooseTypes: boolean
  /** Whether a schema is a path of folders, so that users name a table by its last part if that is unique. */
  hasFolderPaths: boolean
  /** Whether the engine's own grammar reads it. Two general parsers, which must agree, read the others. */
  hasOwnGrammar: boolean
}

const common = {
  folding: 'insensitive',
  nameQuotes: ['"', '"'],
  rowLimit: 'limit',
  ignoresTextCase: false,
  billsBytesRead: false,
  billsQueries: false,
  hasLooseTypes: false,
  hasFolderPaths: false,
  hasOwnGrammar: false,
} as const satisfies DialectFacts

/** The facts of every dialect. */
export const dialectFacts = {
  postgresql: { ...common, folding: 'lower', hasOwnGrammar: true },
  mysql: { ...common, nameQuotes: ['`', '`'], ignoresTextCase: true },
  sqlite: { ...common, hasLooseTypes: true },
  tsql: { ...common, nameQuotes: ['[', ']'], rowLimit: 'top', ignoresTextCase: true },
  oracle: { ...common, folding: 'upper', rowLimit: 'fetch' },
  snowflake: { ...common, folding: 'upper', billsQueries: true },
  bigquery: { ...common, nameQuotes: ['`', '`'], billsBytesRead: true, billsQueries: true },
  dremio: { ...common, hasFolderPaths: true },
  hana: { ...common, folding: 'upper' },
} as const satisfies Record<SqlDialect, DialectFacts>

/** The dialect of each kind of database. */
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

/** @returns the dialect of a stored or received kind, or null for one that only a newer version knows */
export function dialectOfKind(kind: string): SqlDialect | null {
  return Object.hasOwn(kindDialects, kind) ? kindDialects[kind as DatabaseKind] : null
}

/** @returns a name in the quotes of a dialect, with quotes inside of it escaped */
export function quoteName(name: string, dialect: SqlDialect): string {
  const [open, close] = dialectFacts[dialect].nameQuotes
  return open + name.replaceAll(close, close + close) + close
}
