import type { SyncHistory as Syncs } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { syncHistoryQuery } from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatSessionDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Note } from '../../ui/note.tsx'
import { dottedListClass } from './panel-class.ts'

const shown = 5

/** The outcomes of the last syncs, with the reason if they failed. */
export function SyncHistory({ id }: { id: string }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { data, error } = useQuery(syncHistoryQuery(id))
  if (error !== null) return <Note tone="danger">{describeError(error, t('Could not load the recent syncs.'))}</Note>
  if (data === undefined || data.length === 0) return null
  const describe = (sync: Syncs[number]): string => {
    if (sync.error !== null) return t('Failed: {reason}', { reason: sync.error })
    const counts = t('{tables, plural, one {# table} other {# tables}}, {rows, plural, one {# row} other {# rows}}', {
      tables: sync.table_count,
      rows: sync.row_count,
    })
    return [counts, ...sync.warnings].join('. ')
  }
  return (
    <div>
      <p className="text-meta font-medium text-faint">{t('Recent syncs')}</p>
      <ul className={dottedListClass}>
        {data.slice(0, shown).map((sync) => (
          <li key={sync.started_at}>{`${formatSessionDate(sync.finished_at, now)} · ${describe(sync)}`}</li>
        ))}
      </ul>
    </div>
  )
}
