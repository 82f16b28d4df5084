import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditQuery, exportAudit, type AuditFilter } from '../../api/audit.ts'
import { BackToChat } from '../../components/back-to-chat.tsx'
import { PageTop } from '../../components/page-top.tsx'
import { describeError } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/file-name.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { filterOf, type AuditSearch } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import styles from '../../components/admin-page.module.css'

const route = getRouteApi('/audit')

/** The audit log for administrators: who did what to what. */
export function AuditScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Audit log'))
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(search)
  return (
    <>
      <PageTop>
        <BackToChat />
      </PageTop>
      <main className={styles.page}>
        <div className="page-head">
          <div className="grow">
            <h1>{t('Audit log')}</h1>
            <p>{t('Who did what, when, and from where. The log contains no data from your databases.')}</p>
          </div>
          <ExportButton filter={filter} />
        </div>
        <AuditRecords
          search={search}
          filter={filter}
          onSearch={(change) => void navigate({ search: (current) => ({ ...current, ...change }), replace: true })}
        />
      </main>
    </>
  )
}

interface AuditRecordsProps {
  search: AuditSearch
  filter: AuditFilter
  onSearch: (change: Partial<AuditSearch>) => void
}

function AuditRecords({ search, filter, onSearch }: AuditRecordsProps) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(auditQuery(filter))
  const [actions, setActions] = useState<string[]>([])
  const known = log.data?.pages[0]?.actions
  // Keep the actions while another filter loads, so that the list does not go empty under the pointer.
  if (known !== undefined && known !== actions) setActions(known)
  const records = log.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <>
      <AuditFilters search={search} actions={actions} onSearch={onSearch} />
      {log.isPending && <p className="muted">{t('Loading the audit log...')}</p>}
      {log.data !== undefined && records.length === 0 && (
        <div className={styles.nothing}>
          <p className="muted">{t('No records match these filters.')}</p>
        </div>
      )}
      {records.length > 0 && <AuditTable records={records} onUser={(user) => onSearch({ user })} />}
      {log.isError && (
        <Note tone="danger">
          <p>{describeError(log.error, t('Could not load the audit log. Try again.'))}</p>
          <Button
            size="small"
            className="mt-2"
            disabled={log.isFetching}
            onClick={() => void (log.data === undefined ? log.refetch() : log.fetchNextPage())}
          >
            {t('Retry')}
          </Button>
        </Note>
      )}
      {log.hasNextPage && !log.isError && (
        <Button
          className="mx-auto mt-4 flex"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {log.isFetchingNextPage ? t('Loading...') : t('Show more')}
        </Button>
      )}
    </>
  )
}

function ExportButton({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation()
  const [isExporting, setExporting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const handleExport = async () => {
    if (isExporting) return
    setExporting(true)
    setFailure(null)
    try {
      const { blob, disposition } = await exportAudit(filter)
      saveFile(blob, /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'audit.csv')
    } catch (error) {
      setFailure(describeError(error, t('Could not export the audit log. Try again.')))
    } finally {
      setExporting(false)
    }
  }
  return (
    <div className="flex items-center gap-2">
      {failure !== null && (
        <span className="text-danger meta" role="alert">
          {failure}
        </span>
      )}
      <Button disabled={isExporting} onClick={() => void handleExport()}>
        <Icon of={Download} />
        {isExporting ? t('Exporting...') : t('Export CSV')}
      </Button>
    </div>
  )
}
