import { visibleText } from '@parlance/contract'
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are positioned freely, which table elements
   do not allow */
import type { ResultColumn } from '@parlance/contract'
import { ArrowDown, ArrowUp, Braces, Calendar, EyeOff, Hash, ToggleLeft, Type, type LucideIcon } from 'lucide-react'
import { useRef, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { shorten } from '../../lib/format.ts'
import { Icon } from '../icon.tsx'
import type { DrawnColumn } from './use-grid-columns.ts'
import type { SortKey } from './row-order.ts'
import type { ColumnWidths } from './use-column-widths.ts'
import type { RowOrder } from './use-row-order.ts'

const icons: Partial<Record<ResultColumn['kind'], LucideIcon>> = {
  integer: Hash,
  number: Hash,
  date: Calendar,
  time: Calendar,
  timestamp: Calendar,
  boolean: ToggleLeft,
  json: Braces,
}

/** The number of characters of a name that are shown, also in its tooltip. */
const drawnLength = 200
const peekLength = 2000

interface GridHeaderProps {
  column: DrawnColumn
  /** How the rows are sorted by it; null if they are not. */
  sortKey: SortKey | null
  onSort: RowOrder['toggle']
  onResize: ColumnWidths['resize']
  /** Whether Tab reaches it. */
  focusable: boolean
  onFocus: (row: number, column: number) => void
}

/** A column's name: a click sorts, dragging the right edge resizes, as do Shift and the arrow keys. */
export function GridHeader({ column: drawn, sortKey, onSort, onResize, focusable, onFocus }: GridHeaderProps) {
  const { t } = useTranslation()
  const { column, index, numeric, maskRule, width, gap } = drawn
  return (
    <div
      className={cn(
        'flex h-(--row) flex-none items-center border-b border-b-line-strong bg-page max-md:h-11',
        index === 0 ? 'sticky left-(--index) z-2 border-r border-r-line' : 'relative',
        sortKey === null ? 'text-muted' : 'text-ink',
      )}
      data-numeric={numeric || undefined}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={ariaSort(sortKey)}
      style={{ width, marginLeft: gap }}
    >
      <button
        type="button"
        className={cn(
          'flex size-full items-center gap-1.5 overflow-hidden px-2.5 text-left font-medium focus-visible:-outline-offset-2',
          numeric && 'justify-end',
        )}
        tabIndex={focusable ? 0 : -1}
        data-cell={`-1:${index}`}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        onFocus={() => onFocus(-1, index)}
        onClick={(event) => onSort(index, event.shiftKey)}
        title={maskRule === null ? titleOf(column) : t('Masked by the rule "{rule}"', { rule: maskRule })}
      >
        <Icon
          of={maskRule === null ? (icons[column.kind] ?? (numeric ? Hash : Type)) : EyeOff}
          small
          className="text-faint"
        />
        <span className="min-w-0 truncate [unicode-bidi:isolate]" dir="auto">
          {shorten(visibleText(column.name), drawnLength)}
        </span>
        {maskRule !== null && <em className="text-xs text-info not-italic">{t('masked')}</em>}
        {sortKey !== null && <Icon of={sortKey.descending ? ArrowDown : ArrowUp} small className="text-faint" />}
      </button>
      <ResizeHandle width={width} onResize={(wanted) => onResize(index, wanted)} />
    </div>
  )
}

/** The right edge of a column's name. Dragging it resizes the column, a double click returns to the first width. */
function ResizeHandle({ width, onResize }: { width: number; onResize: (width: number | null) => void }) {
  /** The width that would have its right edge at the left edge of the window; null while nothing is dragged. */
  const start = useRef<number | null>(null)
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    start.current = width - event.clientX
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  return (
    <span
      className="absolute inset-y-0 -right-[3px] z-1 w-[7px] cursor-col-resize touch-none after:absolute after:inset-x-[3px] after:inset-y-1 hover:after:bg-accent active:after:bg-accent"
      aria-hidden
      onPointerDown={handleDown}
      onPointerMove={({ clientX }) => start.current !== null && onResize(start.current + clientX)}
      onLostPointerCapture={() => {
        start.current = null
      }}
      onDoubleClick={() => onResize(null)}
    />
  )
}

function ariaSort(key: SortKey | null): 'none' | 'ascending' | 'descending' {
  if (key === null) return 'none'
  return key.descending ? 'descending' : 'ascending'
}

function titleOf(column: ResultColumn): string {
  const name = shorten(visibleText(column.name), peekLength)
  return column.dataType === '' ? name : `${name} · ${column.dataType}`
}
