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

/** Whether a stored or received kind is one that this version knows. */
export function isDatabaseKind(kind: string): kind is DatabaseKind {
  return (databaseKinds as readonly string[]).includes(kind)
}
