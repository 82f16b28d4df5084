import type { SqlDialect } from '@parlance/contract'
import { bigquery } from './bigquery.ts'
import type { Dialect } from './dialect.ts'
import { dremio } from './dremio.ts'
import { hana } from './hana.ts'
import { mysql } from './mysql.ts'
import { oracle } from './oracle.ts'
import { postgresql } from './postgresql.ts'
import { snowflake } from './snowflake.ts'
import { sqlite } from './sqlite.ts'
import { tsql } from './tsql.ts'

const dialects = {
  postgresql,
  mysql,
  sqlite,
  tsql,
  oracle,
  snowflake,
  bigquery,
  dremio,
  hana,
} satisfies Record<SqlDialect, Dialect>

/** Returns the description of a dialect. */
export function dialectOf(name: SqlDialect): Dialect {
  return dialects[name]
}

/** Functions that only masks may call, in any dialect. */
export const maskFunctions: ReadonlySet<string> = new Set(
  Object.values(dialects).flatMap(({ functions }) => functions.ofMasks),
)
