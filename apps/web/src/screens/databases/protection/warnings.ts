import type { ProtectionMatrix } from '@parlance/contract'
import { serverText } from '../../../lib/server-text.ts'
import type { ChangeTable } from './use-change-protection.ts'

export interface MatrixProps {
  matrix: ProtectionMatrix
  /** The table whose protection is changing. */
  working: string | null
  onChange: ChangeTable
}

/** Warnings by table and area. */
export type Warnings = ReadonlyMap<string, ReadonlyMap<string, string>>

const known = new WeakMap<ProtectionMatrix, Warnings>()

/** Returns the same object for the same matrix, so that nothing renders again. */
export function warningsOf(matrix: ProtectionMatrix): Warnings {
  const before = known.get(matrix)
  if (before !== undefined) return before
  const warnings = new Map<string, Map<string, string>>()
  for (const warning of matrix.warnings) {
    const { table_name: table, area_id: area } = warning
    warnings.set(table, (warnings.get(table) ?? new Map<string, string>()).set(area, serverText(warning)))
  }
  known.set(matrix, warnings)
  return warnings
}
