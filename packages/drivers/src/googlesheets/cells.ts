import type { sheets_v4 as SheetsApi } from '@googleapis/sheets'
import { emptyCell, numberCell, textCell, withShown, type NumberFormat, type SheetCell } from '../table-copy/cells.ts'

/**
 * Reads one cell of the API's grid data. A date is a number with a date format, so the format is requested with each
 * cell.
 */
export function readCell(cell: SheetsApi.Schema$CellData | undefined): SheetCell {
  const value = cell?.effectiveValue
  if (!cell || !value) return emptyCell
  const shown = cell.formattedValue ?? ''
  if (value.errorValue) return { kind: 'error', value: null, shown: shown || `#${value.errorValue.type ?? 'ERROR'}` }
  if (typeof value.boolValue === 'boolean') return withShown('boolean', Number(value.boolValue), shown)
  if (typeof value.numberValue === 'number') {
    return numberCell(value.numberValue, formatOf(cell.effectiveFormat?.numberFormat?.type), shown)
  }
  return textCell(value.stringValue ?? '')
}

function formatOf(type: string | null | undefined): NumberFormat {
  return type === 'DATE' || type === 'DATE_TIME' || type === 'TIME' ? type : 'OTHER'
}
