import { Tabs } from '@base-ui/react/tabs'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { ResultChart } from './result-chart.tsx'
import type { GridExcerpt } from '../../../ui/grid/grid-range.ts'
import { ResultGrid } from '../../../ui/grid/result-grid.tsx'
import type { FigureCells } from '../../../lib/turn/figure-cells.ts'

export type ResultTab = 'sql' | 'rows'

const tabClass =
  'h-9 px-2 font-medium text-muted tabular-nums focus-visible:-outline-offset-2 data-active:text-ink data-active:shadow-[inset_0_-2px_var(--accent)] max-md:h-11'
const emptyClass = 'grid flex-1 place-content-center justify-items-center gap-1 p-6 text-center text-muted'

/** Above the rows, or next to them in a wide panel. On phones it is low enough to leave the first rows in view. */
function chartClass(title: string | null | undefined): string {
  return cn(
    'h-[min(320px,50%)] border-b border-line px-3 py-2 max-md:py-0',
    typeof title === 'string' ? 'max-md:h-[clamp(270px,90%,350px)]' : 'max-md:h-[clamp(240px,80%,320px)]',
    '@min-[900px]/results:h-auto @min-[900px]/results:max-h-120 @min-[900px]/results:w-[44%] @min-[900px]/results:border-r @min-[900px]/results:border-b-0',
  )
}

interface ResultBodyProps {
  /** The SQL, read-only or in the editor. */
  sql: ReactNode
  rows: ReactNode
  rowCount: number
  /** Null shows both at once. */
  tab: ResultTab | null
  onTab: (tab: ResultTab) => void
}

/** SQL above its rows, or each on its own tab. */
export function ResultBody({ sql, rows, rowCount, tab, onTab }: ResultBodyProps) {
  const { t } = useTranslation()
  if (tab === null) {
    return (
      <>
        {sql}
        {rows}
      </>
    )
  }
  return (
    <Tabs.Root
      className="flex min-h-0 flex-1 flex-col"
      value={tab}
      onValueChange={(chosen) => onTab(chosen === 'sql' ? 'sql' : 'rows')}
    >
      <Tabs.List className="flex flex-none gap-1 border-b border-line px-2" aria-label={t('Query Results')}>
        <Tabs.Tab className={tabClass} value="sql">
          {t('SQL Query')}
        </Tabs.Tab>
        <Tabs.Tab className={tabClass} value="rows">
          {t('Results ({n, plural, one {# row} other {# rows}})', { n: rowCount })}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel className="flex min-h-0 flex-1 flex-col -outline-offset-2" value="sql">
        {sql}
      </Tabs.Panel>
      <Tabs.Panel className="flex min-h-0 flex-1 flex-col -outline-offset-2" value="rows">
        {rows}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

interface ResultRowsProps {
  result: SqlResult
  withChart: boolean
  onExcerpt: (read: () => GridExcerpt) => void
  /** The cells to mark and show; null for none. */
  marked: FigureCells | null
  question: string
  source: string
  /** Whether they belong to the SQL before it was edited. */
  isStale: boolean
}

/** The rows as a table, with a chart next to them on request; or the reason why there are none. */
export const ResultRows = memo(function ResultRows({
  result,
  withChart,
  onExcerpt,
  marked,
  question,
  source,
  isStale,
}: ResultRowsProps) {
  const { t } = useTranslation()
  if (result.rows.length > 0) {
    return (
      <div
        className={cn(
          'flex min-h-0 flex-1 flex-col',
          withChart && 'max-md:overflow-y-auto @min-[900px]/results:flex-row',
          // Set back, but still readable.
          isStale && 'text-faint grayscale [&_svg]:opacity-50',
        )}
      >
        {/* Other SQL starts over: sorting, selection and chart belong to the previous columns. */}
        {withChart && (
          <ResultChart
            key={`${result.display} ${JSON.stringify(result.look)} ${result.chart?.type} ${result.sql}`}
            result={result}
            question={question}
            source={source}
            className={chartClass(result.chart?.title)}
          />
        )}
        <ResultGrid
          key={result.sql}
          result={result}
          onExcerpt={onExcerpt}
          marked={marked}
          className={withChart ? 'max-md:h-55 max-md:flex-none' : undefined}
        />
      </div>
    )
  }
  if (!result.notExecuted) {
    return <div className={emptyClass}>{t('Query executed successfully but returned no rows.')}</div>
  }
  return (
    <div className={emptyClass}>
      <p>{t('Query generated but not executed.')}</p>
      {result.has_parameters && <p>{t('Its parameters need values before it can run.')}</p>}
    </div>
  )
})
