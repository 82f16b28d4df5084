import { numberInCell, visibleText, type ResultColumn } from '@parlance/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shownCellText } from '../../../../lib/cell-text.ts'
import { Icon } from '../../../../ui/icon.tsx'
import type { AnswerFigure } from './choose-figure.ts'
import { differenceText } from './difference-text.ts'

interface BigNumberProps {
  figure: Extract<AnswerFigure, { kind: 'number' }>
  columns: ResultColumn[]
}

/** One value in large digits, with its change since the period before if the result has that. */
export function BigNumber({ figure, columns }: BigNumberProps) {
  const { row, value, before, names } = figure
  const column = columns[value]
  if (column === undefined) return null
  const named = names.flatMap((index) => {
    const named = columns[index]
    return named === undefined ? [] : [shownCellText(row[index] ?? null, named)]
  })
  return (
    <>
      <p
        className="text-[36px]/[44px] font-semibold tracking-tight tabular-nums wrap-anywhere md:text-[40px]"
        dir="auto"
      >
        {shownCellText(row[value] ?? null, column)}
      </p>
      {before === null ? (
        named.length > 0 && (
          <p className="text-(length:--text-dense) text-muted" dir="auto">
            {named.join(' · ')}
          </p>
        )
      ) : (
        <Change figure={figure} before={before} columns={columns} column={column} />
      )}
    </>
  )
}

type Before = NonNullable<BigNumberProps['figure']['before']>

function Change({ figure, before, columns, column }: BigNumberProps & { before: Before; column: ResultColumn }) {
  const { t } = useTranslation()
  const [now, then] = [numberInCell(figure.row[figure.value]), numberInCell(before.row[before.value])]
  const named = before.name === null ? undefined : columns[before.name]
  const earlier = shownCellText(before.row[before.value] ?? null, columns[before.value] ?? column)
  const period =
    named === undefined
      ? ownEnd(columns[before.value]?.name ?? '', column.name)
      : shownCellText(before.row[before.name ?? 0] ?? null, named)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-(length:--text-dense) tabular-nums">
      {now !== null && then !== null && now !== then && (
        <b className="inline-flex items-center gap-1 font-medium text-ink">
          <Icon of={now > then ? ArrowUp : ArrowDown} small />
          {/* The arrow is decoration, so readers who don't see it get the word. */}
          <span className="sr-only">{now > then ? t('up') : t('down')}</span>
          {differenceText(now, then, column)}
        </b>
      )}
      <span className="text-muted">
        {period === ''
          ? t('vs. {value} before', { value: earlier })
          : t('vs. {value} in {period}', { value: earlier, period })}
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
