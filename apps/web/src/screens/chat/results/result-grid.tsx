/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are placed freely, which table elements cannot be */
import type { Row } from '@parlance/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { stackedMedia, useMedia } from '../../../lib/use-media.ts'
import { GridCell } from './grid-cell.tsx'
import { GridHeader, type Header } from './grid-header.tsx'
import { useGridFocus } from './use-grid-focus.ts'
import { useResultTable } from './use-result-table.ts'

const rowHeight = 28
const touchRowHeight = 36
const headerHeight = 32

/** Rows as a grid: only what is in view is drawn, the first column stays, cells are reached by arrow keys. */
export function ResultGrid({ result }: { result: SqlResult }) {
  const { t } = useTranslation()
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
  const focus = useGridFocus({
    scroller,
    rowCount: rows.length,
    columnCount: result.columns.length,
    valueAt: (row, column) => rows[row]?.original[column] ?? null,
    reveal: (row) => virtualizer.scrollToIndex(row),
  })
  const masked = useMemo(
    () => new Map(result.receipt?.maskedOutputs.map((mask) => [mask.index, mask.rule])),
    [result.receipt],
  )
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const shape = { columns: result.columns, headers, numeric, masked }

  return (
    <div
      className="gridwrap"
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={t('Result rows')}
      aria-rowcount={(result.totalRows ?? rows.length) + 1}
      aria-colcount={result.columns.length + 1}
      aria-readonly
      onKeyDown={focus.handleKeyDown}
    >
      <div className="dg-in">
        <GridHead {...shape} />
        <div className="dg-b" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <GridRow
                key={row.id}
                {...shape}
                row={row.original}
                index={item.index}
                top={item.start}
                focusedColumn={focus.cell.row === item.index ? focus.cell.column : null}
                onFocus={focus.take}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface GridShape {
  columns: SqlResult['columns']
  headers: Header[]
  numeric: boolean[]
  /** The masking rule by output column. */
  masked: Map<number, string>
}

function GridHead({ columns, headers, numeric, masked }: GridShape) {
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
  focusedColumn: number | null
  onFocus: (row: number, column: number) => void
}

function GridRow({ columns, headers, numeric, masked, row, index, top, focusedColumn, onFocus }: GridRowProps) {
  return (
    <div className="dg-r" role="row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <div className="dg-c ix" role="rowheader" aria-colindex={1}>
        {index + 1}
      </div>
      {columns.map((column, position) => (
        <GridCell
          key={headers[position]?.id}
          value={row[position] ?? null}
          column={column}
          row={index}
          index={position}
          width={headers[position]?.getSize() ?? 0}
          numeric={numeric[position] ?? false}
          masked={masked.has(position)}
          focusable={focusedColumn === position}
          onFocus={onFocus}
        />
      ))}
      <div className="dg-fill" role="presentation" />
    </div>
  )
}
