import { areaFields, areaTableFields, fieldsWith } from '@parlance/contract'
import type { Catalogue, FieldsWith } from '@parlance/contract'
import type { TableRef } from '@parlance/sql'
import type { AreaHints, TableHint } from '../../../agent/area-hints.ts'
import { fullName } from '../../catalog/service.ts'
import type { AreaRecord, PropertiesOf } from '../store/area-record.ts'
import { propertyFields } from '../store/field-values.ts'
import { isWritten } from './is-written.ts'
import { findTable } from './table-names.ts'

type ToModel<Fields extends Record<string, { property: string }>> = PropertiesOf<
  Fields,
  FieldsWith<Fields, { toModel: true }>
>

/** The agent's hints. The compiler refuses them if they lack a field that models should get. */
type Complete<
  Hints extends Record<ToModel<typeof areaFields>, unknown> & {
    tables: Record<Exclude<ToModel<typeof areaTableFields>, 'name'>, unknown>[]
  },
> = Hints

const toModel = fieldsWith(areaFields, { toModel: true })
const tableToModel = fieldsWith(areaTableFields, { toModel: true })

/** @param visibleColumns the columns of a table that no rule hides */
export function makeHints(
  area: AreaRecord,
  { allowedTables }: { allowedTables: TableRef[] },
  catalogue: Catalogue,
  visibleColumns: (table: TableRef) => string[],
): Complete<AreaHints> {
  const readable = new Map(allowedTables.map((ref) => [keyOf(ref), ref]))
  const find = (name: string) => {
    const found = findTable(catalogue, name)
    if (found === null || found === 'ambiguous') return null
    const ref = readable.get(keyOf({ schema: found.schema, table: found.name }))
    if (ref === undefined) return null
    const columns = () => new Map(visibleColumns(ref).map((column) => [column.toLowerCase(), column]))
    return { name: fullName(found), columns, all: found.columns }
  }
  const canRead = (table: string, column: string | undefined, condition: string | undefined): boolean => {
    const found = find(table)
    if (found === null) return false
    const visible = found.columns()
    if (column !== undefined && !visible.has(column.toLowerCase())) return false
    return found.all.every(({ name }) => visible.has(name.toLowerCase()) || !isWritten(name, condition ?? ''))
  }
  return {
    ...propertyFields(areaFields, toModel, area),
    tables: area.tables.flatMap((table): TableHint[] => {
      const { name, ...said } = propertyFields(areaTableFields, tableToModel, table)
      if (Object.values(said).every((value) => value === null || value.length === 0)) return []
      const found = find(name)
      if (found === null) return []
      const visible = found.columns()
      const columns = said.columns.flatMap((column) => {
        const spelled = visible.get(column.name.toLowerCase())
        return spelled === undefined ? [] : [{ ...column, name: spelled }]
      })
      return [{ ...said, table: found.name, columns }]
    }),
    joins: area.joins.filter(({ left_table, right_table, left_column, right_column, join_condition }) => {
      if (left_table === undefined || right_table === undefined) return true
      return canRead(left_table, left_column, join_condition) && canRead(right_table, right_column, join_condition)
    }),
  }
}

function keyOf({ schema, table }: TableRef): string {
  return JSON.stringify([schema, table])
}
