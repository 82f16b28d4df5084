import type { SqlDialect } from '@parlance/contract'
export type { SqlWriting } from './sql-writing.ts'
export { identifier } from './identifier.ts'
import { bigquery } from './bigquery.ts'
import { dremio } from './dremio.ts'
import { hana } from './hana.ts'
import { mysql } from './mysql.ts'
import { oracle } from './oracle.ts'
import { postgresql } from './postgresql.ts'
import { snowflake } from './snowflake.ts'
import { sqlite } from './sqlite.ts'
import { tsql } from './tsql.ts'
import type { SqlWriting } from './sql-writing.ts'

const writings = { postgresql, mysql, sqlite, tsql, oracle, snowflake, bigquery, dremio, hana } satisfies Record<
  SqlDialect,
  SqlWriting
>

/** Returns how a dialect writes SQL. Every dialect of the contract has a file here. */
export function writingOf(id: SqlDialect): SqlWriting {
  return writings[id]
}
