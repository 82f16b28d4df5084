import type { UsageFilter } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportUsage, usageQuery } from '../../api/model-costs.ts'
import { BackToChat } from '../../components/back-to-chat.tsx'
import { BudgetBanner } from '../../components/budget-banner.tsx'
import { PageTop } from '../../components/page-top.tsx'
import { describeError } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/file-name.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import pageStyles from '../../components/admin-page.module.css'
import { BudgetsSection } from './budgets-section.tsx'
import { CostFilters } from './cost-filters.tsx'
import { CostTable } from './cost-table.tsx'
import { PricesSection } from './prices-section.tsx'
import styles from './model-costs.module.css'

const route = getRouteApi('/model-costs')

/** What models use and cost, budgets, and prices, for administrators. */
export function ModelCostsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Model costs'))
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter: UsageFilter = { ...search, group: search.group ?? 'day' }
  const report = useQuery({ ...usageQuery(filter), placeholderData: keepPreviousData })
  return (
    <>
      <PageTop>
        <BackToChat />
      </PageTop>
      <main className={pageStyles.page}>
        <div className="page-head">
          <div className="grow">
            <h1>{t('Model costs')}</h1>
            <p>{t('What language models used and cost, by days in UTC. The built-in engine costs nothing.')}</p>
          </div>
          <ExportButton filter={filter} />
        </div>
        <BudgetBanner isAdmin />
        <CostFilters
          search={search}
          models={report.data?.models ?? []}
          onSearch={(change) => void navigate({ search: (current) => ({ ...current, ...change }), replace: true })}
        />
        {report.isPending && <p className="muted">{t('Loading the costs...')}</p>}
        {report.isError && (
          <Note tone="danger">
            <p>{describeError(report.error, t('Could not load the costs. Try again.'))}</p>
            <Button size="small" className="mt-2" disabled={report.isFetching} onClick={() => void report.refetch()}>
              {t('Retry')}
            </Button>
          </Note>
        )}
        {report.data !== undefined && !report.isError && <CostTable report={report.data} />}
        <div className={styles.sections}>
          <BudgetsSection />
          <PricesSection />
        </div>
      </main>
    </>
  )
}

function ExportButton({ filter }: { filter: UsageFilter }) {
  const { t } = useTranslation()
  const [isExporting, setExporting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const handleExport = async () => {
    if (isExporting) return
    setExporting(true)
    setFailure(null)
    try {
      const { blob, disposition } = await exportUsage(filter)
      saveFile(blob, /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'model_costs.csv')
    } catch (error) {
      setFailure(describeError(error, t('Could not export the costs. Try again.')))
    } finally {
      setExporting(false)
    }
  }
  return (
    <div>
      {failure !== null && <Note tone="danger">{failure}</Note>}
      <Button disabled={isExporting} onClick={() => void handleExport()}>
        <Icon of={Download} />
        {isExporting ? t('Exporting...') : t('Export CSV')}
      </Button>
    </div>
  )
}
