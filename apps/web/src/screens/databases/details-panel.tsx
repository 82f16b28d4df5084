import type { CatalogueChanges, CatalogueStatus, DatabaseCapabilities, DatabaseType } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogueQuery, refreshCatalogue, type Database } from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatCount, formatSessionDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { isSynced } from './card-badges.tsx'
import { SyncHistory } from './sync-history.tsx'

const namesShown = 10

/** Details of a database other than its settings: its tables, what changed, and the limits of its kind. */
export function DetailsPanel({ id, database, type }: { id: string; database: Database; type: DatabaseType | null }) {
  const { t } = useTranslation()
  return (
    <section className="db-panel" id={id} aria-label={t('Details of {name}', { name: database.name })}>
      {database.description !== null && <p dir="auto">{database.description}</p>}
      {database.driver_info !== null && <p className="meta muted">{database.driver_info}</p>}
      {type !== null && <Limits capabilities={type.capabilities} />}
      {isSynced(database) && database.can_manage && <SyncHistory id={database.id} />}
      <CatalogueState database={database} />
    </section>
  )
}

const limits: { key: keyof DatabaseCapabilities; text: string }[] = [
  { key: 'cancel', text: 'Cancelling a question does not stop its query in the database.' },
  { key: 'read_only_session', text: 'It has no read-only sessions: use an account that can only read.' },
  { key: 'statement_timeout', text: 'It has no time limit of its own: a slow query may go on after Parlance gave up.' },
]

function Limits({ capabilities }: { capabilities: DatabaseCapabilities }) {
  const { t } = useTranslation()
  const missing = limits.filter((limit) => !capabilities[limit.key])
  if (missing.length === 0) return null
  return (
    <div>
      <p className="over">{t('What this kind of database cannot do')}</p>
      <ul className="db-limits">
        {missing.map((limit) => (
          <li key={limit.key}>{t(limit.text)}</li>
        ))}
      </ul>
    </div>
  )
}

function CatalogueState({ database }: { database: Database }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const query = catalogueQuery(database.id)
  const status = useQuery(query)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const refresh = async () => {
    if (isAsking) return
    setAsking(true)
    setFailure(null)
    try {
      queryClient.setQueryData(query.queryKey, await refreshCatalogue(database.id))
    } catch (error) {
      setFailure(describeError(error, t('Failed to read the tables')))
    } finally {
      setAsking(false)
    }
  }
  if (status.isPending) return <p className="meta faint">{t('Loading the tables...')}</p>
  if (status.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(status.error, t('Failed to load what is known of the tables'))}</p>
        <Button size="small" className="mt-2" onClick={() => void status.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  const { data } = status
  const problem = failure ?? data.error
  const isReading = isAsking || data.refresh !== null
  return (
    <div className="db-catalogue">
      <div className="row">
        <p className="grow meta muted num" aria-live="polite">
          <CatalogueLine status={data} />
        </p>
        {database.can_manage && (
          <Button size="small" disabled={isReading || !database.is_valid} onClick={() => void refresh()}>
            {isReading ? <Spinner /> : <Icon of={RefreshCw} />}
            {isReading ? t('Reading...') : t('Refresh tables')}
          </Button>
        )}
      </div>
      {problem !== null && <Note tone="danger">{problem}</Note>}
      {data.changes !== null && <Changes changes={data.changes} />}
    </div>
  )
}

function CatalogueLine({ status }: { status: CatalogueStatus }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  if (status.refresh !== null) return t('Reading tables: {n} so far', { n: formatCount(status.refresh.tables_seen) })
  if (status.refreshed_at === null) return t('The tables have not been read yet.')
  return [
    t('{n} tables', { n: formatCount(status.table_count ?? 0) }),
    t('{n} columns', { n: formatCount(status.column_count ?? 0) }),
    t('read {when}', { when: formatSessionDate(status.refreshed_at, now) }),
  ].join(' · ')
}

function Changes({ changes }: { changes: CatalogueChanges }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const changed = changes.changed.tables.map(({ table, added_columns, removed_columns, changed_columns }) => {
    const columns = [
      ...added_columns.map((column) => `+${column}`),
      ...removed_columns.map((column) => `−${column}`),
      ...changed_columns,
    ]
    return `${table} (${columns.join(', ')})`
  })
  const since = formatSessionDate(changes.since, now)
  return (
    <div>
      <p className="over">{t('What changed since {when}', { when: since })}</p>
      <ul className="db-limits">
        <ChangeLine label={t('Added')} count={changes.added.count} names={changes.added.tables} />
        <ChangeLine label={t('Removed')} count={changes.removed.count} names={changes.removed.tables} />
        <ChangeLine label={t('Changed')} count={changes.changed.count} names={changed} />
      </ul>
    </div>
  )
}

function ChangeLine({ label, count, names }: { label: string; count: number; names: string[] }) {
  const { t } = useTranslation()
  if (count === 0) return null
  const shown = names.slice(0, namesShown)
  const more = count - shown.length
  return (
    <li>
      {`${label}: ${shown.join(', ')}`}
      {more > 0 && ` ${t('and {n} more', { n: formatCount(more) })}`}
    </li>
  )
}
