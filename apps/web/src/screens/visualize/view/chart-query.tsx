import type { AreaListItem, VisualizationPayload } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../../api/databases.ts'
import { loadChartRows } from '../../../api/visualization.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import { ChartMaker } from './chart-maker.tsx'
import { Where } from './where.tsx'

interface ChartQueryProps {
  payload: VisualizationPayload
  database: Database
  area: AreaListItem | null
  /** Whether the query may run: the viewer's own chat sent it, or the viewer pressed Run. */
  agreed: boolean
  onAgree: () => void
}

/** The query, which runs as the viewer after consent. */
export function ChartQuery(props: ChartQueryProps) {
  return props.agreed ? <RunningQuery {...props} /> : <Agreement {...props} />
}

function Agreement(props: ChartQueryProps) {
  const { t } = useTranslation()
  return (
    <section
      className="mt-4 grid max-w-[760px] gap-3 [&>:is(a,button)]:justify-self-start [&_[data-source]]:my-0"
      aria-label={t('Query')}
    >
      <Note tone="info">
        {t(
          'This query came from a link, not from your chat. Review it before you run it. It runs with your permissions.',
        )}
      </Note>
      <Where {...props} />
      <SqlBox sql={props.payload.sql} />
      <Button kind="primary" onClick={props.onAgree}>
        <Icon of={Play} />
        {t('Run')}
      </Button>
    </section>
  )
}

function RunningQuery(props: ChartQueryProps) {
  const { t } = useTranslation()
  const { payload, database, area } = props
  const client = useQueryClient()
  const [rowCount, setRowCount] = useState(0)
  const queryKey = ['chart-rows', database.id, area?.area_id ?? null, payload.sql]
  const rows = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      setRowCount(0)
      const request = {
        sql_query: payload.sql,
        database_config_id: database.id,
        business_area_id: area?.area_id ?? null,
      }
      return loadChartRows(request, { signal, onProgress: setRowCount })
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    // Rows are thousands of small arrays: comparing them with the previous ones would cost more than rendering them.
    structuralSharing: false,
  })
  if (rows.data !== undefined) return <ChartMaker {...props} result={rows.data} />
  if (rows.isFetching) {
    return (
      <div className="flex min-h-80 items-center justify-center gap-3 text-muted">
        <Spinner />
        <output>
          {rowCount === 0 ? t('Running the query...') : t('Reading rows... {n, number} so far', { n: rowCount })}
        </output>
        <Button size="small" onClick={() => void client.cancelQueries({ queryKey })}>
          {t('Cancel')}
        </Button>
      </div>
    )
  }
  return (
    <section
      className="mt-4 grid max-w-[760px] gap-3 [&>:is(a,button)]:justify-self-start [&_[data-source]]:my-0"
      aria-label={t('Query')}
    >
      <Note tone={rows.isError ? 'danger' : 'info'}>
        {rows.isError
          ? describeError(rows.error, t('Could not run the query. Try again.'))
          : t('The query was canceled.')}
      </Note>
      <Where {...props} />
      <SqlBox sql={payload.sql} />
      <Button onClick={() => void rows.refetch()}>{t('Run again')}</Button>
    </section>
  )
}
