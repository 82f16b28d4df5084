import { message, visibleText, type Message } from '@parlance/contract'
import { ChartBar, ChartLine, ChartPie, Hash, Maximize2, Table2, type LucideIcon } from 'lucide-react'
import type { TFunction } from 'i18next'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../../lib/i18n.ts'
import type { ChatMessage, SqlResult } from '../../../../lib/turn/chat-message.ts'
import type { ShowResult } from '../../../../lib/turn/figure-cells.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { BigNumber } from './big-number.tsx'
import { thingsOf } from './column-words.ts'
import { hasRunningPeriod } from './running-period.ts'
import { figuresOf, type AnswerFigure as Figure, type FigureKind } from './choose-figure.ts'
import { FigureBars } from './figure-bars.tsx'
import { FigureTable } from './figure-table.tsx'

// Few answers need the charting library, so load it on demand.
const FigureLine = lazy(async () => ({ default: (await import('./figure-line.tsx')).FigureLine }))
const ResultChart = lazy(async () => ({ default: (await import('../../results/result-chart.tsx')).ResultChart }))

const looks: Record<FigureKind, { icon: LucideIcon; label: Message }> = {
  number: { icon: Hash, label: message('Show as a number') },
  bars: { icon: ChartBar, label: message('Show as bars') },
  line: { icon: ChartLine, label: message('Show as a line') },
  chart: { icon: ChartPie, label: message('Show as a chart') },
  table: { icon: Table2, label: message('Show as a table') },
}

interface AnswerFigureProps {
  messageId: string
  result: SqlResult
  warnings: ChatMessage['warnings']
  /** In ISO 8601. */
  answeredAt: string
  onShow: ShowResult
}

/** What an answer shows besides words: the figure that fits its rows, with a choice of the others that would. */
export const AnswerFigure = memo(function AnswerFigure(props: AnswerFigureProps) {
  const { messageId, result, warnings, answeredAt, onShow } = props
  const { t } = useTranslation()
  const figures = useMemo(() => figuresOf(result), [result])
  const [chosen, setChosen] = useState<FigureKind | null>(null)
  const figure = figures.find(({ kind }) => kind === chosen) ?? figures[0]
  if (figure === undefined) return null
  const isRunning = warnings.some(({ kind }) => kind === 'partial_period') || hasRunningPeriod(result.rows, answeredAt)
  return (
    <figure className="mt-3" aria-label={titleOf(figure, result, t)}>
      <div className="mb-1 flex min-h-7 items-center gap-0.5">
        <figcaption className="min-w-0 flex-1 truncate text-(length:--text-meta) font-medium text-muted" dir="auto">
          {titleOf(figure, result, t)}
        </figcaption>
        {figures
          .filter(({ kind }) => kind !== figure.kind)
          .map(({ kind }, at) => (
            <HeadButton
              // oxlint-disable-next-line react/no-array-index-key -- a pressed button keeps the focus with its next label
              key={at}
              icon={looks[kind].icon}
              label={translate(t, looks[kind].label)}
              onClick={() => setChosen(kind)}
            />
          ))}
        <HeadButton
          icon={Maximize2}
          label={t('Expand')}
          onClick={() => onShow(messageId, undefined, figure.kind !== 'table' && figure.kind !== 'number')}
        />
      </div>
      <Drawing figure={figure} result={result} isRunning={isRunning} onMore={() => onShow(messageId)} />
    </figure>
  )
})

function HeadButton({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <Button
      kind="quiet"
      size="small"
      square
      className="max-md:min-h-11 max-md:min-w-11"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon of={icon} />
    </Button>
  )
}

interface DrawingProps {
  figure: Figure
  result: SqlResult
  /** Whether the last period is still running. */
  isRunning: boolean
  onMore: () => void
}

function Drawing({ figure, result, isRunning, onMore }: DrawingProps) {
  switch (figure.kind) {
    case 'number':
      return <BigNumber figure={figure} result={result} isRunning={isRunning} />
    case 'bars':
      return <FigureBars figure={figure} result={result} onMore={onMore} />
    case 'line':
      return (
        <Suspense fallback={<div className="h-48" />}>
          <FigureLine spec={figure.spec} result={result} isRunning={isRunning} />
        </Suspense>
      )
    case 'chart':
      return (
        <Suspense fallback={<div className="h-72" />}>
          <div className="flex h-72 flex-col">
            <ResultChart result={result} className="flex-1!" />
          </div>
        </Suspense>
      )
    case 'table':
      return <FigureTable figure={figure} columns={result.columns} onMore={onMore} />
  }
}

/** What the figure shows, in the words of its columns. */
function titleOf(figure: Figure, result: SqlResult, t: TFunction): string {
  const { columns, chart } = result
  const name = (index: number) => visibleText(columns[index]?.name ?? '').replaceAll('_', ' ')
  if (figure.kind !== 'table' && chart !== null && chart.title !== null) return visibleText(chart.title)
  switch (figure.kind) {
    case 'number':
      return capital(name(figure.value))
    case 'bars':
      return capital(t('{value} by {name}', { value: name(figure.value), name: thingsOf(result, figure.name).one }))
    case 'line':
    case 'chart': {
      const { spec } = figure
      if (spec.kind === 'figure') return capital(name(spec.value))
      const values = typeof spec.y === 'number' ? [spec.y] : spec.y
      return capital(t('{value} by {name}', { value: values.map(name).join(', '), name: name(spec.x) }))
    }
    case 'table':
      return figure.others > 0
        ? t('{n, plural, one {First row} other {First # rows}}', { n: figure.rows.length })
        : t('{n, plural, one {# row} other {# rows}}', { n: figure.rows.length })
  }
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
