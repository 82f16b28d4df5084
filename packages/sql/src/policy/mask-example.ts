import { quoteName, type Catalogue, type Cell, type Message } from '@parlance/contract'
import type { ColumnMask, Parse, Policies, TableRef } from '../contract.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import { makeGuard } from './guard.ts'
import { maskPieces, qualifiedName } from './guard-template.ts'
import { PolicyError } from './policy-error.ts'
import { rulesOf } from './table-rules.ts'

/** A query for values of a column beside what a mask makes of them. It must still pass the gate. */
export interface MaskQuery {
  sql: string
  params: Record<string, Cell>
}

export interface MaskedColumn {
  table: TableRef
  column: string
  mask: ColumnMask
}

const saltName = 'parlance_mask_salt'

/**
 * Writes the query that shows a mask on real values, with the expression that the gate would put into queries.
 * @returns null for an unknown column and for one that the mask hides; a refusal if the mask can't be enforced
 */
export async function maskQuery(
  { table: ref, column: name, mask }: MaskedColumn,
  { catalogue, hashSalt, parse }: { catalogue: Catalogue; hashSalt: string; parse: Parse },
): Promise<MaskQuery | { refusal: Message } | null> {
  const index = indexOf(catalogue)
  const table = index.findRef(ref)
  if (table === null) return null
  const key = ref.schema === null ? ref.table : `${ref.schema}.${ref.table}`
  const columnRules = { rules: [{ name: 'Example', tables: { [key]: { [name]: mask } } }] }
  const policies: Policies = { rowRules: null, columnRules, hashSalt }
  const [column] = rulesOf(table, policies)?.masks.keys() ?? []
  if (column === undefined || mask.mask_type === 'disallow') return null
  try {
    await makeGuard(table, { index, policies, parse, value: () => null, reads: () => false })
  } catch (error) {
    if (error instanceof PolicyError) return { refusal: error.text }
    throw error
  }
  const quoted = (written: string) => quoteName(written, catalogue.dialect)
  const value = quoted(column.name)
  // A custom mask can't name the salt, because masks can't use parameters.
  const masked = maskPieces(column, mask, catalogue.dialect).map((piece) =>
    typeof piece === 'string' ? piece : `:${saltName}`,
  )
  const list = `${value} AS ${quoted('value_before')}, ${masked.join('')} AS ${quoted('value_after')}`
  return {
    sql: `SELECT ${list} FROM ${qualifiedName(table, catalogue.dialect)} WHERE ${value} IS NOT NULL`,
    params: { [saltName]: hashSalt },
  }
}
