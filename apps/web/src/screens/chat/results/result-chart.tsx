import { message, visibleText, type Message, type ResultColumn } from '@parlance/contract'
import { ChartColumn, ChartLine, ChartPie, ChartScatter, Hash, type LucideIcon } from 'lucide-react'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { shownCellText } from '../../../lib/cell-text.ts'
import { chartNotes } from '../../../lib/charts/chart-notes.ts'
import { chartWords } from '../../../lib/charts/chart-words.ts'
import { measureColumns, withMeasure, type ChartKind, type ChartSpec } from '../../../lib/charts/chart-spec.ts'
import { unmetWish } from '../../../lib/charts/chart-wish.ts'
import { chartsOf, drawingOf } from '../../../lib/charts/result-chart.ts'
import { tokenTheme } from '../../../lib/charts/token-theme.ts'
import { translate } from '../../../lib/i18n.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Select } from '../../../ui/select.tsx'
import { ChartMenu } from './chart-menu.tsx'

const ChartDrawing = lazy(async () => ({ default: (await import('./chart-drawing.tsx')).ChartDrawing }))

const looks: Record<ChartKind, { icon: LucideIcon; label: Message }> = {
  line: { icon: ChartLine, label: message('Line chart') },
  bar: { icon: ChartColumn, label: message('Bar chart') },
  scatter: { icon: ChartScatter, label: message('Scatter chart') },
  pie: { icon: ChartPie, label: message('Pie chart') },
  figure: { icon: Hash, label: message('Single number') },
}

interface ResultChartProps {
  result: SqlResult
  /** The title of pictures, if the chart has none of its own. */
  question?: string
  /** The source that pictures name. */
  source?: string
  /** Its size and frame. */
  className?: string
}

/** The chart that fits the rows, with a choice of the others that would; the rows stay next to it as a table. */
export const ResultChart = memo(function ResultChart({
  result,
  question = '',
  source = '',
  className,
}: ResultChartProps) {
  const { t } = useTranslation()
  const { columns, rows } = result
  const { choices, own, first } = useMemo(() => chartsOf(result), [result])
  const measures = useMemo(() => measureColumns(columns, rows), [columns, rows])
  const [kind, setKind] = useState<ChartKind | null>(null)
  const [measure, setMeasure] = useState<number | null>(null)
  const chosen = choices.find((choice) => choice.kind === kind) ?? first
  const unmet = own === null ? unmetWish(result, choices, rows) : null
  const spec = useMemo(
    () => (chosen !== null && measure !== null && measures.includes(measure) ? withMeasure(chosen, measure) : chosen),
    [chosen, measure, measures],
  )
  // The model's title and order belong only to its own chart.
  const chart = spec === own ? result.chart : null
  const option = useMemo(
    () => (spec === null ? null : drawingOf(spec, { columns, rows, chart }, tokenTheme)),
    [spec, columns, rows, chart],
  )
  const notes = [...(unmet === null ? [] : [unmet]), ...(spec === null ? [] : chartNotes(spec, rows))]
  if (spec === null) return unmet === null ? null : <p className="text-meta text-faint">{translate(t, unmet)}</p>
  return (
    <figure
      className={cn('flex min-w-0 flex-none flex-col', className)}
      aria-label={chartWords(spec, columns)
        .map((one) => translate(t, one))
        .join(' ')}
    >
      <div className="flex min-h-8 flex-none items-center gap-2">
        <KindSwitch choices={choices} kind={spec.kind} onChoose={setKind} />
        {measures.length > 1 && spec.kind !== 'figure' && (
          <MeasureSelect
            columns={columns}
            measures={measures}
            measure={measure ?? onlyMeasure(chart === null ? null : spec)}
            onChoose={setMeasure}
          />
        )}
        <span className="min-w-0 flex-1" />
        {option !== null && <ChartMenu picture={{ option, title: chart?.title ?? question, source }} />}
      </div>
      {chart !== null && chart.title !== null && (
        <p className="px-3 pt-1 font-medium wrap-anywhere" dir="auto">
          {visibleText(chart.title)}
        </p>
      )}
      {spec.kind === 'figure' ? (
        <Figure result={result} column={spec.value} />
      ) : (
        option !== null && (
          <Suspense fallback={<div className="min-h-0 flex-1" />}>
            <ChartDrawing option={option} />
          </Suspense>
        )
      )}
      {notes.length > 0 && (
        <figcaption className="text-meta text-faint">{notes.map((one) => translate(t, one)).join(' ')}</figcaption>
      )}
    </figure>
  )
})

/** The column that a model's chart draws, if it is a single one. */
function onlyMeasure(spec: ChartSpec | null): number | null {
  if (spec === null || spec.kind === 'figure') return null
  const [first = null, ...others] = typeof spec.y === 'number' ? [spec.y] : spec.y
  return others.length === 0 ? first : null
}

interface KindSwitchProps {
  choices: ChartSpec[]
  kind: ChartKind
  onChoose: (kind: ChartKind) => void
}

function KindSwitch({ choices, kind, onChoose }: KindSwitchProps) {
  const { t } = useTranslation()
  if (choices.length < 2) return null
  return (
    <Segments aria-label={t('Chart type')}>
      {choices.map((choice) => (
        <button
          key={choice.kind}
          type="button"
          aria-pressed={choice.kind === kind}
          aria-label={translate(t, looks[choice.kind].label)}
          title={translate(t, looks[choice.kind].label)}
          onClick={() => onChoose(choice.kind)}
        >
          <Icon of={looks[choice.kind].icon} />
        </button>
      ))}
    </Segments>
  )
}

interface MeasureSelectProps {
  columns: ResultColumn[]
  measures: number[]
  measure: number | null
  onChoose: (measure: number | null) => void
}

function MeasureSelect({ columns, measures, measure, onChoose }: MeasureSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      className="max-w-45"
      small
      aria-label={t('Columns to chart')}
      value={measure ?? ''}
      onChange={(event) => onChoose(event.target.value === '' ? null : Number(event.target.value))}
    >
      <option value="">{t('All columns')}</option>
      {measures.map((index) => (
        <option key={index} value={index}>
          {columns[index]?.name}
        </option>
      ))}
    </Select>
  )
}

function Figure({ result, column }: { result: SqlResult; column: number }) {
  const described = result.columns[column]
  if (described === undefined) return null
  return (
    <p className="grid flex-1 place-content-center justify-items-center gap-1">
      <b className="text-[40px]/12 font-semibold tabular-nums" dir="auto">
        {shownCellText(result.rows[0]?.[column] ?? null, described)}
      </b>
      <bdi className="text-muted">{visibleText(described.name)}</bdi>
    </p>
  )
}
