import type { Area } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { areaQuery } from '../../../api/areas.ts'
import { evaluationSetsQuery } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { cn } from '../../../lib/cn.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { OnSearch } from './evaluation-search.ts'
import { EvaluationView } from './evaluation-view.tsx'

const route = getRouteApi('/administration/business-areas/$areaId/evaluation')

const crumbClass = 'text-inherit'
const laterClass = "before:mx-2 before:text-faint before:content-['/']"

/** The question sets of a business area, their runs, and a comparison of two of them. */
export function EvaluationScreen() {
  const { t } = useTranslation()
  const { areaId } = route.useParams()
  const area = useQuery(areaQuery(areaId))
  const name = area.data?.area_name
  useDocumentTitle(name === undefined ? t('Evaluation') : t('Evaluation of {area}', { area: name }))
  return (
    <div className="flex h-[calc(100dvh-var(--header)-var(--offline))] flex-col max-md:h-auto max-md:min-h-[calc(100dvh-var(--header))]">
      <main className="flex min-h-0 flex-1 flex-col">
        <nav aria-label={t('Breadcrumb')}>
          <ol className="text-meta flex flex-wrap px-8 pt-4 text-muted max-md:px-4">
            <li>
              <Link className={crumbClass} to="/business-areas" activeOptions={{ exact: true }}>
                {t('Business areas')}
              </Link>
            </li>
            {name !== undefined && (
              <li className={laterClass}>
                <Link
                  className={crumbClass}
                  to="/business-areas/$areaId"
                  params={{ areaId }}
                  activeOptions={{ exact: true }}
                >
                  <bdi>{name}</bdi>
                </Link>
              </li>
            )}
            <li className={cn(laterClass, 'font-medium text-ink')} aria-current="page">
              {t('Evaluation')}
            </li>
          </ol>
        </nav>
        {area.isPending && <p className="px-8 py-4 text-muted max-md:px-4">{t('Loading the business area...')}</p>}
        {area.isError && <LoadFailure error={area.error} onRetry={() => void area.refetch()} />}
        {area.data !== undefined && <AreaEvaluation key={areaId} area={area.data} />}
      </main>
    </div>
  )
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger" className="mx-8 mt-4 max-md:mx-4">
      <p>{describeError(error, t('Could not load the evaluation. Try again.'))}</p>
      <div className="mt-2 flex gap-2">
        <Button size="small" onClick={onRetry}>
          {t('Retry')}
        </Button>
        <Link className={buttonClass({ size: 'small' })} to="/business-areas">
          {t('Business areas')}
        </Link>
      </div>
    </Note>
  )
}

/** Loads the area's question sets. */
function AreaEvaluation({ area }: { area: Area }) {
  const { t } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const sets = useQuery(evaluationSetsQuery(area.area_id))
  const onSearch: OnSearch = (change, { replace } = { replace: false }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
  if (sets.isPending) return <p className="px-8 py-4 text-muted max-md:px-4">{t('Loading the question sets...')}</p>
  // A failed repetition keeps what is already shown.
  if (sets.data === undefined) return <LoadFailure error={sets.error} onRetry={() => void sets.refetch()} />
  return <EvaluationView area={area} sets={sets.data} search={search} onSearch={onSearch} isStale={sets.isError} />
}
