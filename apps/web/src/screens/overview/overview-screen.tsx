import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { overviewQuery } from '../../api/overview.ts'
import { describeError } from '../../lib/api-error.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { AttentionList } from './attention-list.tsx'
import { InstallationFacts } from './installation-facts.tsx'
import { LimitFacts } from './limit-facts.tsx'
import { RecentUse } from './recent-use.tsx'
import { Page, PageHead } from '../../components/page.tsx'

/** The first page of the administration: what needs attention, how the product is used, and what is left. */
export function OverviewScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Overview'))
  const overview = useQuery(overviewQuery)
  return (
    <Page>
      <PageHead>
        <h1 className="min-w-0 flex-1">{t('Overview')}</h1>
      </PageHead>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 content-start gap-8">
          {overview.isPending && <p className="text-muted">{t('Loading the overview...')}</p>}
          {overview.isError && (
            <Note tone="danger">
              <p>{describeError(overview.error, t('Could not load the overview. Try again.'))}</p>
              <Button size="small" className="mt-2" onClick={() => void overview.refetch()}>
                {t('Retry')}
              </Button>
            </Note>
          )}
          {overview.data !== undefined && (
            <>
              <AttentionList overview={overview.data} />
              <RecentUse overview={overview.data} />
            </>
          )}
        </div>
        <div className="grid content-start gap-8">
          <LimitFacts countedAt={overview.dataUpdatedAt} />
          <InstallationFacts overview={overview.data} />
        </div>
      </div>
    </Page>
  )
}
