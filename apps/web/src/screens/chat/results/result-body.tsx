import { Tabs } from '@base-ui/react/tabs'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { SqlView } from '../../../ui/sql-view.tsx'
import { ResultGrid } from './result-grid.tsx'
import type { ResultView } from './results-panel.tsx'

/** SQL above its rows, or each on a tab of its own. */
export const ResultBody = memo(function ResultBody({ result, view }: { result: SqlResult; view: ResultView }) {
  const { t } = useTranslation()
  if (view === 'split') {
    return (
      <>
        <SqlRegion result={result} />
        <Rows result={result} />
      </>
    )
  }
  return (
    <Tabs.Root className="res-tabs" defaultValue="rows">
      <Tabs.List className="tabs" aria-label={t('Query Results')}>
        <Tabs.Tab className="tab" value="sql">
          {t('SQL Query')}
        </Tabs.Tab>
        <Tabs.Tab className="tab num" value="rows">
          {t('Results ({{n}} rows)', { n: formatCount(result.displayedRows) })}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel className="tab-p" value="sql">
        <SqlRegion result={result} full />
      </Tabs.Panel>
      <Tabs.Panel className="tab-p" value="rows">
        <Rows result={result} />
      </Tabs.Panel>
    </Tabs.Root>
  )
})

function SqlRegion({ result, full = false }: { result: SqlResult; full?: boolean }) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className={full ? 'ed ed-full' : 'ed'} aria-label={t('SQL Query')} tabIndex={0}>
      <SqlView sql={result.display_sql} numbered />
    </section>
  )
}

function Rows({ result }: { result: SqlResult }) {
  const { t } = useTranslation()
  if (result.rows.length > 0) return <ResultGrid result={result} />
  if (!result.notExecuted) {
    return <div className="res-empty">{t('Query executed successfully but returned no rows.')}</div>
  }
  return (
    <div className="res-empty">
      <p>{t('Query generated but not executed.')}</p>
      {result.has_parameters && <p>{t('Its parameters need values before it can run.')}</p>}
    </div>
  )
}
