import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/auth.ts'
import { exportUsage, usageQuery } from '../../api/model-costs.ts'
import { BudgetBanner } from '../../components/budget-banner.tsx'
import { SubNavigation } from '../../components/sub-navigation.tsx'
import { ExportButton } from '../../components/export-button.tsx'
import { describeError } from '../../lib/api-error.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { BudgetsSection } from './budgets-section.tsx'
import { CostFilters } from './cost-filters.tsx'
import { filterFor } from './cost-search.ts'
import { CostTable } from './cost-table.tsx'
import { modelPages } from './model-pages.ts'
import { PricesSection } from './prices-section.tsx'
import { Page, PageHead } from '../../components/page.tsx'

const route = getRouteApi('/administration/models/costs')

/** What models use and cost: for administrators with budgets and prices, for owners in their business areas. */
export function ModelCostsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Model costs'))
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const isAdmin = me.role === 'ADMIN'
  const filter = filterFor(isAdmin, search)
  const report = useQuery({ ...usageQuery(filter), placeholderData: keepPreviousData })
  return (
    <Page>
      <PageHead>
        <div className="min-w-0 flex-1">
          <h1>{t('Model costs')}</h1>
          <p>
            {isAdmin
              ? t('What language models used and cost, by days in UTC. The built-in engine costs nothing.')
              : t('What language models used and cost in your business areas, by days in UTC.')}
          </p>
        </div>
        <ExportButton
          load={() => exportUsage(filter)}
          fileName="model_costs.csv"
          failureText={t('Could not export the costs. Try again.')}
        />
      </PageHead>
      {isAdmin && <SubNavigation label={t('Models')} pages={modelPages(t)} />}
      <BudgetBanner isAdmin={isAdmin} />
      <CostFilters
        isAdmin={isAdmin}
        search={search}
        models={report.data?.models ?? []}
        onSearch={(change) => void navigate({ search: (current) => ({ ...current, ...change }), replace: true })}
      />
      {report.isPending && <p className="text-muted">{t('Loading the costs...')}</p>}
      {report.isError && (
        <Note tone="danger">
          <p>{describeError(report.error, t('Could not load the costs. Try again.'))}</p>
          <Button size="small" className="mt-2" disabled={report.isFetching} onClick={() => void report.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {report.data !== undefined && !report.isError && <CostTable report={report.data} />}
      {isAdmin && (
        <p className="text-meta text-faint mt-2">
          {t('Calls of {command}, and of {ask} on a file, are not included.', {
            command: 'npm run doctor',
            ask: 'npm run ask',
          })}
        </p>
      )}
      {isAdmin && (
        <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-10 [&>section:first-child]:max-w-[720px]">
          <BudgetsSection />
          <PricesSection />
        </div>
      )}
    </Page>
  )
}
