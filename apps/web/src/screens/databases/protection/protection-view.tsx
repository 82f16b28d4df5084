import type { ProtectionMatrix } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { protectionQuery } from '../../../api/protection.ts'
import { FoldedSentences } from '../../../components/folded-list.tsx'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { stackedMedia, useMedia } from '../../../lib/use-media.ts'
import { serverText } from '../../../lib/server-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { MatrixGrid } from './matrix-grid.tsx'
import { MatrixList } from './matrix-list.tsx'
import { ProtectionOutcome } from './protection-outcome.tsx'
import { useChangeProtection } from './use-change-protection.ts'
import type { MatrixProps } from './warnings.ts'
import { useTypedSearch } from '../use-typed-search.ts'
import { MessageBar, PageHead, PageContent } from '../../../components/page.tsx'

const warningsShown = 5
/** The rows rendered at a time; each has a cell for every area. */
const pageSize = 50

interface ProtectionViewProps {
  configId: string
  /** The search by name; it is part of the address. */
  q: string
  onSearch: (text: string) => void
}

/** The grid with its search, its warnings, and the effect of the last change. */
export function ProtectionView({ configId, q, onSearch }: ProtectionViewProps) {
  const { t } = useTranslation()
  const matrix = useQuery(protectionQuery(configId, q))
  const { typed, type } = useTypedSearch(q, onSearch)
  const { outcome, dismiss, working, change } = useChangeProtection(configId)
  const { data } = matrix
  return (
    <PageContent className="*:data-[part=note]:mb-4!">
      <Heading matrix={data} />
      <MessageBar>{outcome !== null && <ProtectionOutcome outcome={outcome} onDismiss={dismiss} />}</MessageBar>
      {data !== undefined && data.warnings.length > 0 && (
        <Note tone="warning">
          <h2 className="font-medium">{t('Protected tables that are open')}</h2>
          <FoldedSentences items={data.warnings.map(serverText)} shown={warningsShown} />
        </Note>
      )}
      <SearchField
        className="mb-3 max-w-none! max-md:flex-wrap [&>input]:w-80 max-md:[&>input]:w-0 max-md:[&>input]:flex-1 max-md:[&>output]:basis-full"
        label={t('Search tables')}
        placeholder={t('Search tables...')}
        value={typed}
        onChange={type}
      >
        {data !== undefined && <output className="text-meta text-muted tabular-nums">{countText(data, t)}</output>}
      </SearchField>
      {matrix.isPending && <p className="text-muted">{t('Loading tables and areas...')}</p>}
      {matrix.isError && (
        <LoadFailure error={matrix.error} isFetching={matrix.isFetching} onRetry={() => void matrix.refetch()} />
      )}
      {data !== undefined && data.tables.length === 0 && <Empty q={q} onClear={() => type('')} />}
      {data !== undefined && data.tables.length > 0 && (
        <Tables key={q} matrix={data} working={working} onChange={change} />
      )}
    </PageContent>
  )
}

/** Fifty tables at a time, as a grid, or as a list on a narrow screen. */
function Tables(props: MatrixProps) {
  const { t } = useTranslation()
  const isStacked = useMedia(stackedMedia)
  const [shown, setShown] = useState(pageSize)
  const rest = props.matrix.tables.length - shown
  return (
    <>
      {isStacked ? <MatrixList {...props} shown={shown} /> : <MatrixGrid {...props} shown={shown} />}
      {rest > 0 && (
        <Button className="mx-auto mt-4 flex" onClick={() => setShown(shown + pageSize)}>
          {t('Show {n} more', { n: Math.min(rest, pageSize) })}
        </Button>
      )}
    </>
  )
}

function Heading({ matrix }: { matrix: ProtectionMatrix | undefined }) {
  const { t } = useTranslation()
  const others = matrix?.same_database ?? []
  return (
    <PageHead>
      <div className="min-w-0 flex-1">
        <h1>
          {t('Protected tables')}
          {matrix !== undefined && (
            <>
              {': '}
              <bdi>{matrix.database.name}</bdi>
            </>
          )}
        </h1>
        <p className="max-w-[100ch] wrap-anywhere">
          {t('Areas owned by non-administrators show a protected table only as approved by an administrator.')}{' '}
          <a href="/docs/protected-tables">{t('How protection works')}</a>
        </p>
        {others.length > 0 && (
          <p>
            {t('Protection also applies to the other connections to this database:')}{' '}
            {others.map(({ config_id: id, name, application_name: application }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <bdi>{name}</bdi>
                {application !== null && ` (${application})`}
              </span>
            ))}
          </p>
        )}
      </div>
    </PageHead>
  )
}

function Empty({ q, onClear }: { q: string; onClear: () => void }) {
  const { t } = useTranslation()
  if (q === '') {
    return (
      <div className="py-12 text-center">
        <p>{t('No tables in this database are protected or in a business area.')}</p>
        <p className="text-muted">
          {t('Tables appear here when a business area includes them. To find any other table, search for it.')}
        </p>
      </div>
    )
  }
  return (
    <p className="text-muted">
      {t('No tables match "{search}".', { search: q })}{' '}
      <Button size="small" onClick={onClear}>
        {t('Clear search')}
      </Button>
    </p>
  )
}

function LoadFailure({ error, isFetching, onRetry }: { error: Error; isFetching: boolean; onRetry: () => void }) {
  const { t } = useTranslation()
  const isDenied = error instanceof ApiError && error.status === 403
  if (isDenied) return <Note tone="warning">{t('Only administrators can see and change protected tables.')}</Note>
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Note tone="danger">
      <p>{describeError(error, t('Could not load the protected tables. Try again.'))}</p>
      {!isGone && (
        <Button size="small" className="mt-2" disabled={isFetching} onClick={onRetry}>
          {t('Retry')}
        </Button>
      )}
    </Note>
  )
}

function countText(matrix: ProtectionMatrix, t: TFunction): string {
  const { tables, total_count: total } = matrix
  if (total > tables.length) {
    const values = { n: total, shown: tables.length }
    return t('Showing {shown, number} of {n, number} tables. Use search to find specific tables.', values)
  }
  return t('{n, plural, one {# table} other {# tables}}', { n: total })
}
