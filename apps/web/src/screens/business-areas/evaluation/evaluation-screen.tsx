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
import styles from './evaluation.module.css'

const route = getRouteApi('/administration/business-areas/$areaId/evaluation')

/** The question sets of a business area, their runs, and a comparison of two of them. */
export function EvaluationScreen() {
  const { t } = useTranslation()
  const { areaId } = route.useParams()
  const area = useQuery(areaQuery(areaId))
  const name = area.data?.area_name
  useDocumentTitle(name === undefined ? t('Evaluation') : t('Evaluation of {area}', { area: name }))
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <nav aria-label={t('Breadcrumb')}>
          <ol className={cn('meta', styles.crumbs)}>
            <li>
              <Link to="/business-areas" activeOptions={{ exact: true }}>
                {t('Business areas')}
              </Link>
            </li>
            {name !== undefined && (
              <li>
                <Link to="/business-areas/$areaId" params={{ areaId }} activeOptions={{ exact: true }}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            )}
            <li aria-current="page">{t('Evaluation')}</li>
          </ol>
        </nav>
        {area.isPending && <p className={cn('muted', styles.nothing)}>{t('Loading the business area...')}</p>}
        {area.isError && <LoadFailure error={area.error} onRetry={() => void area.refetch()} />}
        {area.data !== undefined && <AreaEvaluation key={areaId} area={area.data} />}
      </main>
    </div>
  )
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger" className="mt-4">
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
  if (sets.isPending) return <p className={cn('muted', styles.nothing)}>{t('Loading the question sets...')}</p>
  // A failed repetition keeps what is already shown.
  if (sets.data === undefined) return <LoadFailure error={sets.error} onRetry={() => void sets.refetch()} />
  return <EvaluationView area={area} sets={sets.data} search={search} onSearch={onSearch} isStale={sets.isError} />
}
