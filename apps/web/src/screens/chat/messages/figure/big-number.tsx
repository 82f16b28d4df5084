import { numberInCell, visibleText, type ResultColumn } from '@parlance/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fractionDigits, shownCellText } from '../../../../lib/cell-text.ts'
import { formatPeriod } from '../../../../lib/format.ts'
import type { SqlResult } from '../../../../lib/turn/chat-message.ts'
import { Icon } from '../../../../ui/icon.tsx'
import type { AnswerFigure } from './choose-figure.ts'
import { NumberTrend } from './number-trend.tsx'
import { differenceText } from './difference-text.ts'

interface BigNumberProps {
  figure: Extract<AnswerFigure, { kind: 'number' }>
  result: SqlResult
  /** Whether its period is still running. */
  isRunning: boolean
}

/** One value in large digits, with its change since the period before if the result has that. */
export function BigNumber({ figure, result, isRunning }: BigNumberProps) {
  const { columns, rows } = result
  const { row, value, before, names, trend } = figure
  const [date] = names
  const column = columns[value]
  if (column === undefined) return null
  const digits = fractionDigits(column, value, rows)
  const named = names.flatMap((index) => {
    const named = columns[index]
    return named === undefined ? [] : [formatPeriod(shownCellText(row[index] ?? null, named))]
  })
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p
          className="text-[36px]/[44px] font-semibold tracking-tight tabular-nums wrap-anywhere md:text-[40px]"
          dir="auto"
        >
          {shownCellText(row[value] ?? null, column, digits)}
        </p>
        {before === null ? (
          named.length > 0 && (
            <p className="text-(length:--text-dense) text-muted" dir="auto">
              {named.join(' · ')}
            </p>
          )
        ) : (
          <Change
            figure={figure}
            before={before}
            result={result}
            column={column}
            digits={digits}
            isRunning={isRunning}
          />
        )}
      </div>
      {trend.length > 0 && date !== undefined && (
        <NumberTrend rows={trend} value={value} date={date} column={column} digits={digits} isRunning={isRunning} />
      )}
    </div>
  )
}

type Before = NonNullable<BigNumberProps['figure']['before']>

interface ChangeProps extends BigNumberProps {
  before: Before
  column: ResultColumn
  /** The decimals that the column's values share; null if they differ. */
  digits: number | null
}

function Change({ figure, before, result: { columns }, column, digits, isRunning }: ChangeProps) {
  const { t } = useTranslation()
  const [now, then] = [numberInCell(figure.row[figure.value]), numberInCell(before.row[before.value])]
  const named = before.name === null ? undefined : columns[before.name]
  const earlier = shownCellText(before.row[before.value] ?? null, columns[before.value] ?? column, digits)
  const period =
    named === undefined
      ? ownEnd(columns[before.value]?.name ?? '', column.name)
      : formatPeriod(shownCellText(before.row[before.name ?? 0] ?? null, named))
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-(length:--text-dense) tabular-nums">
      {now !== null && then !== null && now !== then && (
        <b className="inline-flex items-center gap-1 font-medium text-ink">
          <Icon of={now > then ? ArrowUp : ArrowDown} small />
          {/* The arrow is decoration, so readers who don't see it get the word. */}
          <span className="sr-only">{now > then ? t('up') : t('down')}</span>
          {differenceText(now, then, column, digits)}
        </b>
      )}
      <span className="text-muted">
        {period === ''
          ? t('vs. {value} before', { value: earlier })
          : t('vs. {value} in {period}', { value: earlier, period })}
        {isRunning && ` · ${t('still running')}`}
      </span>
    </p>
  )
}

/** What distinguishes a column's name from another one that begins alike: '2024' of revenue_2024 and revenue_2025. */
function ownEnd(name: string, other: string): string {
  const words = name.split('_')
  const others = other.split('_')
  const same = words.findIndex((word, at) => word !== others[at])
  return same <= 0 ? '' : visibleText(words.slice(same).join(' '))
}
