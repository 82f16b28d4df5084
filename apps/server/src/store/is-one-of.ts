import { sql, SqliteAdapter, type Expression, type Kysely, type SqlBool, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** Whether a text is one of many values. Unlike `in`, it takes more values than a query can have parameters. */
export function isOneOf(
  db: Kysely<Database> | Transaction<Database>,
  text: Expression<string>,
  values: readonly string[],
): Expression<SqlBool> {
  const list = JSON.stringify(values)
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<SqlBool>`${text} in (select value from json_each(${list}))`
    : sql<SqlBool>`${text} in (select json_array_elements_text(${list}::json))`
}
