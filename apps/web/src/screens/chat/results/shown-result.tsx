import type { FullResultsRequest, FullResultsResponse, ResultColumn } from '@parlance/contract'
import { PanelTop, Rows2, SquareArrowOutUpRight } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chartChoices } from '../../../lib/charts/chart-spec.ts'
import { formatMoment } from '../../../lib/format.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import type { ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import { stackedMedia, useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Chat } from '../state/use-chat.ts'
import { PanelHead, PanelTitle } from './panel-title.tsx'
import { ResultBody, ResultRows, type ResultTab } from './result-body.tsx'
import { ResultButtons } from './result-buttons.tsx'
import { ResultFooter } from './result-footer.tsx'
import type { GridExcerpt } from '../../../ui/grid/grid-range.ts'
import { SqlRegion } from './sql-region.tsx'
import { resultIdOf, type EditedSqls } from './use-edited-sql.ts'
import { useVisualize } from './use-visualize.ts'
import type { FigureCells } from '../../../lib/turn/figure-cells.ts'
import { Segments } from '../../../ui/segments.tsx'

type ResultView = 'split' | 'tabs'

const viewKey = 'parlance:results_view'
const chartKey = 'parlance:results_chart'

interface ShownResultProps {
  chat: Chat
  message: ChatMessage
  /** What it answers. */
  question: string
  /** The answer's rows, or the rows of its edited SQL. */
  result: SqlResult
  edits: EditedSqls
  /** The cells to mark and show; null for none. */
  cells: FigureCells | null
  /** Changes with each request to show the chart of the rows; null for none. */
  chartRequest: object | null
}

/** One result with its SQL, its rows and its buttons. */
export function ShownResult({ chat, message, question, result, edits, cells, chartRequest }: ShownResultProps) {
  const resultId = resultIdOf(message)
  const stacked = useMedia(stackedMedia)
  const [view, setView] = useKept<ResultView>(viewKey, 'split', 'tabs')
  const [tab, setTab] = useState<ResultTab>('rows')
  const excerpt = useRef<() => GridExcerpt>(null)
  const keepExcerpt = useCallback((read: () => GridExcerpt) => {
    excerpt.current = read
  }, [])
  const choices = useMemo(() => chartChoices(result.columns, result.rows), [result.columns, result.rows])
  const hasChart = choices.length > 0 || result.chart !== null
  const [chartShown, showChart] = useChartShown(message.id, result, chartRequest)
  const request = requestOf(chat, message, result)
  // Its edited SQL failed, so the rows belong to the SQL before.
  const own = edits.of(resultId)
  const isStale = own !== null && own.refusal !== null
  const isTabbed = stacked || view === 'tabs'

  const run = async () => {
    const edited = edits.of(resultId)
    if (edited === null || edited.text.trim() === '') return
    if (await edits.run(resultId, chat.fullResultsRequest(edited.text, message))) setTab('rows')
  }
  const takeAllRows = ({ columns, results, truncated }: FullResultsResponse) => {
    const edited = own?.result ?? null
    if (edited === null) {
      chat.showAllRows(message.id, { step: result.step, columns, rows: results, truncated })
      return
    }
    const totalRows = truncated ? null : results.length
    edits.change(resultId, {
      result: { ...edited, columns, rows: results, truncated, totalRows, displayedRows: results.length },
    })
  }

  return (
    <>
      <PanelHead>
        <PanelTitle question={question} timestamp={message.timestamp} />
        <ResultButtons
          result={result}
          request={request}
          chartShown={hasChart ? chartShown : null}
          onChart={showChart}
        />
      </PanelHead>
      <ResultBody
        sql={
          <SqlRegion
            chat={chat}
            message={message}
            result={result}
            edits={edits}
            onRun={() => void run()}
            full={isTabbed}
          />
        }
        rows={
          <ResultRows
            result={result}
            withChart={chartShown && (hasChart || result.display !== null)}
            onExcerpt={keepExcerpt}
            marked={cells}
            question={question}
            source={sourceOf(chat, message)}
            isStale={isStale}
          />
        }
        rowCount={result.displayedRows}
        tab={isTabbed ? tab : null}
        onTab={setTab}
      />
      <ResultFooter
        result={result}
        sourceName={message.sqlResult?.sourceName ?? null}
        isStale={isStale}
        request={request}
        readExcerpt={() => excerpt.current?.() ?? null}
        onAllRows={takeAllRows}
      >
        {!stacked && <ViewSwitch view={view} onChoose={setView} />}
        {result.computedFrom === null && (
          <VisualizeButton
            sql={result.sql}
            databaseName={databaseNameOf(chat)}
            businessAreaName={chat.area?.area_name ?? ''}
          />
        )}
      </ResultFooter>
    </>
  )
}

