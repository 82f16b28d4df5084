import { visibleText } from '@parlance/contract'
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are positioned freely, which table elements
   do not allow */
import type { ResultColumn } from '@parlance/contract'
import { ArrowDown, ArrowUp, Braces, Calendar, EyeOff, Hash, ToggleLeft, Type, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { shorten } from '../../lib/format.ts'
import { Icon } from '../icon.tsx'
import type { DrawnColumn } from './use-grid-columns.ts'
import type { useResultTable } from './use-result-table.ts'

export type Header = NonNullable<
  ReturnType<ReturnType<typeof useResultTable>['table']['getHeaderGroups']>[number]
>['headers'][number]

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
  header: Header
  column: DrawnColumn
  /** Whether Tab reaches it. */
  focusable: boolean
  onFocus: (row: number, column: number) => void
}

/** A column's name: a click sorts, dragging the right edge resizes, as do Shift and the arrow keys. */
export function GridHeader({ header, column: drawn, focusable, onFocus }: GridHeaderProps) {
  const { t } = useTranslation()
  const { column, index, numeric, maskRule, width, gap } = drawn
  const sorted = header.column.getIsSorted()
  const resize = header.getResizeHandler()
  return (
    <div
      className={cn(
        'flex h-(--row) flex-none items-center border-b border-b-line-strong bg-page max-md:h-11',
        index === 0 ? 'sticky left-(--index) z-2 border-r border-r-line' : 'relative',
        sorted === false ? 'text-muted' : 'text-ink',
      )}
      data-numeric={numeric || undefined}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={ariaSort(sorted)}
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
        onClick={header.column.getToggleSortingHandler()}
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
        {sorted !== false && <Icon of={sorted === 'asc' ? ArrowUp : ArrowDown} small className="text-faint" />}
      </button>
      <span
        className="absolute inset-y-0 -right-[3px] z-1 w-[7px] cursor-col-resize touch-none after:absolute after:inset-x-[3px] after:inset-y-1 hover:after:bg-accent data-[active=true]:after:bg-accent"
        aria-hidden
        data-active={header.column.getIsResizing()}
        onMouseDown={resize}
        onTouchStart={resize}
        onDoubleClick={() => header.column.resetSize()}
      />
    </div>
  )
}

function ariaSort(sorted: false | 'asc' | 'desc'): 'none' | 'ascending' | 'descending' {
  if (sorted === false) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

function titleOf(column: ResultColumn): string {
  const name = shorten(visibleText(column.name), peekLength)
  return column.dataType === '' ? name : `${name} · ${column.dataType}`
}
