import type { SqlDialect } from '@parlance/contract'
import { bigquery } from './bigquery.ts'
import { dremio } from './dremio.ts'
import { hana } from './hana.ts'
import { mysql } from './mysql.ts'
import { oracle } from './oracle.ts'
import { postgresql } from './postgresql.ts'
import { snowflake } from './snowflake.ts'
import { sqlite } from './sqlite.ts'
import { tsql } from './tsql.ts'
import type { Dialect } from './dialect.ts'

const dialects = { postgresql, mysql, sqlite, tsql, oracle, snowflake, bigquery, dremio, hana } satisfies Record<
  SqlDialect,
  Dialect
>

/** Returns the dialect's writer; every dialect of the contract has a file here. */
export function dialectOf(id: SqlDialect): Dialect {
  return dialects[id]
}
