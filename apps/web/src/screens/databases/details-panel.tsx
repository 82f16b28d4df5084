import {
  message,
  type CatalogueChanges,
  type CatalogueStatus,
  type DatabaseCapabilities,
  type DatabaseType,
  type Message,
} from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogueQuery, refreshCatalogue, type Database } from '../../api/databases.ts'
import { HistoryLink } from '../../components/history-link.tsx'
import { describeError } from '../../lib/api-error.ts'
import { formatSessionDate } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { isSynced } from './card-badges.tsx'
import { CheckedSwitch } from './health-checks.tsx'
import { StoredValues } from './stored-values.tsx'
import { SyncHistory } from './sync-history.tsx'
import { panelClass, dottedListClass } from './panel-class.ts'

const namesShown = 10

/** Details of a database other than its settings: its tables, what changed, and the limits of its kind. */
export function DetailsPanel({ id, database, type }: { id: string; database: Database; type: DatabaseType | null }) {
  const { t } = useTranslation()
  return (
    <section className={panelClass} id={id} aria-label={t('Details of {name}', { name: database.name })}>
      {database.description !== null && <p dir="auto">{database.description}</p>}
      {database.driver_info !== null && <p className="text-meta text-muted">{database.driver_info}</p>}
      {type !== null && <Limits capabilities={type.capabilities} />}
      {isSynced(database) && database.can_manage && <SyncHistory id={database.id} />}
      <CatalogueState database={database} />
      {database.can_manage && <StoredValues database={database} />}
      {database.can_manage && !isSynced(database) && <CheckedSwitch database={database} />}
      <HistoryLink id={database.id} />
    </section>
  )
}

const limits: { key: keyof DatabaseCapabilities; text: Message }[] = [
  { key: 'cancel', text: message('Canceling a question does not stop its query in the database.') },
  {
    key: 'read_only_session',
    text: message('Read-only sessions are not supported. Use an account with read-only access.'),
  },
  {
    key: 'statement_timeout',
    text: message(
      'Query time limits are not supported. A slow query may keep running after Parlance stops waiting for it.',
    ),
  },
]

function Limits({ capabilities }: { capabilities: DatabaseCapabilities }) {
  const { t } = useTranslation()
  const missing = limits.filter((limit) => !capabilities[limit.key])
  if (missing.length === 0) return null
  return (
    <div>
      <p className="text-meta font-medium text-faint">{t('Limitations of this database type')}</p>
      <ul className={dottedListClass}>
        {missing.map((limit) => (
          <li key={limit.key}>{translate(t, limit.text)}</li>
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
      setFailure(describeError(error, t('Could not read the tables.')))
    } finally {
      setAsking(false)
    }
  }
  if (status.isPending) return <p className="text-meta text-faint">{t('Loading tables...')}</p>
  if (status.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(status.error, t('Could not load the tables.'))}</p>
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
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-meta text-muted tabular-nums" aria-live="polite">
          <CatalogueLine status={data} />
        </p>
        {database.can_manage && (
          <Button
            size="small"
            disabled={isReading}
            reason={
              database.is_valid
                ? null
                : t('Test the connection first. Parlance reads its tables after the test succeeds.')
            }
            onClick={() => void refresh()}
          >
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
  if (status.refresh !== null) return t('Reading tables: {n, number} so far', { n: status.refresh.tables_seen })
  if (status.refreshed_at === null) return t('The tables have not been read yet.')
  return [
    t('{n, plural, one {# table} other {# tables}}', { n: status.table_count ?? 0 }),
    t('{n, plural, one {# column} other {# columns}}', { n: status.column_count ?? 0 }),
    t('Last read: {when}', { when: formatSessionDate(status.refreshed_at, now) }),
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
      <p className="text-meta font-medium text-faint">{t('Changes since {when}', { when: since })}</p>
      <ul className={dottedListClass}>
        <ChangeLine kind="added" count={changes.added.count} names={changes.added.tables} />
        <ChangeLine kind="removed" count={changes.removed.count} names={changes.removed.tables} />
        <ChangeLine kind="changed" count={changes.changed.count} names={changed} />
      </ul>
    </div>
  )
}

const changeTexts = {
  added: (tables: string, more: number) =>
    message('Added: {tables}{more, plural, =0 {} other {, and # more}}', { tables, more }),
  removed: (tables: string, more: number) =>
    message('Removed: {tables}{more, plural, =0 {} other {, and # more}}', { tables, more }),
  changed: (tables: string, more: number) =>
    message('Changed: {tables}{more, plural, =0 {} other {, and # more}}', { tables, more }),
}

function ChangeLine({ kind, count, names }: { kind: keyof typeof changeTexts; count: number; names: string[] }) {
  const { t } = useTranslation()
  if (count === 0) return null
  const shown = names.slice(0, namesShown)
  return <li>{translate(t, changeTexts[kind](shown.join(', '), count - shown.length))}</li>
}
