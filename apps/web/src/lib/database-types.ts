import { isDatabaseKind, type DatabaseKind } from '@parlance/contract'

const names = {
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
} satisfies Record<DatabaseKind, { name: string; letters: string }>

/** The product's name for a kind of database; a kind that only a newer server knows uses its key. */
export function databaseTypeName(kind: string): string {
  return isDatabaseKind(kind) ? names[kind].name : kind
}

/** Two letters instead of a vendor's logo. */
export function databaseTypeLetters(kind: string): string {
  return isDatabaseKind(kind) ? names[kind].letters : kind.slice(0, 1).toUpperCase() + kind.slice(1, 2)
}
