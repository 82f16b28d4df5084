import type { SqlDialect } from '@parlance/contract'
import { format } from 'sql-formatter'
import type { SqlLanguage } from 'sql-formatter'

const languages: Record<SqlDialect, SqlLanguage> = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  sqlite: 'sqlite',
  tsql: 'transactsql',
  oracle: 'plsql',
  snowflake: 'snowflake',
  bigquery: 'bigquery',
  dremio: 'sql',
  hana: 'sql',
}

/** SQL laid out for reading; as it came where it cannot be laid out. Never what is run. */
export function formatSql(sql: string, dialect: SqlDialect): string {
  try {
    return format(sql, { language: languages[dialect], paramTypes: { named: [':'] }, keywordCase: 'upper' })
  } catch {
    return sql.trim()
  }
}
