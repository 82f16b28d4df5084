import type { Catalogue } from '@parlance/contract'
import type { TableRef } from '@parlance/sql'
import type { AreaHints, TableHint } from '../../../agent/area-hints.ts'
import { fullName } from '../../catalog/service.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { findTable } from './table-names.ts'

/** @param visibleColumns the columns of a table that no rule takes away */
export function makeHints(
  area: AreaRecord,
  { allowedTables }: { allowedTables: TableRef[] },
  catalogue: Catalogue,
  visibleColumns: (table: TableRef) => string[],
): AreaHints {
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
    name: area.name,
    description: area.description,
    instructions: area.instructions,
    synonyms: area.synonyms,
    tables: area.tables.flatMap(({ name, description, synonyms, columns }): TableHint[] => {
      if (description === null && synonyms.length + columns.length === 0) return []
      const found = find(name)
      if (found === null) return []
      const visible = found.columns()
      const known = columns.flatMap((column) => {
        const spelled = visible.get(column.name.toLowerCase())
        return spelled === undefined ? [] : [{ ...column, name: spelled }]
      })
      return [{ table: found.name, description, synonyms, columns: known }]
    }),
    joins: area.joins.filter(({ left_table, right_table, left_column, right_column, join_condition }) => {
      if (left_table === undefined || right_table === undefined) return true
      return canRead(left_table, left_column, join_condition) && canRead(right_table, right_column, join_condition)
    }),
  }
}

/** Whether a condition writes a name, of whichever table: rather too often than too seldom. */
function isWritten(name: string, condition: string): boolean {
  const [wanted, written] = [name.toLowerCase(), condition.toLowerCase()]
  if (!/^[\p{L}\p{M}\p{N}_]+$/u.test(wanted)) return written.includes(wanted)
  return new Set<string>(written.match(/[\p{L}\p{M}\p{N}_]+/gu)).has(wanted)
}

function keyOf({ schema, table }: TableRef): string {
  return JSON.stringify([schema, table])
}
