/** The eleven kinds of database, as the requirement documents name them. */
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

/** @returns whether this version knows a stored or received kind */
export function isDatabaseKind(kind: string): kind is DatabaseKind {
  return (databaseKinds as readonly string[]).includes(kind)
}
