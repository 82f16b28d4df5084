import type { FigureCells } from '../lib/turn/figure-cells.ts'
import type { ResultColumn, Row } from '@parlance/contract'
import type { GridResult } from '../ui/grid/grid-range.ts'
import { ResultGrid } from '../ui/grid/result-grid.tsx'
import { Part } from './part.tsx'

const columns: ResultColumn[] = [
  { name: 'name', dataType: 'text', kind: 'text' },
  { name: 'email', dataType: 'text', kind: 'text' },
  { name: 'orders', dataType: 'integer', kind: 'integer' },
  { name: 'revenue', dataType: 'numeric', kind: 'number', format: { style: 'currency', decimals: 2, unit: 'EUR' } },
  { name: 'since', dataType: 'date', kind: 'date' },
  { name: 'active', dataType: 'boolean', kind: 'boolean' },
]

const few: Row[] = [
  ['Ada', '***', 3, 1234.5, '2026-01-05', true],
  ['שלום', '***', 0, -4, '2025-12-31', false],
  [null, null, null, null, null, null],
  ['A name that is so long that it does not fit into its column and ends with an ellipsis', '', 12, 0.1, '', true],
]

const many: Row[] = Array.from({ length: 150_000 }, (_, at) => [
  `Customer ${at}`,
  '***',
  at,
  at / 7,
  '2026-01-01',
  at % 2 === 0,
])

/** The grid with few rows, with a marked row, a marked column, with one row, and with very many. */
export function GridParts() {
  return (
    <Part
      name="Grid"
      about="Tab reaches one cell; arrow keys, Home, End, and Page keys move. Shift selects, Ctrl+A selects everything, Ctrl+C copies, Enter on a name sorts, and Shift with an arrow key on it resizes. NULL, empty text, masked values, and marked cells differ."
    >
      <GridOf rows={few} marked={null} />
      <GridOf rows={few} marked={{ step: 'r1', column: null, rows: [0] }} />
      <GridOf rows={few} marked={{ step: 'r1', column: 3, rows: null }} />
      <GridOf rows={few.slice(0, 1)} marked={null} />
      <GridOf rows={many} marked={null} />
    </Part>
  )
}

function GridOf({ rows, marked }: { rows: Row[]; marked: FigureCells | null }) {
  const result: GridResult = {
    columns,
    rows,
    totalRows: rows.length,
    receipt: { maskedOutputs: [{ index: 1, column: 'email', rule: 'Hide email addresses' }] },
  }
  return (
    <div className="flex h-60 flex-col border border-line">
      <ResultGrid result={result} onExcerpt={() => undefined} marked={marked} />
    </div>
  )
}
