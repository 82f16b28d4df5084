import type { ResultColumn } from '@parlance/contract'
import type { MetricLook } from '@parlance/engine'
import type { ReadResult } from '../door/contract.ts'

/**
 * Columns that say how their numbers look, as far as a metric says it. A masked column doesn't, because its values
 * aren't the metric's.
 * @param looks one for each column, or none
 */
export function withFormats(
  columns: ResultColumn[],
  looks: readonly MetricLook[],
  masks: ReadResult['masks'],
): ResultColumn[] {
  if (looks.length !== columns.length) return columns
  const masked = new Set(masks.map(({ index }) => index))
  return columns.map((column, index) => {
    const look = looks[index]
    if (look === undefined || masked.has(index) || (look.unit === null && look.format === null)) return column
    const { style = 'number', decimals = null } = look.format ?? {}
    return { ...column, format: { style, decimals, unit: look.unit } }
  })
}
