import type { DatabaseKind } from '@parlance/contract'

const names: Record<DatabaseKind, { name: string; letters: string }> = {
  postgresql: { name: 'PostgreSQL', letters: 'Pg' },
  mysql: { name: 'MySQL', letters: 'My' },
  sqlserver: { name: 'SQL Server', letters: 'Ms' },
  oracle: { name: 'Oracle', letters: 'Or' },
  sqlite: { name: 'SQLite', letters: 'Lt' },
  snowflake: { name: 'Snowflake', letters: 'Sf' },
  bigquery: { name: 'BigQuery', letters: 'Bq' },
  dremio: { name: 'Dremio', letters: 'Dr' },
  mongodb: { name: 'MongoDB', letters: 'Mo' },
  hana: { name: 'SAP HANA', letters: 'Ha' },
  googlesheets: { name: 'Google Sheets', letters: 'Gs' },
}

export function databaseTypeName(kind: DatabaseKind): string {
  return names[kind].name
}

/** Two letters in place of a vendor's mark. */
export function databaseTypeLetters(kind: DatabaseKind): string {
  return names[kind].letters
}
