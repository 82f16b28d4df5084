import { Tabs } from '@base-ui/react/tabs'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { ResultChart } from './result-chart.tsx'
import type { GridExcerpt } from './grid-range.ts'
import { ResultGrid } from './result-grid.tsx'
import type { FigureCells } from '../../../lib/turn/figure-cells.ts'
import styles from './results.module.css'

export type ResultTab = 'sql' | 'rows'

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
      className={styles.tabView}
      value={tab}
      onValueChange={(chosen) => onTab(chosen === 'sql' ? 'sql' : 'rows')}
    >
      <Tabs.List className={styles.tabs} aria-label={t('Query Results')}>
        <Tabs.Tab className={styles.tabItem} value="sql">
          {t('SQL Query')}
        </Tabs.Tab>
        <Tabs.Tab className={cn('tabular-nums', styles.tabItem)} value="rows">
          {t('Results ({n, plural, one {# row} other {# rows}})', { n: rowCount })}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel className={styles.tabPanel} value="sql">
        {sql}
      </Tabs.Panel>
      <Tabs.Panel className={styles.tabPanel} value="rows">
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
      <div className={cn(styles.rows, withChart && styles.withChart, isStale && 'opacity-45')}>
        {/* Other SQL starts over: sorting, selection and chart belong to the previous columns. */}
        {withChart && (
          <ResultChart
            key={`${result.display} ${JSON.stringify(result.look)} ${result.chart?.type} ${result.sql}`}
            result={result}
            question={question}
            source={source}
          />
        )}
        <ResultGrid key={result.sql} result={result} onExcerpt={onExcerpt} marked={marked} />
      </div>
    )
  }
  if (!result.notExecuted) {
    return <div className={styles.empty}>{t('Query executed successfully but returned no rows.')}</div>
  }
  return (
    <div className={styles.empty}>
      <p>{t('Query generated but not executed.')}</p>
      {result.has_parameters && <p>{t('Its parameters need values before it can run.')}</p>}
    </div>
  )
})
