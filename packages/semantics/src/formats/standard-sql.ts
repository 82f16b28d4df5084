import type { SqlDialect } from '@parlance/contract'

/** Standard SQL is split into words like PostgreSQL's. */
export const standardSql: SqlDialect = 'postgresql'

/** What a dialect reads in another way than standard SQL, without an error. */
interface ReadOtherwise {
  /** Whether `||` means OR. */
  pipesMeanOr: boolean
  /** Whether a backslash in a text begins an escape. */
  hasEscapes: boolean
}

const asStandard: ReadOtherwise = { pipesMeanOr: false, hasEscapes: false }

export const readOtherwise: Record<SqlDialect, ReadOtherwise> = {
  postgresql: asStandard,
  mysql: { pipesMeanOr: true, hasEscapes: true },
  sqlite: asStandard,
  tsql: asStandard,
  oracle: asStandard,
  snowflake: { pipesMeanOr: false, hasEscapes: true },
  bigquery: { pipesMeanOr: false, hasEscapes: true },
  dremio: asStandard,
  hana: asStandard,
}