interface VisualizeButtonProps {
  sql: string
  databaseName: string
  /** Empty if the question may use all tables. */
  businessAreaName: string
}

function VisualizeButton(query: VisualizeButtonProps) {
  const { t } = useTranslation()
  const visualize = useVisualize()
  return (
    <Button kind="quiet" size="small" title={t('Open in the visualization tool')} onClick={() => void visualize(query)}>
      <Icon of={SquareArrowOutUpRight} />
      <span className="@max-[440px]/results:sr-only">{t('Visualize')}</span>
    </Button>
  )
}

function ViewSwitch({ view, onChoose }: { view: ResultView; onChoose: (view: ResultView) => void }) {
  const { t } = useTranslation()
  const option = (choice: ResultView, label: string, icon: typeof Rows2) => (
    <button type="button" aria-pressed={view === choice} title={label} onClick={() => onChoose(choice)}>
      <Icon of={icon} />
      <span className="sr-only">{label}</span>
    </button>
  )
  return (
    <Segments aria-label={t('View')}>
      {option('split', t('Split'), Rows2)}
      {option('tabs', t('Tabs'), PanelTop)}
    </Segments>
  )
}

/**
 * Whether the chart is shown. The question's own wish wins over the saved choice until the user chooses for this answer.
 * @param request changes with each request to show it; null for none
 */
function useChartShown(messageId: string, { chart, display }: SqlResult, request: object | null) {
  const [kept, keep] = useKept<'shown' | 'hidden'>(chartKey, 'hidden', 'shown')
  const [chosenFor, setChosenFor] = useState<string | null>(null)
  const [answered, setAnswered] = useState<object | null>(null)
  const show = (shown: boolean) => {
    setChosenFor(messageId)
    setAnswered(request)
    keep(shown ? 'shown' : 'hidden')
  }
  const wished = chart === null ? display : chart.type
  const wish = chosenFor === messageId ? null : wished
  const isRequested = request !== null && request !== answered
  return [isRequested || (wish === null ? kept === 'shown' : wish !== 'table'), show] as const
}

/** A choice between two options, saved in this browser. */
function useKept<T extends string>(key: string, first: T, second: T): [T, (chosen: T) => void] {
  const [value, setValue] = useState<T>(() => (localStore.get(key) === second ? second : first))
  return [
    value,
    (chosen) => {
      localStore.set(key, chosen)
      setValue(chosen)
    },
  ]
}

/** Where the rows come from, and when: 'Sample Shop · Sales · Nov 3, 2026, 9:05 AM'. */
function sourceOf(chat: Chat, { sqlResult, timestamp }: ChatMessage): string {
  const parts = [sqlResult?.sourceName ?? databaseNameOf(chat), chat.area?.area_name ?? '', formatMoment(timestamp)]
  return parts.filter((part) => part !== '').join(' · ')
}

/** The database of the open conversation. */
function databaseNameOf(chat: Chat): string {
  const id = chat.session?.database_config_id ?? null
  const known = chat.scope.configurations.data?.find((database) => database.id === id)
  return (known ?? chat.scope.database)?.name ?? ''
}

/** How a metric's numbers look, for the rows that are loaded or exported. */
function columnFormats(columns: readonly ResultColumn[]): Pick<FullResultsRequest, 'column_formats'> {
  const formats = columns.flatMap(({ name, format }) => (format === undefined ? [] : [{ name, format }]))
  return formats.length === 0 ? {} : { column_formats: formats }
}

/** The request for all rows of a result, and for its files. */
function requestOf(
  chat: ShownResultProps['chat'],
  message: ShownResultProps['message'],
  { sql, step, computedFrom, columns }: SqlResult,
): FullResultsRequest {
  return { ...chat.fullResultsRequest(sql, message, computedFrom === null ? null : step), ...columnFormats(columns) }
}
