/** The eleven kinds of database, as the documents name them. */
export const databaseKinds = [
  'postgresql',
  'mysql',
  'sqlserver',
  'oracle',
  'sqlite',
  'snowflake',
  'bigquery',
  'dremio',
  'mongodb',
  'hana',
  'googlesheets',
] as const
export type DatabaseKind = (typeof databaseKinds)[number]
