import type { Query, Scalar, TableKey } from '../query.ts'
import { tableOf, type Schema } from '../schema/model.ts'
import type { SqlWriting } from '@parlance/sql/writing'

/** The GROUP BY columns: if the engine allows it, only a table's key for all its other columns. */
export function groupKeys(schema: Schema, dialect: SqlWriting, query: Query): Scalar[] {
  if (!dialect.groupsByKey) return query.groups
  const isKeyOf = (one: Scalar, table: TableKey) => {
    if (one.kind !== 'column' || one.ref.table !== table) return false
    const [key, second] = tableOf(schema, table).primaryKey
    return second === undefined && key?.name === one.ref.column
  }
  return query.groups.filter(
    (one) =>
      one.kind !== 'column' ||
      isKeyOf(one, one.ref.table) ||
      !query.groups.some((other) => isKeyOf(other, one.ref.table)),
  )
}
