import { momentInCell, numberInCell, type ResultColumn, type Row } from '@parlance/contract'
import i18next from 'i18next'
import { shownCellText } from '../../../../lib/cell-text.ts'
import { cn } from '../../../../lib/cn.ts'

interface NumberTrendProps {
  /** The latest period is the last one. */
  rows: Row[]
  value: number
  date: number
  column: ResultColumn
  /** The decimals that the column's values share; null if they differ. */
  digits: number | null
  /** Whether the latest period is still running. */
  isRunning: boolean
}

/** Small bars of the latest periods, next to the number of the last one. Screen readers get them from the table. */
export function NumberTrend({ rows, value, date, column, digits, isRunning }: NumberTrendProps) {
  const numbers = rows.map((row) => numberInCell(row[value]) ?? 0)
  const largest = Math.max(...numbers)
  if (largest <= 0 || Math.min(...numbers) < 0) return null
  return (
    <div className="flex h-16 flex-none items-end gap-1" aria-hidden>
      {rows.map((row, at) => {
        const isLast = at === rows.length - 1
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the order is fixed
          <div
            key={at}
            className="flex w-6.5 flex-col gap-0.5"
            title={shownCellText(row[value] ?? null, column, digits)}
          >
            <span
              className={cn(
                'mx-0.5 min-h-px rounded-t-xs',
                isLast ? 'bg-(--data-1)' : 'bg-(--data-7)',
                isLast && isRunning && 'border border-b-0 border-dashed border-(--data-1) bg-transparent',
              )}
              style={{ height: `${((numbers[at] ?? 0) / largest) * 44}px` }}
            />
            <span className={cn('text-center text-xs/4', isLast ? 'text-ink' : 'text-muted')}>
              {shortDate(row[date])}
            </span>
          </div>
        )
      })}
    </div>
  )
}

/** The month of the first day of one; nothing for other dates, which are too long. */
function shortDate(cell: Row[number] | undefined): string {
  const moment = momentInCell(cell)
  if (moment === null || new Date(moment).getUTCDate() !== 1) return ''
  return new Intl.DateTimeFormat(i18next.language, { month: 'short', timeZone: 'UTC' }).format(new Date(moment))
}
