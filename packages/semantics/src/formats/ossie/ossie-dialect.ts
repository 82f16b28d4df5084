import type { SqlDialect } from '@parlance/contract'
import { standardSql } from '../standard-sql.ts'

/** The name of a dialect in Ossie. Null if Ossie has none, so that standard SQL is used. */
const ossieNames: Record<SqlDialect, string | null> = {
  postgresql: null,
  mysql: null,
  sqlite: null,
  tsql: null,
  oracle: null,
  snowflake: 'SNOWFLAKE',
  bigquery: 'BIGQUERY',
  dremio: null,
  hana: null,
}
const standard = 'ANSI_SQL'

/** The dialects whose expressions a database can read, the best first. */
export function readableDialects(dialect: SqlDialect): string[] {
  const own = ossieNames[dialect]
  return own === null ? [standard] : [own, standard]
}

/** The dialect that expressions of an area's database are exported as. */
export function writtenDialect(dialect: SqlDialect): string {
  return ossieNames[dialect] ?? standard
}

/** How the text of an expression is split into words: standard SQL like PostgreSQL's. */
export function lexicalDialect(ossieName: string, dialect: SqlDialect): SqlDialect {
  return ossieName === ossieNames[dialect] ? dialect : standardSql
}
