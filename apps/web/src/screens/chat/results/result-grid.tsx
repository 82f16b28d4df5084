/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are placed freely, which table elements cannot be */
import type { Row } from '@parlance/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { plainCellText } from '../../../lib/cell-text.ts'
import { cellsAsText } from '../../../lib/copy-cells.ts'
import { copyText } from '../../../lib/copy-text.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { stackedMedia, useMedia } from '../../../lib/use-media.ts'
import { useNotices } from '../../../ui/notices.tsx'
import { GridCell } from './grid-cell.tsx'
import { GridHeader, type Header } from './grid-header.tsx'
import { cellCount, type GridRange } from './grid-range.ts'
import { useGridSelection } from './use-grid-selection.ts'
import { useResultTable } from './use-result-table.ts'

const rowHeight = 28
const touchRowHeight = 36
const headerHeight = 32
const indexWidth = 52

/** What the grid shows as selected: a rectangle of the rows in their present order, one cell included. */
export interface GridExcerpt {
  rows: Row[]
  columns: SqlResult['columns']
}

interface ResultGridProps {
  result: SqlResult
  /** Where the excerpt is kept for who copies it later. */
  onExcerpt: (read: () => GridExcerpt) => void
}

/** Rows as a grid: only what is in view is drawn, the first column stays, cells are reached by arrow keys. */
export const ResultGrid = memo(function ResultGrid({ result, onExcerpt }: ResultGridProps) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const scroller = useRef<HTMLDivElement>(null)
  const { table, numeric } = useResultTable(result)
  const height = useMedia(stackedMedia) ? touchRowHeight : rowHeight
  const rows = table.getRowModel().rows
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled, and the values are not memoised
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollPaddingStart: headerHeight,
  })
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const excerptOf = ({ top, bottom, left, right }: GridRange): GridExcerpt => ({
    columns: result.columns.slice(left, right + 1),
    rows: rows.slice(top, bottom + 1).map((row) => row.original.slice(left, right + 1)),
  })
  const selection = useGridSelection({
    scroller,
    rowCount: rows.length,
    columnCount: result.columns.length,
    reveal: (row) => virtualizer.scrollToIndex(row),
    copy: (range) => {
      const excerpt = excerptOf(range)
      const text =
        cellCount(range) === 1
          ? plainCellText(excerpt.rows[0]?.[0] ?? null)
          : cellsAsText('tsv', { ...excerpt, withHeader: false })
      copyText(text).catch(() => show(t('The cells could not be copied.'), 'danger'))
    },
    widen: (column, pixels) => {
      const id = headers[column]?.column.id
      if (id === undefined) return
      table.setColumnSizing((sizes) => ({
        ...sizes,
        [id]: Math.min(1200, Math.max(48, (headers[column]?.getSize() ?? 0) + pixels)),
      }))
    },
  })
  const everything = { top: 0, bottom: rows.length - 1, left: 0, right: result.columns.length - 1 }
  const wanted = cellCount(selection.range) > 1 ? selection.range : everything
  useEffect(() => onExcerpt(() => excerptOf(wanted)))

  const masked = useMemo(
    () => new Map(result.receipt?.maskedOutputs.map((mask) => [mask.index, mask.rule])),
    [result.receipt],
  )
  const widths = useWidths(headers)
  const { focused, range } = selection
  const shape = { columns: result.columns, widths, numeric, masked, onFocus: selection.take }

  return (
    <div
      className="gridwrap"
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={t('Result rows')}
      aria-rowcount={(result.totalRows ?? rows.length) + 1}
      aria-colcount={result.columns.length + 1}
      aria-multiselectable
      aria-readonly
      style={{ scrollPaddingLeft: indexWidth + (widths[0] ?? 0) }}
      {...selection.handlers}
    >
      <div className="dg-in">
        <GridHead {...shape} headers={headers} focusedColumn={focused.row < 0 ? focused.column : null} />
        <div className="dg-b" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]
            const inRange = item.index >= range.top && item.index <= range.bottom && cellCount(range) > 1
            return row === undefined ? null : (
              <GridRow
                key={row.id}
                {...shape}
                row={row.original}
                index={item.index}
                top={item.start}
                focusedColumn={focused.row === item.index ? focused.column : null}
                from={inRange ? range.left : null}
                to={inRange ? range.right : null}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
})

/** The columns' widths: the same list while none of them changes. */
function useWidths(headers: Header[]): number[] {
  const text = headers.map((header) => header.getSize()).join(' ')
  return useMemo(() => text.split(' ').map(Number), [text])
}

interface GridShape {
  columns: SqlResult['columns']
  /** Pixels of each column. */
  widths: number[]
  numeric: boolean[]
  /** The masking rule by output column. */
  masked: Map<number, string>
  focusedColumn: number | null
  onFocus: (row: number, column: number) => void
}

function GridHead({ columns, headers, numeric, masked, focusedColumn, onFocus }: GridShape & { headers: Header[] }) {
  return (
    <div className="dg-r dg-head" role="row" aria-rowindex={1}>
      <div className="dg-h ix" role="columnheader" aria-colindex={1}>
        #
      </div>
      {headers.map((header, index) => (
        <GridHeader
          key={header.id}
          header={header}
          column={columns[index]}
          numeric={numeric[index] ?? false}
          maskRule={masked.get(index) ?? null}
          index={index}
          focusable={focusedColumn === index}
          onFocus={onFocus}
        />
      ))}
      <div className="dg-fill" role="presentation" />
    </div>
  )
}

interface GridRowProps extends GridShape {
  row: Row
  index: number
  /** Pixels from the first row. */
  top: number
  /** The selected columns of this row; null for none. */
  from: number | null
  to: number | null
}

const GridRow = memo(function GridRow(props: GridRowProps) {
  const { columns, widths, numeric, masked, row, index, top, focusedColumn, from, to, onFocus } = props
  return (
    <div className="dg-r" role="row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <div className="dg-c ix" role="rowheader" aria-colindex={1}>
        {index + 1}
      </div>
      {columns.map((column, position) => (
        <GridCell
          // Columns have no other name than their place: two may be called the same.
          key={position}
          value={row[position] ?? null}
          column={column}
          row={index}
          index={position}
          width={widths[position] ?? 0}
          numeric={numeric[position] ?? false}
          masked={masked.has(position)}
          focusable={focusedColumn === position}
          selected={from !== null && to !== null && position >= from && position <= to}
          onFocus={onFocus}
        />
      ))}
      <div className="dg-fill" role="presentation" />
    </div>
  )
})
