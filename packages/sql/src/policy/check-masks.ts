import { message } from '@parlance/contract'
import type { ColumnMask } from '../contract.ts'
import type { IndexedTable } from '../prove/catalogue-index.ts'
import { addError, addWarning, isEnough, warnOutside } from './check-context.ts'
import type { CheckContext } from './check-context.ts'
import { proveFragment } from './check-fragment.ts'
import { checkGuard, tablesOf } from './check-rows.ts'
import { findTable, qualifiedName } from './guard-template.ts'
import { maskFacts } from './mask-types.ts'
import { columnNamed, rulesOf } from './table-rules.ts'

/** Proves the masks that one rule applies to a table's columns. */
export async function checkMasks(
  rule: string,
  key: string,
  columns: Record<string, ColumnMask>,
  context: CheckContext,
): Promise<void> {
  const tables = tablesOf(key, context, () => true)
  if (tables.length === 0) {
    const text = message('There is no table {table}.', { table: key })
    return addError(context, { rule, table: key, part: 'table' }, text, { code: 'unknown_table' })
  }
  warnOutside(context, rule, key, tables)
  for (const [column, mask] of Object.entries(columns)) {
    const place = { rule, table: key, part: column }
    const holders = tables.filter((table) => columnNamed(column, table).length > 0)
    if (holders.length === 0) addError(context, place, message('There is no column {column}.', { column }))
    for (const table of key === 'ALL' ? oneOfEachType(holders, column) : holders) {
      if (isEnough(context)) return
      await checkMask(rule, key, column, mask, table, context)
    }
    const keyed = holders.find((table) => isKey(column, table))
    if (keyed) warnOfKey(rule, key, column, mask, keyed, context)
  }
}

/** A mask depends only on its column's name and type, but a custom mask sees the whole row. */
function oneOfEachType(tables: IndexedTable[], column: string): IndexedTable[] {
  const types = new Map<string, IndexedTable>()
  for (const table of tables) {
    const found = columnNamed(column, table).map(({ name, column: { dataType, kind } }) => [name, dataType, kind])
    const type = JSON.stringify([found, table.columns.size > 1])
    if (!types.has(type)) types.set(type, table)
  }
  return [...types.values()]
}

async function checkMask(
  rule: string,
  key: string,
  column: string,
  mask: ColumnMask,
  table: IndexedTable,
  context: CheckContext,
): Promise<void> {
  if (mask.mask_type === 'disallow' && table.columns.size > 1) return
  const place = { rule, table: key, part: column }
  if (mask.mask_type === 'custom' && mask.sql) {
    const lead = 'SELECT'
    const tail = ` AS one FROM ${qualifiedName(table, context.index.dialect)}`
    const fragment = { sql: mask.sql, lead, tail, allowed: null, takesParameters: false }
    const proof = await proveFragment(fragment, context)
    if ('problem' in proof) {
      const { message, position } = proof.problem
      return addError(context, place, message, { position })
    }
  }
  const single = { rules: [{ name: rule, tables: { [key]: { [column]: mask } } }] }
  await checkGuard(place, table, { ...context.policies, rowRules: null, columnRules: single }, context, true)
}

function isKey(column: string, { entry }: IndexedTable): boolean {
  const wanted = column.toLowerCase()
  const names = [...entry.primaryKey, ...entry.foreignKeys.flatMap((foreign) => foreign.columns)]
  return names.some((name) => name.toLowerCase() === wanted)
}

/**
 * Equal values have equal hashes, so a hashed key still joins another hashed key; any other mask makes different values
 * equal.
 */
function warnOfKey(
  rule: string,
  key: string,
  column: string,
  mask: ColumnMask,
  table: IndexedTable,
  context: CheckContext,
): void {
  const place = { rule, table: key, part: column }
  const warning = maskFacts[mask.mask_type].onKeys
  if (warning !== null) return addWarning(context, place, warning(column, table.ref.table), 'masked_key')
  const other = unhashedPartner(column, table, context)
  if (other === null) return
  addWarning(
    context,
    place,
    message('{column} refers to {other}, which is not hashed. Joins between them find no rows.', { column, other }),
    'masked_key',
  )
}

function unhashedPartner(column: string, { entry }: IndexedTable, context: CheckContext): string | null {
  for (const { columns, referencedColumns, referencedSchema, referencedTable } of entry.foreignKeys) {
    const at = columns.findIndex((name) => name.toLowerCase() === column.toLowerCase())
    const referenced = referencedColumns[at]
    if (referenced === undefined) continue
    const name = referencedSchema === null ? referencedTable : `${referencedSchema}.${referencedTable}`
    const table =
      findTable(name, context.index) ?? context.index.findRef({ schema: entry.schema, table: referencedTable })
    if (!table) continue
    const masks = rulesOf(table, context.policies)?.masks
    const masked = columnNamed(referenced, table).some((found) => masks?.get(found)?.mask.mask_type === 'hash')
    if (!masked) return `${referencedTable}.${referenced}`
  }
  return null
}
