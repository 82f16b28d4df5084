import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditQuery, exportAudit, type AuditFilter } from '../../api/audit.ts'
import { ExportButton } from '../../components/export-button.tsx'
import { SubNavigation } from '../../components/sub-navigation.tsx'
import { describeError } from '../../lib/api-error.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { filterOf, type AuditSearch } from './audit-filter.ts'
import { auditPages } from './audit-pages.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { PageHead } from '../../components/page.tsx'

const route = getRouteApi('/administration/audit')

/** The audit log for administrators: who did what to what. */
export function AuditScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Audit log'))
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(search)
  return (
    <main className="w-full max-w-[1408px] px-8 pb-12 max-md:px-4 max-md:pb-8">
      <PageHead>
        <div className="min-w-0 flex-1">
          <h1>{t('Audit log')}</h1>
          <p>{t('Who did what, when, and from where. The log contains no data from your databases.')}</p>
        </div>
        <ExportButton
          load={() => exportAudit(filter, 'csv')}
          fileName="audit.csv"
          failureText={t('Could not export the audit log. Try again.')}
        />
        <ExportButton
          load={() => exportAudit(filter, 'jsonl')}
          label={t('Export JSON Lines')}
          fileName="audit.jsonl"
          failureText={t('Could not export the audit log. Try again.')}
        />
      </PageHead>
      <SubNavigation label={t('Audit log')} pages={auditPages(t)} />
      <AuditRecords
        search={search}
        filter={filter}
        onSearch={(change) => void navigate({ search: (current) => ({ ...current, ...change }), replace: true })}
      />
    </main>
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
  const moreText = log.data?.pages.at(-1)?.searched_to ? t('Search older entries') : t('Show more')
  const searchedTo = log.data?.pages.at(-1)?.searched_to ?? null
  const records = log.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <>
      <AuditFilters search={search} actions={actions} newest={records[0]} onSearch={onSearch} />
      {log.isPending && <p className="text-muted">{t('Loading the audit log...')}</p>}
      {log.data !== undefined && records.length === 0 && !log.hasNextPage && (
        <p className="text-muted py-12 text-center">{t('No records match these filters.')}</p>
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
      {searchedTo !== null && (
        <p className="text-muted mt-4 text-center">
          {t('The search covers the entries since {when}.', { when: formatTimestamp(searchedTo) ?? searchedTo })}
        </p>
      )}
      {log.hasNextPage && !log.isError && (
        <Button
          className="mx-auto mt-4 flex"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {log.isFetchingNextPage ? t('Loading...') : moreText}
        </Button>
      )}
    </>
  )
}
