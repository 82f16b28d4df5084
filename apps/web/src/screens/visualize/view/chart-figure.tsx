import { message, type Row } from '@parlance/contract'
import { Download } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { saveChart } from '../../../lib/charts/chart-file.ts'
import { tokenTheme } from '../../../lib/charts/token-theme.ts'
import { translate } from '../../../lib/i18n.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import type { ChartData, ChartNotes } from '../chart/chart-contract.ts'
import { missingColumn, type ChartSettings, type ResultShape } from '../chart/chart-settings.ts'
import { measureText, titleOf } from '../chart/chart-title.ts'
import { chartWords } from '../chart/chart-words.ts'
import { exactText } from '../chart/labels.ts'
import { typeLooks } from './chart-controls.tsx'
import { RowTable } from './row-table.tsx'
import type { MadeChart } from './use-chart-data.ts'

const Drawing = lazy(async () => ({ default: (await import('../chart/drawing.tsx')).Drawing }))

const missingTexts = {
  slices: message('Choose a column for the slices.'),
  x: message('Choose a column for the x-axis.'),
  y: message('Choose a numeric column, or count rows.'),
  series: message('Choose a column for the heat map rows.'),
}

interface ChartFigureProps {
  rows: Row[]
  made: MadeChart | null
  shape: ResultShape
  settings: ChartSettings
}

/** Only the chart; a table of its values is elsewhere on the page. */
export function ChartFigure({ rows, made, shape, settings }: ChartFigureProps) {
  const { t } = useTranslation()
  const missing = missingColumn(settings)
  const title = shownText(t, titleOf(settings, shape))
  if (settings.type === 'table') return <RowTable rows={rows} shape={shape} />
  if (missing !== null) {
    return (
      <div className="min-w-0 [&_figure]:overflow-hidden [&_figure]:rounded-(--r-panel) [&_figure]:border [&_figure]:border-line [&_figure]:bg-raised print:[&_figure]:break-inside-avoid print:[&_figure]:border-0">
        <Note tone="info">
          {translate(t, missingTexts[missing === 'x' && settings.type === 'pie' ? 'slices' : missing])}
        </Note>
      </div>
    )
  }
  return (
    <div className="min-w-0 [&_figure]:overflow-hidden [&_figure]:rounded-(--r-panel) [&_figure]:border [&_figure]:border-line [&_figure]:bg-raised print:[&_figure]:break-inside-avoid print:[&_figure]:border-0">
      {made === null ? (
        <output className="flex min-h-80 items-center justify-center gap-3 text-muted">{t('Drawing chart...')}</output>
      ) : (
        <>
          <figure aria-label={t('{type}: {title}', { type: translate(t, typeLooks[settings.type].label), title })}>
            {made.settings.type === 'number' ? (
              <BigNumber data={made.data} title={title} />
            ) : (
              <Drawn
                data={made.data}
                shape={shape}
                settings={{ ...settings, ...made.settings, ...looksOf(settings) }}
              />
            )}
            <Notes notes={made.data.notes} />
          </figure>
        </>
      )}
    </div>
  )
}

/** Settings that apply at once, while new numbers are still being computed. */
function looksOf({ title, palette }: ChartSettings): Pick<ChartSettings, 'title' | 'palette'> {
  return { title, palette }
}

function BigNumber({ data, title }: { data: ChartData; title: string }) {
  const { t } = useTranslation()
  const value = data.kind === 'groups' ? (data.series[0]?.values[0] ?? null) : null
  return (
    <p className="grid min-h-[280px] place-items-center gap-2 p-6 text-center">
      <b className="self-end text-[clamp(32px,6vw,64px)] leading-[1.1] tracking-[-0.02em] wrap-anywhere tabular-nums">
        {value === null ? t('No value') : exactText(value)}
      </b>
      <span className="self-start text-muted">{title}</span>
    </p>
  )
}

function Drawn({ data, shape, settings }: { data: ChartData; shape: ResultShape; settings: ChartSettings }) {
  const { t } = useTranslation()
  const [readSvg, setReadSvg] = useState<(() => string) | null>(null)
  const [failed, setFailed] = useState(false)
  const handleDrawn = useCallback((read: (() => string) | null) => setReadSvg(() => read), [])
  const parts = useMemo(() => {
    const name = (column: number | null) => (column === null ? '' : (shape.columns[column]?.name ?? ''))
    const y = settings.type === 'scatter' ? name(settings.y[0] ?? null) : translate(t, measureText(settings, shape))
    const title = shownText(t, titleOf(settings, shape))
    return { data, settings, title, names: { x: name(settings.x), y }, words: chartWords(t), theme: tokenTheme }
  }, [data, settings, shape, t])
  const save = async (format: 'png' | 'svg') => {
    if (readSvg === null) return
    setFailed(false)
    await saveChart(readSvg(), format).catch(() => setFailed(true))
  }
  return (
    <>
      <Suspense fallback={<div className="h-[440px]" />}>
        <Drawing parts={parts} onDrawn={handleDrawn} />
      </Suspense>
      <div className="flex items-center justify-end gap-2 border-t border-line px-3 py-2 print:hidden">
        {failed && (
          <span className="text-danger text-meta" role="alert">
            {t('Could not save the chart. Try again.')}
          </span>
        )}
        {(['png', 'svg'] as const).map((format) => (
          <Button key={format} size="small" disabled={readSvg === null} onClick={() => void save(format)}>
            <Icon of={Download} />
            {t('Download {format}', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
    </>
  )
}

function Notes({ notes }: { notes: ChartNotes }) {
  const { t } = useTranslation()
  const { cut, others, leftOut, otherSeries, seriesLeftOut, skipped } = notes
  const texts = [
    cut !== null && t('Showing {drawn, number} of {total, number} points.', { drawn: cut.drawn, total: cut.of }),
    others > 0 && t('"Other" contains {n, plural, one {# group} other {# groups}}.', { n: others }),
    leftOut > 0 &&
      t(
        '{n, plural, one {# group is} other {# groups are}} hidden because "Other" would be much larger than the rest.',
        {
          n: leftOut,
        },
      ),
    otherSeries > 0 && t('"Other" contains {n, plural, one {# series} other {# series}}.', { n: otherSeries }),
    seriesLeftOut > 0 &&
      t(
        '{n, plural, one {# series is} other {# series are}} hidden because "Other" would be much larger than the rest.',
        { n: seriesLeftOut },
      ),
    skipped > 0 && t('{n, plural, one {# value} other {# values}} could not be drawn.', { n: skipped }),
  ].filter((text) => text !== false)
  return texts.length === 0 ? null : (
    <figcaption className={cn('text-meta text-muted', 'border-t border-line px-3 py-2')}>{texts.join(' ')}</figcaption>
  )
}
