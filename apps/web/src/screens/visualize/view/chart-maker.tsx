import type { AreaListItem, VisualizationPayload } from '@parlance/contract'
import { Printer, Redo2, Sparkles, Undo2 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../../api/databases.ts'
import type { ChartRows } from '../../../api/visualization.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import { shapeOf } from '../chart/chart-settings.ts'
import { chartWords } from '../chart/chart-words.ts'
import { ChartControls } from './chart-controls.tsx'
import { ChartFigure } from './chart-figure.tsx'
import { DataTable } from './data-table.tsx'
import { nameOfQuery } from './kept-settings.ts'
import { useChartData } from './use-chart-data.ts'
import { useChartSettings, type ChartSettingsControl } from './use-chart-settings.ts'
import { Where } from './where.tsx'

interface ChartMakerProps {
  payload: VisualizationPayload
  database: Database
  area: AreaListItem | null
  result: ChartRows
}

/** The chart with all its controls. */
export function ChartMaker({ payload, database, area, result }: ChartMakerProps) {
  const { t } = useTranslation()
  const { columns, rows, truncated } = result
  const words = useMemo(() => chartWords(t), [t])
  const shape = useMemo(() => shapeOf(columns, rows, words), [columns, rows, words])
  const name = nameOfQuery([payload.sql, database.id, area?.area_id ?? null], columns.length)
  const control = useChartSettings(name, columns, rows)
  const { settings } = control
  const made = useChartData({ rows, shape, settings, words })
  const hasValues = made !== null && settings.type !== 'number' && settings.type !== 'table'
  useUndoKeys(control)
  return (
    <>
      <Where database={database} area={area} />
      {truncated && (
        <Note tone="warning" className="mb-4">
          {t('The chart uses only {n, plural, one {the first row} other {the first # rows}}. The query has more.', {
            n: rows.length,
          })}
        </Note>
      )}
      {rows.length === 0 ? (
        <Note tone="info">{t('Query executed successfully but returned no rows.')}</Note>
      ) : (
        <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_288px] lg:grid-rows-[auto_1fr] print:block">
          <ChartFigure rows={rows} made={made} shape={shape} settings={settings} />
          <section
            className="col-start-2 row-span-2 row-start-1 grid gap-4 max-lg:col-auto max-lg:row-auto max-lg:grid-cols-[repeat(auto-fit,minmax(220px,1fr))] print:hidden"
            aria-label={t('Chart settings')}
          >
            <ChartControls shape={shape} control={control} />
            <Buttons control={control} />
          </section>
          {hasValues && <DataTable data={made.data} shape={shape} settings={made.settings} />}
        </div>
      )}
      <details className="mt-6 print:hidden [&_summary]:cursor-pointer [&_summary]:list-inside [&_summary]:list-[disclosure-closed] [&_summary]:py-1 [&_summary]:font-medium open:[&_summary]:list-[disclosure-open]">
        <summary>{t('SQL Query')}</summary>
        <SqlBox sql={payload.sql} />
      </details>
    </>
  )
}

function Buttons({ control }: { control: ChartSettingsControl }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-2 max-lg:col-span-full">
      <Button size="small" disabled={control.undo === null} onClick={() => control.undo?.()} title="Ctrl+Z">
        <Icon of={Undo2} />
        {t('Undo')}
      </Button>
      <Button size="small" disabled={control.redo === null} onClick={() => control.redo?.()} title="Ctrl+Shift+Z">
        <Icon of={Redo2} />
        {t('Redo')}
      </Button>
      <Button size="small" onClick={control.reset} title={t('Choose the best chart for these rows')}>
        <Icon of={Sparkles} />
        {t('Reset chart')}
      </Button>
      <Button size="small" onClick={() => window.print()}>
        <Icon of={Printer} />
        {t('Print chart')}
      </Button>
    </div>
  )
}

/** Handles Ctrl+Z and Ctrl+Shift+Z, unless the user is typing text. */
function useUndoKeys({ undo, redo }: ChartSettingsControl): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'text'
      if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
      const act = event.shiftKey ? redo : undo
      if (act === null) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [undo, redo])
}
